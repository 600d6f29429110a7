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
        validation = sprites(SCORED_PICTURES, (_VALIDATION,), side, shapes)
        learning = Learning(
            lambda number: sprites(SPRITES_PER_EPOCH, (_TRAINING, number), side, shapes).pictures,
            validation.pictures,
            "sprites of a seed of their own",
        )
        names = tuple(shape.name for shape in SHAPES[:shapes])
        return Material(learning, LabelSet("sprites", names), validation)
    channels = settings.model.channels if isinstance(settings, RunSettings) else 1
    dataset = open_public_set(settings.data_set, side=side, channels=channels)
    return Material(dataset.learning(), dataset.subject)


def probe_set(material: Material, side: int) -> ProbeSet:
    """Return the probe pictures of a run.

    For digits they are drawings made for this project, so that recordings contain no MNIST
    pictures; for sprites they have a separate seed; for other sets they are validation pictures.
    """
    learning = material.learning
    training = learning.training(0)
    validation, factors = learning.validation, material.factors
    if validation is not None:
        rows = _spaced_indices(len(validation), SCORED_PICTURES)
        validation = validation.at(rows)
        factors = factors and Sprites(validation.images, validation.labels, factors.factors[rows])
    classes = len(material.subject.classes)
    if material.subject.digits:
        examples = _drawings(side)
    elif material.subject.data_set == "sprites":
        examples = sprites(40, (_TEN,), side, classes).pictures.some(-(-10 // classes))
        examples = examples.at(torch.arange(min(10, len(examples))))
    else:
        examples = (validation or training).some(max(1, 10 // classes))
        examples = examples.at(torch.arange(min(10, len(examples))))
    pinned = first_sample().digit if material.subject.digits else 0
    return ProbeSet(
        examples.images[examples.labels == pinned][0].float() / 255,
        examples,
        validation,
        training.at(_spaced_indices(len(training), SCORED_PICTURES // 2)),
        factors,
    )


def _drawings(side: int) -> Pictures:
    """Return one drawn digit of each class, including the one of the first screen."""
    pictures, indices = sample_pictures(side), {}
    for i, sample in enumerate(samples()):
        if sample.rival is None:
            indices.setdefault(sample.digit, i)
        if sample == first_sample():
            indices[sample.digit] = i
    rows = [indices[digit] for digit in sorted(indices)]
    images = torch.from_numpy((pictures[rows] * 255).round()).to(torch.uint8)
    return Pictures(images, torch.tensor(sorted(indices)))


def _spaced_indices(n: int, maximum: int) -> Int[Tensor, " few"]:
    """Return a few evenly spaced indices, always the same."""
    count = min(n, maximum)
    return torch.arange(count) * n // count
