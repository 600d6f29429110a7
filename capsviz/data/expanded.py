"""Expanded MNIST: each digit anywhere on a larger canvas (Sabour et al. 2017, section 5.2)."""

from __future__ import annotations

import torch
from jaxtyping import Int, Num
from torch import Tensor

from capsviz.data.augment import center_on_canvas, place_on_canvas
from capsviz.data.pictures import Pictures

#: Height and width of the canvas, in pixels.
SIDE = 40
#: Largest shift of a digit each way: with it, 28 pixels fill 40.
SHIFT = 6
#: Seed of the places that a network is scored on while it is trained.
SCORED_SEED = 2017


def draw_places(n: int, random: torch.Generator) -> Int[Tensor, "n 2"]:
    """Rows down and columns right of the middle, evenly over the canvas; from a CPU generator."""
    return torch.randint(-SHIFT, SHIFT + 1, (n, 2), generator=random)


def expand(
    images: Num[Tensor, "n *c small small"], places: Int[Tensor, "n 2"]
) -> Num[Tensor, "n *c side side"]:
    """Digits of 28 x 28 pixels at these places of the canvas, black around them."""
    return place_on_canvas(images, places.to(images.device), SHIFT)


def place_for_scoring(digits: Pictures) -> Pictures:
    """The digits at the fixed places that networks are scored at."""
    places = draw_places(len(digits), torch.Generator().manual_seed(SCORED_SEED))
    return Pictures(expand(digits.images, places), digits.labels)


def in_the_middle(digits: Pictures) -> Pictures:
    """The digits in the middle of the canvas."""
    return Pictures(center_on_canvas(digits.images, SIDE), digits.labels)
