"""Network input from a drawing: digits are normalised as in MNIST, other pictures resized.

A network trained on MNIST is accurate only on digits in MNIST's form.
"""

from __future__ import annotations

import numpy as np
from jaxtyping import Float32, UInt8
from PIL import Image

from capsviz.config import PictureFormat
from capsviz.data.drawing import RASTER_SIDE, SIDES, grey_of_colours
from capsviz.errors import CapsvizError

#: Side of the network's input, and of the box MNIST's digits were scaled to.
INPUT, BOX = 28, 20
#: Target of the centre of mass, from the canvas's edge. On MNIST's 70,000 digits the mean pixel
#: index is 14.00 both ways, uniform over 13.5..14.5: whole-pixel shifts towards the centre of pixel
#: 14.
CENTRE = 14.5

#: The bounding box extends to pixels with this share of the strongest ink.
_MIN_INK_SHARE = 0.05
#: Maximum mean thickness of ink, in pixels of the 28x28 canvas; thicker ink is thinned. Five in a
#: hundred MNIST digits are thicker (3.66); a thicker brush closes loops and causes more errors.
_MAX_THICKNESS = 3.5
#: Maximum thinning of each side of a stroke in pixels, on a `RASTER_SIDE` raster.
_MAX_THINNING = 8


def normalise(
    raster: UInt8[np.ndarray, "side side"], *, center: bool = True
) -> Float32[np.ndarray, "28 28"]:
    """Normalise a drawing to the form of MNIST's digits.

    The ink's bounding box is scaled to a longer side of 20 pixels, with its aspect kept (each new
    pixel is the mean of its area), and shifted by whole pixels until the centre of mass is at the
    canvas's centre, as LeCun, Cortes and Burges describe MNIST. Ink much thicker than MNIST's, from
    a broad brush or a small digit, is thinned first.

    Raises `CapsvizError` if it is not a square raster of bytes.

    Pixels are in 0..1, and zeros for an empty raster.

    Parameters
    ----------
    raster : square, 0 for paper and 255 for ink, sides within `SIDES`.
    center : False only scales the whole canvas to 28x28, wherever the ink is.
    """
    _check_raster(raster)
    if len(raster) > RASTER_SIDE:
        box = Image.Resampling.BOX
        raster = np.asarray(Image.fromarray(raster).resize((RASTER_SIDE, RASTER_SIDE), box))
    if not raster.any():
        return np.zeros((INPUT, INPUT), np.float32)
    if not center:
        return resize(raster, INPUT)
    ink = _thin(_crop(raster)).astype(np.float32)
    scale = BOX / max(ink.shape)
    row_weights = _area_weights(len(ink), scale, _place(ink.sum(1), scale))
    column_weights = _area_weights(len(ink[0]), scale, _place(ink.sum(0), scale))
    small = row_weights @ ink @ column_weights.T
    return np.clip(small / small.max(), 0, 1)


def network_input(
    raster: UInt8[np.ndarray, "old old"], side: int, *, digits: bool = True, center: bool = True
) -> Float32[np.ndarray, "side side"]:
    """Return a network's input: digits in MNIST's form, other pictures resized.

    `digits` is whether the network classifies MNIST's digits; `center` is as for `normalise`.
    """
    if digits and side == INPUT:
        return normalise(raster, center=center)
    return resize(raster, side)


def format_input(
    raster: UInt8[np.ndarray, "*c old old"],
    format: PictureFormat,
    *,
    digits: bool = False,
    center: bool = True,
) -> Float32[np.ndarray, "*d side side"]:
    """Return the input of a network of this format, grey or in colour.

    The parameters are those of `network_input`. For several channels, a grey raster is copied to
    each, and the planes of a raster with fewer are repeated; a grey network gets grey levels.
    """
    if not format.colour:
        grey = grey_of_colours(raster) if raster.ndim == 3 else raster
        return network_input(grey, format.side, digits=digits, center=center)
    planes = raster if raster.ndim == 3 else raster[None]
    small = [resize(np.ascontiguousarray(plane), format.side) for plane in planes]
    return np.stack([small[i % len(small)] for i in range(format.channels)])


