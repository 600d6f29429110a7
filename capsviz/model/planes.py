"""Pictures as convolutions take them, whether they are grey or in colour."""

from __future__ import annotations

from jaxtyping import Shaped
from torch import Tensor


def planes(
    images: Shaped[Tensor, "batch *c side side"],
) -> Shaped[Tensor, "batch channels side side"]:
    """The same with an axis of channels, which grey pictures may lack."""
    return images.unsqueeze(1) if images.ndim == 3 else images


def channels_last(
    images: Shaped[Tensor, "batch *c side side"],
) -> Shaped[Tensor, "batch side side channels"]:
    """The same with the channels of a pixel side by side."""
    return planes(images).permute(0, 2, 3, 1)
