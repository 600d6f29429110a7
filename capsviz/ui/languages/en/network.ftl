title = Network
purpose = <b>The whole network</b>, from your picture to the picture that it paints. Draw, and follow it.
pass =
    .aria-label = one pass, slowly
pass-step = step
    .title = one block on
in-space = In space
restore = undo all changes
copy-link = copy link
link-text =
    .aria-label = link to this view
blocks =
    .aria-label = the blocks of the network
your-picture =
    .aria-label = your picture
drawing-canvas =
    .aria-label = drawing canvas
    .aria-description = Arrow keys move the pen, with Shift in finer steps. Space puts the pen down and lifts it. Escape lifts it.
    .aria-roledescription = canvas
you-draw = you draw
clear = clear
walk-view =
    .aria-label = the network in space
stop-back = back
stop-next = next
stop-inside = look inside
walk-stops =
    .aria-label = stops of the walk
your-own-walk = your own walk
second-choice = under it
second-blocks =
    .aria-label = the other network
inside-close =
    .title = back to the whole network (Esc)
    .aria-label = back to the whole network

## Names and costs of blocks

block-classes = classes
size-bytes = { $size }{ "\u00A0" }B
size-kilobytes = { $size }{ "\u00A0" }kB
size-megabytes-short = { $size }{ "\u00A0" }MB
size-gigabytes = { $size }{ "\u00A0" }GB
count-thousands = { $count }{ "\u00A0" }k
count-millions = { $count }{ "\u00A0" }M
count-billions = { $count }{ "\u00A0" }G
cost = { $weights } weights ({ $bytes }), { $products } multiply-adds, gives { $output }
cost-weightless = no weights, { $products } multiply-adds, gives { $output }
# Below each other under a block.
cost-products = { $count } products
cost-time = { $percent }{ "\u00A0" }% of the time
total = { $weights } weights ({ $bytes }), { $products } multiply-adds
total-time = { $weights } weights ({ $bytes }), { $products } multiply-adds, { $time }{ "\u00A0" }ms here
mark-off = { $count } off
mark-inputs = softmax over inputs
mark-squash-bare = squash without ε
mark-squash-none = no squash
shape-then = { $first }, then { $next }
inside-shape = { $shape }; { $cost }

## A sentence for each block
## ($measure is "length", "activation" or "probability".)

measure =
    { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    }
say-nan = Without its ε the squash divides a vector of zeros by its length: 0 / 0 is not a number (NaN), and from here on nothing is.
say-no-nan = There is no ink, and still no vector is exactly zero, because of the biases: squash without ε is not 0 / 0 yet. Switch off a type, and it is.
say-empty = There is no ink to follow yet.
say-input = The input has { $side } × { $side } pixels, from 0 for paper to 1 for ink.
say-input-channels = The input has { $side } × { $side } pixels. { $channels }
say-features = { $name } looks for { $maps } patterns at { $rows } × { $columns } places; the { $shown } that answer most to our samples are shown.
say-capsules =
    { $count } capsules of { $size } numbers each{ $some ->
        [weights] { "" }
        [no] : none gives more than twice an even share of its vote to { $name }
       *[yes] : { $giving }, in colour, give more than twice an even share of their vote to { $name }
    }.
say-votes = Each of { $capsules } capsules says for each of { $classes } classes what its { $numbers } numbers would have to be: { $votes } votes.
say-routing-once =
    One pass sends the votes on: { $name } gets { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }.
say-routing =
    Routing, iteration { $iteration } of { $rounds }: { $name } has { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }{ $next ->
        [no] { "" }
       *[yes] ; capsules that agree with it get more say next
    }.
say-classes =
    The largest { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } is the answer: { $name }, { $value }.
say-pair =
    The two largest { $measure ->
        [length] lengths
        [probability] probabilities
       *[activation] activations
    } are the answer: { $pair }.