def resize(raster: UInt8[np.ndarray, "old old"], side: int) -> Float32[np.ndarray, "side side"]:
    """Resize the whole raster to pixels in 0..1; each is the mean of its area.

    Raises `CapsvizError` if it is not a square raster of bytes.

    The raster is square, 0 for paper and 255 for ink, with sides within `SIDES`.
    """
    _check_raster(raster)
    weights = _area_weights(len(raster), side / len(raster), 0.0, side)
    return np.clip(weights @ (raster.astype(np.float32) / 255) @ weights.T, 0, 1)


def _check_raster(raster: UInt8[np.ndarray, "side side"]) -> None:
    valid = isinstance(raster, np.ndarray) and raster.ndim == 2 and raster.dtype == np.uint8
    if not valid or raster.shape[0] != raster.shape[1] or not SIDES[0] <= len(raster) <= SIDES[1]:
        raise CapsvizError(
            f"a drawing must be a square array of bytes, {SIDES[0]} to {SIDES[1]} pixels a side"
        )


def _crop(raster: UInt8[np.ndarray, "h w"]) -> UInt8[np.ndarray, "rows columns"]:
    """Crop to the ink's bounding box."""
    rows, columns = raster.max(1), raster.max(0)
    minimum = max(1, round(_MIN_INK_SHARE * int(rows.max())))
    (top, bottom), (left, right) = _extent(rows, minimum), _extent(columns, minimum)
    return raster[top:bottom, left:right]


def _extent(profile: UInt8[np.ndarray, " n"], minimum: int) -> tuple[int, int]:
    """Return the first index with at least so much ink, and one past the last."""
    inked = np.flatnonzero(profile >= minimum)
    return int(inked[0]), int(inked[-1]) + 1


def _thin(ink: UInt8[np.ndarray, "h w"]) -> UInt8[np.ndarray, "rows columns"]:
    """Thin the ink to `_MAX_THICKNESS` at most, measured after scaling to the box."""
    excess = _thickness(ink) * BOX - _MAX_THICKNESS * max(ink.shape)
    steps = min(round(excess / (2 * (BOX - _MAX_THICKNESS))), _MAX_THINNING)
    if steps < 1:
        return ink
    before, ink = ink, _frame(ink)
    for step in range(steps):
        # Alternating squares and crosses erode approximately by a circle.
        middle = np.minimum(np.minimum(ink[:-2], ink[1:-1]), ink[2:])
        source = middle if step % 2 == 0 else ink[1:-1]
        sides = np.minimum(source[:, :-2], source[:, 2:])
        ink[1:-1, 1:-1] = np.minimum(sides, middle[:, 1:-1])
    # Noise may be eroded completely; return the original then.
    return _crop(ink) if ink.any() else before


def _frame(ink: UInt8[np.ndarray, "h w"]) -> UInt8[np.ndarray, "rows columns"]:
    """Pad the ink with a pixel of paper, in a tenth of `numpy.pad`'s time."""
    framed = np.zeros((len(ink) + 2, len(ink[0]) + 2), ink.dtype)
    framed[1:-1, 1:-1] = ink
    return framed


def _thickness(ink: UInt8[np.ndarray, "h w"]) -> float:
    """Mean thickness of the strokes in pixels: twice the area divided by the outline."""
    grey = _frame(ink).astype(np.float32)
    dy, dx = grey[1:, :-1] - grey[:-1, :-1], grey[:-1, 1:] - grey[:-1, :-1]
    return float(2 * grey.sum() / np.sqrt(dy * dy + dx * dx).sum())


def _place(profile: Float32[np.ndarray, " n"], scale: float) -> float:
    """Return the position of the ink's first pixel that puts its centre of mass at the centre."""
    middle = float(profile @ (np.arange(len(profile), dtype=np.float32) + 0.5) / profile.sum())
    return float(min(max(round(CENTRE - middle * scale), 0), INPUT - len(profile) * scale))


def _area_weights(
    pixels: int, scale: float, first: float, side: int = INPUT
) -> Float32[np.ndarray, "side pixels"]:
    """Box filter: the share of each new pixel that each old one covers.

    An old pixel is `scale` new ones wide, and the first one begins at `first`, in new ones.
    """
    edges = (first + scale * np.arange(pixels + 1, dtype=np.float32)).astype(np.float32)
    starts = np.arange(side, dtype=np.float32)[:, None]
    return np.maximum(np.minimum(edges[1:], starts + 1) - np.maximum(edges[:-1], starts), 0)
