### Messages that several pages share.


## A network and its classes

classes-find = find one of { $count } classes
classes-find-hint = the { $shown } largest; find one of { $count }
channels =
    { $channels ->
        [2] Pixels have two channels, each from 0 to 1: the first is shown in red, the second in cyan, so that equal ones are grey.
        [3] Pixels have red, green and blue, each from 0 to 1.
       *[4] Pixels have four channels, each from 0 to 1: the first three are shown, as red, green and blue.
    }
network-choose = choose { $name }
network-choose-size = choose { $name } ({ $size })
size-megabytes = { $size } MB

## Pictures to begin with

picture-begin = draw or upload one
picture-none = There is no picture yet: { $element }.
samples-none = No samples can be shown here: draw one, upload a picture or take one.
sample-name = sample: { $name }
test-picture =
    { $title } test { $set ->
        [mnist] digit
       *[other] picture
    }

## Sliders

sliders =
    { $what ->
        [factor] factors of the object
       *[dimension] dimensions of the capsule
    }
sliders-reset = reset all
slider-number =
    { $what ->
        [factor] factor
       *[dimension] dimension
    } { $number }
slider-named =
    { $what ->
        [factor] factor
       *[dimension] dimension
    } { $number }, { $name }
slider-reset =
    reset this { $what ->
        [factor] factor
       *[dimension] dimension
    } (double-click or Backspace)
slider-reset-number =
    reset { $what ->
        [factor] factor
       *[dimension] dimension
    } { $number }
slider-value = { $value }, original { $original }
# $name is English, as the program has it; $key is the same with hyphens, such as local-detail.
dimension-name =
    { $key ->
        [x] x position
        [y] y position
       *[other] { $name }
    }
dimension-confirmed = { $name }; real test pictures agree
# $name is English, as the program has it; $key is the same with hyphens.
measure-name =
    { $key ->
        [x] horizontal position
        [y] vertical position
       *[other] { $name }
    }
factor-name =
    { $factor ->
        [x] to the right
        [y] down
        [rotation] rotation, counter-clockwise
        [size] size
        [azimuth] azimuth, counter-clockwise
        [elevation] elevation of the camera
        [light] light, to the right
        [hue] hue, from red over green and blue
        [brightness] brightness
       *[other] { $form }
    }
factor-explained = { $label }, R² { $r2 }
factor-read = { $label }, the pose says { $value }
play-start = play
play-pause = pause

## Another routing

# $title is English, as the program has it; a language words it by the $name of the routing.
what-if-title =
    { $name ->
       *[other] { $title }
    }
what-if-plain = What if: { $title }. The weights were learnt with dynamic routing, not with this.
what-if-set = What if: { $title }, { $symbol } = { $number }. The weights were learnt with dynamic routing, not with this.
what-if-routing = routing
what-if-steps = steps
what-if-steps-title = steps along the equation
what-if-none = its own
what-if-end = back to its own

## Figures, and saving them

save-figure = save { $title }
save-figure-as = save { $title } as { $kind }
background = background of saved pictures
background-name =
    { $background ->
        [light] light
        [dark] dark
       *[none] none
    }
caption-choice = title and caption
caption-network = network { $network }
chart-this = this figure
chart-failed = This chart cannot be drawn: { $reason }. Its numbers are in the CSV file.
charts-away = charts cannot be fetched now
sections-again = try again
sections-table = table

## Links and the connection

link-copy = copy link
link-copied = link copied
link-damaged = the link is damaged, perhaps cut off
link-long = the link is longer than { $most } characters
link-version = the link was made by another version of capsviz
excerpt-unknown =
    This page knows no “{ $name }” to { $key ->
        [lock] lock
       *[show] show
    }: choose of { $few }.
excerpt-task-long = The task of this link has more than { $most } characters.
live-state =
    { $state ->
        [requests] no live connection: results come a little slower
        [slow] the server is busy: results come late
        [late] this device is still at work: results come late
       *[lost] connection lost, what you do is kept; results return when it is back
    }
live-old = Older than what you have set: these results are yet to catch up.
server-away = The server cannot be reached: try again when the connection is back.
server-refused = The server refused this ({ $status }): try again.
app-needed = This needs the app: it cannot be done in this copy of a page.
other-digit =
    another { $thing ->
        [class] picture
       *[other] { $thing }
    }
other-samples =
    .aria-label = samples
other-test = MNIST test digit
other-load = load
other-draw = draw one yourself
