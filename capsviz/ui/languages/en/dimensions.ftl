title = Dimensions
purpose = <b>Dimensions</b>: what each number of a { $thing }'s capsule does to its picture.
lead =
    A <b>capsule</b> is a group of neurons that describe one thing together; a { $thing }'s has { $dimensions } numbers, its <b>pose</b>.<span data-decoded> From these, and whose they are, a decoder paints the { $thing ->
        [class] picture
       *[other] { $thing }
    }. Change one.</span>
start-choice =
    .aria-label = where to start
start-from = start from
start-drawing = your drawing
start-mean = the mean
copy-link = copy link
link-text =
    .aria-label = link to this view
capsules-heading = all capsules, one image
picture-help =
    .aria-label = What is shown here?
capsules-help = Each capsule's pose decoded on its own, with its <span data-part="measure">length</span>. <span data-part="meaning"></span> <span data-part="others"></span>
capsules =
    .aria-label = capsule to edit
decoded-heading = decoded
pose-heading = the pose
decoded-help = The decoder's picture of the pose on the sliders, computed in your browser. In the difference, red is ink that the sliders add to the picture they started from, blue is ink that they take away.
decoded-picture =
    .aria-label = the decoded pose
drag-hint = drag in it: what you take moves along the dimension that does it best
start-picture =
    .aria-label = the picture the sliders started from
start-caption = start
difference-picture =
    .aria-label = decoded minus start: red is added, blue is missing
difference-caption = difference
undecoded = This network has no decoder: no picture is reconstructed from a capsule.
undo = undo
randomise = random pose
    .title = a random pose with the spread and the correlations of real pictures
sliders-heading = the { $dimensions } numbers of capsule <b data-part="digit-name" data-answer>0</b>
sliders-help =
    .aria-label = How do the sliders work?
sliders-explained = <span data-part="slider-words"></span> The thin mark is where it started. Reset one by double-click or Backspace.<span data-part="label-words"> Above it stands what the dimension was measured to do. Some change several measures at once: they are <b>entangled</b>, and numbers behind it give the R² of each. <b>R²</b> is the share of a measure's changes that a straight line over the dimension explains, from 0, nothing, to 1, all. <b>r</b> measures how far the two go together on real test pictures, from −1 to 1; ✓ that these agree.</span>
order = order
order-effect = by effect
order-number = by number
factors-heading = the true factors
factors-help =
    .aria-label = What are these?
factors-explained = These pictures are drawn from formulas: where the object lies, how it is turned, how large it is, and its thickness, its aspect or its light are known exactly. Move one, and the very object is drawn and classified by the network. Move a number of the pose, and these show what a linear map reads off the pose: it was fitted on 2,000 pictures of each class that no network had seen. R² is how much of a factor such a map finds on pictures it was not fitted on, from 0, nothing, to 1, all; an angle is known up to the object's symmetry. Where a pose encodes little of the turn, the decoder paints a blur that does not turn: the number here does.
sweep-explained = Each row moves one dimension of the pose above and leaves the others alone (Sabour et al. 2017, figure 4). “Change” is the last picture minus the first: red is ink gained, blue is ink lost. Click a picture to put its pose on the sliders.
range = range
range-paper = ± 0.25 around the pose
range-data = what real pictures have
sweep-picture =
    .aria-label = sweep grid: dimensions by eleven steps
    .aria-description = Arrow keys move over the pictures. Enter puts the chosen pose on the sliders.
more-heading = the mean of many real pictures, and the way between two
data-heading = ask the data
data-explained = How often the training pictures of this class take each value of the dimension, and the test pictures with the lowest and the highest values. Click one to start from it.
dimension-choice = dimension
lowest-values = lowest values
histogram-picture =
    .aria-label = histogram of the dimension over the training pictures
highest-values = highest values
between-heading =
    between two { $thing ->
        [class] classes
       *[other] { $thing }s
    }
between-explained = Within a class, the pose moves in a straight line from one end to the other. Between classes, one capsule shrinks to nothing while another grows, and the decoder gets both: the network was never trained on that.
way = way
way-class = within the class
way-morph = from class to class
from-picture =
    .aria-label = one end
from-label = one end
between-picture =
    .aria-label = steps between the two ends
scrub =
    .aria-label = place between the two ends
middle-picture =
    .aria-label = between the two ends
to-picture =
    .aria-label = the other end
to-label = the other end

## The network and its capsules

capsule-measure =
    { $measure ->
        [length] length
       *[activation] activation
    }
# $meaning is English, as the program has it; a language words it by the name of the $routing.
network-meaning =
    { $routing ->
       *[other] { $meaning }
    }
capsule-choice =
    { $name }, { $measure ->
        [length] length
       *[activation] activation
    } { $value }
capsule-choice-winner =
    { $name }, { $measure ->
        [length] length { $value }, the longest
       *[activation] activation { $value }, the most active
    }
capsule-won =
    { $measure ->
        [length] the longest is chosen
       *[activation] the most active is chosen
    }
capsule-lost-active = { $name } did not win: the decoder never learned to paint such a pose
capsule-lost = { $name } did not win: so short a pose decodes to a blur
capsule-lost-stretch = { $name } did not win: so short a pose decodes to a blur; bring it to the usual length of { $name } to see one in this hand
others-active = Choose one that did not win to see what its pose decodes to: the decoder never learned to paint such a pose.
others-short = Choose one that did not win to see what so short a pose decodes to.
others-stretch = Choose one that did not win, bring it to the length that its like has, and see what it would look like in this hand.
mean-of = the mean { $name }
stretch = bring to length { $length }
decoder-failed = The decoder could not be loaded: { $reason }.
# $missing is one of the sentences of refusals.ftl: why there is no analysis.
unmeasured = The dimensions of this network have not been measured: sweeps over the values that real pictures take, the mean pose, random poses, labels, the order by effect and the data behind them are switched off, for { $missing }

