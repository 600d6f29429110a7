title = Overlap
purpose = <b>Lay two digits over each other</b>: which capsules find them, and whose pixel is it?
lay-heading = drag either digit
lay-help =
    .aria-label = What is this?
lay-explained = Drag a digit. With the keyboard: focus the canvas, move with the arrow keys, change to the other digit with Space. Each digit is brought to MNIST's size first and then laid on 36 × 36 pixels; where ink lies on ink it counts once. The network gets only the grey picture, never the colours.
pair-canvas =
    .aria-label = two digits on one canvas
    .aria-description = Arrow keys move a digit by one pixel. Space changes to the other digit.
    .aria-roledescription = canvas
whole-canvas =
    .aria-label = drawing canvas for both digits
    .aria-description = Arrow keys move the pen, with Shift in finer steps. Space puts the pen down and lifts it. Escape lifts it.
    .aria-roledescription = canvas
network-input-picture =
    .aria-label = network input
network-input = network input
show-group =
    .aria-label = show me
pair-random = a random test pair
    .data-lack = Pairs of test digits are shown in the app.
pair-wrong = a pair it gets wrong
pair-samples = two other samples
swap = swap places
one-canvas = draw both on one canvas
whole-undo = undo
whole-clear = clear
draw-yourself = draw them yourself
lengths-heading = capsule outputs
lengths-help =
    .aria-label = What do the lengths mean?
lengths-explained = Each capsule's length is the network's estimate that its digit is there, whatever the others' lengths: so two can be long at once. Those that are long enough, at most two, are its answer. Click two bars to look at other capsules, present or not. The thin lower bar is a plain CNN's probability: those share out 1 among all digits.
lengths =
    .aria-label = capsule lengths
force =
    .aria-label = capsules to look at
force-look = look at
force-first = first capsule
force-and = and
force-second = second capsule
force-reset = the winners
alone-heading = each capsule reconstructed alone
alone-help =
    .aria-label = What are these pictures?
alone-explained = A decoder paints each capsule from its 16 numbers, with all other capsules set to zero; laid over each other in two colours as in the paper's Figure 5, they show how the ink was split. Below them the digits as they were laid. The error is the sum of squared differences; IoU is the ink that both pictures share, by the ink that either has. Both are of the capsules shown, the winners unless you chose others; what the digits truly are decides only which capsule is held against which.
shares-heading = whose pixel is it?
shares-help =
    .aria-label = What does this show?
shares-explained = Each pixel has the colour of the two in proportion to how much ink their reconstructions put there. Grey ink is claimed by neither; a faint colour is a claim where there is no ink. The bar adds up the ink that each paints, and what is left. Point at a pixel, or focus the picture and use the arrow keys.
shares =
    .aria-label = each pixel in the colour of the capsule that claims it
    .aria-description = Arrow keys move from pixel to pixel.
maps-heading = which primary capsules went where
maps-help =
    .aria-label = What do the maps show?
maps-votes = <b>Primary capsules</b> are the input capsules: short vectors that describe small parts of the picture, at each place one of every <b>type</b>. Each <b>votes</b>: it foretells every digit's capsule by a matrix that was learnt. <b>Routing</b> gives more of a vote to the digits with whose capsules it <b>agrees</b>, that is, into whose direction it points.
maps-explained = One square for each place, at the middle of the receptive field of its capsules (which is a good deal larger than the square), with the digits' outlines. <b>Coupling</b>: the mean share of their votes that goes to this digit; a tenth is no preference. What it adds: the part of those votes that makes the digit's capsule longer.
map-show = show
map-couplings = coupling
map-feeds = what it adds
map-iteration = iteration
map-0 =
    .aria-label = map of the first capsule
map-1 =
    .aria-label = map of the second capsule
map-2 =
    .aria-label = which of the two capsules has more
rounds-heading = does iterating help?
rounds-help =
    .aria-label = What can I try here?
rounds-explained = Choose after how many routing iterations the answer is taken: everything on this page follows. Below, this very pair after each number of iterations: right are two digits that are the two longest, however long, as the paper counts. The network was trained with the marked number, so this is no fair trial of networks trained with fewer: those would have other weights.
rounds =
    .aria-label = routing iterations
