title = Claims
purpose = <b>Claims</b>: what was hoped of capsules, and what was measured.
guess-first = guess first
sheet = summary on one page
legend = Bar: first comparison in percentage points (square-root scale), with its 95 % interval; right of 0 for the claim. Marks: the others. Signs: for (✓), against (✗), open (○).
claim-list =
    .aria-label = claims
all-claims = all verdicts
expect = What do you expect?
expect-choices =
    .aria-label = what do you expect
try =
    .aria-label = your digit, and what is done to it
your-digit = your digit
canvas =
    .aria-label = drawing canvas
    .aria-description = Arrow keys move the pen, with Shift in finer steps. Space puts the pen down and lifts it. Escape lifts it. Control Z takes back a stroke.
    .aria-roledescription = canvas
undo = undo
clear = clear
another-picture = another picture
samples =
    .aria-label = samples
board =
    .aria-label = your digit as it lies
swap = swap
flip = flip
whole = as drawn
predictions = predictions
fetch = fetch and try
predictions-table =
    .aria-label = predictions
fewer = The app asks all of its networks.
more-heading = What else was found
confounders-heading = Other explanations
missing-heading = Not tried here
verdicts-heading = How verdicts are made
verdicts-made = Each comparison speaks for a claim where the whole 95 % interval of its difference lies above 0, against it where all of it lies below, and is open in between. A claim holds where all speak for it, in part where some do, is reversed where all speak against it, and else is not found. The numbers are of small builds where it says so.
ways =
    .aria-label = ways from here
papers-heading = What happened since

## The list, and the open claim
## ($verdict is "holds", "holds-in-part", "not-found", "reversed" or "not-tried")

verdict =
    { $verdict ->
        [holds] holds
        [holds-in-part] holds in part
        [not-found] not found
        [reversed] reversed
       *[not-tried] not tried
    }
guess = guess
column-claim = claim: press one to try it
column-verdict = verdict
column-difference = difference (95 % interval)
axis = points, square-root scale
no-bar = not in points: no bar
column-value = value (95 % interval)
outcome =
    { $outcome ->
        [for] speaks for it
        [against] speaks against it
       *[open] open
    }:
guessed = { $guessed } of { $count } guessed
verdict-count =
    { $verdict ->
        [holds]
            { $count ->
                [one] { $count } holds
               *[other] { $count } hold
            }
        [holds-in-part]
            { $count ->
                [one] { $count } holds in part
               *[other] { $count } hold in part
            }
        [not-found] { $count } not found
        [reversed] { $count } reversed
       *[not-tried] { $count } not tried
    }
claim-by = Made by: { $by }.
claim-question = For a class: { $question }
verdict-expected = As you expected: { $verdict }.
verdict-unexpected = You expected “{ $guess }”: { $verdict }.
verdict-measured = As measured here: { $verdict }.
claim-lost = There is no claim “{ $name }”: choose one of the list.
paper = { $by }. { $says }
all-numbers = all numbers
measure-of = { $of }.
measure-of-rows = { $title } ({ $head }: { $condition })
measure-unmeasured = not measured here: how it would be
measure-command = Printed by:
in-percent = { $value } %
value-interval = { $value } ({ $low } to { $high })
quantity = { $value } { $unit }

## Experiments

no-experiment = No experiment here. { $why }
no-solids = A drawing is flat: turn a body on Viewpoint, by the link below.
no-few = It needs training, not a drawing: networks trained on few pictures are not included.
no-starvation = It needs many pictures, not a drawing: a capsule starves if it is active for none.
no-recipe = It needs training, not a drawing: networks of other recipes are not included.
no-reconstruction = It needs training, not a drawing: networks trained without a decoder are not included.
no-gradients = An attack needs gradients, which networks in a browser do not compute: in the app you can try it on a digit of your own.
no-network = The network for this experiment is not here.
fetch-first =
    { $count ->
        [one] One network has to be fetched first: { $size }.
       *[other] { $count } networks have to be fetched first: { $size }.
    }
quarter =
    { $quarter ->
        [upper-left] upper left quarter
        [upper-right] upper right quarter
        [lower-left] lower left quarter
       *[lower-right] lower right quarter
    }, { $place ->
        [upper-left] upper left
        [upper-right] upper right
        [lower-left] lower left
       *[lower-right] lower right
    }
