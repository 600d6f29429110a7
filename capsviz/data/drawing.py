"""Drawings: strokes, how they are rendered, and the 28x28 picture the network reads.

A drawing is exchanged as strokes (`Drawing`, plain lists for the browser, links and
samples) or as a square raster of bytes, 0 for paper and 255 for ink. `normalise` brings
such a raster to the form MNIST's makers brought theirs to; a network trained on MNIST
reads little else.
"""

from __future__ import annotations

import base64
import binascii
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float, Float32, Int, UInt8
from PIL import Image

from capsviz.config import PictureFormat
from capsviz.errors import CapsvizError

#: Side of the square raster every drawing is exchanged in, in pixels.
FIELD = 112
#: Bytes of a raster: grey, or red, green and blue.
RASTERS = (FIELD * FIELD, 3 * FIELD * FIELD)
#: Share of red, green and blue in a grey level.
_GREY = np.array([0.299, 0.587, 0.114], np.float32)
#: Sides of the rasters `normalise` and `render` accept, in pixels.
SIDES = (8, 512)
#: What a drawing that comes from outside may hold at most.
MAX_STROKES, MAX_POINTS = 400, 20_000
#: Brush diameters, in canvas units.
WIDTHS = (0.001, 0.25)
#: Strokes may leave the canvas, but by no more than one side.
REACH = (-1.0, 2.0)

#: Side of the network's input, and of the box MNIST's digits were scaled to.
INPUT, BOX = 28, 20
#: Where MNIST's centres of mass lie, from the field's edge. On its 70,000 digits the mean
#: pixel index is 14.00 both ways, spread evenly over 13.5..14.5: whole-pixel shifts that
#: aim at the centre of pixel 14.
CENTRE = 14.5

#: The bounding box reaches to pixels with this share of the strongest ink.
_LEAST_INK = 0.05
#: Ink is thinned to this mean thickness, in pixels of the 28x28 field. Five in a hundred
#: MNIST digits are thicker (3.66); a thicker brush closes loops and is misread more often.
_THICKEST = 3.5
#: Most pixels that thinning takes from each side of a stroke, on a `FIELD` raster.
_MOST_THINNED = 8
#: In plain form a stroke's colour is so much more than itself.
_COLOURS = 2
#: Plain values are whole thousandths of the canvas side.
_PLAIN = 1000
#: Elements of the distance windows worked on at a time: a few megabytes.
_WINDOW_ELEMENTS = 1 << 18


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line of pen or eraser, without lifting it.

    Attributes
    ----------
    points : (x, y) in canvas units: 0..1 on the canvas, x right, y down; one point is a dot.
    width : diameter of the round brush, in canvas units.
    erase : removes ink instead of leaving it.
    colour : red, green and blue of its ink, 0xRRGGBB, for networks that read colours; for others
        all ink is the same. None for white.
    """

    points: tuple[tuple[float, float], ...]
    width: float
    erase: bool = False
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """Strokes in the order they were made, over an optional picture.

    Attributes
    ----------
    strokes : oldest first; an eraser removes what lies beneath it then, `base` included.
    base : raster beneath the strokes, `FIELD` x `FIELD` bytes row by row, or three of them one
        after the other: red, green, blue; or None.
    """

    strokes: tuple[Stroke, ...] = ()
    base: bytes | None = None

    @property
    def channels(self) -> int:
        """3 where anything in it has a colour, else 1."""
        coloured = any(stroke.colour is not None for stroke in self.strokes)
        return 3 if coloured or len(self.base or b"") == RASTERS[1] else 1

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON: ``{"s": [[width, erase, x0, y0, ...]], "b": base64}``.

        Lengths are whole thousandths of the canvas side; "erase" is 0 for ink, 1 for the eraser and
        `_COLOURS` more than its colour for coloured ink; ``"b"`` is None without a base.
        """
        strokes = [
            [
                max(1, round(stroke.width * _PLAIN)),
                int(stroke.erase) if stroke.colour is None else _COLOURS + stroke.colour,
                *(round(value * _PLAIN) for point in stroke.points for value in point),
            ]
            for stroke in self.strokes
        ]
        base = None if self.base is None else base64.b64encode(self.base).decode("ascii")
        return {"s": strokes, "b": base}

    @classmethod
    def from_plain(cls, plain: object) -> Drawing:
        """Check and read what `to_plain` wrote.

        Raises
        ------
        CapsvizError : wrong types, values out of range, more than `MAX_STROKES` strokes or
            `MAX_POINTS` points.
        """
        if not isinstance(plain, dict) or not set(plain) <= {"s", "b"}:
            raise CapsvizError('a drawing must be an object with the fields "s" and "b"')
        strokes = plain.get("s", [])
        if not isinstance(strokes, list) or len(strokes) > MAX_STROKES:
            raise CapsvizError(f"a drawing's strokes must be a list of at most {MAX_STROKES}")
        if sum(len(stroke) for stroke in strokes if isinstance(stroke, list)) > 2 * (
            MAX_POINTS + len(strokes)
        ):
            raise CapsvizError(f"this drawing has more than {MAX_POINTS:,} points: draw less")
        return cls(tuple(_read_stroke(stroke) for stroke in strokes), _read_base(plain.get("b")))


