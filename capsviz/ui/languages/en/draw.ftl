title = Draw
purpose =
    <b>Draw a { $thing ->
        [class] picture
       *[other] { $thing }
    }</b>: a capsule network classifies it as you draw.
canvas-heading = you draw
canvas-help =
    .aria-label = What is this?
pen-explained = Every movement of the pen is sent to the network as a picture of 112 × 112 pixels. With the keyboard: focus the canvas, move with the arrow keys (finer with Shift), put the pen down and lift it with Space.
turning-explained = A picture that is uploaded or photographed is also read turned and mirrored; where that gives a much <span data-part="more">longer</span> capsule, you are told. <span data-part="turning-rates"></span>
canvas =
    .aria-label = drawing canvas
    .aria-description = Arrow keys move the pen, with Shift in finer steps. Space puts the pen down and lifts it. Escape lifts it. Control Z takes back a stroke.
    .aria-roledescription = canvas
turn-offer = turn it
camera-take = take the picture
camera-cancel = cancel
drawing-tools =
    .aria-label = drawing tools
pen = pen
eraser = eraser
undo = undo
    .title = undo (Ctrl+Z)
redo = redo
    .title = redo (Ctrl+Shift+Z)
clear = clear
pen-colour = pen colour
brush-size = brush size
another-picture = another picture
samples =
    .aria-label = samples
sources =
    .data-lack = Pictures from files and the camera are brought in the app.
upload = upload
    .title = or drop or paste a picture
camera = camera
test-pictures =
    .data-lack = Test pictures are shown in the app.
test-load = load
test-random = random
# Beneath a bar from 0 to 1: its first and its last word stand below 0.1 and 0.9.
lengths-aims = training aims at
lengths-heading = capsule outputs
lengths-measure = lengths
lengths-help =
    .aria-label = What do these numbers mean?
pose-explained = Each { $thing } has a <b>capsule</b>: { $dimensions } numbers, its <b>pose</b>, that describe how it looks. <span data-part="meaning"></span> <span data-part="aims"></span>
decoded-explained = The small pictures are what each capsule's pose decodes to. <span data-part="losers"></span>
capsule-explained = Each bar is a <b>capsule</b>: a group of neurons that looks for one { $thing } and encodes, in { $dimensions } numbers, how it is drawn.
lengths =
    .aria-label = capsules
open-routing = See how its parts vote →
reconstruction-heading = reconstruction
reconstruction-help =
    .aria-label = How is the picture reconstructed?
decoder-explained = A decoder paints the { $thing } from this capsule's pose, its { $dimensions } numbers, all other capsules set to zero. Move a slider to change one number; the thin mark is its original value. In the difference, blue is ink that the reconstruction lacks, red ink that it adds; the error is the sum over all pixels.
follow-winner = follow the winner
picture-input =
    .aria-label = the input
caption-input = input
picture-reconstruction =
    .aria-label = the reconstruction
picture-difference =
    .aria-label = reconstruction minus input: red is added, blue is missing
caption-difference = difference, <span data-testid="misfit">0.0</span>
undecoded = This network has no decoder: no picture is reconstructed from a capsule.
routing-heading = routing
routing-help =
    .aria-label = What is routing?
tiles-explained = <span data-part="routing-words"></span> Each tile is one type of input capsule, numbered row by row, each of its pixels one place: how much goes to the { $thing } shown.
routing-iterations =
    .aria-label = routing iterations
iterations-less =
    .aria-label = one iteration less
iterations-more =
    .aria-label = one iteration more
iterations-word = iterations
what-if =
    .aria-label = another routing
coupling =
    .aria-label = coupling coefficients of one primary capsule
    .aria-description = The arrow keys choose the capsule.
routing-strip =
    .aria-label = routing, iteration by iteration
inside =
    .aria-label = inside
open-network = What is this? See the whole network
network-input-heading = network input
picture-network-input =
    .aria-label = network input
network-input-help =
    .aria-label = What is the input of the network?
input-as-it-is = The input is the whole canvas, brought to the network's own size: where a thing lies, how large and how it is turned may matter. <span data-part="channel-words"></span>
input-centred = 28 × 28 pixels. MNIST's digits were scaled to fit 20 × 20 pixels and moved until their centre of mass lay in the middle; a network trained on them classifies little else. Turn the switch off to classify your drawing as it is.
centre = centre and scale like MNIST

## What the network says

answer =
    This is { $article ->
        [a] a { $name }
        [an] an { $name }
       *[none] { $name }
    }{ $sure ->
        [almost-certainly] , almost certainly
        [very-likely] , very likely
        [probably] , probably
        [perhaps] , perhaps
       *[unknown] { "" }
    }. Next: { $next }.
certainty =
    { $measure ->
        [length] length
       *[other] activation
    } { $value }
certainty-right =
    { $measure ->
        [length] length
       *[other] activation
    } { $value }: right in { $right } of { $of }
capsule-length =
    { $measure ->
        [length] length
       *[other] activation
    } of capsule { $name }
