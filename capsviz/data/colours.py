"""Coloured sprites: the shapes of `capsviz.data.sprites` with known hue and brightness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import torch
from jaxtyping import Float, Float64, Int, UInt8
from torch import Tensor

from capsviz.data import sprites
from capsviz.data.pictures import DataSet, Learning, Pictures
from capsviz.data.sprites import SHAPES, Sprites

#: The factors of a coloured sprite: those of a sprite, the hue in degrees (red 0, green 120, blue
#: 240) and the brightness, as in the colour model HSV (Smith 1978).
FACTORS = (*sprites.FACTORS, "hue", "brightness")
#: Maximum hue in degrees, after which hues repeat; range of the brightness; saturation of all.
TURN, BRIGHTNESS, SATURATION = 360.0, (0.4, 1.0), 0.8
#: Number of coloured sprites per training epoch, for validation and for test.
PASS, VALIDATION, TEST = 20_000, 2_000, 4_000
#: Prefixes of the three seeds, so that no sprite is shared.
_TRAINING, _VALIDATION, _TEST = 7, 8, 9


def draw(
    labels: Int[Tensor, " n"], factors: Float[Tensor, "n 7"], side: int = 28
) -> UInt8[Tensor, "n 3 side side"]:
    """Draw coloured sprites on black with given factors, in red, green and blue.

    Parameters
    ----------
    labels : indices into `SHAPES`.
    factors : values of `FACTORS`.
    side : height and width of the pictures, in pixels.
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
    least, most = sprites.ranges()
    return _beside(least, 0.0, BRIGHTNESS[0]), _beside(most, TURN, BRIGHTNESS[1])


def _beside(
    ends: Float64[np.ndarray, "shapes 5"], *colour: float
) -> Float64[np.ndarray, "shapes 7"]:
    return np.column_stack([ends, np.tile(colour, (len(ends), 1))])


def coloured_sprites(n: int, seed: int | Sequence[int], side: int = 28) -> Sprites:
    """Draw n random coloured sprites: shapes and factors are uniformly distributed.

    Parameters
    ----------
    seed : seed of the draws; the same sprites result at every `side`.
    side : height and width of the pictures, in pixels.
    """
    random = np.random.default_rng(seed)
    labels = random.integers(len(SHAPES), size=n)
    least, most = (end[labels] for end in ranges())
    drawn = least + random.random((n, len(FACTORS))) * (most - least)
    factors, named = torch.from_numpy(drawn).float(), torch.from_numpy(labels)
    return Sprites(draw(named, factors, side), named, factors)


@dataclass(frozen=True, slots=True)
class ColourSet(DataSet):
    """Coloured sprites as a training set: every epoch has new ones.

    Parameters
    ----------
    side : height and width of the pictures, in pixels.
    """

    side: int = 28

    name = "colours"
    title = "Coloured sprites"
    classes = tuple(shape.name for shape in SHAPES)
    channels = 3
    usual = MappingProxyType({"augment": "none"})

    def learning(self) -> Learning:
        """20,000 coloured sprites per epoch, 2,000 for validation."""
        return Learning(
            lambda number: coloured_sprites(PASS, (_TRAINING, number), self.side).pictures,
            self.validation().pictures,
            "coloured sprites of a seed of their own",
        )

    def validation(self) -> Sprites:
        """Return the validation sprites with their factors."""
        return coloured_sprites(VALIDATION, (_VALIDATION,), self.side)

    def test(self) -> Pictures:
        """4,000 coloured sprites for testing only."""
        return coloured_sprites(TEST, (_TEST,), self.side).pictures
