"""Training pictures of a run, and the probe pictures of its snapshots."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor

from capsviz.config import LabelSet
from capsviz.data.pictures import Learning, Pictures
from capsviz.data.samples import first_sample, sample_pictures, samples
from capsviz.data.sets import open_public_set
from capsviz.data.sprites import SHAPES, Sprites, sprites
from capsviz.monitoring.settings import PartsSettings, RunSettings
from capsviz.monitoring.snapshot import SCORED_PICTURES, ProbeSet

#: Sprites per epoch of a run: few, so that the first epochs end soon.
SPRITES_PER_EPOCH = 3200
#: Prefixes of the seeds of a run's sprites.
_TRAINING, _VALIDATION, _TEN = 11, 12, 13


@dataclass(frozen=True, slots=True)
class Material:
    """Training material of a run.

    Attributes
    ----------
    learning : its pictures.
    subject : data set and classes.
    factors : factors of the validation pictures, if they are sprites.
    """

    learning: Learning
    subject: LabelSet
    factors: Sprites | None = None


def material(settings: RunSettings | PartsSettings) -> Material:
    """Open a run's data set; raises `CapsvizError` if it cannot be read."""
    side = settings.model.image_size
    if settings.data_set == "sprites" and isinstance(settings, RunSettings):
        shapes = settings.model.classes
        held = sprites(SCORED_PICTURES, (_VALIDATION,), side, shapes)
        learning = Learning(
            lambda number: sprites(SPRITES_PER_EPOCH, (_TRAINING, number), side, shapes).pictures,
            held.pictures,
            "sprites of a seed of their own",
        )
        names = tuple(shape.name for shape in SHAPES[:shapes])
        return Material(learning, LabelSet("sprites", names), held)
    channels = settings.model.channels if isinstance(settings, RunSettings) else 1
    chosen = open_public_set(settings.data_set, side=side, channels=channels)
    return Material(chosen.learning(), chosen.subject)


def probe_set(material: Material, side: int) -> ProbeSet:
    """Return the probe pictures of a run.

    For digits they are drawings made for this project, so that recordings contain no MNIST
    pictures; for sprites they have a seed of their own; for other sets they are validation
    pictures.
    """
    learning = material.learning
    training = learning.training(0)
    held, factors = learning.validation, material.factors
    if held is not None:
        few = _evenly(len(held), SCORED_PICTURES)
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
    pinned = first_sample().digit if material.subject.digits else 0
    return ProbeSet(
        ten.images[ten.labels == pinned][0].float() / 255,
        ten,
        held,
        training.at(_evenly(len(training), SCORED_PICTURES // 2)),
        factors,
    )


def _drawings(side: int) -> Pictures:
    """Return one drawn digit of each class, including the one of the first screen."""
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
    """Return a few evenly spaced indices, always the same."""
    few = min(n, most)
    return torch.arange(few) * n // few