doing-attack = one step of FGSM
doing-reconstruction = its capsule's reconstruction
doing-seen = as the network sees it
doing-seen-by-all = as the networks see it
doing-turn = turn it
doing-number = move one number
doing-another = with another digit
doing-twice = twice, side by side
doing-parts = as its parts paint it
doing-quarters = drag its quarters
doing-strange = draw anything that is no digit
dial-strength = strength
dial-pgd-strength = PGD, strength
dial-turned = turned
dial-number = number
dial-moved = moved
dial-apart = pixels apart
dial-over = over it
dial-traded = two parts trade places
head-network = network
head-says = says
head-inference = inference with
head-longest = longest
head-next = next
head-largest = largest
head-types = input capsules
head-coupling = coupling
head-usual = usual
head-own = digit's
head-error = error
head-fits = fits
head-number = number
head-range = from −90° to 90°
head-moves = moves
head-line = line
head-set = set
head-read = read
head-digit = digit
head-capsule = capsule
head-cnn = CNN
head-objects = objects
head-any = any
head-this = this
head-milliseconds = ms
head-times-cnn = × CNN
head-output = output
head-rank = rank
note-attack = Bar: the largest output, mark: that of the digit as drawn. The picture is the one made to fool the capsules; the CNN is given one made to fool it.
note-reconstruction = Bar: squared error of the longest capsule's reconstruction; mark: the limit above which few digits of the training set lie. Scribble: does it notice?
note-routing = Bar: the longest capsule, mark: the next. In the first iteration all couplings are equal; uniform couplings: another network, trained and run with them.
note-settling = Bar: the longest capsule, mark: the next. The networks were trained with { $iterations } iterations.
note-parse-tree = Couplings of input capsules with the predicted digit after three iterations: means over the places of a type, for the { $count } types that differ most from what is usual for that digit. Bar: your digit's; mark: the mean over validation digits of that class.
note-turning = Curve: a number of the digit's pose while it turns; straight: the line through what it is up to { $degrees }° each way. Moves: how far it goes there; line: the share of that which the line explains.
note-number = The picture is decoded from these numbers. Mark: the network's output for it, for the same capsule.
note-pair = Bar: each digit's capsule; from { $length } on it counts as there. Mark: the plain CNN, whose outputs sum to 1.
note-parts = Bar: the belief in any object, mark: with the parts where they were found. The two parts that are most surely there trade poses.
note-cost = Bar: the time of one answer, the shortest of { $times }, here and now. In the measurements below the networks take turns, on one thread.
note-quarters = Bar: the largest output, mark: as drawn. Rank: share of 1,000 whole digits it was less sure of.
note-strange = Bar: the largest output. Rank: share of 1,000 digits it was less sure of; a network that rejects your drawing ranks it near 0 %.
row-attack =
    { $network ->
        [capsules] capsules
       *[cnn] plain CNN
    }, { $when ->
        [before] before
       *[after] after
    }
row-attacked = { $network }, attacked
row-fits =
    { $fits ->
        [yes] yes
       *[no] no
    }
row-iterations =
    { $count ->
        [one] { $count } iteration
       *[other] { $count } iterations
    }
row-type = { $network }, type { $type }
row-iterations-em =
    { $count ->
        [one] EM, { $count } iteration
       *[other] EM, { $count } iterations
    }
row-uniform = uniform couplings
row-poses =
    { $poses ->
        [kept] with poses
       *[ignored] poses ignored
    }

## The summary on one page

sheet-title = capsviz: claims about capsule networks
sheet-heading = Claims about capsule networks, and what was measured
sheet-about = A comparison supports a claim if the whole 95 % interval of a measured difference is on the claim's side. A claim holds if all of its comparisons support it, and holds in part if some do; the second column counts them, and gives the difference of the first. The page Claims and the command “capsviz claims NAME” give all numbers with their intervals. { $made }.
sheet-claim = claim
sheet-measured = measured
sheet-result = result
sheet-count = { $support } of { $count }

## Rows of the measures

# $title is a row's name in English, its numbers written as the language does, such as "small build,
# dynamic, 3 iterations: noise"; $key is the same without numbers, in lower case with hyphens;
# $first, $second and $third are its numbers.
file-measure = measure
file-condition = at
file-unit = unit
