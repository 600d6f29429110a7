"""What a network of parts makes of many pictures, without their labels."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float, UInt8
from torch import Tensor

from capsviz.model.parts import PartsNetwork

#: Pictures read at a time where nothing learns.
READ = 500


@torch.no_grad()
def read_parts_of(
    model: PartsNetwork, images: UInt8[Tensor, "n side side"]
) -> tuple[Float[Tensor, "n M 2 3"], Float[Tensor, "n M"]]:
    """Poses and presences of the parts in many pictures."""
    device = next(model.parameters()).device
    read = [model.parts(piece.to(device).float() / 255) for piece in images.split(READ)]
    return torch.cat([each.x for each in read]), torch.cat([each.d for each in read])


@dataclass(frozen=True, slots=True)
class PartsScores:
    """What was found on n pictures.

    Attributes
    ----------
    sse : mean over pictures of the summed squared error of what the parts paint.
    parts : mean number of parts present in a picture, whose presence is above one half.
    used : by part, the share of pictures in which it is present.
    guesses : the object of each picture, by the likelihood of its parts.
    """

    sse: float
    parts: float
    used: Float[Tensor, " M"]
    guesses: Tensor


@torch.no_grad()
def score(model: PartsNetwork, images: UInt8[Tensor, "n side side"]) -> PartsScores:
    """Look at pictures, without their labels."""
    device = next(model.parameters()).device
    error, present, guesses = 0.0, [], []
    for piece in images.split(READ):
        x = piece.to(device).float() / 255
        parts, objects = model(x)
        error += float((model.paint(parts) - x.flatten(1)).square().sum())
        present.append(parts.d > 0.5)
        guesses.append(objects.log_likelihood.argmax(1).cpu())
    used = torch.cat(present).float().mean(0).cpu()
    return PartsScores(error / len(images), float(used.sum()), used, torch.cat(guesses))
