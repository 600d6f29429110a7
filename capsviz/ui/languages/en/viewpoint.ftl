title = Viewpoint
purpose =
    <b>Turn, move or stretch a { $thing ->
        [class] picture
       *[other] { $thing }
    }.</b> Does its capsule keep its <span data-say="measure">length</span>? At what angle does the network stop seeing it?
reset = reset
any-viewpoint = any viewpoint
    .title = one random change within affNIST's ranges: up to 20° of turn, a fifth of size and shear, and up to 4 pixels each way
copy-link = copy link
view-link =
    .aria-label = link to this view
input-heading = network input
shown-help =
    .aria-label = What is shown here?
input-explained = The changed picture, as both networks get it: drag it by its middle or by the knob at the lower left, turn it by the upper knob, size it by the one at the lower right. A body in three dimensions turns and tilts as you drag it. Beside it the winner's reconstruction of it. In the difference, blue is ink that the reconstruction lacks, red ink that it adds.
picture-input =
    .aria-label = the networks' input
handle =
    { $handle ->
        [rotation] turn
        [scale] size
        [body] turn and tilt
       *[move] move
    }
picture-reconstruction =
    .aria-label = reconstruction of the winner
caption-reconstruction = reconstruction of <span data-part="winner"></span>
picture-difference =
    .aria-label = reconstruction minus input: red is added, blue is missing
caption-difference = difference
sliders-heading = viewpoint
sliders-explained = The changes act on the small picture that is the input<span data-part="centred">, after your drawing was centred and scaled: otherwise centring would undo them</span>. In this order: thickness, scale, shear, rotation, shift. A rotation above 0° is clockwise.
transforms =
    .aria-label = transforms
predictions-heading = predictions
key-capsule = capsule <span data-say="measure">length</span>
key-cnn = <i class="cv-v-key cv-v-key-cnn"></i>CNN probability
lengths =
    .aria-label = capsules and CNN probabilities
curves-heading = through the whole range
curves-explained = One kind of change runs through its range while the others stay. Above, what should not change: the <span data-say="measure">length</span>. Below, what should: the { $dimensions } numbers of the pose, all to one scale. The grey dashes are one straight law, fitted on others of this class. Click or drag in the upper picture to go there.
guess-begin = guess first
curve-of = of
curve-capsule = capsule
guess =
    .aria-label = guess first
guess-question = At what angle will the network stop seeing this { $thing }?
guess-drag = Drag the line:
guess-at =
    .aria-label = angle in degrees
curve-lengths =
    .aria-label = capsule outputs over the transform
factors-heading = the true factors
factors-help =
    .aria-label = What are these?
factors-explained = These pictures are drawn from formulas: where the object lies, how it is turned, how large it is, and its thickness, its aspect or its light are known exactly. Move one, and the very object is drawn and classified by the network. Move the viewpoint, and these show what a linear map reads off the pose: it was fitted on 2,000 pictures of each class that no network had seen. R² is how much of a factor such a map finds on pictures it was not fitted on, from 0, nothing, to 1, all; an angle is known up to the object's symmetry. Where a pose encodes little of the turn, the decoder paints a blur that does not turn: the number here does.
pose-fold = the pose, and results measured over many
pose-heading = the pose of <b data-part="digit" data-answer></b>, dimension by dimension
curve-poses =
    .aria-label = the pose, dimension by dimension, over the transform
attack-heading = made to fool
attack-section =
    .data-lack = Attacks are tried in the app.
attack-explained = Each pixel may change by at most ε, where ink is 1, in the direction that leads each network away from this { $thing }: FGSM takes one step along the sign of the gradient, PGD ten smaller ones. Each network is attacked through its own gradient. In the change, red is ink added and blue ink taken away. The misfit is the sum of squared differences between the picture and the winner's reconstruction.
attack-method = attack
attack-fgsm = FGSM, one step
attack-pgd = PGD, ten steps
attack-strength = strength ε

## Kinds of change

kind-rotation = rotation
kind-shift_x = shift to the right
kind-shift_y = shift down
kind-scale = scale
kind-shear = shear
kind-thickness = stroke thickness
kind-step = step through { $kind }
kind-play = play { $kind }
kind-reset = reset { $kind }
measure =
    { $measure ->
        [length] length
       *[activation] activation
    }

