### Sentences with which the program refuses something, as its errors have them in English. An error's
### sentence finds its message by the English one, whose values are whatever stands in their places.

## The server

busy = too many requests wait to be answered: try again shortly
busy-working = too many requests wait to be worked out: try again shortly
no-replica = none of the replicas answers: try again shortly, and where that goes on start the app and its cluster again
too-much-sent = too much is sent from your address: try again in a moment
too-much-unread = too much is on its way to your address: try again in a moment
sending-slow = sending this took too long: try again
not-done = the server could not do this: try again
not-read = the server could not read this: try again
body-large = this is larger than 1 MB: send less
body-large-drawing = this is larger than { $size }: send a smaller picture, or draw less
lists-many = the request holds too many lists: draw less
file-gone = there is no such file: load the page again
frames-gone = there are no frames with this checksum: load the page again
test-pictures-numbered = the test pictures are numbered 0 to { $last }
test-pictures-none = there is no such set of test pictures here
worksheet-undrawn = this worksheet cannot be drawn: { $reason }
worksheet-none = there is no worksheet for such a lesson
presets-none = this app was started without presets: see capsviz app --help
presets-unshown = the presets cannot be shown: { $reason }
not-allowed-name = this server is not known by the name in the address: open it by its own address, or start it with --browser.serverAddress and that name

## Links and drawings

link-is-damaged = the link is damaged, perhaps cut off
link-of-other-version = the link was made by another version of capsviz
link-too-long = the link is longer than { $most } characters
link-holds-nothing = the link holds no description of a view
link-without-page = the link does not say which page it is for
link-of-other-page = the link is for the page '{ $page }'
link-network-none = there is no model '{ $name }' here
view-large = this view is too large for a link
code-web-only = a QR code can be made of a web address only
code-long = this link is too long for a QR code that a camera can read: copy it instead
drawing-none = the request holds no drawing
drawing-points = this drawing has more than { $most } points: draw less
drawing-strokes = a drawing's strokes must be a list of at most { $most }
stroke-outside = a stroke lies too far outside the canvas
parts-set-unread = parts set by hand are not readable: make the link again

## Networks

network-none = there is no network '{ $name }' here: load the page again
network-none-such = there is no such network here: load the page again
network-none-compared = there is no network here to compare
network-none-trained = there is no trained model: fetch the checkpoints folder again, or train one with `capsviz train`
network-none-pairs = there is no network for two digits here: train one with `capsviz train --task overlap`, or fetch the checkpoints folder again
network-none-parts = there is no network of parts and objects here: train one with `capsviz train --network parts`, or fetch the checkpoints folder again
network-unlisted = there is no model '{ $name }': choose one of { $known }
checkpoint-none = there is no checkpoint '{ $name }': give the path of a .safetensors file or one of the names { $known }
weights-damaged = { $file } is damaged, its weights fail their checksum: fetch it again
weights-infinite = { $file } holds weights that are not finite numbers
header-damaged = { $file } has a damaged header: fetch it again
header-damaged-why = { $file } has a damaged header: { $reason }
file-unreadable = { $file } cannot be read ({ $reason })
file-of-format = { $file } has format { $version }; this program reads { $known }
configuration-unfit = { $file } does not fit its own configuration: fetch it again
configuration-names = { $file } does not fit its own configuration: it names { $named } classes of { $classes }
configuration-shape = { $file } does not fit its own configuration: { $part } has shape { $shape }, expected { $expected }
configuration-type = { $file } does not fit its own configuration: { $part } is stored as { $type }, expected { $expected }
objects-unnamed = { $file } does not name its objects: train it to the end, or fetch it again
samples-unfit = { $file } keeps samples that do not fit it: fetch it again
learnt-parts = { $file } learnt parts and objects without labels, and reads no classes: it is shown on the page Parts
plain-no-capsules = { $name } is a plain CNN: it has no capsules, choose another model
routes-once = { $name } routes once: there is no tree to unfold
report-no-couplings = the model '{ $name }' has no couplings to report
decoder-large = this model's decoder has weights above 65,504, which the browser's half-precision copy cannot hold: train it with a lower rate
checkpoints-unread = the folder of checkpoints, { $folder }, cannot be read: { $reason }
pairs-all-read = the network names both digits of all { $count } pairs
affine-unrecorded = the misclassified digits of each network are not on record: run `capsviz evaluate --set affine --all --save checkpoints/affine.json`

