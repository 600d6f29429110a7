"""Sample pictures for every network."""

from __future__ import annotations

import functools

import numpy as np
from jaxtyping import UInt8
from PIL import Image

from capsviz.config import DIGITS, LabelSet
from capsviz.data import colours, sprites
from capsviz.data.drawing import RASTER_SIDE, Drawing
from capsviz.data.garments import garments
from capsviz.data.pictures import Pictures
from capsviz.data.samples import Sample, first_sample, samples
from capsviz.data.sets import SETS, open_set
from capsviz.data.vision import Fashion
from capsviz.errors import CapsvizError

#: Maximum number of pictures per class, and of all classes together unless each has one.
MAX_PER_CLASS, MAX_SAMPLES = 3, 36
#: Seed of the sprites on display, used by no training and no test.
_SEED = 4


def gallery(subject: LabelSet, stored: Pictures | None = None) -> tuple[Sample, ...]:
    """Return samples of each class of a network; empty if no picture is available.

    Digits and clothes are drawings made for this project, sprites are rendered. Other samples are
    the checkpoint's own pictures, or else validation pictures of the data set if it is on this
    machine; no network was trained on either. Without them, other sets of digits, such as USPS and
    users' networks for ten digits, get MNIST's drawings.

    `stored` are the pictures in its checkpoint.
    """
    if subject.digits:
        return samples()
    n = max(1, min(MAX_PER_CLASS, MAX_SAMPLES // len(subject.classes)))
    pictures = _draw(subject, n) or (stored and stored.some(n)) or _validation(subject, n)
    if not pictures:
        return samples() if subject.classes == DIGITS.classes else ()
    counts = dict.fromkeys(range(len(subject.classes)), 0)
    results = []
    for image, label in zip(pictures.images.numpy(), pictures.labels.tolist(), strict=True):
        counts[label] += 1
        name = f"{subject.classes[label]} {counts[label]}"
        results.append(Sample(name, label, "picture", Drawing(base=raster(image).tobytes())))
    return tuple(results)


def first_drawing(subject: LabelSet, stored: Pictures | None = None) -> Drawing:
    """Return the drawing of the first screen; an empty one without samples."""
    if subject.digits:
        return first_sample().drawing
    pictures = gallery(subject, stored)
    return pictures[0].drawing if pictures else Drawing()


def raster(image: UInt8[np.ndarray, "*c side side"]) -> UInt8[np.ndarray, "*c 112 112"]:
    """Convert a picture to a drawing's raster; a network of its size receives the same pixels."""
    if image.ndim == 3:
        return np.stack([raster(plane) for plane in image])
    side = len(image)
    if RASTER_SIDE % side == 0:
        return np.kron(image, np.ones((RASTER_SIDE // side, RASTER_SIDE // side), np.uint8))
    return np.asarray(
        Image.fromarray(image).resize((RASTER_SIDE, RASTER_SIDE), Image.Resampling.NEAREST)
    )


def _draw(subject: LabelSet, per_class: int) -> Pictures | None:
    if subject == Fashion().subject:
        return garments()
    for data_set, draw in (
        (sprites.SpriteSet(), sprites.sprites),
        (colours.ColourSet(), colours.coloured_sprites),
    ):
        if subject == data_set.subject:
            drawings = draw(100 * len(data_set.classes), (_SEED,), RASTER_SIDE)
            return drawings.pictures.some(per_class)
    return None


@functools.cache
def _validation(subject: LabelSet, per_class: int) -> Pictures | None:
    """Return validation pictures of the set; None if it is not on this machine."""
    if subject.data_set not in SETS:
        return None
    try:
        data_set = open_set(subject.data_set)
        validation = data_set.learning().validation if data_set.subject == subject else None
    except CapsvizError:
        return None
    return validation and validation.some(per_class)


def test_pictures(subject: LabelSet) -> Pictures:
    """Return the test pictures for a network.

    Raises `CapsvizError` if they are not on this machine.
    """
    if subject.data_set not in SETS:
        raise CapsvizError(
            f"the location of the pictures of {subject.data_set!r} is unknown: a checkpoint only "
            "keeps their classes"
        )
    data_set = open_set(subject.data_set)
    if data_set.classes != subject.classes:
        raise CapsvizError(f"the classes of {subject.data_set!r} are others here")
    return data_set.test()