capsule-reconstruction = reconstruction by capsule { $name }
capsule-choose = show capsule { $name }
capsule-choose-picture = show the reconstruction of capsule { $name }
rank-first = 1st
rank-second = 2nd
capsule-shown =
    { $why ->
        [chosen] capsule { $name }
        [winner] capsule { $name }, the winner
        [length] capsule { $name }, the longest
       *[activation] capsule { $name }, the most active
    }
network-measure =
    { $measure ->
        [length] lengths
       *[other] activations
    }
turned-longer =
    { $measure ->
        [length] longer
       *[other] more active
    }
# $meaning is English, as the program has it; a language words it by the name of the $routing.
network-meaning =
    { $routing ->
       *[other] { $meaning }
    }
aims =
    { $routing ->
        [own] Its owner knows the target lengths of its training. The two thin lines stand at 0.9 and 0.1.
        [matrix] Training aims at a gap to all others that widens as it goes on. The two thin lines stand at 0.9 and 0.1.
       *[other] Training aims at 0.9 or more where it is, at 0.1 or less where it is not: the two thin lines.
    }
losers =
    { $routing ->
        [own] The meaning of the losing capsules' pictures depends on its training.
       *[other] Pictures of losing capsules mean nothing, whether a grey blob or clear strokes: the decoder was trained with the true { $thing }'s capsule only.
    }
precision-short = in { $precision }
precision-exact = The numbers here are computed in float32, like all reported numbers.
precision-rounded =
    The numbers here are computed in float32 from weights rounded to a byte each. Over the samples { $measure ->
        [length] lengths
       *[other] activations
    } differ by { $most } at most from those in float32, in which all reported numbers are.
precision-differs =
    What follows the pen is calculated in { $precision }, which is faster; { $measure ->
        [length] lengths
       *[other] activations
    } differ by { $mean } on average and { $most } at most, over { $pictures } pictures, from those in float32, in which all reported numbers are.
precision-unmeasured =
    What follows the pen is calculated in { $precision }, which is faster; { $measure ->
        [length] lengths
       *[other] activations
    } differ by an amount that was not measured for this network from those in float32, in which all reported numbers are.

## Routing

iterations-count =
    { $iterations ->
        [one] iteration
       *[other] iterations
    }
iterations-none = iterations: this network routes in one pass
iterations-lacking = no
iteration-number = iteration { $iteration }
iteration-only = one pass
iteration-longest =
    iteration { $iteration }: { $measure ->
        [length] longest
       *[other] most active
    } is { $name }, { $value }
coupling-then = { $before }, then { $next }
coupling-values = Primary capsule of type { $type }, row { $row }, column { $column }: c to { $name } is { $values }.
# $sharing is English, as the program has it; a language words it by the name of the $routing.
routing-explained =
    Every input capsule shares its vote among the { $count ->
        [10] ten
       *[other] { $count }
    } { $thing ->
        [class] classes
       *[other] { $thing }s
    }, { $routing ->
       *[other] { $sharing }
    } Coupling is the name of such a share.
routing-weights = Every { $thing } weighs the votes of all input capsules by this network's own rule, which is defined in its code. Coupling is the name of such a weight.
routing-instead =
    Every input capsule shares its vote among the { $count ->
        [10] ten
       *[other] { $count }
    } { $thing ->
        [class] classes
       *[other] { $thing }s
    }, by another rule than it learnt with, { $instead }: Routing shows it step by step. Coupling is the name of such a share.

## The canvas

here-draw = Draw here.
here-upload = There is no sample of these classes here. Draw, or upload a picture.
here-example = Example. Start drawing to replace it.
turning-unmeasured = How often that is right was not measured for this network.
turning-rates = Of { $digits } validation digits, this network recognised { $side } % of those laid on their side, { $over } % of those upside down and { $mirrored } % of those mirrored. It was wrong for { $wrongly } % of those that stood upright.
turn-unclear = No { $thing } is recognised clearly. If the picture seems turned:
turn-better =
    This picture is recognised better { $way ->
        [right] turned by 90° to the right
        [left] turned by 90° to the left
        [over] the other way up
       *[mirrored] mirrored
    }: { $name }, { $measure ->
        [length] length
       *[other] activation
    } { $value }, where it now has { $before }.
turn-act =
    { $way ->
        [unclear] turn it by 90°
        [mirrored] mirror it
       *[other] turn it
    }
camera-refused = the camera was refused: allow it in the address bar, or upload a picture
camera-missing = no camera was found on this device: upload a picture instead
camera-busy = another program is using the camera: close it, or upload a picture
camera-insecure = this browser offers no camera here: it needs https or localhost
camera-failed = the camera could not be started: upload a picture
picture-reading = reading the picture …
test-labelled = { $test } { $index }, labelled { $name }
dimension-alike = { $title }; { $place } of { $count } dimensions of this name
decoder-failed = the decoder could not be fetched: move the slider again to retry