def _read_stroke(plain: object) -> Stroke:
    if not isinstance(plain, list) or len(plain) < 4 or len(plain) % 2:
        raise CapsvizError("a stroke must be a list: width, erase, then x and y of each point")
    if not all(_is_number(value) for value in plain):
        raise CapsvizError("a stroke may hold finite numbers only")
    width, erase, *rest = plain
    if not WIDTHS[0] * _PLAIN <= width <= WIDTHS[1] * _PLAIN:
        raise CapsvizError(f"a stroke's width must lie between 1 and {WIDTHS[1] * _PLAIN:.0f}")
    if erase not in (0, 1) and not (isinstance(erase, int) and 0 <= erase - _COLOURS < 1 << 24):
        raise CapsvizError(
            f"a stroke's second value must be 0 for ink, 1 for the eraser, or {_COLOURS} more than "
            "a colour of 24 bits"
        )
    if not all(REACH[0] * _PLAIN <= value <= REACH[1] * _PLAIN for value in rest):
        raise CapsvizError("a stroke lies too far outside the canvas")
    values = [value / _PLAIN for value in rest]
    points, colour = tuple(zip(values[::2], values[1::2], strict=True)), erase - _COLOURS
    return Stroke(points, width / _PLAIN, erase == 1, int(colour) if colour >= 0 else None)


