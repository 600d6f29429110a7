title = Routing
purpose = <b data-part="heading">Routing, step by step</b>: how parts find their { $thing }.
terms-help =
    .aria-label = What do these words mean?
iteration-choice =
    .aria-label = iteration
step-back =
    .title = one iteration back (←)
    .aria-label = one iteration back
step-forward =
    .title = one iteration on, or the first after the last (→)
step-next = next
speed = speed
iterations-less =
    .aria-label = one iteration less
iterations-choice =
    .aria-label = number of iterations
iterations-more =
    .aria-label = one iteration more
scale = colour
scale-relative =
    c relative to { $over ->
        [outputs] an even share
       *[other] the mean
    }
scale-absolute = c absolute
copy-link = copy link
save-numbers = all numbers
    .title = votes, logits, couplings, capsules, … as a .npz file for numpy
    .data-lack = All numbers as a file, other routings of the same network and the tree of matrix capsules are in the app.
what-if =
    .aria-label = another routing
link-text =
    .aria-label = link to this view
picture-help =
    .aria-label = What is shown here?
rounds-picture =
    .aria-label = couplings of every iteration
couplings-picture =
    .aria-label = couplings by type and place
    .aria-description = Arrow keys move over the places of a type, Page Up and Page Down change the type.
digit-picture =
    .aria-label = the image and what feeds the chosen capsule
    .aria-description = Arrow keys move over the pixels and light the capsules whose receptive field they are in. Escape ends that.
overlay = overlay
overlay-couplings = mean coupling c
overlay-none = none
glass-heading = <span class="cv-sym" data-sym="u">u</span><sub data-part="i"></sub> under the glass
glass-help = One capsule of those that vote. The bars are its pose; the table has, for each { $thing } j, the length of its vote <span class="cv-sym" data-sym="uhat">û</span><span data-shows="b">, the logit <span class="cv-sym" data-sym="b">b</span></span>, the coupling <span class="cv-sym" data-sym="c">c</span>, with a bar for each iteration<span data-shows="a">, and the agreement <span class="cv-sym" data-sym="a">a</span></span>.
paths-picture =
    .aria-label = logit and coupling over the iterations
formula-heading = the formula, with its numbers
vectors-picture =
    .aria-label = vote, coupled vote, total and capsule
cloud-heading = votes for <b data-part="digit" data-answer></b> as a cloud
cloud-picture =
    .aria-label = votes in the plane of their principal components
tree-heading = from <b data-part="digit" data-answer></b> down to the pixels
tree-help = This network routes between every two of its layers. Each picture has a square for each place of a layer and in it a cell for each type of capsule. The colour is how much of what the chosen capsule above is fitted to comes from this one: its activation times the chosen one's responsibility or coupling for it. Choose a cell to follow it down; framed places are the chosen capsule's receptive field. Under it stand the capsule's pose: a vector's numbers; or a 4 × 4 matrix with the spread of the votes beneath each number, and what that matrix does to a square and its axes, dashed before, filled after. Nothing obliges the network to use its matrices so.
capsules-heading = { $thing } capsules
digits =
    .aria-label = what to follow
flow-heading =
    from <span data-part="flow-from">types</span> to { $thing ->
        [class] classes
       *[other] { $thing }s
    }
flow-help = “What adds up” sums weighted votes as vectors and measures them along <span data-part="total">s</span>, so a { $thing }'s bands make up <span data-part="total-mark"></span>; parts that point the other way are left out of the bands, not of <span data-part="total-mark"></span>. “All votes” sums their lengths. Before they are weighted, votes for a { $thing } that is not there are about as long.
flow-from = from
flow-types = types
flow-places = places
flow-width = width
flow-feed = what adds up
flow-votes = all votes
flow-picture =
    .aria-label = flow from types to classes
types-heading =
    types × { $thing ->
        [class] classes
       *[other] { $thing }s
    }
types-help = A row for each type of capsule, a column for each { $thing }; the colour is the mean over the type's places. Click a cell to follow both.
types-picture =
    .aria-label = mean coupling of each type to each class
summaries-heading = does routing matter here?
summaries-picture =
    .aria-label = summaries per iteration
vectors-heading = vote, total and capsule
paths-heading = logits and couplings of a capsule
answers-heading = the answer for every number of iterations
answers-picture =
    .aria-label = lengths after each number of iterations

