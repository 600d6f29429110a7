title = Train
purpose = <b>Watch it learn.</b> A capsule network from noise to understanding: one time for all that is shown. <span data-part="alone"></span>
run-controls =
    .aria-label = the run
    .data-lack = Networks are trained in the app; here is one that was.
run = run
beside = beside it
new-training = new training
this-run = this run
run-name = name
run-rename = rename
run-keep = keep as a network
run-delete = delete
strange-run = begun in another browser: there it can be steered, rewound, renamed and deleted
kept-networks = kept networks
film-save = film as a file
copy-link = copy link
moment-link =
    .aria-label = link to this moment
time =
    .aria-label = time
moment-back =
    .title = one moment back
    .aria-label = one moment back
moment-slider =
    .aria-label = moment of the run
moment-on =
    .title = one moment on
    .aria-label = one moment on
speed = speed
training-controls =
    .aria-label = the training itself
training-pause = pause training
training-step = one step
training-rewind = rewind
training-fork = fork here
rate = rate
slow = slow: a step a second
guess =
    .aria-label = guess first
guess-first = Guess first.
curves-heading = how well it does
accuracy-of = of held-out pictures classified correctly
curve-accuracy =
    .aria-label = accuracy over the steps
curve-loss =
    .aria-label = losses over the steps
curve-r2 =
    .aria-label = what a linear map reads off a pose
pinned-heading = one picture, followed
picture-input =
    .aria-label = the picture
caption-input = the picture
picture-decoded =
    .aria-label = decoded from its longest capsule
caption-decoded = decoded from <b data-part="winner"></b>
picture-couplings =
    .aria-label = couplings to that capsule
caption-couplings = couplings to it<span data-part="coupling-range"></span>
pin = follow my drawing
unpin = the usual one
lengths =
    .aria-label = lengths of its capsules
votes-heading = votes for that capsule
votes-help =
    .aria-label = What is shown here?
votes-explained = Each dot is what one input capsule votes for. To the right: along the capsule; up and down: the direction across it in which votes differ most. Votes that agree lie together, far to the right. Large dots are coupled strongly. The ring is the capsule itself.
votes =
    .aria-label = votes along and across the capsule
ten-heading = ten pictures, decoded
sweeps-heading = each dimension moved by <span>±</span>0.25
confusion-heading = confusion matrix
confusion =
    .aria-label = confusion matrix
confusion-explained = ↓ true, → predicted
mistakes-heading = worst mistakes
mistakes-in-words = in words: the data set's own pictures are not handed on with this film
templates-heading = templates of its parts
templates-explained = beneath each: its mean presence in held-out pictures
explained-heading = how well parts and objects explain
error-of = summed squared error of a held-out picture
curve-error =
    .aria-label = error over the steps
curve-objects =
    .aria-label = accuracy by matching, and entropies, over the steps
checks-fold = <span data-part="checks-line" data-answer>checks</span>; this step with its numbers
checks-heading = checks at this moment
step-heading = this step, with its numbers
layers =
    .aria-label = layers

## The run and its time

alone = The film of the run { $run }.
go-on = go on
start = start
run-film = { $run } (film)
run-training = { $run } (trains)
run-none = none yet
beside-nothing = nothing
run-size = { $megabytes } MB on the disk
run-state =
    { $state ->
        [waiting] waits for its turn
        [starting] starts when the processor has time
        [running] is training
        [paused] stands still
        [finished] is finished
        [interrupted] was interrupted; it can go on
        [failed] was stopped
       *[other] { $state }
    }{ $ahead ->
        [0] { "" }
       *[other] , { $ahead } before it
    }{ $fork ->
        [0] { "" }
       *[1] , a fork of { $run } at step { $step }
    }{ $report ->
        [none] { "" }
       *[other] : { $report }
    }
run-elsewhere = was interrupted; capsviz train goes on with it by --resume
moment =
    step { $step }, { $pictures } pictures{ $seconds ->
        [unknown] { "" }
       *[other] , { $seconds } s
    }
moment-parts =
    step { $step }, { $beginning ->
        [0] parts
       *[other] objects, beginning { $beginning } of { $restarts }
    }{ $seconds ->
        [unknown] { "" }
       *[other] , { $seconds } s
    }
moment-step = step { $step }
run-delete-question = Delete this run and all that came of it?
run-kept =
    Kept as “{ $name }”: { $parts ->
        [1] Parts offers it
       *[0] every page offers it
    }.
