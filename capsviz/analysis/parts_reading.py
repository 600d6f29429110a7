"""What a network of parts and objects makes of one picture, as plain numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32

from capsviz.model.parts.object_capsules import ANYWHERE
from capsviz.model.parts.part_capsules import compose
from capsviz.tracing import as_images
from capsviz.training.checkpoint import PartsCheckpoint


@dataclass(frozen=True, slots=True)
class PartsReading:
    """One picture taken apart, M parts and K objects.

    Attributes
    ----------
    image : the picture, 0..1.
    ink : the templates, 0..1.
    presences : of each part, 0..1.
    painted : each template at its pose, 0..1.
    reconstruction : the picture that the parts make together, 0..1.
    posterior : of each object and, last, of none of them; sums to 1.
    expected : what each object expects, painted by the presences that it expects.
    agreement : how far each part is where each object expects it: its pose's log likelihood beyond
        that of any pose, times its presence; above 0 it speaks for the object.
    classes : by object, the class that a few labels gave it.
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

    def shares(self, classes: int) -> Float32[np.ndarray, " J"]:
        """Posterior of each class: of all objects that have its name."""
        found = np.zeros(classes, np.float32)
        np.add.at(found, list(self.classes), self.posterior[:-1])
        return found


@torch.no_grad()
def read_picture(loaded: PartsCheckpoint, image: object) -> PartsReading:
    """Take one picture apart.

    Parameters
    ----------
    image : as for `capsviz.trace`, one of them.

    Raises
    ------
    CapsvizError : it has another size than the network reads.
    """
    model, side = loaded.model, loaded.model.config.image_size
    x = as_images(image, model.config.format)[:1].to(next(model.parameters()).device)
    parts, objects = model(x)
    often = torch.sigmoid(model.objects.presence)
    expected = compose(often, model.parts.paint_at(objects.mu[0]))
    agreement = parts.d[:, None] * (model.objects.log_p_of_pose(parts.x, objects.mu) - ANYWHERE)
    found = [
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
    return PartsReading(*(each[0].cpu().numpy() for each in found), classes=classes)
