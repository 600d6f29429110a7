"""Letters drawn from strokes, as pictures in MNIST's form that show no digit."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from jaxtyping import Float, UInt8
from torch import Tensor

from capsviz.data.drawing import Drawing, Stroke, render, to_bytes
from capsviz.data.normalisation import normalise

_Line = tuple[tuple[int | float, int | float], ...]

#: Lines of each letter in a square of side 1, x to the right and y down. Letters that people write
#: like a digit are left out: B, G, I, J, L, O, P, Q, S and Z among others.
LETTERS: Mapping[str, tuple[_Line, ...]] = {
    "A": (((0, 1), (0.5, 0), (1, 1)), ((0.2, 0.6), (0.8, 0.6))),
    "E": (((1, 0), (0, 0), (0, 1), (1, 1)), ((0, 0.5), (0.8, 0.5))),
    "F": (((1, 0), (0, 0), (0, 1)), ((0, 0.5), (0.8, 0.5))),
    "H": (((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0.5), (1, 0.5))),
    "K": (((0, 0), (0, 1)), ((1, 0), (0, 0.55), (1, 1))),
    "M": (((0, 1), (0, 0), (0.5, 0.6), (1, 0), (1, 1)),),
    "N": (((0, 1), (0, 0), (1, 1), (1, 0)),),
    "R": (((0, 1), (0, 0), (0.7, 0), (1, 0.25), (0.7, 0.5), (0, 0.5), (1, 1)),),
    "T": (((0, 0), (1, 0)), ((0.5, 0), (0.5, 1))),
    "W": (((0, 0), (0.25, 1), (0.5, 0.4), (0.75, 1), (1, 0)),),
    "X": (((0, 0), (1, 1)), ((1, 0), (0, 1))),
    "Y": (((0, 0), (0.5, 0.5), (1, 0)), ((0.5, 0.5), (0.5, 1))),
}
#: Side of the raster that a letter is drawn on, and the share of it that the letter fills.
_SIDE, _FILLED = 56, 0.6
#: Ranges of width over height, slant, rotation in degrees, and width of the pen.
_ASPECT, _SLANT, _TURN, _PEN = (0.6, 1.0), (-0.2, 0.3), (-15.0, 15.0), (0.06, 0.11)
#: Standard deviation of a point's shift.
_POINT_NOISE = 0.03


def draw_letters(n: int, seed: int = 0) -> UInt8[Tensor, "n 28 28"]:
    """Draw n letters in turn, each with a random shape: bright on dark, in MNIST's form."""
    random = np.random.default_rng(seed)
    lines = list(LETTERS.values())
    return torch.from_numpy(np.stack([_draw(lines[k % len(lines)], random) for k in range(n)]))


def _draw(lines: tuple[_Line, ...], random: np.random.Generator) -> UInt8[np.ndarray, "28 28"]:
    aspect, slant, angle, pen = (random.uniform(*ends) for ends in (_ASPECT, _SLANT, _TURN, _PEN))
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    form = np.array([[cos, -sin], [sin, cos]]) @ np.array([[aspect, -slant], [0, 1]]) * _FILLED
    strokes = tuple(Stroke(_place(line, form, random), pen) for line in lines)
    return to_bytes(normalise(render(Drawing(strokes), _SIDE)))


def _place(
    line: _Line, form: Float[np.ndarray, "2 2"], random: np.random.Generator
) -> tuple[tuple[float, float], ...]:
    points = np.asarray(line) - 0.5 + random.normal(0, _POINT_NOISE, (len(line), 2))
    return tuple((float(x), float(y)) for x, y in points @ form.T + 0.5)