pair = { $first } ({ $value }) and { $second } ({ $other })
say-decoder = All capsules but { $name } are set to zero; its { $size } numbers drive { $units } hidden units.
units-of = { $active } of { $count }
units-then = { $first }, then { $next }
say-picture = The decoder paints { $side } × { $side } pixels from them.
second-differs = Outlined: what differs, { $blocks }.
second-alike = It is built alike.
second-answer = { $answer } { $built }
second-none = no other network
caption-input = what the network sees
caption-strokes = { $count } filters, each for a stroke
caption-parts = capsules over parts of the picture
caption-patterns = { $count } filters for larger patterns
caption-capsules = an arrow for each capsule
caption-votes = guesses for each { $thing }
caption-routing =
    { $way ->
        [once] the votes are sent on once
        [agreement] votes that agree get more say
        [weights] votes are weighed anew
       *[other] votes are shared out anew
    }
caption-classes =
    { $measure ->
        [length] the longest wins
       *[other] the largest wins
    }
caption-pair =
    { $measure ->
        [length] the two longest win
       *[other] the two largest win
    }
caption-decoder = paints from { $count } numbers
caption-picture = what the winner remembers
spotlight-hint = Point at capsules, votes or links to follow them; choose a block to open it.
spotlight =
    Type { $type }, row { $row }, column { $column }: sees { $sees ->
        [part] the outlined { $field } × { $field } pixels
       *[edge] the outlined pixels
    }; presence { $presence }.
spotlight-weight =
    Type { $type }, row { $row }, column { $column }: sees { $sees ->
        [part] the outlined { $field } × { $field } pixels
       *[edge] the outlined pixels
    }; presence { $presence }; its largest coupling, { $coupling }, is to { $name }{ $round ->
        [last] { "" }
       *[other] { " " }at iteration { $round }
    }.
spotlight-vote =
    Type { $type }, row { $row }, column { $column }: sees { $sees ->
        [part] the outlined { $field } × { $field } pixels
       *[edge] the outlined pixels
    }; presence { $presence }; gives { $percent } % of its vote to { $name }{ $round ->
        [last] { "" }
       *[other] { " " }at iteration { $round }
    }.
thread-ribbon = Type { $type } to { $name }: { $percent } % of the coupled votes that reach { $name } at iteration { $round }.
thread-class = { $name }: type { $type } gives it most, { $percent } % of the coupled votes that reach it at iteration { $round }.
thread-type = Type { $type }: gives { $name } most, { $percent } % of its coupled votes at iteration { $round }.
thread-band =
    { $part ->
        [input] Band { $band } of { $count }, from the top: { $percent } % of the picture's ink.
        [features] Row { $band } of these maps: { $percent } % of their activity.
        [capsules] Row { $band } of places: { $percent } % of all capsules' presence.
        [decoder] Band { $band } of { $count }, from the top: { $percent } % of these units' activity.
       *[picture] Band { $band } of { $count }, from the top: { $percent } % of the painted ink.
    }
thing-class =
    { $name }: { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }{ $round ->
        [last] { "" }
       *[other] { " " }at iteration { $round }
    }.
thing-class-sum =
    { $name }: its coupled votes add up to ‖s‖ = { $sum }; its { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } is { $value }{ $round ->
        [last] { "" }
       *[other] { " " }at iteration { $round }
    }.
thing-map = Map { $map } of { $name }: answers most, { $largest }, at row { $row }, column { $column }, whose pixels are framed; mean { $mean }.
thing-pixel = Pixel in row { $row }, column { $column }: drawn { $drawn }.
thing-pixel-painted = Pixel in row { $row }, column { $column }: drawn { $drawn }, painted { $painted }.
inside-features = A feature map is one kernel's answer at all places: point at one, or use the arrow keys, to see it large; switch it off, and watch what changes to the right.
inside-capsules = A capsule is a few numbers that describe one thing: where it looks, its numbers before and after the squash, which maps below feed it most.
inside-votes = A vote û = W u is what a capsule expects of a class: its numbers times its matrix.
inside-routing = Routing: logits b enter, couplings c are made of them, and the votes, weighed by these, add up to s.
inside-decoder = The decoder's hidden units: choose one to see what it adds to the picture. The capsules above are masked, all but the winner.
map-keys = Arrow keys choose a capsule, whose path lights up.
thread-keys = Arrow keys light types, up and down, and classes, left and right.
canvas-full = The canvas is full: clear it to go on.

## Inside a block

