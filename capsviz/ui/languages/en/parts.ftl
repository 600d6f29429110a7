title = Parts
purpose = <b data-part="what">Draw a digit</b>: it is taken apart into parts that were learnt without a single label.
canvas-heading = you draw
canvas-help =
    .aria-label = What do the colours mean?
colours-explained = Each colour is one <b>part</b>: a template that was learnt from pictures alone, at the place, turn and size that the network finds for it. The network runs in this browser. With the keyboard: focus the canvas, move with the arrow keys, put the pen down and lift it with Space.
canvas =
    .aria-label = drawing canvas
    .aria-description = Arrow keys move the pen, with Shift in finer steps. Space puts the pen down and lifts it. Escape lifts it. Control Z takes back a stroke.
    .aria-roledescription = canvas
begin = Draw a digit here, or take one below.
undo = undo
clear = clear
samples =
    .aria-label = samples
stage-heading = made of parts
stage-help =
    .aria-label = What can I do here?
stage-explained = The same picture painted by its parts alone. Choose a part: drag its middle to move it, the round knob to turn and grow it, the square one to shear it. The objects judge what you made at once. Dashed ellipses are where the chosen object expects its parts; move the object, and they and all parts follow its pose. The error adds up the squared differences between the parts and your drawing.
stage-parts =
    .aria-label = parts on the picture
stage-picture =
    .aria-label = the picture painted by its parts
lay = Press an object: it lies here, made of its parts. Or lay parts of the alphabet.
reset = as drawn
swap = swap two parts
object-move = move the object
part-pose =
    .aria-label = pose of the chosen part
alphabet-heading = the alphabet
alphabet-help =
    .aria-label = What are these?
alphabet-explained = All templates, and under each its <b>presence</b> in the picture, from 0 to 1. A letter names a part; the number of one that is there is its <b>agreement</b> with the object: above 0 it lies where the object expects it, below 0 elsewhere (how much likelier its pose is under the object than any pose, as a natural logarithm). Press one to lay it on the picture or to choose it there, and the chosen one to take it away; a mouse carries it to its place. So a picture is painted out of parts.
alphabet =
    .aria-label = parts
objects-heading = objects
objects-help =
    .aria-label = What are objects?
objects-explained = An <b>object</b> is an arrangement of parts that was learnt without labels: its pose times constant offsets foretells where each part is. The bar is its posterior: how likely the parts are as they lie, shared among the objects and <b>none</b>, for which any pose is alike likely. Swap two parts: the presences still fit, the poses do not, and none wins; with poses ignored nothing changes. Names came afterwards, from a few labelled pictures of each object. While nothing is there, the letters are the parts that an object has; press it to lay them.
network =
    .aria-label = network
objects =
    .aria-label = objects
ignore-poses = ignore poses
named-by = named by <output data-part="labels"></output> an object

## The network

what-digit = Draw a digit
what-picture = Take a picture, or draw one
network-title =
    { $name }: { $objects } objects{ $poses ->
        [0] {" "}that ignore poses
       *[1] { "" }
    }
labels =
    { $count ->
        [one] 1 label
       *[other] { $count } labels
    }
naming = So { $percent } % of validation pictures are right.

## Parts and objects

error = error { $error }
handle =
    { $handle ->
        [turn] turn, size
        [shear] shear
       *[move] move
    }
part = part { $letter }
part-there = part { $letter }, presence { $presence }
part-agrees = part { $letter }, presence { $presence }, agreement { $agreement }
agreement = number: agreement with object { $number }
object = object { $number }: { $name }, { $share }
object-none = none
verdict = { $name } (object { $number }): { $percent } %
verdict-nothing = no part is there
verdict-none = none of the objects: { $percent } %
