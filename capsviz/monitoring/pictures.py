"""What a run learns from, and the pictures that it is looked at with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from jaxtyping import Int
from torch import Tensor

from capsviz.config import LabelSet
from capsviz.data.pictures import Learning, Pictures
from capsviz.data.samples import first_sample, sample_pictures, samples
from capsviz.data.sets import open_public_set
from capsviz.data.sprites import SHAPES, Sprites, sprites
from capsviz.monitoring.settings import PartsSettings, RunSettings
from capsviz.monitoring.snapshot import SCORED, ProbeSet

#: Sprites in a pass of a run: few, so that the first are drawn at once.
PASS = 3200
#: What the seeds of a run's sprites begin with.
_TRAINING, _VALIDATION, _TEN = 11, 12, 13


@dataclass(frozen=True, slots=True)
class Material:
    """What a run learns from.

    Attributes
    ----------
    learning : its pictures.
    subject : what they are.
    factors : of the validation pictures, where they are sprites.
    """

    learning: Learning
    subject: LabelSet
    factors: Sprites | None = None


def material(settings: RunSettings | PartsSettings, root: Path | None = None) -> Material:
    """Open a run's data set; raises `CapsvizError` where it cannot be read."""
    side = settings.model.image_size
    if settings.data_set == "sprites" and isinstance(settings, RunSettings):
        shapes = settings.model.classes
        held = sprites(SCORED, (_VALIDATION,), side, shapes)
        learning = Learning(
            lambda number: sprites(PASS, (_TRAINING, number), side, shapes).pictures,
            held.pictures,
            "sprites of a seed of their own",
        )
        names = tuple(shape.name for shape in SHAPES[:shapes])
        return Material(learning, LabelSet("sprites", names), held)
    channels = settings.model.channels if isinstance(settings, RunSettings) else 1
    chosen = open_public_set(settings.data_set, root, side=side, channels=channels)
    return Material(chosen.learning(), chosen.subject)


def probe_set(material: Material, side: int, first: Pictures | None = None) -> ProbeSet:
    """The pictures to look at a run with.

    Of digits they are drawings of our own, so that no picture of MNIST's is kept in a film;
    of sprites some of a seed of their own; of other sets validation pictures.

    Parameters
    ----------
    first : one picture to pin in place of the usual one.
    """
    learning = material.learning
    training = learning.training(0)
    held, factors = learning.validation, material.factors
    if held is not None:
        few = _evenly(len(held), SCORED)
        held = held.at(few)
        factors = factors and Sprites(held.images, held.labels, factors.factors[few])
    classes = len(material.subject.classes)
    if material.subject.digits:
        ten = _drawings(side)
    elif material.subject.data_set == "sprites":
        ten = sprites(40, (_TEN,), side, classes).pictures.some(-(-10 // classes))
        ten = ten.at(torch.arange(min(10, len(ten))))
    else:
        ten = (held or training).some(max(1, 10 // classes))
        ten = ten.at(torch.arange(min(10, len(ten))))
    pinned = first or ten.at(torch.tensor([_first(material, ten)]))
    return ProbeSet(
        pinned.images[0].float() / 255,
        ten,
        held,
        training.at(_evenly(len(training), SCORED // 2)),
        factors,
    )


def _first(material: Material, ten: Pictures) -> int:
    """Which of them is pinned."""
    wanted = first_sample().digit if material.subject.digits else 0
    return int((ten.labels == wanted).nonzero()[0, 0])


def _drawings(side: int) -> Pictures:
    """One drawn digit of each class, the one on the first screen among them."""
    pictures, chosen = sample_pictures(side), {}
    for at, sample in enumerate(samples()):
        if sample.rival is None:
            chosen.setdefault(sample.digit, at)
        if sample == first_sample():
            chosen[sample.digit] = at
    rows = [chosen[digit] for digit in sorted(chosen)]
    images = torch.from_numpy((pictures[rows] * 255).round()).to(torch.uint8)
    return Pictures(images, torch.tensor(sorted(chosen)))


def _evenly(n: int, most: int) -> Int[Tensor, " few"]:
    """Positions of the same few each time, evenly from the whole."""
    few = min(n, most)
    return torch.arange(few) * n // few