def _is_number(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _read_base(plain: object) -> bytes | None:
    if plain is None:
        return None
    try:
        base = base64.b64decode(plain, validate=True) if isinstance(plain, str) else b""
    except (binascii.Error, ValueError):
        base = b""
    if len(base) not in RASTERS:
        raise CapsvizError(
            f"the picture under a drawing must be {FIELD}x{FIELD} bytes, or three times as many "
            "for colours, written as base64"
        )
    return base


# --- rendering ---------------------------------------------------------------------------


def to_bytes(values: Float[np.ndarray, "*shape"]) -> UInt8[np.ndarray, "*shape"]:
    """Pixels, or other shares, of 0..1 as bytes; what lies outside is 0 or 255."""
    return np.rint(np.clip(values, 0, 1) * 255).astype(np.uint8)


def render(
    drawing: Drawing, side: int = FIELD, channels: int = 1
) -> UInt8[np.ndarray, "*c side side"]:
    """The drawing as an HTML canvas shows it: round caps and joins, soft edges.

    Parameters
    ----------
    side : of the raster, in pixels, within `SIDES`.
    channels : 1 for ink alone, 3 for its colours on black.

    Returns
    -------
    Bytes, 0 for paper and 255 for ink: [side, side], in colour [3, side, side].
    """
    if not SIDES[0] <= side <= SIDES[1]:
        raise CapsvizError(f"a drawing can be rendered at {SIDES[0]} to {SIDES[1]} pixels a side")
    ink = _base_ink(drawing.base, side, channels)
    for stroke in drawing.strokes:
        cover = _coverage(stroke, side)
        if channels > 1:
            ink = ink * (1 - cover) + cover * _light(stroke)
            continue
        # The canvas's own rules: "destination-out" for the eraser, else "source-over".
        ink = ink * (1 - cover) if stroke.erase else ink + cover * (1 - ink)
    return to_bytes(ink)


def _light(stroke: Stroke) -> Float32[np.ndarray, "3 1 1"]:
    """Red, green and blue that a stroke leaves: black where it erases."""
    colour = 0 if stroke.erase else 0xFFFFFF if stroke.colour is None else stroke.colour
    parts = np.array([colour >> 16, colour >> 8, colour], np.int64) & 255
    return (parts[:, None, None] / 255).astype(np.float32)


def _base_ink(base: bytes | None, side: int, channels: int) -> Float32[np.ndarray, "*c side side"]:
    shape = (side, side) if channels == 1 else (channels, side, side)
    if base is None:
        return np.zeros(shape, np.float32)
    planes = np.frombuffer(base, np.uint8).reshape(-1, FIELD, FIELD)
    if channels == 1 and len(planes) > 1:
        planes = grey_of_colours(planes)[None]
    pictures = [Image.fromarray(plane) for plane in planes]
    if side != FIELD:
        pictures = [each.resize((side, side), Image.Resampling.BILINEAR) for each in pictures]
    ink = np.stack([np.asarray(each, np.float32) / 255 for each in pictures])
    return ink[0] if channels == 1 else np.broadcast_to(ink, shape)


def grey_of_colours(planes: UInt8[np.ndarray, "3 h w"]) -> UInt8[np.ndarray, "h w"]:
    """Grey levels of red, green and blue, as television has them."""
    return np.rint(np.tensordot(_GREY, planes.astype(np.float32), 1)).astype(np.uint8)


def _coverage(stroke: Stroke, side: int) -> Float32[np.ndarray, "side side"]:
    """How much of each pixel the stroke covers, from the pixel's distance to its line."""
    radius = stroke.width * side / 2
    points = np.asarray(stroke.points, np.float32) * side
    starts, ends = _short_segments(points, longest=max(4.0, 2 * radius))
    # Only pixels near a segment can be covered: every segment gets a window of equal size,
    # in a field so padded that none crosses its edge.
    margin = radius + 1
    window = int(np.ceil(np.abs(ends - starts).max() + 2 * margin)) + 1
    corners = np.floor(np.minimum(starts, ends) - margin).astype(np.intp) + window
    near = ((corners >= 0) & (corners < side + window)).all(1)
    starts, ends, corners = starts[near] + window, ends[near] + window, corners[near]
    padded = side + 2 * window
    nearest = np.full(padded * padded, (radius + 1) ** 2, np.float32)
    step = max(1, _WINDOW_ELEMENTS // window**2)
    for first in range(0, len(starts), step):
        part = slice(first, first + step)
        _lower(nearest, starts[part], ends[part], corners[part], window, radius)
    inner = nearest.reshape(padded, padded)[window : window + side, window : window + side]
    # A brush thinner than a pixel covers no more of it than its own width.
    return np.clip(radius + 0.5 - np.sqrt(inner), 0, min(1.0, 2 * radius))


def _short_segments(
    points: Float[np.ndarray, "n 2"], longest: float
) -> tuple[Float[np.ndarray, "m 2"], Float[np.ndarray, "m 2"]]:
    """The polyline's segments, cut so that none is much longer than `longest`."""
    if len(points) == 1:
        return points, points
    starts, steps = points[:-1], np.diff(points, axis=0)
    pieces = np.maximum(1, np.ceil(np.hypot(*steps.T) / longest)).astype(int)
    which = np.repeat(np.arange(len(starts)), pieces)
    order = np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    piece = steps[which] / pieces[which, None].astype(np.float32)
    begin = starts[which] + piece * order[:, None].astype(np.float32)
    return begin, begin + piece


def _lower(
    nearest: Float32[np.ndarray, " pixels"],
    starts: Float32[np.ndarray, "n 2"],
    ends: Float32[np.ndarray, "n 2"],
    corners: Int[np.ndarray, "n 2"],
    window: int,
    radius: float,
) -> None:
    """Lower `nearest`, squared distances at pixel centres, to those from these segments."""
    offsets = np.arange(window)
    columns, rows = corners[:, 0, None] + offsets, corners[:, 1, None] + offsets
    pixels = rows[:, :, None] * math.isqrt(len(nearest)) + columns[:, None, :]
    # Overdrawn ink costs little: a window that is covered already is left alone.
    fully = max(radius - 0.5, 0) ** 2
    bare = (nearest[pixels] > fully).any((1, 2))
    if not bare.any():
        return
    begin, along = starts[bare, :, None, None], (ends - starts)[bare, :, None, None]
    dx = (columns[bare, None, :] + np.float32(0.5)).astype(np.float32) - begin[:, 0]
    dy = (rows[bare, :, None] + np.float32(0.5)).astype(np.float32) - begin[:, 1]
    square = np.maximum((along**2).sum(1), np.float32(1e-12))
    t = np.clip((dx * along[:, 0] + dy * along[:, 1]) / square, 0, 1)
    distance = (dx - t * along[:, 0]) ** 2 + (dy - t * along[:, 1]) ** 2
    np.minimum.at(nearest, pixels[bare].ravel(), distance.ravel())


# --- what the network reads --------------------------------------------------------------


def normalise(
    raster: UInt8[np.ndarray, "side side"], *, center: bool = True
) -> Float32[np.ndarray, "28 28"]:
    """Bring a drawing to the form of MNIST's digits.

    The ink's bounding box is scaled, aspect kept, until its longer side is 20 pixels (each
    new pixel is the mean of what it covers), and moved by whole pixels until the centre of
    mass is at the field's centre, as LeCun, Cortes and Burges describe MNIST. Ink much
    thicker than MNIST's, from a broad brush or a small digit, is thinned first.

    Parameters
    ----------
    raster : square, 0 for paper and 255 for ink, sides within `SIDES`.
    center : False only shrinks the whole field to 28x28, wherever the ink is.

    Returns
    -------
    Pixels in 0..1; zeros for an empty raster.

    Raises
    ------
    CapsvizError : not a square raster of bytes.
    """
    _check_raster(raster)
    if len(raster) > FIELD:
        box = Image.Resampling.BOX
        raster = np.asarray(Image.fromarray(raster).resize((FIELD, FIELD), box))
    if not raster.any():
        return np.zeros((INPUT, INPUT), np.float32)
    if not center:
        return resize(raster, INPUT)
    ink = _thin(_crop(raster)).astype(np.float32)
    scale = BOX / max(ink.shape)
    down = _area_weights(len(ink), scale, _place(ink.sum(1), scale))
    across = _area_weights(len(ink[0]), scale, _place(ink.sum(0), scale))
    small = down @ ink @ across.T
    return np.clip(small / small.max(), 0, 1)


def network_input(
    raster: UInt8[np.ndarray, "old old"], side: int, *, digits: bool = True, center: bool = True
) -> Float32[np.ndarray, "side side"]:
    """What a network is given of a raster: digits in MNIST's form, other pictures as they are.

    Parameters
    ----------
    side : that it reads.
    digits : whether it reads MNIST's.
    center : as for `normalise`.
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
) -> Float32[np.ndarray, "*c side side"]:
    """What a network of this format is given of a raster, grey or in colour.

    Parameters, for grey, as for `network_input`. To a network that reads colours grey is one too;
    others are given the grey levels of colours.
    """
    if not format.colour:
        grey = grey_of_colours(raster) if raster.ndim == 3 else raster
        return network_input(grey, format.side, digits=digits, center=center)
    planes = raster if raster.ndim == 3 else np.broadcast_to(raster, (3, *raster.shape))
    return np.stack([resize(np.ascontiguousarray(plane), format.side) for plane in planes])


def resize(raster: UInt8[np.ndarray, "old old"], side: int) -> Float32[np.ndarray, "side side"]:
    """The whole raster at another size, each new pixel the mean of what it covers.

    Parameters
    ----------
    raster : square, 0 for paper and 255 for ink, sides within `SIDES`.
    side : of the picture, in pixels.

    Returns
    -------
    Pixels in 0..1.

    Raises
    ------
    CapsvizError : not a square raster of bytes.
    """
    _check_raster(raster)
    weights = _area_weights(len(raster), side / len(raster), 0.0, side)
    return np.clip(weights @ (raster.astype(np.float32) / 255) @ weights.T, 0, 1)


def _check_raster(raster: UInt8[np.ndarray, "side side"]) -> None:
    good = isinstance(raster, np.ndarray) and raster.ndim == 2 and raster.dtype == np.uint8
    if not good or raster.shape[0] != raster.shape[1] or not SIDES[0] <= len(raster) <= SIDES[1]:
        raise CapsvizError(
            f"a drawing must be a square array of bytes, {SIDES[0]} to {SIDES[1]} pixels a side"
        )


def _crop(raster: UInt8[np.ndarray, "h w"]) -> UInt8[np.ndarray, "rows columns"]:
    """The ink's bounding box."""
    rows, columns = raster.max(1), raster.max(0)
    least = max(1, round(_LEAST_INK * int(rows.max())))
    (top, bottom), (left, right) = _extent(rows, least), _extent(columns, least)
    return raster[top:bottom, left:right]


def _extent(profile: UInt8[np.ndarray, " n"], least: int) -> tuple[int, int]:
    """First place with at least so much ink, and one past the last."""
    inked = np.flatnonzero(profile >= least)
    return int(inked[0]), int(inked[-1]) + 1


def _thin(ink: UInt8[np.ndarray, "h w"]) -> UInt8[np.ndarray, "rows columns"]:
    """The ink with `_THICKEST` strokes at most, once it is scaled to the box."""
    excess = (_thickness(ink) * BOX - _THICKEST * max(ink.shape)) / (2 * (BOX - _THICKEST))
    steps = min(round(excess), _MOST_THINNED)
    if steps < 1:
        return ink
    before, ink = ink, np.pad(ink, 1)
    for step in range(steps):
        # Squares and crosses in turn erode by nearly a circle.
        middle = np.minimum(np.minimum(ink[:-2], ink[1:-1]), ink[2:])
        across = middle if step % 2 == 0 else ink[1:-1]
        sides = np.minimum(across[:, :-2], across[:, 2:])
        ink[1:-1, 1:-1] = np.minimum(sides, middle[:, 1:-1])
    # Noise can be eroded away altogether; then it is better seen as it is.
    return _crop(ink) if ink.any() else before


def _thickness(ink: UInt8[np.ndarray, "h w"]) -> float:
    """Mean thickness of the strokes in pixels: twice their area by their outline."""
    grey = np.pad(ink, 1).astype(np.float32)
    down, across = np.diff(grey[:, :-1], axis=0), np.diff(grey[:-1], axis=1)
    return float(2 * grey.sum() / np.sqrt(down * down + across * across).sum())


def _place(profile: Float32[np.ndarray, " n"], scale: float) -> float:
    """Where the ink's first pixel goes for its centre of mass to lie at the centre."""
    middle = float(profile @ (np.arange(len(profile), dtype=np.float32) + 0.5) / profile.sum())
    return float(min(max(round(CENTRE - middle * scale), 0), INPUT - len(profile) * scale))


def _area_weights(
    pixels: int, scale: float, first: float, side: int = INPUT
) -> Float32[np.ndarray, "side pixels"]:
    """Box filter: how much of each new pixel each old one covers.

    Parameters
    ----------
    scale : size of an old pixel, in new ones.
    first : where the first old pixel begins, in new ones.
    side : how many new pixels there are.
    """
    edges = (first + scale * np.arange(pixels + 1, dtype=np.float32)).astype(np.float32)
    new = np.arange(side, dtype=np.float32)[:, None]
    return np.maximum(np.minimum(edges[1:], new + 1) - np.maximum(edges[:-1], new), 0)