## A pose among those of real pictures

# Several pictures of a class, such as "7s".
kin =
    { $named ->
        [letter] { $name }s
       *[name] pictures of { $name }
    }
share-rounded =
    { $round ->
        [least] less than 1 %
        [most] more than 99 %
       *[other] { $percent } %
    }
distance-beyond = distance { $distance } from the mean { $name }: farther out than every one of the { $count } training { $kin }. No training picture is like this.
distance-unusual = distance { $distance } from the mean { $name }: unusual, { $share } of the training { $kin } lie farther out.
distance-usual = distance { $distance } from the mean { $name }: usual, { $share } of the training { $kin } lie farther out.
pose-length = length of the pose { $length }
pose-length-among =
    length of the pose { $length }{ $beyond ->
        [short] , too short
        [long] , too long
       *[no] { "" }
    }: 98 % of real { $kin } have { $low } to { $high }.
sliders-range-data = A slider covers the values that real pictures have: mean ± 3 standard deviations over the training set.
sliders-range-unmeasured = The values of real pictures were not measured for this network: a slider covers 0.5 to either side of its start.
place =
    { $value } is { $place ->
        [lowest] lower than all
        [highest] higher than all
       *[between] higher than { $share }
    } of the training { $kin }
place-start =
    { $start ->
        [mean] The mean
       *[drawing] Your drawing
    }: { $place }.
place-now =
    Now: { $now }. { $start ->
        [mean] The mean
       *[drawing] Your drawing
    } (thin line): { $place }.
pictures-training =
    { $part ->
        [all] all { $all } training pictures
        [some] { $some } of { $all } training pictures
       *[unknown] { $some } training pictures
    }
range-explained = “What real pictures have” goes from three standard deviations below the mean to three above, of { $pictures }.
evidence =
    In the table, a colour tells how far a measure moves when the dimension rises by one standard deviation (red: up, blue: down; full colour: one standard deviation of real pictures), the number is the R² of a straight line over sweeps from many real poses; r is the partial correlation on real test pictures. ✓: they agree{ $bound ->
        [none] { "" }
       *[some] { " with" } r of at least { $least }
    }. Measured on { $training } and { $test } test pictures.
now-value = now { $value }
pictures-missing = The test pictures are not on this machine.
test-named = { $test } { $index }

## What a dimension does
## ($label is English, as the program has it: what was measured, such as "slant (R² 0.87, r 0.62)".
## $kind is what it tells: "clear", "loose", "entangled", "local", "still" or "unknown".)

slope =
    { $size } { $unit ->
        [range] of the range
       *[other] { $unit }
    } per standard deviation
real-pictures =
    Real test pictures { $real ->
        [agree] agree
       *[other] do not confirm it
    }{ $known ->
        [no] { "" }
       *[yes] { " " }(r = { $r })
    }.
effect-still = Dimension { $dimension } of the { $name }: hardly changes the picture.
effect-unknown = Dimension { $dimension } of the { $name }: its effect is { $label }.
effect-local = Dimension { $dimension } of the { $name }: changes a detail that none of the nine measures describes.
effect-clear = Dimension { $dimension } of the { $name } is { $label }: { $slope }. { $real }
effect-loose = Dimension { $dimension } of the { $name } goes { $label }, but not in a straight line. { $real }
effect-entangled = Dimension { $dimension } of the { $name } is entangled: it changes { $first } and { $second } together ({ $shares }). { $real }
# $name is English, as the program has it; $key is the same with hyphens, such as red-to-green.
measure-plain =
    { $key ->
       *[other] { $name }
    }
# Above a narrow column.
measure-short =
    { $key ->
        [thickness] thick
        [brightness] bright
        [contrast] contr.
        [colourfulness] colour
        [red-to-green] r–g
        [blue-to-yellow] b–y
        [rotation] turn
       *[other] { $name }
    }
spot-measure =
    dimension { $dimension } and { $measure }: { $slope }, R² { $r2 }{ $known ->
        [no] { "" }
       *[yes] ; on real test pictures, partial correlation r { $r }
    }
spot-cell = dimension { $dimension } at { $value }: click to use this pose
spot-change = dimension { $dimension }: the last picture minus the first
dimension-number = dimension { $dimension }
drag-dimension = dimension { $dimension }: { $name }
sweep-each = a sweep of each dimension
sweep-most = Dimension { $dimension } changes capsule { $name }’s picture most
sweep-pose = pose
sweep-mean = mean
sweep-low = mean − 3 sd
sweep-high = mean + 3 sd
sweep-low-short = −3 sd
sweep-high-short = +3 sd
sweep-change = change
sweep-change-short = diff.

## Between two poses

end-sliders = the sliders
end-drawing = your drawing's { $name }
way-straight = The pose of the { $name } in a straight line; what lies between need not look like a real one.
way-mixed = Capsule { $from } shrinks while capsule { $to } grows.
scrub-place = { $percent } %

## Files

file-sweep = the sweeps
file-histogram = the histogram
file-between = the steps between
file-picture = the decoded picture
file-film-sweep = the chosen dimension's sweep
file-film-between = the way between
file-caption = capsule { $name }, dimension { $dimension }
axis-value = value of dimension { $dimension }
axis-pictures = training pictures
axis-place = share of the second end, 0 to 1
column-dimension = dimension
column-value = value
column-start = start
column-from = from
column-to = to
column-pictures = training pictures
column-place = share of the second end
column-pixel = pixel { $number }
column-label = label
column-step = value of step { $number }
column-slope = { $measure } slope
column-r2 = { $measure } R2
column-partial = { $measure } partial correlation