## Words that a network's routing changes
## ($voter is "primary", or the name of a layer such as "ConvCaps2"; $shares is "couplings" or "responsibilities")

measure =
    { $measure ->
        [length] length
       *[activation] activation
    }
scale-weighted =
    { $weight ->
        [weight] weight
       *[other] { $weight }
    } × vote length
feed-choice = what adds to { $total }
couplings-heading =
    { $map ->
        [votes] votes for
        [responsibilities] responsibilities to
       *[couplings] couplings to
    } { $name }, by { $places ->
        [one] type
       *[many] type and place
    }
couplings-help =
    { $places ->
        [one] { $types } { $voter } capsules
       *[many] { $types } types of { $voter } capsule, each at { $rows } × { $grid } places
    }. { $colour ->
        [vote] The colour is what its vote adds to the { $thing }, or how long the vote is that it sends.
        [weight] The colour is its coupling to the { $thing }; the mean is { $even }.
       *[share] The colour is the share that each gives to the { $thing }; without any preference it is 1/{ $count }.
    } Click one to put it under the glass.
image-heading = what feeds { $name }
image-heading-whole = the image
image-help = A { $voter } capsule sees { $field } × { $field } pixels. What each place adds to { $total } is spread evenly over the pixels it sees: red adds, blue takes away. Point at the image to light the capsules that see a pixel.
image-help-frame = A { $voter } capsule sees the whole image, but the { $core } × { $core } pixels of its frame move it most. What each place adds to { $total } is spread evenly over these: red adds, blue takes away. Point at the image to light the capsules that have a pixel there.
image-help-whole = Each of the { $types } capsules sees all of the image: what feeds a { $thing } has no place in it.
no-place = Every capsule sees all of it: what feeds a class has no place in it.
capsules-help =
    { $places ->
        [one] Each tile is one of the { $types } capsules, in the colours of the large picture below
       *[many] Each picture maps which parts of the image feed that { $thing }
    }; the bar is the capsule's { $measure ->
        [length] length
       *[activation] activation
    } { $mark }. Choose a { $thing } to follow it in every picture below.
cloud-help =
    Every dot is one vote { $vote }, projected on the two directions in which these votes vary most. Size and colour are its coupling. { $cloud }{ $rings ->
        [none] { "" }
       *[some] ; small rings are earlier iterations
    }.
cloud-squashed = s is the coupled sum of all votes, v is s squashed to a length below 1
cloud-attention = s is the sum of all votes weighted by c + B, v is s squashed to a length below 1
cloud-self-routing = s is the weighted sum of all votes, v is s divided by the sum of the weights: a mean, nothing is squashed
cloud-own-weighed = s is the weighted sum of all votes, v is what the network makes of s
cloud-own = s is the coupled sum of all votes, v is what the network makes of s
cloud-em = μ is their weighted mean, the pose itself: nothing is squashed, and the activation is a number apart. The ellipse is the { $thing }'s Gaussian, one σ wide, fainter that of the iteration before
summaries-help = The share of capsules whose largest coupling goes to the winner; and the mean entropy of a capsule's couplings: most, log₂ of the number of classes, when they are all equal (3.322 bit for ten), 0 when it has decided.
summaries-help-weights = The share of capsules whose largest coupling goes to the winner.
summaries-help-second =
    The { $measure ->
        [length] length
       *[activation] activation
    } of the chosen { $thing }'s capsule, the others in grey; { $second }. { $rest }
second-agreement = agreement a with { $name }
second-agreement-help = the mean of a over all capsules, weighted by c
second-width = width of the votes for { $name }
second-width-help = the width √Σσ² of its votes about their mean
second-energy = energy of the clusters
second-energy-help = the energy is what the votes' squared distances from their clusters' means add up to: it never rises
second-free-energy = free energy of the clusters
second-free-energy-help = the free energy is the votes' squared distances from their clusters' means, less the couplings' entropy over β: it never rises

## Terms

term-capsule = capsule
term-capsule-meaning = a group of neurons that describe one thing together, by several numbers
term-pose = pose
term-pose-meaning = these numbers: how the thing is there, where, how large, how slanted
term-type = type
term-type-meaning =
    { $places ->
        [one] each of the { $types } capsules is of a type of its own: it looks for another thing
       *[many] capsules that look for the same thing, one at each of { $rows } × { $grid } places; there are { $types } types
    }