rounds-caption = this pair after each number of iterations
rounds-two = two longest
rounds-lengths = lengths
rounds-third = third longest
rounds-counted = test pairs right
count = classify 64 random test pairs
contested-heading = claims that are contested
contested-away = Routing explains the ink away: what one capsule takes, no other needs to claim
contested-improve = Routing iterations improve the answer
contested-more = More iterations are better
measured-heading = measured on test pairs
contested-away-sources = <b>For</b> Sabour, Frosst and Hinton 2017, whose aim was such a parse tree, and whose Figure 5 shows two digits taken apart. <b>Against</b> Mitterreiter, Koch, Giesen and Laue 2023: no parse tree emerges, and with depth capsules starve. <button type="button" class="cv-link" data-testid="try-absent">Try it: force a digit that is not there</button> and see how much ink it claims all the same.
contested-improve-sources = <b>For</b> Sabour, Frosst and Hinton 2017: three beat one when digits are reconstructed too. <b>Against</b> Paik, Kwak and Kim 2019: five routings often no better than uniform or random couplings, they mostly polarise links; Gu and Tresp 2019 do without routing. <button type="button" class="cv-link" data-testid="try-one">Try it: one iteration</button>, then more, and count on test pairs above.
contested-more-sources = <b>Against</b> the paper's own appendix: logits (the numbers that the couplings are made of) change little after five, and more overfit. <button type="button" class="cv-link" data-testid="try-ten">Try it: ten iterations</button>.
pad =
    .aria-description = Arrow keys move the pen, with Shift in finer steps. Space puts the pen down and lifts it. Escape lifts it.
    .aria-roledescription = canvas
samples = samples
test-digit = test digit
undo =
    .title = undo
clear =
    .title = clear
label-is = it is a

## The two digits

digit =
    { $which ->
        [first] first digit
       *[second] second digit
    }
digit-whose =
    { $which ->
        [first] first digit:
       *[second] second digit:
    }
digit-canvas =
    drawing canvas, { $which ->
        [first] first digit
       *[second] second digit
    }
digit-samples =
    samples for the { $which ->
        [first] first digit
       *[second] second digit
    }
digit-undo =
    undo the { $which ->
        [first] first digit
       *[second] second digit
    }
digit-moves =
    .data-moves = moves
digit-clear =
    clear the { $which ->
        [first] first digit
       *[second] second digit
    }
move-none = in the middle
move-vertical =
    { $vertical ->
        [up] { $rows } up
       *[down] { $rows } down
    }
move-horizontal =
    { $horizontal ->
        [left] { $columns } left
       *[right] { $columns } right
    }
move-both =
    { $vertical ->
        [up] { $rows } up
       *[down] { $rows } down
    } { $horizontal ->
        [left] { $columns } left
       *[right] { $columns } right
    }
place = First digit { $first }, second { $second } (pixels from the middle).
place-far = Beyond { $shift } pixels from the middle: the network has never been shown that.
place-whole = Draw two digits here, each about half as high as the canvas: nothing is scaled. The pair that lay here comes back when you switch back.

## What the network says

verdict-empty = no digit: the canvas is empty.
verdict-none = no digit: every capsule is short, the longest is { $first } with { $one }.
verdict-one = { $first } alone: length { $one }; the next is { $second } with { $other }.
verdict-one-judged =
    { $first } alone: length { $one }; the next is { $second } with { $other }: { $right ->
        [1] { $first } is right
       *[0] { $first } is wrong
    }{ $missed ->
        [none] { "" }
       *[other] , { $missed } missed
    }.
verdict-two = { $first } and { $second }: lengths { $one } and { $other }.
verdict-two-judged =
    { $first } and { $second }: lengths { $one } and { $other }: { $right ->
        [0] both wrong
        [1] one of them right
       *[2] both right
    }.
rank-first = 1st
rank-second = 2nd
rank-there = { $rank }, there
there = there
legend-there = “there”: the digit was laid.
legend-plain = Thin bar: a plain CNN's probability.
capsule-length = length of capsule { $capsule }
capsule-claims = see what capsule { $capsule } claims
capsule-look = look at capsule { $capsule }

