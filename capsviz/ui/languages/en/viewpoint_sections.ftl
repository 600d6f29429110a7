## Sections: the law of the pose

section-laws = Is there a law of the pose?
section-affine = Robust to affine change?
section-attacks = Resistant to attacks?
change-rotation = rotation
change-shift_x = shift across
change-shift_y = shift down
change-scale = scale
change-shear = shear
change-thickness = thickness
change-range-rotation = rotation, ±20°
change-range-shift_x = shift across, ±3 px
change-range-shift_y = shift down, ±3 px
change-range-scale = scale, 0.8 to 1.2
change-range-shear = shear, ±0.2
change-range-thickness = thickness, ±1 px
law-choice = law
law-shared = one law per class
law-own = a law that depends on the pose
law-matrix = one matrix per class
law-common = one matrix for all
law-read = the transform read off the pose
law-few = Unknown: a law takes { $least } test pictures of each class, and of the rarest there are fewer than { $each }.
law-unmeasured = Not measured for these weights: run { $command }, some minutes.
law-title = R² of the law of the pose: { $law }
law-explained = **{ $network }**: { $law ->
        [shared] the share of the pose's change that one vector times the transform explains, the same vector for all { $things ->
            [digits] digits
           *[pictures] pictures
        } of a class
        [own] the share of the pose's change that is explained when that vector may depend, linearly, on each one's own pose
        [matrix] the share of the pose's change that is explained by multiplying the pose, as a 4 × 4 matrix, from the left by one matrix exp(tA) for each amount t, with one A for all { $things ->
            [digits] digits
           *[pictures] pictures
        } of a class
        [common] the share of the pose's change that is explained by multiplying the pose, as a 4 × 4 matrix, from the left by one matrix exp(tA) for each amount t, with one A for all classes, as a change of the viewer's place would do
       *[read] how well a linear map reads the amount of the transform off the pose alone
    }, scored on { $half } test { $things ->
        [digits] digits
       *[pictures] pictures
    } of each class after fitting on { $half } others. Median over the { $things ->
        [digits] digits
       *[pictures] classes
    }: { $best } for { $bestKind }, the best, and { $worst } for { $worstKind }, the worst. This share is called R²: 1 is a perfect law, 0 none.
law-read-digits = People write slanted, large and small: that a capsule cannot tell from the transform counts against it here.
law-read-pictures = Pictures of a class differ in this before any transform: that a capsule cannot tell the two apart counts against it here.
law-small-digits = It holds for small changes of digits as they were written, no further.
law-small-pictures = It holds for small changes of pictures as they are, no further.
law-networks = Median over all transforms and classes: { $networks }. Votes of matrix capsules, pose times learned matrix, stay in agreement from another viewpoint if it multiplies every pose from the left; nothing in their training asks for that.
law-network = **{ $network }** { $share }
law-arranged = The numbers of { $networks } are no matrix: they were laid out in a square as they come, which tells how much such a law explains by having sixteen numbers to fit.
series = { $before }, { $next }
series-and = { $before } and { $next }
contested-note = Contested. For: { $pro } Against: { $con }

## Sections: affine change

affine-stale = accuracies on the affine set were measured for other weights: run `{ $command }` again
affine-title = Accuracy under affine changes
affine-title-larger = Accuracy under affine changes, on 40 × 40 pixels
affine-capsules = Capsules
affine-cnn = CNN of the same size
affine-stopped = The CNN, stopped when as good as the capsules
affine-paper = **The paper's experiment.** Networks learn digits put anywhere on 40 × 40 pixels, never turned, stretched or sheared, and then read affine changes of digits on that field.
affine-network = **{ $network }** { $percent } % ({ $low } to { $high })
affine-larger-capsules = **capsules** { $percent } % ({ $low } to { $high })
affine-larger-cnn = **the CNN** { $percent } % ({ $low } to { $high })
affine-larger = At { $strength }% of affNIST's ranges { $networks }: means of { $trainings } trainings each on { $count } test digits, the lowest and the highest in brackets and as bars. The paper reports **79 %** for its capsules and **66 %** for its CNN, both as good on digits put like those they had learnt (99.23 and 99.22 %). Here the capsules classify { $capsules }% of such digits correctly and the CNN { $cnn }%; both have as many parameters and saw the same number of pictures. Stopped after three passes, when it classified { $stopped }% of such digits correctly, a CNN classifies **{ $affine } %** (one training): so the order is not found among networks that are as good either. The CNN's layers are ours, since the paper does not give its own.
affine = At { $strength }% of affNIST's ranges (turned up to 20°, stretched by 0.8 to 1.2 each way, sheared up to 0.2, shifted up to the border): { $networks }. { $count } MNIST test digits, the same at each strength, on { $field } × { $field } pixels; 95 % intervals in brackets and as bars.

## Sections: attacks

attacks-unmeasured = Not measured for these weights: run { $command }.
attacks-title = How many withstand an attack of a strength
attacks-revealed = Share of fooling attacks that the reconstruction reveals
attacks-cost = Cost of the detection: false alarms
attacks-in-app = Attacks on a digit of yours are tried in the app.
attacks-alarm = { $network } { $percent } %
attacks =
    On { $count } { $things ->
        [digits] MNIST test digits
       *[pictures] test pictures
    }, with 95 % intervals. **FGSM** takes one step; **PGD** { $steps }, twice if need be, from the digit and from a random place near it, until it is read wrongly; **targeted**, until it is read as the class that came second; all with gradients through every routing iteration. The detector is the misfit of the winner's reconstruction (the sum of its squared differences from the picture), with the limit that the Draw page uses; of untouched ones it rejects: { $alarms }. **Hiding** knows of the detector: it succeeds where a picture is read wrongly *and* its reconstruction fits as well as that limit asks. Stronger attacks may exist: these are what was tried.
attacks-no-cnn = The plain CNN has not been measured on this machine.

## Figures of the sections

axis-class =
    { $thing ->
       *[other] { $thing }
    }
axis-accuracy = accuracy in %
axis-affine = strength, in % of affNIST's ranges
axis-strength = strength ε: largest change of a pixel, ink is 1
axis-withstood = withstand the attack, in %
axis-revealed = given away, in % of those fooled
axis-revealed-at = given away, in % of those fooled at ε = { $strength }
axis-alarms = false alarms, in % of untouched digits
line-attack =
    { $network }, { $method ->
        [fgsm] FGSM
        [pgd] PGD
        [targeted] targeted
       *[hiding] hiding
    }
line-alarms = { $line } (false alarms { $percent } %)
line-useless = tells nothing
# Plotly fills in the values of these.
hover-law = { $change } of { $name }: R² { $share }
hover-affine = { $percent } % right at { $strength } %
hover-withstood = { $percent } % withstand ε = { $strength }
hover-revealed = { $percent } % given away at ε = { $strength }
hover-detector = { $percent } % given away, { $alarms } % false alarms at misfit { $misfit }