term-vote = vote û
term-vote-meaning = the pose of a { $thing } that a capsule's own pose speaks for, by a learnt matrix
term-coupling = coupling c
term-coupling-meaning =
    { $sum ->
        [inputs] the weight of a capsule's vote for a { $thing }; over all capsules these weights add up to 1
        [none] the weight of a capsule's vote for a { $thing }; these weights need not add up to 1
        [leak] the share of itself that a capsule gives to a { $thing }; with what goes to the leak its shares add up to 1
       *[outputs] the share of itself that a capsule gives to a { $thing }; its shares add up to 1
    }{ $shares ->
        [responsibilities] . This routing calls them responsibilities
       *[couplings] { "" }
    }
term-logit = logit b
term-logit-meaning = what the couplings are made from, by softmax: { $logit }
term-agreement = agreement a
logit-added = the sum of a capsule's agreements with a { $thing } so far
logit-attention = how well a vote fits the sum of all votes for the { $thing }
logit-query-key = how well the key of a capsule's vote fits the { $thing }'s query
logit-self-routing = what a learnt matrix makes of the capsule's own pose
logit-em = how active the { $thing } is, and how likely its Gaussian makes the vote: both as logarithms, added
logit-k-means = minus the squared distance of a capsule's vote from the mean of the { $thing }'s cluster
logit-soft-k-means = minus β times the squared distance of a capsule's vote from the mean of the { $thing }'s cluster
logit-damped = what follows the agreement with damping; it comes to rest where the two are equal
logit-inverted = how well a capsule's vote fits the { $thing }'s pose of the iteration before
logit-own = what the network yields as its logit
agreement-dot = how well a vote fits the { $thing }'s capsule: their dot product, large where both are long and point the same way

## Each routing: its heading, and what happens

heading-dynamic = Routing by agreement, step by step
heading-top-k = Routing by agreement to the strongest few, step by step
heading-leaky = Routing by agreement with a leak, step by step
heading-damped = Routing in continuous time with damping, step by step
heading-inverted = Inverted dot-product attention, step by step
heading-authors = Routing by agreement with a bias, step by step
heading-attention = Self-attention routing in one pass
heading-query-key = Query–key attention in one pass
heading-self-routing = Self-routing: each capsule decides where it goes
heading-em = EM over one dense layer, step by step
heading-matrix = EM between matrix capsules, step by step
heading-k-means = Routing as clustering: k-means, step by step
heading-soft-k-means = Routing as clustering: soft k-means, step by step
heading-uniform = No routing: every vote counts the same
heading-own = A routing of its own, step by step
heading-own-once = A routing of its own, in one pass
# $u, $uhat, $c, $v, $s, $b and $a are the symbols of the formulas.
lead = Each of { $count } { $voter } capsules { $u } casts a vote { $uhat } for every { $thing }. { $lead }
lead-matrix = Each of { $count } { $voter } capsules { $u } casts a vote { $uhat } for every { $thing }: its 4 × 4 pose times a matrix of its type's, with its place added to two of the numbers. { $lead }
lead-dynamic =
    Iteration by iteration it gives more of itself, a share { $c }, to the { $thing ->
        [class] classes
       *[other] { $thing }s
    } { $v } that its vote agrees with.
lead-top-k =
    Iteration by iteration it gives all of itself, in shares { $c }, to the few { $thing ->
        [class] classes
       *[other] { $thing }s
    } { $v } that its vote agrees with most, and nothing to the others.
lead-leaky =
    Iteration by iteration it gives more of itself, a share { $c }, to the { $thing ->
        [class] classes
       *[other] { $thing }s
    } { $v } that its vote agrees with; what agrees with none goes to one place more, the leak.
lead-damped = Its logits { $b } follow the agreements in small steps of time and fall back otherwise, so that they come to rest where { $b } equals { $a }; its shares { $c } are their softmax.
lead-inverted =
    In each iteration the { $thing ->
        [class] classes
       *[other] { $thing }s
    } compete for it: it gives a larger share { $c } to those whose pose, the layer norm of the sum { $s }, its vote agrees with.