## Each capsule alone

plate-alone-0 = first capsule reconstructed alone
plate-alone-1 = second capsule reconstructed alone
plate-overlaid = both reconstructions overlaid in two colours
plate-true-0 = first digit as it was laid
plate-true-1 = second digit as it was laid
plate-true-both = both digits as they were laid, in two colours
capsule-alone = capsule { $capsule } alone
capsule-score = error { $error }, IoU { $iou }
overlaid = overlaid
laid = as laid
truth = truly a { $digit }
truth-one-drawing = Both digits come from one drawing: nobody knows which ink belongs to which, so there is no truth to compare with. Orange is the longer capsule.
truth-unknown = The digits' classes are unknown: each capsule stands for the digit that its reconstruction fits better.
truth-absent = There is no { $capsule } here: what it claims belongs to others.
truth-absent-both = There is no { $first } and no { $second } here: what they claim belongs to others.
truth-winners = These are the reconstructions of the two longest, { $first } and { $second }; the digits laid say only which is held against which.

## Whose pixel it is

ink-paints = { $capsule } paints
ink-neither = neither
ink-share = { $percent } % of the ink
pixel-unasked = Point at a pixel to see who claims it.
pixel = row { $row }, column { $column }: ink { $ink }; { $first }, { $second }.
pixel-paints = { $capsule } paints { $ink }
pixel-paints-share = { $capsule } paints { $ink } ({ $percent } %)

## Where the votes went

map-coupling-to = coupling to { $capsule }
map-added-to = added to { $capsule }
map-more-to = more to { $first } or to { $second }
map-iteration-of = { $iteration } of { $count }
map-note-feeds = Together the places make s of { $first } as long as { $one }, of { $second } as long as { $other }. Blue squares vote against.
map-note-first = In the first iteration every coupling is a tenth: nothing has been routed yet.
map-note-couplings = Means over the types at each place: { $firstLow } to { $firstHigh } to the { $first }, { $secondLow } to { $secondHigh } to the { $second }. Green is above a tenth (strongest at a quarter), purple below.

## After each number of iterations

round-trained = { $count } (trained)
round-iterations =
    { $count ->
        [one] { $count } iteration
       *[other] { $count } iterations
    }
round-iterations-trained =
    { $count ->
        [one] { $count } (trained) iteration
       *[other] { $count } (trained) iterations
    }
round-two = { $one }, { $other }
round-marked =
    { $right ->
        [yes] { $one }, { $other } ✓
       *[no] { $one }, { $other } ✗
    }
count-more = read 64 more
counted = { $count } pairs read, with 95 % intervals
count-share = { $percent } % ({ $low } to { $high })

## Measured on test pairs

results-table = table of results
result-network = network
result-right = both right
result-interval = 95 % interval
result-error-true = error, true digits
result-error-winners = error, winners
result-iou-true = IoU, true digits
result-iou-winners = IoU, winners
result-parameters = parameters
result-capsules = capsules
result-cnn = plain CNN
result-paper-capsules = paper's CapsNet
result-paper-cnn = paper's baseline
result-other-weights = { $network } (other weights than here)
result-percent = { $percent } %
result-bounds = { $low } to { $high }
result-pairs = { $count } fixed pairs of MNIST test digits, none seen in training.
result-note = “True digits” decodes the capsules of the digits that are there, told by their labels, whether or not they won; “winners” decodes the two longest, as a visitor sees them, each held against the digit it is of, or against the one that is left. The paper's numbers are the paper's (Sabour, Frosst and Hinton 2017). Differences here: far fewer training pairs, small convolutions in place of two of 9 × 9, and pairs of our own choosing.

## Files

file-lengths = the lengths
file-alone = the reconstructions
file-shares = the shares
file-maps = the maps
file-length = length of each capsule
file-paints = { $capsule } paints { $percent } % of the ink
file-neither = neither { $percent } %
column-laid = digit was laid
column-probability = probability of the CNN
column-length = length after { $iteration }
column-painted = painted by { $capsule }
column-share = share of { $capsule }
column-first = first digit
column-second = second digit
column-coupling = mean coupling
column-feed = adds to s