network-draw = draw with it
network-remove = remove
network-remove-name = remove { $name }
network-remove-question = Remove the network { $name }? The run it came from stays.
network-of = { $name }, of { $run }
network-strange = kept in another browser: it can be removed there

## The forms of a new training and of a fork

setting-network = learns
setting-data_set = pictures
setting-routing = routing
setting-shapes = shapes of sprites
setting-iterations = routing iterations
setting-reconstruction_weight = weight of the reconstruction
setting-peak_rate = rate
setting-batch = batch
setting-share = share of the data
setting-clip = clip gradients at (0: never)
setting-seed = seed
setting-parts = parts
setting-objects = objects
setting-epochs = epochs of the parts
setting-object_epochs = epochs of the objects
setting-restarts = restarts of the objects
setting-digit_dim = numbers of a capsule
setting-present_margin = margin of what is there, m⁺
setting-absent_margin = margin of what is not, m⁻
setting-down_weight = weight of absent classes, λ
setting-weight_decay = weight decay
setting-dropout = dropout of primary capsules
setting-adversarial = attacked by so much (0: none)
network-classes = classes, from labels
network-parts = parts and objects, without labels
setting-plain = a plain CNN beside it, on the same batches; a step then takes longer
setting-all_gradients = gradients through every iteration, as in the authors’ code
settings-rare = loss, size and regularisation
settings-mistakes = mistakes, made on purpose
mistake-mean = mean in place of the sum in the reconstruction loss
mistake-axis = softmax over the input capsules
mistake-rate = a rate 100 times too large
train = train
unchanged = as it is
fork-changes =
    { $kind ->
        [routing] with { $routing }
        [weight] with weight { $weight }
       *[both] with { $routing }, weight { $weight }
    }

## Numbers of a moment

share = { $percent } %
accuracy-plain = a plain CNN: { $accuracy }
loss = loss { $loss } = margin { $margin } + reconstruction { $reconstruction }
loss-none = no step is done yet
step-none = Before the first step all weights are as they were drawn.
step =
    Step { $step }: { $batch } pictures went forward. loss { $loss } = margin { $margin } + reconstruction { $reconstruction } ({ $weight } × { $error } summed squared pixels). Back came a gradient of length { $norm }; Adam moved the weights at a rate of { $rate }.
objects-none = The parts learn first; objects begin once these are held fixed.
objects = Objects are the classes for { $accuracy } of held-out pictures, by best matching; entropy between pictures { $between }, within one { $within } of the largest.
own-from-start = Your drawing, followed from the start.
own-from-step = Your drawing, followed from step { $step } on.
own-from-next = Your drawing is followed from the next moment on.
own-not-here = This moment keeps no weights to read your drawing with. Rewind follows it from the start.
template = template { $number }, mean presence { $presence }
picture = picture { $number }
picture-decoded-name = picture { $number }, decoded
dimension-up = dimension { $number } moved up
dimension-down = dimension { $number } moved down
mistake = mistake { $number }
mistake-read = { $true }, read as { $predicted }
mistake-listed = { $true } read as { $predicted }
mistakes-none = none at this moment
coupling-range = : { $low } (pale) to { $high }; an even share is { $even }

## Curves

axis-step = step { $step }
dashed = dashed: beside it
curve-held-out = held out
curve-learnt = learnt from
curve-chance = by chance
curve-cnn = plain CNN
curve-margin = margin
curve-reconstruction = reconstruction
curve-x = x
curve-y = y
curve-rotation = rotation
curve-size = size
curve-form = form
curve-sse = error
curve-matching = matching
curve-between = entropy between
curve-within = within
r2 = R² of the true factors, read off the pose by a linear map

## Files

file-curves = the curves
file-votes = the votes
file-pictures = the pictures
file-moment = the numbers of this moment
file-axis-step = step
file-axis-losses = accuracy above, loss beneath
file-axis-along = along the capsule
file-axis-across = across it
file-run = run { $run }
file-run-step = run { $run }, step { $step }

## Guess first

guess-invitation = How well will it classify after 10 steps? What does it learn first?
guess-begin = ask me, from the start
guess-accuracy = How many of 100 new pictures will it classify rightly after { $steps } steps ({ $pictures } pictures)?
guess-fewer = fewer than { $limit }
guess-between = { $low } to { $high }
guess-more = more than { $limit }
guess-first-of-both = What comes first: classifying nine of ten rightly, or reconstructing with half the error?
guess-classifying = classifying
guess-reconstructing = reconstructing
classifying-first = classifying came first
reconstructing-first = reconstructing came first
guess-right = Step { $step }: { $truth }; as you guessed.
guess-wrong = Step { $step }: { $truth }; you guessed { $answer }.
guess-votes = { $answer }: { $votes }
guess-next = next question
guess-close = close