lead-attention =
    In one pass it gives a larger share { $c } to the { $thing ->
        [class] classes
       *[other] { $thing }s
    } { $v } for which its vote agrees with the sum of all votes.
lead-query-key =
    In one pass it gives a larger share { $c } to the { $thing ->
        [class] classes
       *[other] { $thing }s
    } { $v } whose query, made of the sum of their votes, fits the key of its own vote.
lead-self-routing = What share { $c } of itself each { $thing } { $v } gets it decides from its own pose alone: no other capsule's vote has a say.
lead-em =
    Each { $thing } fits a Gaussian to its votes; a capsule gives ever more responsibility { $c } to the { $thing ->
        [class] classes
       *[other] { $thing }s
    } whose Gaussian explains its vote.
lead-k-means = Each { $thing } is a cluster of votes. Iteration by iteration a capsule goes to the one { $thing } to whose cluster's mean its vote lies nearest, and the means follow; { $v } is the squashed sum of a cluster's votes.
lead-soft-k-means =
    Each { $thing } is a cluster of votes. Iteration by iteration a capsule gives a larger share { $c } to the { $thing ->
        [class] classes
       *[other] { $thing }s
    } to whose clusters' means its votes lie near, and the means follow; { $v } is the squashed sum of a cluster's votes.
lead-uniform =
    Nothing is routed: it gives each of the J { $thing ->
        [class] classes
       *[other] { $thing }s
    } { $v } the same share { $c }, 1 / J. This is the control: does routing matter?
lead-own =
    By the network's own rule it gives a share { $c } of itself to each of the { $thing ->
        [class] classes
       *[other] { $thing }s
    } { $v }.
lead-own-weights =
    By the network's own rule its vote has a weight { $c } in each of the { $thing ->
        [class] classes
       *[other] { $thing }s
    } { $v }.
one-pass-attention = Self-attention takes one pass: there are no iterations to step through.
one-pass-query-key = Query–key attention takes one pass: there are no iterations to step through.
one-pass-self-routing = Self-routing takes one pass: there are no iterations to step through.
one-pass-uniform = Without routing there is one pass: no iterations to step through, and no couplings to choose.
one-pass-own = This network's routing takes one pass: there are no iterations to step through.

## The formula: titles of its lines, laws with words in them, and this image's numbers

line-logit = logit
line-step = logit: a step of h along the agreement, less what it was
line-inverted = agreement with the output capsule's last pose
line-attention = agreement with all votes
line-query-key = query of the { $thing } times key of the vote
line-self-routing = logit, from the capsule alone
line-likelihood = log-likelihood (E-step)
line-near = how near the vote is to the cluster's mean
line-softmax = softmax over all k
line-kept = softmax over the k largest logits of the capsule, others 0
line-leaky = softmax over all k and the leak
line-responsibility = responsibility: softmax over k
line-nearest = all of it for the nearest
line-uniform = no routing
line-coupling = coupling
line-coupled-vote = coupled vote
line-vote-weight = weight of the vote
line-weighted-vote = weighted vote
line-prior-vote = vote, with a learnt prior B
line-input-activation = input activation
line-sum = sum over all i
line-sum-bias = sum over all i, and a learnt bias
line-mean = mean (M-step)
line-width = width
line-cluster-mean = mean of the cluster
line-squash = squash
line-exponential-squash = exponential squash
line-mean-vote = pose: the mean vote
line-activation = activation
line-output = output capsule
line-agreement = agreement
law-logit = { $b } = sum of earlier { $a }
law-kept = kept k
law-nearest = { $c } = 1 where { $b } is the largest, else 0
law-weight-own = { $w } from { $c } by the network's own rule
law-coupling-own = { $c } by the network's own rule
law-output-own = { $v } from { $s } by the network's own rule
law-activation-below = { $a }, found by EM in the layer below
law-mean = { $mean } = { $sum } of all weighted votes
law-width = { $width }² = weighted mean of ({ $vote } − { $mean })², per dimension
law-activation = { $activation } = { $logistic }, cost from ln { $width }
with-new-image = { $value }: every image starts anew
with-many-terms = { $first } + … + { $last } ({ $count } terms) = { $value }
with-step = h = { $step }, b was { $before }, a { $agreement }: now { $value }
with-last-pose = { $value }, of the iteration before; nothing is added up
with-no-pose = { $value }: poses begin at zero
with-alone = { $value }: no vote has a say in it
with-gaussian = { $value }, by the Gaussian of iteration { $iteration }
with-near = { $value }, to the mean of the iteration before
with-near-soft = { $value }, to the mean of the iteration before; β = { $beta }
with-no-means = { $value }: no means yet
with-scaled-softmax = { $above } / { $below } = { $value }, both over exp { $most }
with-kept =
    { $value }: k = { $level }, { $count ->
        [one] { $count } is kept
       *[other] { $count } are kept
    }
