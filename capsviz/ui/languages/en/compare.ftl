title = Compare
purpose = <b>Compare:</b> one image classified by every network here.
image =
    .aria-label = the image that is compared
drawing-mine = my drawing
compare = compare
to-disputed = disputed digits ↓
fetch = fetch them
networks =
    .aria-label = networks, one a row
networks-table =
    .aria-label = what each network makes of the image
sort =
    .data-before = sort by
head-network = network
head-answer = answer
head-outputs = outputs
head-couplings = couplings <span class="cv-sym" data-sym="c">c</span> with the answer
enlarge = press one to enlarge it
head-reconstruction = reconstruction
    .title = with the sum of squared errors
head-accuracy = accuracy
    .title = with 95 % intervals

## The picture

picture =
    { $kind ->
        [drawing] your drawing
        [empty] an empty drawing
       *[example] an example
    }
picture-test = { $name } { $index }
picture-label =
    { $kind ->
        [digit] digit { $label }
       *[other] { $label }
    }
index-missing = No number is there: type a whole number from 0 to { $last }.
index-wrong = There is no { $name } { $typed }: type a whole number from 0 to { $last }.
picture-still = { $trouble } Shown as before: { $picture }.
loading =
    { $count ->
        [one] One network is
       *[other] { $count } networks are
    } being loaded, which takes some seconds the first time: the rows come then.
more-coming =
    { $count ->
        [one] One more network
       *[other] { $count } more networks
    } to come ({ $size }).
more-offered =
    { $count ->
        [one] One more network
       *[other] { $count } more networks
    } can read it too: { $size } to fetch.
apart = Not compared, since their classes differ: { $networks }.
apart-more = Not compared, since their classes differ: { $networks }, { $more } more.
apart-alone = No other network here has these classes: another one that learns from the same pictures, or has classes of the same names, stands beside it.

## The networks' answers

verdict-all = All { $count } networks predict { $answer }.
verdict-most = { $times } of { $count } networks predict { $answer }; { $others }.
verdict-other = { $networks } { $answer }
differs = differs from most: { $answer }
score =
    { $measure ->
        [length] length
        [activation] activation
        [posterior] posterior
       *[probability] probability
    } { $value }
score-unsure =
    unsure: { $measure ->
        [length] length
        [activation] activation
        [posterior] posterior
       *[probability] probability
    } { $value }
score-none = unsure: none of its objects { $value }
parts-title = Parts and { $objects } objects
couplings = { $count } couplings to { $name }
couplings-no-capsules = no capsules: nothing is routed
couplings-no-labels = learnt without labels: nothing is routed
coupling = type { $type }, row { $row }, column { $column }: c = { $value }
coupling-value = c = { $value }
reconstruction = reconstruction of { $name } by { $network }
reconstruction-error = error
decoder-none = no decoder
accuracy-of =
    of { $pictures ->
        [test] MNIST test digits
       *[validation] validation pictures
    }
accuracy-pictures =
    { $pictures ->
        [test] MNIST test digits
       *[validation] validation pictures
    }
unmeasured = not measured for these weights

## Facts about a network

fact-iterations = iterations
fact-settled = settled from { $iteration } on
fact-one-pass = none: one pass
fact-none = none
fact-time = time here and now
fact-milliseconds = { $time } ms
fact-parameters = parameters
fact-learnt = learnt
fact-without-labels = without labels
fact-named-by = its objects named by
fact-labels = { $labels } labels each
fact-affine = on the affine set
fact-affine-interval = interval there

## Disputed digits

disputed-networks = networks
disputed-digits = disputed test digits
disputed-digit = test digit { $index }
disputed-names = { $answer }: { $networks }
disputed-many = { $answer }: { $count } networks