class-winner = the winner
class-choice = for class
pane-places = places
pane-place = row { $row }, column { $column }
pane-type = one type at all places
pane-type-choice = type
pane-capsule = one capsule
pane-what-if = what if
pane-squash = squash
squash-trained = as trained
squash-bare = without its ε
squash-none = left out
capsule-told = type { $type }, row { $row }, column { $column }: it sees { $field } × { $field } pixels from row { $top }, column { $left } on; presence { $presence }.
before-squash = before squash
fed-by = Fed most by maps { $maps } below.
switch-type =
    { $now ->
        [off] switch type { $type } on
       *[on] switch type { $type } off
    }
switch-place =
    { $now ->
        [off] switch place { $row }, { $column } on
       *[on] switch place { $row }, { $column } off
    }
switch-unit =
    { $now ->
        [off] switch unit { $unit } on
       *[on] switch unit { $unit } off
    }
switch-map =
    { $now ->
        [off] switch map { $map } on
       *[on] switch map { $map } off
    }
pane-masked = capsules after the mask
masked-picture = the output capsules' numbers, all but the winner's masked
turn-numbers = turn the numbers on Dimensions
pane-hidden = hidden units
pane-unit = one unit
unit-picture = what the unit adds to the picture
unit-told = hidden layer { $layer }, unit { $unit }: { $value }. Red is where more of it adds ink, blue where it takes ink away.
hidden-layer = hidden layer { $layer }
unit-number = unit { $unit }
pane-maps = all maps
maps-label = feature maps
maps-sorted = sorted
vote-numbers = { $name }: ‖û‖ { $size }, { $share }, { $degrees }°
sum-and-pose = { $name }: ‖s‖ { $sum } → ‖v‖ { $pose }
maps-strength = by strength
maps-number = by number
map-number = map { $map }
pane-map = one map
map-picture = the chosen map
map-told = map { $map }: mean { $mean }, largest of all { $largest }
pane-sum = the sum itself
sum-told = row { $row }, column { $column }: the sum of patch × kernel is { $sum }, with the bias { $bias } it is { $total }; the ReLU leaves { $output }.
axis-outputs-words = Each capsule's couplings sum to 1 over the classes: it decides where its vote goes.
axis-inputs-words = Each class's couplings sum to 1 over the capsules: s is a mean of their votes, every length falls, and no capsule has to decide. Programs with this mistake still learn.
axis-choice = softmax over
axis-outputs = the classes, as trained
axis-inputs = the input capsules, by mistake
follow-routing = follow it on Routing
iteration-less = one iteration less
iteration-more = one iteration more
iterations = iterations r
pane-loop = one capsule, iteration by iteration
pane-all = all of them
pane-all-words = Every coupling, the votes as a cloud, the formulas lit:
matrix-picture = the matrix W
pane-matrix = the matrix
pane-vote = the vote
vote-told = Capsule { $capsule } for { $name }: ‖û‖ = { $length }.

## The walk in space

stop-whole = The whole network
stop-input = Your picture
stop-units = Units
stop-strokes = Strokes
stop-patterns = Larger patterns
stop-parts = Capsules of parts
stop-answer = The answer
stop-decoder = Only the winner goes on
stop-picture = What it remembers
stop-round = Routing, iteration { $iteration }
stop-once = The votes are sent on
stop-capsules = Capsules
stop-capsule = One capsule
stop-own-votes = One capsule’s votes
stop-votes = Votes
stop-place = { $number } of { $count }: { $title }
walk-whole =
    { $paints ->
        [yes] Your drawing enters on the left and leaves painted anew on the right.
       *[no] Your drawing enters on the left; the answer stands on the right.
    } { $capsules ->
        [agree] In between, capsules vote and agree.
        [vote] In between, capsules vote.
       *[no] Nothing votes in between: this network has no capsules.
    }
walk-input = The network sees { $side } × { $side } pixels, each a number from 0 to 1. Draw, and all that follows changes.
walk-input-channels = The network sees { $side } × { $side } pixels, each { $channels } numbers from 0 to 1. Draw, and all that follows changes.
walk-units = A layer of { $count } units, each fed by all below.
walk-parts = Capsules over parts of the picture, which vote for those of the next layer.
walk-patterns = { $count } filters look for larger patterns in what the layer before found.
walk-strokes = { $count } filters look for a stroke each, at { $rows } × { $columns } places. Each tile is the map of one filter.
walk-answer =
    The largest { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } is the answer: { $name } with { $value }.