with-kept-first =
    { $value }: k = { $level }, { $count ->
        [one] { $count } is kept
       *[other] { $count } are kept
    }, for all are equal
with-leak = { $above } / { $below } = { $value }, l = { $level }; { $leak } goes to the leak
with-uniform = { $value }: for every capsule, { $thing } and image
with-coupling-own =
    { $value }: { $over ->
        [outputs] over the { $count } output capsules they sum to 1
        [inputs] over the { $count } capsules that vote they sum to 1
       *[none] these weights need not sum to 1
    }
with-vote = { $weight } × length { $vote } = { $value }, adding { $added } to { $total }
with-input-activation = { $value }, learnt apart from its vote
with-activation-below = { $value }, apart from its vote
with-coupled-votes = { $count } coupled votes, { $total } = { $value }
with-weighted-votes = { $count } weighted votes, { $total } = { $value }
with-biased-votes = { $count } coupled votes and the bias, { $total } = { $value }
with-width = all { $count } together: √Σσ² = { $value }
with-rising-lambda = logistic({ $logit }) = { $value }; λ rises with each iteration
with-normalisation = logistic({ $logit }) = { $value }; BN, batch normalisation, replaces λ (β − cost)
with-agreement = { $value }: added to b for the next iteration
with-agreement-followed = { $value }: what b follows for the next iteration
with-agreement-unused = { $value }: not used, this is the last iteration
with-agreement-own = { $value }: what the network makes of it is for its own rule

## What happens in an image

iteration-of = iteration { $iteration } of { $rounds }
answer =
    { $name }, { $measure ->
        [length] length
       *[activation] activation
    } { $value }
empty-canvas = The canvas is empty: only the network's biases are routed. { $story }
# A clause of the stories and of the summary.
favourites =
    { $over ->
        [outputs] { $share } % of the capsules give { $name } their largest share; the mean coupling of all to it is { $coupling } ({ $even } without any preference)
       *[other] { $share } % of the capsules have their largest coupling to { $name }; the mean coupling of all to it is { $coupling } (to all classes: { $even })
    }
story-uneven = Iteration 1: couplings to { $name } reach from { $low } to { $high } before any vote is compared. Longest: { $answer }.
story-even = Iteration 1: all logits are 0, so every coupling is { $even } and every vote counts the same. Longest: { $answer }.
story-agreement = Iteration { $iteration }: agreement moved the couplings to { $name }; they now reach from { $low } to { $high }. { $favourites }. Longest: { $answer }.
story-rounds = Iteration { $iteration }: couplings to { $name } now reach from { $low } to { $high }. { $favourites }. Longest: { $answer }.
story-responsibilities = Iteration 1: all responsibilities are 1/{ $count }: every { $thing }'s Gaussian is fitted to all of its votes. Most active: { $answer }.
story-uniform = One pass: every coupling is 1/{ $count } and every vote counts the same. Longest: { $answer }.
story-one-pass =
    One pass: couplings to { $name } reach from { $low } to { $high }; { $favourites }. { $measure ->
        [length] Longest
       *[activation] Most active
    }: { $answer }.
story-iteration =
    Iteration { $iteration }: { $shares ->
        [responsibilities] responsibilities
       *[couplings] couplings
    } to { $name } reach from { $low } to { $high }; { $favourites }. { $measure ->
        [length] Longest
       *[activation] Most active
    }: { $answer }.
counter =
    { $start ->
        [couplings] With uniform couplings (1 iteration) the answer is { $first }
        [responsibilities] With uniform responsibilities (1 iteration) the answer is { $first }
       *[uneven] After 1 iteration the answer is { $first }
    }; with r = { $rounds } it is { $last }. { $change ->
        [unknown] Choose more iterations to compare.
        [same] Routing did not change the answer.
       *[other] Routing changed the answer.
    }
