"""Channel axes of pictures for convolutions, grey or in colour."""

from __future__ import annotations

from jaxtyping import Shaped
from torch import Tensor


def planes(
    images: Shaped[Tensor, "batch *c side side"],
) -> Shaped[Tensor, "batch channels side side"]:
    """Add an axis of channels to grey pictures."""
    return images.unsqueeze(1) if images.ndim == 3 else images


def channels_last(
    images: Shaped[Tensor, "batch *c side side"],
) -> Shaped[Tensor, "batch side side channels"]:
    """Move the channels to the last axis."""
    return planes(images).permute(0, 2, 3, 1)