## Class sessions

session-none = there is no session with this code: look at the projector again
session-codes-wrong = too many wrong codes came from your network: wait a minute
session-full = this session is full: it has { $most } visitors
sessions-many = too many sessions are open: end one, or try again later
sessions-many-started = too many sessions were started here: wait a minute
session-key-none = this is no key of a session: start a new one
session-code-taken = another session has this code: start a new one
session-of-lecturer = this is the lecturer's view: start a session in this browser first
server-full = this server is full: try again later
joins-many = too many join from your network at once: try again in a minute
windows-many = this session is open in too many windows: close one of them
tabs-many = this session is open in too many tabs: close one of them
presenter-windows-many = the presenter view is open in too many windows: close one of them
projector-away = the projector's window is not in the session: open it
said-nothing = nothing was said in time: try again
class-drawing-large = this drawing is too large for the class: draw with fewer strokes
class-pictures-not = pictures are not shown to the class: draw with the pen
class-drawing-gone = there is no such drawing any more
class-subject-long = say in at most { $most } characters what is to be drawn
class-drawings-looked-at = the drawings are being looked at: yours as it was is among them
class-board-full = the board is full: it has { $most } drawings
class-question-long = type a question of at most { $most } characters
class-questions-wait = { $count } questions of yours wait already: let the lecturer come to them
class-figure-looked-at = the figure is being looked at: yours as it was is on it
class-figure-full = the figure is full: it shows { $most } states
class-state-large = this state is too large for the class
class-figure-other = this is the figure of another step
class-answers-number = a question needs { $least } to { $most } answers of at most { $length } characters each
class-answer-right = the right answer must be one of the answers
class-answers-shown-ask = the answers are shown already: ask another question
class-voted-enough = the class has voted often enough: reveal the answer
class-votes-over = the answers are shown already: votes no longer count
class-answer-none = there is no such answer
class-question-over = this question is over: the answer came too late
class-join-first = a session is started or joined first
class-large = this is too large for a class: draw less, or send a smaller picture
class-large-pages = this is too large for a class: draw less, or on fewer pages
class-counts-not = these are no counts of a session: they are left out

## Trainings

train-watch-only = this server lets visitors watch trainings, not start them: its owner opens the address with the token that was printed at its start, or allows all with --allow-training
train-steered-elsewhere = { $name } was begun in another browser: there it can be steered, rewound, renamed and deleted
train-kept-elsewhere = { $name } was kept in another browser: it can be removed there
train-parts-untrained = untrained parts find nothing: train them for at least one epoch
train-number = { $name } must be { $limit }
train-run-gone = there is no run '{ $name }' any more
train-run-none = there is no run '{ $name }' here
train-run-named = there is a run '{ $name }' already: choose another name
train-network-named = there is a network '{ $name }' already: choose another name
train-network-kept = these weights are kept already, as '{ $name }': train on to keep others
train-network-none = no network '{ $name }' was made here of a run
train-nothing-written = nothing was written yet: let it train to the end of a pass first
train-of-command = capsviz train keeps what { $name } learns: the page Parts opens it
train-disk-full = the runs take { $taken } GB, more than { $most }: delete some first
train-begun-by-command = { $name } was begun by capsviz train: the same command with --resume goes on
train-no-state = { $name } kept no state at or before step { $step }: choose a later moment
train-no-snapshot = { $name } has no whole snapshot of step { $step }
train-name-bad = a run cannot be called '{ $name }': use up to 60 letters, digits, spaces, full stops, dashes and underscores
train-run-busy = the run '{ $name }' is being trained already
train-many-wait = { $count } trainings wait already: begin when some have ended
train-run-endless = the run '{ $name }' does not end: try again in a moment
train-pause-first = { $name } is being trained: pause it first
train-unforkable = { $name } learns parts without labels: it cannot be forked, nor follow a picture
train-other-version = this run was written by another version of capsviz

## Picture files

picture-several = there are several digits in this picture: crop it to one of them
picture-nothing = there is nothing to see in this picture: choose one with a digit on plain paper
picture-narrow = this picture is too small or too narrow: choose one at least { $least } pixels wide and high