counter-attention =
    With uniform couplings in their place the answer would be { $first }; with these it is { $last }. { $change ->
        [same] Routing did not change the answer.
       *[other] Routing changed the answer.
    }
counter-self-routing = With uniform couplings every { $thing } would have the same activation, { $value }: here the couplings alone are the answer.
counter-uniform = With uniform couplings the answer is { $first }: this network was trained without any other.
counter-own = After 1 iteration the answer is { $first }; with r = { $rounds } it is { $last }.
counter-own-once = The answer is { $answer }.
summary =
    { $favourites }{ $over ->
        [outputs] ; the entropy of their couplings is { $entropy } of at most { $most } bit.
       *[other] .
    }
step-even =
    { $rounds ->
        [one] Every
       *[many] At first every
    } { $voter } capsule gives each { $thing } the same share of its vote. The votes for { $name } add up to a capsule of { $measure ->
        [length] length
       *[activation] activation
    } { $value }.
step-coupled =
    { $rounds ->
        [one] Every
       *[many] At first every
    } { $voter } capsule has a coupling of { $coupling } to each { $thing }. The votes for { $name } add up to a capsule of { $measure ->
        [length] length
       *[activation] activation
    } { $value }.
step-same =
    { $rounds ->
        [one] Every
       *[many] At first every
    } { $voter } capsule has a coupling of { $coupling } to each { $thing }: { $measure ->
        [length] length
       *[activation] activation
    } { $value } for { $name }.
step-uneven =
    { $more } of { $whole } { $voter } capsules { $over ->
        [outputs] give { $name } more than an even share of their vote ({ $even })
       *[other] have a coupling to { $name } above the mean ({ $even })
    }: { $measure ->
        [length] length
       *[activation] activation
    } { $value }.
step-more =
    { $more } of { $whole } { $voter } capsules { $over ->
        [outputs] give { $name } more than an even share of their vote ({ $even })
       *[other] have a coupling to { $name } above the mean ({ $even })
    }: its { $measure ->
        [length] length
       *[activation] activation
    } { $moves ->
        [no] stays at { $value }
       *[yes] goes from { $before } to { $value }
    }.
step-nearest =
    { $more } of { $whole } { $voter } capsules belong to { $name }, to whose mean their votes lie nearest: its length { $moves ->
        [no] stays at { $value }
       *[yes] goes from { $before } to { $value }
    }.
step-near =
    { $more } of { $whole } { $voter } capsules give more of their vote to { $name }, whose mean lies near it: its length { $moves ->
        [no] stays at { $value }
       *[yes] goes from { $before } to { $value }
    }.
cloud-line =
    Axes: the two directions in which the votes differ most, { $variance } % of their variance and { $kept } % of { $vector }'s length. Spread of the coupled votes: { $rounds ->
        [one] { $spread }
       *[many] { $first } at iteration 1, { $spread } now
    }.

## Under the pointer, and for screen readers

capsule-chosen =
    capsule { $capsule }, type { $type }{ $places ->
        [one] { "" }
       *[many] , row { $row }, column { $column }
    }: c = { $coupling }, its vote { $vote } long, adds { $added } to { $total }
capsule-glass =
    type { $type }{ $places ->
        [one] { "" }
       *[many] { " at" } row { $row }, column { $column }
    }; { $known ->
        [length] length { $length }
        [activation] activation { $activation }
       *[both] length { $length }, activation { $activation }
    }
capsule-of-class =
    { $thing } { $name }, { $measure ->
        [length] length
       *[activation] activation
    } { $value }
capsule-of-winner =
    { $thing } { $name }, { $measure ->
        [length] length { $value }, longest
       *[activation] activation { $value }, most active
    }
pose = pose: { $values }
coupling-bars = c in each iteration: { $values }
pixel =
    row { $row }, column { $column }: { $sight ->
        [frame] in the frame of
       *[field] seen from
    } { $places } places, { $capsules } capsules
flow-type = type { $type }
flow-total = { $mark } { $sum }
flow-place = place { $row }, { $column }
flow-band = { $part } to { $name }: { $value }
flow-most = most to { $name }: { $parts }
flow-rest = { $count } more
couplings-picture-now = couplings of { $count } capsules to { $name }, from { $low } to { $high }; chosen: capsule { $capsule }, { $coupling }
cloud-picture-now = votes for { $name }; { $total } has length { $length }, v { $size }
flow-picture-now =
    flow to the { $thing ->
        [class] classes
       *[other] { $thing }s
    }; the length of { $total } of { $name } is { $length }

