"""Unsupervised outputs of a network of parts for many pictures."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float, UInt8
from torch import Tensor

from capsviz.model.parts import PartsNetwork

#: Batch size in evaluation.
BATCH_SIZE = 500


@torch.no_grad()
def read_parts_of(
    model: PartsNetwork, images: UInt8[Tensor, "n side side"]
) -> tuple[Float[Tensor, "n M 2 3"], Float[Tensor, "n M"]]:
    """Return poses and presences of the parts in many pictures."""
    device = next(model.parameters()).device
    outputs = [model.parts(chunk.to(device).float() / 255) for chunk in images.split(BATCH_SIZE)]
    return torch.cat([output.x for output in outputs]), torch.cat([output.d for output in outputs])


@dataclass(frozen=True, slots=True)
class PartsScores:
    """Results on n pictures.

    Attributes
    ----------
    sse : mean summed squared error of the parts' reconstruction.
    parts : mean number of parts per picture with a presence above one half.
    used : share of pictures in which each part is present.
    guesses : likeliest object of each picture, by its parts.
    """

    sse: float
    parts: float
    used: Float[Tensor, " M"]
    guesses: Tensor


@torch.no_grad()
def score(model: PartsNetwork, images: UInt8[Tensor, "n side side"]) -> PartsScores:
    """Evaluate pictures without their labels."""
    device = next(model.parameters()).device
    error, present, guesses = 0.0, [], []
    for chunk in images.split(BATCH_SIZE):
        x = chunk.to(device).float() / 255
        parts, objects = model(x)
        error += float((model.paint(parts) - x.flatten(1)).square().sum())
        present.append(parts.d > 0.5)
        guesses.append(objects.log_likelihood.argmax(1).cpu())
    used = torch.cat(present).float().mean(0).cpu()
    return PartsScores(error / len(images), float(used.sum()), used, torch.cat(guesses))
