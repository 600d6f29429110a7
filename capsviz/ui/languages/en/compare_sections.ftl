## Sections beneath the table

section-disputed = Disputed test digits
section-results = All test digits
section-differences = Differ by more than chance?
section-calibration = Is a length a probability?
section-labels = Effects of dimensions
section-family = The family taught anew, by one recipe
disputed-choose = Choose two networks or more.
disputed-none = They give the same answer to every test digit.
disputed-count = { $count } of { $all }, the most disputed first.
disputed-press = Choose one to compare it above.
disputed-no-pictures = MNIST is not on this machine, so the digits cannot be shown: name the folder that holds it in CAPSVIZ_DATA.
chart-accuracy = Accuracy on { $count } test digits
chart-disagreements = How many of { $count } each pair answers differently
chart-calibration =
    How often an answer is right, on { $count } { $thing ->
        [class] classes
       *[other] { $thing }s
    } held out of training
chart-family = The family taught anew, by one recipe: { $measure }
table-network = network
table-accuracy = accuracy
table-interval = 95 % interval
table-error = reconstruction error
table-parameters = parameters
table-without-decoder = without the decoder
no-decoder = no decoder
share-percent = { $percent }%
mcnemar-fold = McNemar's test for every pair
mcnemar-none =
    None of the { $pairs ->
        [one] { $pairs } pair
       *[other] { $pairs } pairs
    } of networks differs by more than chance (McNemar's exact test on the same digits, corrected after Holm for all pairs, at { $level }%).
mcnemar-real = **{ $real }** of the { $pairs ->
        [one] { $pairs } pair
       *[other] { $pairs } pairs
    } differ in accuracy by more than chance (McNemar's exact test on the same digits, corrected after Holm for all pairs, at { $level }%): { $named }. For the other pairs, { $digits } digits are too few to tell which is better. The test takes these weights as given: it does not say what another training would reach.
mcnemar-above = **{ $better } above { $other }**
series = { $before }; { $next }
pair = pair
pair-of = { $first } / { $second }
pair-first = only the first right
pair-second = only the second right
pair-p = p
pair-corrected = p, corrected
pair-differ = differ
pair-differs = yes
pair-not-shown = not shown
p-small = below 0.0001
two-digits = Two digits over each other, { $count } test pairs: { $networks }. The networks above classify one digit of 28 × 28 pixels, so this set does not apply to them: see the Overlap page.
two-digits-network = { $network } classifies both correctly in **{ $percent }%** (95 % interval { $low } to { $high }) with { $parameters } parameters
two-digits-unmeasured = Two digits over each other: { $reason }.
routing-changes = **{ $network }**: its iterations change the answer for **{ $changed }** of { $digits } test digits, against one pass with uniform couplings and the same weights: { $gained } from wrong to right, { $lost } from right to wrong.
calibration-unmeasured = Not measured for these weights: run `{ $command }`.
calibration-network = network
calibration = **{ $network }**: { $bins }. Numbers and shares differ by { $error } on average: { $good ->
        [1] nearly a probability.
       *[0] read no length as a probability.
    } Counted on { $count } { $thing ->
        [class] classes
       *[other] { $thing }s
    } that training held out;{ $others ->
        [0] {""}
       *[other] {" "}grey lines are the other networks,
    } bars 95 % intervals, hollow dots fewer than { $few } { $thing ->
        [class] classes
       *[other] { $thing }s
    }.
calibration-bin = around { $mean }, { $right } of { $count } answers are right ({ $percent } %; { $low } to { $high })
labels-dimensions = dimensions
labels-measured = with a measure
labels-confirmed = confirmed
labels-effect = effect
labels-r2 = R² on sweeps
labels-r = r on real pictures
labels-note =
    Medians, quartiles in brackets, over all dimensions whose label names a measure. Effect: how far one standard deviation of a dimension moves that measure, in its own standard deviations over real { $kind ->
        [digit] digits
       *[other] pictures
    }. R²: how straight the decoder's pictures follow. r: whether real ones with such a pose lie like that; below { $least } nothing is confirmed. A decoder can paint what the encoder does not encode: compare both.
family-fold = Means over seeds and 95 % intervals
family-choice = best first in
family-csv = every training as CSV
family-accuracy = accuracy, %
family-error = reconstruction error
family-affine = affine, %
family-auc = scrambled (AUC)
family-learn = seconds to learn
family-read = ms to read one
family-multiply-adds = multiply-adds
family-mean = { $mean } ({ $low } to { $high })
family-setting = { $name }, { $symbol } = { $value }
family-nothing = { $set }: nothing to hold against dynamic over several seeds.
family-verdict = { $set }, accuracy { $found ->
        [below] below { $own }: { $below }
        [above] above { $own }: { $above }
        [belowabove] below { $own }: { $below }. above { $own }: { $above }
       *[none] shown to differ from { $own } of none
    }. Paired t test over { $seeds } seeds, p after Holm below { $level }; of the other { $others } so few seeds tell no difference.
family-seeds = { $name } ({ $count })
family-fewer = Of fewer seeds, and not tested: { $names }.
family-method = Compact builds but for those named deep, trained with `{ $recipe }`, labels and the picture's error together. Accuracy and reconstruction error are of { $validation } validation pictures; affine is the accuracy on { $changed } of them at affNIST's full ranges, scrambled how well the largest output tells them from the same with quarters swapped, thirds moved or quarters flipped (0.5: not at all), the mean of the three. Their intervals are over seeds alone: other pictures would add to them. Times are of one thread of a processor ({ $hardware }), what it waits left out; their intervals are over { $turns } turns, in each of which every network classified and learnt once.
family-runs = They are of several runs: compare the times of one alone.
# $title is English, as the program has it; $key is the same in lower case with hyphens.
routing-name =
    { $key ->
       *[other] { $title }
    }
disagreements = images answered differently

## Figures beneath the table

axis-accuracy = accuracy in %
axis-interval = { $measure }, with 95 % interval
axis-winner = number of the class that wins
axis-right = answers that are right, in %
reliability-diagonal = as often as the number says
# Values of these are filled in by Plotly, but for p, corrected and the count of hover-alone.
hover-interval = { $network }: { $mean } ({ $low } to { $high })
hover-disagreement = { $first } and { $second } differ on { $count } images
hover-alone = only { $network } right: { $count }
hover-p = p { $p }, corrected { $corrected }
hover-reliability = { $network }, { $mean } on average: { $right } of { $count } right, { $percent } % ({ $low } to { $high })