## In the pictures

flow-source =
    { $from ->
        [places] places
       *[types] types
    }
iteration-number = iteration { $iteration }
one-pass = one pass
weighted-vote = weighted
of-votes = of votes
cloud-vector = { $vector }  length { $length }
cloud-vector-shorter = { $vector }  length { $length }, drawn at 1/{ $shorter }
cloud-axis = → 1st component, { $share } % of variance
cloud-axis-second = ↑ 2nd, { $share } %
cloud-circle = length 1
chart-measure =
    { $measure ->
        [length] length
       *[activation] activation
    } { $mark } of { $name }
chart-favour = capsules that favour { $name }
chart-entropy = entropy of c
unit-bit = { " bit" }
chart-logit = logit b to { $name }
chart-coupling = coupling c to { $name }
figure-digit = the image and what feeds the digit
figure-couplings = couplings by type and place
figure-rounds = couplings of every iteration
figure-types = types by digits
figure-paths = logits and couplings of a capsule
figure-vectors = vote, total and capsule
figure-cloud = votes as a cloud
figure-flow = flow to the digits
figure-summaries = summaries per iteration
figure-answers = the answer for every number of iterations
figure-capsules = digit capsules
figure-caption = { $thing } { $name }, iteration { $iteration } of { $rounds }
axis-type = type of capsule
axis-iteration = iteration
axis-iterations = iterations
axis-dimension = dimension

## The tree of a network that routes more than once

tree-class = class
tree-layer = { $layer }: { $grid } × { $grid } places of { $types }
tree-pixels = pixels that they see
tree-line = iteration { $iteration } of { $rounds } in every layer: class { $name } gets { $share } of its votes' weight from the chosen { $layer }
tree-line-deeper = { $line }, this { $share } from the chosen { $layer }
tree-seen = the picture; the chosen { $layer } sees { $side } × { $side } pixels from row { $row }, column { $column }
tree-list = { $layer }: most
tree-child = row { $row }, column { $column }, type { $type }: { $share }
tree-cells = { $layer }, shares of { $count } input capsules; chosen: row { $row }, column { $column }, type { $type }
tree-pose = the pose, { $count } numbers
tree-pose-matrix =
    { $spreads ->
        [none] the pose, 4 × 4
       *[some] the pose, 4 × 4, with its spreads
    }
tree-frame = a square and its axes, before and after the pose
tree-length =
    { $fitted ->
        [no] length { $length }
       *[yes] length { $length }; gets { $received }
    }
tree-activation =
    { $fitted ->
        [no] activation { $activation }
       *[yes] activation { $activation }; gets { $received }, cost { $cost }
    }
drawing-stays = The server cannot be reached; what is shown is the last drawing that was routed.

## Columns and words of the tables of numbers, in files

column-iteration = iteration
column-iterations = iterations
column-digit = digit
column-pixel-row = pixel row
column-pixel-column = pixel column
column-ink = ink
column-fed = fed to s
column-fed-from =
    fed from { $part ->
        [place] place
       *[type] type
    } { $number }
column-mean-coupling = mean coupling
column-mean-coupling-to = mean coupling to { $name }
column-capsule = capsule
column-type = type
column-place = place
column-row = row
column-column = column
column-vote-length = vote length
column-coupling = coupling
column-coupling-in = coupling { $iteration }
column-added-in = added to s { $iteration }
column-logit = logit b
column-coupling-symbol = coupling c
column-agreement = agreement a
column-vector = vector
column-dimension = dimension { $number }
column-point = point
column-component = component { $number }
column-to = to { $name }
column-answer = answer
column-measure =
    { $measure ->
        [length] length
       *[activation] activation
    } { $name }
column-measure-of =
    { $measure ->
        [length] length
       *[activation] activation
    } of { $name }
column-winner = winner
column-entropy = entropy in bits
column-favour = share that favours the winner
column-mean-agreement = mean agreement { $name }
column-coupled-agreement = coupled agreement { $name }
column-width = width { $name }
row-vote = vote
row-coupled-vote = coupled vote
