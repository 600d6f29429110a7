"""Measurement of the receptive fields of a network's capsules."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

#: Number of pictures whose gradients are added: a ReLU closed for one is open for another.
_PICTURES = 4


class ReceptiveField(NamedTuple):
    """Squares of pixels that places see.

    Attributes
    ----------
    side : side of a square in pixels.
    stride : pixels from one place's square to the next.
    first : row where the first place's square begins; negative with padding.
    """

    side: int
    stride: int
    first: int


#: Value for a field without squares.
NO_FIELD = ReceptiveField(1, 0, 0)


def field(
    primary: Callable[[Tensor], Tensor], like: Tensor, places: int, types: int
) -> ReceptiveField:
    """Measure the receptive fields of places on a grid; the whole picture if they are irregular.

    Parameters
    ----------
    primary : function from pictures to input capsules [n, I, d], place by place, row by row.
    like : a picture [1, side, side], or [1, 3, side, side]; only size, type and device are used.
    places : places along one side of the grid.
    types : number of types of capsule at a place.
    """
    size = like.shape[-1]
    full_picture = ReceptiveField(size, 0, 0)
    diagonal = [place * (places + 1) * types for place in range(places)]
    spans = [_span(primary, like, first, types) for first in diagonal]
    if any(x != y for x, y in spans):
        return full_picture
    regular = _regular([y for _, y in spans], size)
    return regular if regular is not None else full_picture


def _span(
    primary: Callable[[Tensor], Tensor], like: Tensor, first: int, types: int
) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """First and last column, and row, at which a place's capsules have a gradient."""
    noise = torch.rand(_PICTURES, *like.shape[1:], generator=torch.Generator().manual_seed(0))
    images = noise.to(like).requires_grad_()
    with torch.enable_grad():
        u = primary(images)[:, first : first + types]
        if not u.requires_grad:
            return None, None
        (gradient,) = torch.autograd.grad(u.abs().sum(), images, allow_unused=True)
    if gradient is None:
        return None, None
    # Combine all pictures and colours.
    pixels = (gradient.abs().flatten(0, -3).sum(0) > 0).nonzero()
    if not len(pixels):
        return None, None
    low, high = pixels.amin(0).tolist(), pixels.amax(0).tolist()
    return (low[1], high[1]), (low[0], high[0])


def _regular(spans: list[tuple[int, int] | None], size: int) -> ReceptiveField | None:
    """Return equally spaced squares that, clipped at the edges, equal the spans."""
    visible = [span for span in spans if span is not None]
    if len(visible) < max(2, len(spans)):
        return None
    tops = [(i, low) for i, (low, _) in enumerate(visible) if low > 0]
    ends = [(i, high) for i, (_, high) in enumerate(visible) if high < size - 1]
    strides = {b - a for row in (tops, ends) for (_, a), (_, b) in itertools.pairwise(row)}
    if len(strides) != 1 or not tops or not ends:
        return None
    (stride,) = strides
    first, last = tops[0][1] - stride * tops[0][0], ends[0][1] - stride * ends[0][0]
    candidate = ReceptiveField(last - first + 1, stride, first)
    clipped = [
        (max(0, first + stride * i), min(size, first + stride * i + candidate.side) - 1)
        for i in range(len(visible))
    ]
    return candidate if clipped == visible else None