## Checks

verdict-fine = fine
verdict-warn = take care
verdict-bad = bad
checks-none = checks: none yet
checks =
    checks: { $kinds }
checks-counted = { $count } { $verdict }
checks-named = { $count } { $verdict } ({ $names })
layer = layer
layer-gradient = gradient
layer-update = update
layer-weights = weights
layer-update-of-weights = update of weights
check-finite = finite
check-finite-measured =
    { $finite ->
        [1] finite
       *[0] NaN
    } (limit: all finite)
check-finite-fine = Losses and gradients are numbers.
check-finite-bad = The loss is not a number: fork an earlier step with a smaller rate.
check-couplings = couplings
check-couplings-measured = off by { $off } (limit: 0.001)
check-couplings-fine = Each input capsule's couplings sum to 1 over the classes.
check-couplings-bad = Couplings do not sum to 1 over the classes for each input capsule: take the softmax over the output capsules.
check-lengths = lengths
check-lengths-measured = at most { $longest } (limit: below 1)
check-lengths-fine = No capsule is longer than 1.
check-lengths-bad = A capsule is longer than 1, so it was not squashed: apply squash to s last.
check-gradients = gradients
check-gradients-measured = norm at most { $norm }, least { $ratio } of the weights (limit: norm 30, least 0.000001)
check-gradients-fine = Every layer gets a gradient it can use.
check-gradients-exploded = Gradients explode: clip them at 1, or lower the rate.
check-gradients-spike = One step's gradient was far longer than the others: clip them at 1.
check-gradients-vanished = Hardly any gradient reaches { $layer }: raise its initial weights, or lower the rate, for capsules pushed to length 0 or 1 pass none on.
check-gradients-weak = Little gradient reaches { $layer }: watch it.
check-routing = routing
check-routing-measured = { $share } to one class, entropy { $entropy } (limit: { $limit } to one class, or entropy 0.8)
check-routing-fine = Input capsules serve different classes in different pictures.
check-routing-bad = Nearly all input capsules serve one class whatever the picture: lower the rate or the iterations, and begin W smaller.
check-dead = dead
check-dead-measured = { $types } of types, { $classes } classes (limit: 25% of types, no class)
check-dead-fine = All types of input capsule, and all classes, take part.
check-dead-bad = Types of input capsule are the same for every picture, or classes are never found: lower the rate, or raise the initial weights of the primary capsules.
check-answers = answers
check-answers-measured = lengths spread by { $spread } (limit: 0.001)
check-answers-fine = Different pictures get different lengths.
check-answers-bad = Every picture gets the same lengths, from which training does not recover: begin anew with a smaller rate.
check-reconstruction = reconstruction
check-reconstruction-measured = { $share } of the loss (limit: 0.5%)
check-reconstruction-fine = The reconstruction influences the capsules.
check-reconstruction-bad = The reconstruction hardly counts: add up squared errors over the pixels (a mean is { $pixels } times less), or raise its weight.
check-accuracy = accuracy
check-accuracy-measured = { $share } (limit: { $limit }, chance for { $pictures } pictures)
check-accuracy-fine = The accuracy is above chance.
check-accuracy-early = It is too early to compare the accuracy with chance.
check-accuracy-bad = The accuracy is no better than chance: look at the other checks, lower the rate, or give it more steps.
check-loss = loss
check-loss-measured = { $last }, lowest { $best } at step { $step } (limit: twice the lowest)
check-loss-fine = The loss is near its lowest value so far.
check-loss-lost = The loss is back at its initial value: fork the step of its minimum with a smaller rate.
check-loss-warn = The loss has doubled since its minimum: lower the rate.
check-overfitting = overfitting
check-overfitting-measured = { $gap } points (limit: { $limit } points)
check-overfitting-fine = The accuracy on validation pictures is about the same.
check-overfitting-bad = The accuracy is higher on training pictures: use more data, more augmentation or a larger reconstruction weight, or stop earlier.
check-rate = rate
check-rate-measured = { $ratio } of { $layer } a step (limit: 0.3)
check-rate-fine = Steps are small compared with the weights.
check-rate-bad = A step changes weights by more than their norm: divide the rate by 10.
check-rate-risen = The loss rises above its initial value: divide the rate by 10.
check-rate-warn = Steps change { $layer } by a third of itself: lower the rate.
check-rate-slow = Steps hardly change the weights: raise the rate.
