"""Expanded MNIST: each digit anywhere on a larger canvas (Sabour et al. 2017, section 5.2)."""

from __future__ import annotations

import torch
from jaxtyping import Int, Num
from torch import Tensor

from capsviz.data.augment import center_on_canvas, place_on_canvas
from capsviz.data.pictures import Pictures

#: Height and width of the canvas, in pixels.
SIDE = 40
#: Maximum shift of a digit each way, from 28 to 40 pixels.
SHIFT = 6
#: Seed of the fixed positions used for validation during training.
VALIDATION_SEED = 2017


def draw_places(n: int, random: torch.Generator) -> Int[Tensor, "n 2"]:
    """Draw positions uniformly over the canvas, rows down and columns right of the middle."""
    return torch.randint(-SHIFT, SHIFT + 1, (n, 2), generator=random)


def expand(
    images: Num[Tensor, "n *c small small"], places: Int[Tensor, "n 2"]
) -> Num[Tensor, "n *c side side"]:
    """Place digits of 28 x 28 pixels on the canvas, zero-padded."""
    return place_on_canvas(images, places.to(images.device), SHIFT)


def place_for_scoring(digits: Pictures) -> Pictures:
    """Place the digits at the fixed positions for validation."""
    places = draw_places(len(digits), torch.Generator().manual_seed(VALIDATION_SEED))
    return Pictures(expand(digits.images, places), digits.labels)


def centre(digits: Pictures) -> Pictures:
    """Place the digits in the middle of the canvas."""
    return Pictures(center_on_canvas(digits.images, SIDE), digits.labels)
