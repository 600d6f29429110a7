### Messages of the report of a drawing, a file of its own.

input-heading = Network input and reconstruction
picture-input =
    .aria-label = the input
caption-input = input
picture-reconstruction =
    .aria-label = the reconstruction
picture-difference =
    .aria-label = reconstruction minus input: red is added, blue is missing
caption-difference = difference, squared error <b data-part="error"></b>
dimensions-heading = The <span data-part="dimensions"></span> dimensions
decoded-in-python = What decodes this network's poses runs in Python alone: each capsule's picture came with this file, and the sliders only show its numbers.
lengths-heading = Capsule outputs
iteration-slider = iteration
lengths-choose = Choose one to follow its capsule: its reconstruction, its dimensions, and the couplings below.
couplings-heading = Couplings
couplings-explained = One tile for each type of input capsule, one pixel for each place. Green: more than an even share, violet: less.
network-heading = The whole network
network-explained = From the picture to the picture that it paints, block by block: of feature maps those that answer most, of capsules what they send to the winner, of votes and routing types by classes, of the decoder its hidden units.
apart-heading = Taken apart without labels
settings =
    Model { $name }, { $iterations ->
        [1] one pass
       *[other] { $iterations } iterations
    }, { $drawn ->
        [centred] centred and scaled like MNIST
       *[other] as it was drawn
    }.
iteration-of = { $iteration } of { $iterations }
capsule-length =
    capsule { $name }, { $measure ->
        [length] length
       *[other] activation
    } { $value }
decoded-by = remembered by capsule { $name }
couplings-share = Share of each input capsule that goes to capsule { $name } in iteration { $iteration }.
apart-words = The network “{ $network }” learnt without labels. { $there } of its { $parts } parts are in this picture. Its likeliest object, number { $object }, which a few labels named { $name } afterwards, has a posterior of { $posterior }; that it is none of them, { $none }. Agreement above 0: the part lies where that object expects it.
apart-all = all parts
apart-part = part { $letter }
apart-presence = presence { $presence }
apart-agreement = agreement { $agreement }
painted-by = { $name } painted