## What the networks say

cnn-missing = No plain CNN for the same pictures is on this machine, so only the capsules are shown: capsviz train --network cnn trains one, on the same --data-set.
cnn-empty = The plain CNN must name a { $thing } even for an empty picture.
cnn-says = The plain CNN predicts { $name }, probability { $probability }.
says-nothing = Nothing to read
says-none =
    The capsules see no { $thing }{ $cnn ->
        [0] {""}
       *[1] , the CNN predicts { $other }
    }
says-capsules = The capsules predict { $name }
says-both = Both predict { $name }
says-apart = The capsules predict { $name }, the CNN { $other }
turned = Turned to { $truth }.
turned-read = Turned to { $truth }. The pose says { $read }.
digit-winner = the winner

## Curves

share-nothing = nothing
share = { $percent } %
span = { $low } to { $high }
curve-falls =
    The { $measure ->
        [length] length
       *[activation] activation
    } of { $name } falls to { $least } at { $value }.
law-none = No law of the pose has been fitted for this network: capsviz viewpoint does that.
law = Within { $span } a straight law, the same for every { $name }, explains { $shared } of how the pose follows the { $kind }, over test pictures it was not fitted on; a law that may depend on each one's own pose explains { $own }.
range-never = Untouched, it is not seen as { $name }
range-whole = Seen as { $name } through the whole range
range = Seen as { $name } from { $from } to { $to }
line-measure =
    { $measure ->
        [length] length
       *[activation] activation
    } of { $name }
line-it = it
line-other = largest other
line-other-end = other
line-cnn = CNN's probability of { $name }
line-cnn-short = CNN { $name }
line-cnn-end = CNN
line-guess = your guess

## Guess first

guess-none = no guess yet
guess-draw = draw the curve
guess-without = draw it without a guess
guess-lost = You said { $guess }. Untouched, it is not seen as { $name }.
guess-end = You said { $guess }. On that side it is seen to the end.
guess-off = You said { $guess }. It is seen up to { $end }: { $off }° off.

## Attacks

attack-capsules = capsules
attack-cnn = plain CNN
attack-before = before
attack-change = change
attack-change-spoken = change: red is added, blue is taken away
attack-after = after
attack-decoded = reconstruction
attack-no-cnn = No plain CNN for the same pictures is on this machine: capsviz train --network cnn trains one, on the same --data-set.
attack-no-cnn-site = No plain CNN for the same pictures is on this site.
attack-answer =
    { $name }, { $measure ->
        [length] length
        [probability] probability
       *[activation] activation
    } { $value }
attack-fooled = { $before } → { $after }: fooled.
attack-not-fooled = { $before } → { $after }: not fooled.
attack-not-read = { $before } → { $after }: not read as { $name } to begin with.
attack-recorded = Recorded of the sample that this page begins with, untouched, at ε { $epsilon }. Your own picture is attacked in the app alone: that takes gradients, which a browser does not calculate.
attack-no-decoder = It has no decoder: nothing would tell if it were fooled.
attack-no-decoder-fooled = It has no decoder: nothing tells that it was fooled.
misfit =
    Misfit { $before } → { $after }, limit { $limit }: { $fits ->
        [1] the reconstruction still fits, nothing reveals the change
       *[0] the reconstruction does not fit, which reveals the change
    }. { $alarms ->
        [unknown] How many untouched pictures it rejects has not been measured for these weights.
       *[other] The same limit rejects { $alarms } % of untouched test pictures.
    } Verdict: { $verdict }
contested = Contested: { $claim }.
claim-for = For
claim-against = Against
try-equivariant = turn it
try-robust = any viewpoint
try-adversarial = attack with PGD

## Files

file-lengths = the lengths
file-pose = the pose
file-pictures = the pictures
file-values = length, probability
file-dimensions = value of each dimension
file-length = length
file-cnn = CNN probability
file-rotation = rotation in degrees, clockwise
file-length-of = length of { $name }
file-cnn-of = CNN probability of { $name }
file-dimension = dimension { $number }
