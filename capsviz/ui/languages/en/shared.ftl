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
coupling-scale = coupling coefficient <span class="cv-sym" data-sym="c">c</span> to <b data-part="scale-capsule">0</b> <span class="cv-scale-bar" data-part="scale-bar"></span>

## The verdict on a reading

answer-empty = no { $thing }: the canvas is empty.
answer-two =
    { $name } or { $other }: { $measure ->
        [length] lengths
       *[other] activations
    } { $longest } and { $next }, both plausible{ $count ->
        [0] { "" }
       *[other]
            { " " }(all { $count ->
                [2] two
                [3] three
                [4] four
                [5] five
                [6] six
                [7] seven
                [8] eight
                [9] nine
                [10] ten
                [11] eleven
               *[other] { $count }
            } share 1)
    }.
answer-none =
    no { $thing }: { $measure ->
        [length] every capsule is short, the longest
       *[other] no capsule is active enough, the most active
    } is { $name } with { $longest }.
answer-misfit =
    { $name }, { $measure ->
        [length] length
       *[other] activation
    } { $longest }, but its reconstruction does not fit the input: perhaps { $thing ->
        [digit] no digit
       *[other] none of its classes
    } at all.
answer-clear =
    { $name }, { $measure ->
        [length] length
       *[other] activation
    } { $longest }; runner-up { $other }, { $measure ->
        [length] length
       *[other] activation
    } { $next }.

## Pictures to begin with

picture-begin = draw or upload one
picture-none = There is no picture yet: { $element }.
samples-none = No samples can be shown here: draw one, upload a picture or take one.
sample-name = sample: { $name }
sample-hand = { $digit }-{ $hand }
sample-either = { $one }-or-{ $other }
sample-class = { $name } { $number }
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
dimension-loose = loosely { $name }
dimension-sure = { $name } ✓
dimension-place = { $name } { $place }/{ $count }
list-unit = { $before }, { $next }
list-numbers = { $before }, { $next }
list-sentences = { $before } { $next }
list-dots = { $before } · { $next }
sentence = { $text }.
named = { $name }: { $value }
labelled = { $label }: { $element }
with-value = { $name } ({ $value })
percent = { $value } %
interval = { $low } to { $high }
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
        [hue] hue
        [brightness] brightness
       *[other] { $form }
    }
factor-explained = { $label }, R² { $r2 }
factor-read = { $label }, the pose says { $value }
factor-turn =
    { $factor ->
        [azimuth] azimuth
       *[elevation] elevation
    } { $value }
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
        [coming] the network is still loading: results come when it is here
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
drawing-full = the drawing is full: undo something or clear it
other-load = load
other-draw = draw one yourself

## What a page was asked for

# $reason is one of the program's sentences, without its full stop.
link-unopened = This link could not be opened: { $reason }.
link-elsewhere = the link is for the page “{ $page }”
link-network = there is no network “{ $name }” here
link-lesson = there is no such lesson
link-run = there is no run “{ $name }” here
network-unknown = There is no network “{ $name }” here: choose one of { $known }.
network-gone = The network “{ $name }” is no longer here: this is “{ $now }”.
kept-unusable =
    The { $what ->
        [settings] settings
        [drawing] drawing
       *[view] view
    } that this tab had kept cannot be used: { $reason }.
network-mistake = { $name } makes a mistake: { $mistake }.
digits-alone =
    { $page ->
        [overlap] Overlap is
        [claims] Each claim that is tried by hand here is
       *[learn] The lessons and the tour are
    } about digits alone: the network that you chose does not classify them.
picker-label =
    { $label ->
        [pictures] pictures
       *[network] network
    }
# $title is English, as the program has it; $key is the same in lower case with hyphens, such as
# two-digits, no-capsules, routing-in-iterations, routing-in-one-pass, your-own, data-sets.
picker-group =
    { $key ->
       *[other] { $title }
    }
# $title is English, as the program has it; $key is the same in lower case with hyphens. So are the
# names of networks, classes and data sets.
network-name =
    { $key ->
       *[other] { $title }
    }
class-name =
    { $key ->
       *[other] { $title }
    }
set-name =
    { $key ->
       *[other] { $title }
    }

## A published site

site-chosen-again = { $title } is chosen again.
site-memory-choose = This device has little memory: if { $title } is slow or fails here, choose { $other }.
site-memory-close = This device has little memory: if { $title } is slow or fails here, close other tabs.
site-coming = { $title } is coming.
site-coming-meanwhile = { $title } is coming; { $other } answers now.

## Networks that a browser runs

network-unfit = This browser cannot run a network: it needs WebAssembly with SIMD, as all browsers since 2023 have.
network-large = This device has too little memory for this network: choose a smaller one, and close other tabs.
network-away = This browser does not keep that network, and the site cannot be reached now.
network-damaged = A file that is needed here is missing or damaged. If loading the page again does not help, tell whoever published it.
network-unread = The network could not be run here: { $reason }.

## Picture files

file-empty = this file is empty: choose a PNG, JPEG, GIF, WebP or BMP file
file-large = this file has { $has } MB: choose one of at most { $most } MB
file-svg = SVG drawings cannot be read here: choose a PNG, JPEG, GIF, WebP or BMP file
file-film = HEIC and video files cannot be read by this browser: choose a PNG, JPEG, GIF, WebP or BMP file
file-none = this file is no picture that can be read by this browser: choose a PNG, JPEG, GIF, WebP or BMP file
file-pixels = this picture has { $width } x { $height } pixels: choose one of at most { $most } megapixels
file-damaged = this picture is damaged or cut short: save it again, or choose another one
file-nothing = there is nothing to see in this picture: choose one with a digit on plain paper
file-narrow = this picture is too small or too narrow: choose one at least 8 pixels wide and high
file-several = there are several digits in this picture: crop it to one of them
file-memory = this picture needs too much memory: choose a smaller one
file-scripts = the scripts that read pictures did not come: load this page again
## Charts of measured results, and the tables that they are saved as

number = { $value }
chart-zoom = zoom
chart-pan = pan
chart-zoom-in = zoom in
chart-zoom-out = zoom out
chart-reset = reset the axes
file-series = series
file-low = low
file-high = high
file-name = name
file-value = value
file-column = column
file-row = row
file-text = text

## Blocks of a network

block-votes = votes
block-routing = routing
block-capsules = capsules
block-picture = picture
block-painting = it paints
block-decoder = decoder
block-residual = residual { $number }
block-weights = { $count } weights

## How a network differs from the published one

# $published is English, as the program has it; a language words it by the $build of the network, the
# name of its $routing and the number of its $classes.
network-published =
    { $build ->
        [efficient]
            { $routing ->
                [attention]
                    { $classes ->
                       *[other] { $published }
                    }
               *[other] { $published }
            }
       *[other] { $published }
    }
