"""Outputs of a network of parts and objects for one picture, as plain numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32

from capsviz.model.parts.object_capsules import UNIFORM_LOG_DENSITY
from capsviz.model.parts.part_capsules import compose
from capsviz.tracing import as_images
from capsviz.training.checkpoint import PartsCheckpoint


@dataclass(frozen=True, slots=True)
class PartsReading:
    """One picture decomposed into M parts and K objects.

    Attributes
    ----------
    image : the picture, 0..1.
    ink : the templates, 0..1.
    presences : presence of each part, 0..1.
    painted : each template at its pose, 0..1.
    reconstruction : reconstruction from all parts, 0..1.
    posterior : posterior of each object and, last, of no object; sums to 1.
    expected : parts that each object predicts, painted by their predicted presences.
    agreement : evidence of each part for each object: log-likelihood of its pose relative to the
        background's, times its presence; positive values favour the object.
    classes : class of each object, assigned from a few labels.
    """

    image: Float32[np.ndarray, "side side"]
    ink: Float32[np.ndarray, "M T T"]
    presences: Float32[np.ndarray, " M"]
    painted: Float32[np.ndarray, "M side side"]
    reconstruction: Float32[np.ndarray, "side side"]
    posterior: Float32[np.ndarray, " each"]
    expected: Float32[np.ndarray, "K side side"]
    agreement: Float32[np.ndarray, "K M"]
    classes: tuple[int, ...]

    @property
    def present(self) -> list[int]:
        """The parts that are likely present, the likeliest first."""
        return [int(m) for m in (-self.presences).argsort() if self.presences[m] > 0.5]

    @property
    def likeliest(self) -> int:
        """The object with the greatest posterior."""
        return int(self.posterior[:-1].argmax())

    def shares(self, classes: int) -> Float32[np.ndarray, " J"]:
        """Posterior of each class: the sum over its objects."""
        totals = np.zeros(classes, np.float32)
        np.add.at(totals, list(self.classes), self.posterior[:-1])
        return totals


def part_letter(part: int) -> str:
    """Return the letters of a part, counted from 0: A to Z, then AA, AB."""
    above, index = divmod(part, 26)
    return (part_letter(above - 1) if above else "") + chr(ord("A") + index)


@torch.no_grad()
def read_picture(loaded: PartsCheckpoint, image: object) -> PartsReading:
    """Decompose one picture into parts and objects.

    Raises `CapsvizError` if the image does not have the network's input size.

    `image` is as for `capsviz.trace`.
    """
    model, side = loaded.model, loaded.model.config.image_size
    x = as_images(image, model.config.format)[:1].to(next(model.parameters()).device)
    parts, objects = model(x)
    presences = torch.sigmoid(model.objects.presence)
    expected = compose(presences, model.parts.paint_at(objects.mu[0]))
    agreement = parts.d[:, None] * (
        model.objects.log_p_of_pose(parts.x, objects.mu) - UNIFORM_LOG_DENSITY
    )
    outputs = [
        x,
        model.parts.ink()[None],
        parts.d,
        model.parts.paint(parts.g).unflatten(2, (side, side)),
        model.paint(parts).unflatten(1, (side, side)),
        model.read(parts, objects),
        expected[None].unflatten(2, (side, side)),
        agreement,
    ]
    classes = tuple(loaded.training["naming"][-1]["classes"])
    return PartsReading(*(output[0].cpu().numpy() for output in outputs), classes=classes)
