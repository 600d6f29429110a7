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
link-lesson-none = there is no such lesson
link-lesson-steps = the lesson '{ $name }' has steps 1 to { $count }
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

## Measurements

decoder-none = it has no decoder
measured-none = there is no { $file }: run `{ $command }` to make it
measured-results-none = the networks' results on the test set are missing: run `{ $command }`
measured-pairs-none = the results on the test pairs are missing: run `{ $command }`
measured-damaged-why = { $file } is damaged ({ $reason }): run `{ $command }` again
measured-damaged-again = { $file } is damaged: run `{ $command }` again
measured-damaged = { $file } is damaged: run `{ $command }`
measured-unread = { $file } cannot be read: run `{ $command }` again
measured-format = { $file } is not an analysis of format { $format }: run `{ $command }` again
measured-other = { $file } was made for other weights: run `{ $command }` again

## Files that are no networks of capsviz

file-cut = { $file } is not a whole safetensors file, it may be cut short: fetch it again
file-foreign = { $file } is a safetensors file, but not one that capsviz wrote; for weights of a network of your own name its class, as in --model my_net.py:Net --weights FILE or capsviz.load(FILE, like=Net()), which read tensors alone
file-pickle = { $file } is a pickle; pickles can run code and are never loaded: save the weights as safetensors; for weights of a network of your own name its class, as in --model my_net.py:Net --weights FILE or capsviz.load(FILE, like=Net()), which read tensors alone
file-of-library = { $file } is a file of another library: write the weights by the names of a torch network, with safetensors.torch.save_file, and bring that network by --model
file-number-type = { $file } stores { $part } as { $type }, which is not supported: convert it to one of { $known }

## Mistakes of a network of one's own

own-in-place = primary changes the pictures that it is given: work on a copy, as in (images - mean) / std in place of images.sub_(mean).div_(std) or inplace=True
own-one = it reads three pictures at once but not one, [1, ...]: squeeze() without an axis also drops that of the batch, so name the axis, as in squeeze(-1)
own-type = it has weights of { $type }, and pictures are torch.float32: call float() on it
own-not-finite = its weights { $name } hold NaN or infinite numbers: its training failed, take weights from before that
own-each-dimension = steps yields { $name } with a value for each of the { $count } dimensions, { $shape }, so each dimension is routed by itself: sum the agreement over the last axis, (u_hat * v.unsqueeze(1)).sum(-1), or yield the mean over it to see such a network
own-normalised = { $name } classifies { $plain } of { $count } pictures correctly, and { $changed } when their pixels are normalised: declare normalize = ({ $mean }, { $deviation })
own-normalised-perhaps = { $name } classifies { $plain } of { $count } pictures correctly: if it learnt from normalised ones, declare their mean and standard deviation, as in normalize = ({ $mean }, { $deviation })
own-stage = stage { $number }: { $reason }
own-couplings-axis = the couplings sum to 1 over the input capsules: in routing by agreement the softmax is over the wrong axis, take it over the output capsules; if attention over the input capsules is meant, declare couplings_over = "inputs"
own-couplings-sum = the couplings of an input capsule must sum to 1 over the output capsules, not to { $sum }: take the softmax over the output capsules; where votes are weighed by something else too, tell that by weigh(u, c); for weights that need not sum to 1, such as gates, declare couplings_over = "none"
own-empty-input = an empty picture gives input capsules that are NaN: in squash, put a small number inside the square root of the length
own-empty-output = an empty picture gives output capsules that are NaN: in squash, put a small number inside the square root of the length
own-logits-kept = the same pictures give other capsules the second time: routing keeps its logits from one call to the next, let them begin at zero each time (or dropout is at work)
own-batch-input = input capsules depend on the other pictures of the batch: a reshape mixes pictures, or normalisation is still learning
own-batch-output = output capsules depend on the other pictures of the batch: the logits are averaged over it, keep them apart for each picture
own-no-sum = s is not the sum of the votes by their couplings: yield s = (c.unsqueeze(-1) * u_hat).sum(1), and as c the weights of the votes in it, or give the weights by weigh(u, c), as in c + prior
own-activations = activations must be in 0..1: end them with a sigmoid
own-squash-axis = squash is over the wrong axis: the norm runs over all classes, take it over the last axis, dim=-1
own-output-long = output capsules are up to { $length } long: their length says how present a class is, so squash them to below 1, or yield activations as a fifth tensor
own-steps-number = steps yields { $count } times where { $asked } iterations are asked for: loop over its iterations, not over a number of its own
own-steps-nothing = iterations change nothing: b is never updated, add the agreement of votes and output capsules to it, or say iterations = 1
own-input-constant = the input capsules are the same for different pictures: the layers before them are saturated or dead; train again from smaller weights or with a lower rate
own-input-places = an input capsule is made of several places of one channel: bring the dimensions of a capsule to the end (permute) before they are reshaped
own-input-by-place = input capsules are counted place by place: say types_first = { $first }
own-input-by-type = input capsules are counted type by type: say types_first = { $first }
own-decode-range = decode must give pixels in 0..1: end it with a sigmoid
own-decode-constant = decode gives the same picture whatever the capsule is: let it use the one that is not masked
own-squash-zero = squash divides by the length of a zero vector, which makes { $what } NaN: put a small number inside the square root, as in torch.sqrt(square + 1e-8)
own-squash-together = squash of the input capsules is over { $what } together, so their lengths mean nothing: take the norm over the last axis, the numbers of one capsule, dim=-1
own-unsquashed = input capsules are not squashed: the brighter a picture, the longer they get, and couplings follow that. Squash them in primary, or tell by presence(u) how present each is
own-saturated = all { $count } output capsules are above { $length } long whatever the picture, as where W comes from a unit normal: begin with 0.05 * torch.randn(...), and train

## Settings of a training

train-loss-step = the loss of step { $step } or its gradient is not finite: begin anew with a smaller --peak-rate
train-loss = the loss of step { $step } is not finite: begin anew with a smaller --peak-rate
train-loss-epoch = the loss of epoch { $epoch } is not finite: begin anew with a smaller --peak-rate
train-memory = a network of { $parameters } parameters needs about { $memory } of memory to learn pictures of { $format }, and { $free } are free: choose a smaller side or batch, or a smaller network such as compact
train-image-small = an image of { $side } pixels is too small for the network: choose a larger side, or another network such as compact
train-network-large = the network is too large: a layer of it has { $numbers } numbers for one picture, and { $most } are allowed
train-groups = { $types } types of capsule cannot be { $groups } groups of one size: choose a number that divides them
train-setting = a training's { $name } cannot be { $value }: it is { $limit }
train-pictures-none = no pictures called '{ $name }' are offered here: start the app with --pictures and their folder
limit-whole = a whole number from { $low } to { $high }
limit-range = a number from { $low } to { $high }
limit-above = a number above { $low }, at most { $high }
