"""Coloured sprites: the shapes of `capsviz.data.sprites` with known hue and brightness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Float64, Int, UInt8
from torch import Tensor

from capsviz.data import sprites
from capsviz.data.sprites import DrawnSet, Sprites

#: The factors of a coloured sprite: those of a sprite, the hue in degrees (red 0, green 120, blue
#: 240) and the brightness, as in the colour model HSV (Smith 1978).
FACTORS = (*sprites.FACTORS, "hue", "brightness")
#: Maximum hue in degrees, after which hues repeat; range of the brightness; saturation of all.
TURN, BRIGHTNESS, SATURATION = 360.0, (0.4, 1.0), 0.8


def draw(
    labels: Int[Tensor, " n"], factors: Float[Tensor, "n 7"], side: int = 28
) -> UInt8[Tensor, "n 3 side side"]:
    """Draw coloured sprites on black with given factors, in red, green and blue.

    `labels` are indices into `SHAPES`, `factors` values of `FACTORS`; the side is in pixels.
    """
    ink = sprites.draw(labels, factors[:, : len(sprites.FACTORS)], side)
    colour = _red_green_blue(*factors.T[-2:])
    return (ink[:, None] * colour[..., None, None]).round().to(torch.uint8)


def _red_green_blue(hue: Float[Tensor, " n"], brightness: Float[Tensor, " n"]) -> Tensor:
    """Return shares of red, green and blue, [n, 3] (Smith 1978, in one line per channel)."""
    sixth = (torch.tensor([5.0, 3.0, 1.0]) + hue[:, None] / 60) % 6
    missing = torch.minimum(sixth, 4 - sixth).clamp(0, 1) * SATURATION
    return brightness[:, None] * (1 - missing)


def ranges() -> tuple[Float64[np.ndarray, "shapes 7"], Float64[np.ndarray, "shapes 7"]]:
    """Return the minimum and maximum of every factor, for every shape."""
    low, high = sprites.ranges()
    return _add_colour(low, 0.0, BRIGHTNESS[0]), _add_colour(high, TURN, BRIGHTNESS[1])


def _add_colour(
    ends: Float64[np.ndarray, "shapes 5"], *colour: float
) -> Float64[np.ndarray, "shapes 7"]:
    return np.column_stack([ends, np.tile(colour, (len(ends), 1))])


def coloured_sprites(n: int, seed: int | Sequence[int], side: int = 28) -> Sprites:
    """Draw n random coloured sprites: shapes and factors are uniformly distributed.

    The same sprites result at every `side`, their height and width in pixels.
    """
    return sprites.draw_random(
        n, seed, ranges(), lambda labels, factors: draw(labels, factors, side)
    )


@dataclass(frozen=True, slots=True)
class ColourSet(DrawnSet):
    """Coloured sprites as a training set.

    Parameters
    ----------
    side : height and width of the pictures, in pixels.
    """

    side: int = 28

    name = "colours"
    title = "Coloured sprites"
    channels = 3
    sizes = (20_000, 2_000, 4_000)
    seeds = (7, 8, 9)

    def _some(self, n: int, seed: Sequence[int], *, test: bool = False) -> Sprites:
        return coloured_sprites(n, seed, self.side)