stop-decoder-pair = Each digit goes on alone
walk-decoder-pair = Each of the two digits is painted alone, here { $name }: all other classes are set to zero. Its { $size } numbers drive { $units } hidden units.
walk-decoder = All classes but { $name } are set to zero. Its { $size } numbers drive { $units } hidden units.
walk-painting = The decoder paints from those { $count } numbers alone. Beside it stands what you drew.
walk-capsules =
    { $count } capsules, { $places ->
        [1] each of its own type
       *[other] { $types } types at each place
    }. { $alike ->
        [yes] All arrows are about equally long: here a length tells little of whether a part is there. The direction comes from the pose.
       *[no] The longer an arrow, the surer the capsule is that its part is there; its direction comes from its pose.
    }
walk-capsule = One capsule sees the { $field } × { $field } pixels between the lines and has { $size } numbers. Press it to see a vote as a product, or another one to follow it.
walk-capsule-everywhere = One capsule sees the pixels between the lines and has { $size } numbers. Press it to see a vote as a product, or another one to follow it.
walk-own-votes = For each { $thing } the capsule says by û = W u what its { $numbers } numbers would have to be; each vote has a coupling c.
walk-votes = Each capsule says by û = W u for each { $thing } what its { $numbers } numbers would have to be: { $votes } votes.
arrow-type = An arrow sums up what one type of capsule sends to a class’s plane: its area is the sum of c ‖û‖.
ribbon-sample = While the camera moves, the palest ribbons are a sample.
arrow-own = An arrow on a ribbon is one vote of this capsule, as long as ‖û‖ and tilted by the angle between û and the v of its class: a level one points as v does.
walk-once =
    One pass sends the votes on; { $name } gets { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }.
walk-round-even =
    First every capsule shares its vote evenly. From these shares { $name } has { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }.
walk-round-first =
    { $over ->
        [outputs] The votes are shared out for the first time.
       *[other] The votes are weighed for the first time.
    } { $name } has { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }.
walk-round-last =
    Ribbons are as wide as the votes times their couplings, c ‖û‖. { $name } ends with { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }.
walk-round-agreement =
    Capsules whose vote agreed with a class now send it more. { $name } has { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }.
walk-round =
    { $over ->
        [outputs] The votes are shared out anew.
       *[other] The votes are weighed anew.
    } { $name } has { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }.
act-other = Draw, or take another drawing, and watch it pass.
act-other-button = another drawing
act-clear-button = clear
act-turn = Turn your picture: everything behind it follows.
act-turn-slider = turn of the picture in degrees
act-map = Switch off the map that answers most: what changes behind it?
act-map-unit = Switch off the unit that answers most: what changes behind it?
act-maps-on = switch all maps on
act-units-on = switch all units on
act-type = Switch off the type of capsule that gives the winner most: does the answer hold?
act-types-on = switch all types on
act-capsule = Choose another capsule: its pixels, maps and votes light up.
act-capsule-button = another capsule
act-class = Choose a class: the votes for it alone stay, and its numbers are written beside it.
act-class-number = Choose a class to read its number.
act-class-choice = class
act-class-all = all
act-iterations = Let the votes be routed more or less often: where do the ribbons go?
act-unit = Switch off the hidden unit that is most active: the painted picture changes.
act-clear = Clear the canvas and draw: the painting follows each stroke.
own-sentence = your own sentence at this stop
show-stops = show all stops
scene = the scene
film-impossible = This browser cannot record a film: save the picture instead.
film-stop = stop film
space-impossible = This browser cannot draw the scene in space: here is the flat map.
space-memory = This device has little memory: here is the flat map. The button In space shows the scene.
space-hint = Point at a capsule, a class or a pixel to follow it; press it to go inside.
space-still = This device asks for less motion: here is the flat map. The button In space shows the scene, without flights.
walk-unreadable = The link’s own walk is left out, because it is damaged: it may have a sentence of at most { $letters } letters at each stop, and stops that are left out.
scene-drawn = you drew
space-explained = A picture. The button In space leads to the same layers as a list.
second-pairs = { $title }, two digits
