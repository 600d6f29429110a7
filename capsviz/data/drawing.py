"""Drawings as strokes, and their rendering.

A drawing is exchanged as strokes (`Drawing`, plain lists for the browser, links and samples) or as
a square raster of bytes, 0 for paper and 255 for ink.
"""

from __future__ import annotations

import base64
import binascii
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float, Float32, Int, Shaped, UInt8
from PIL import Image

from capsviz.config import CHANNELS, shown_channels
from capsviz.errors import CapsvizError

#: Side of the square raster of a drawing, in pixels.
RASTER_SIDE = 112
#: Sizes of a raster in bytes: grey, or several channels.
RASTERS = tuple(channels * RASTER_SIDE * RASTER_SIDE for channels in CHANNELS)
#: Weights of red, green and blue in a grey level.
_GREY = np.array([0.299, 0.587, 0.114], np.float32)
#: Minimum and maximum side of rasters, in pixels.
SIDES = (8, 512)
#: Maximum numbers of strokes and points of a drawing from outside.
MAX_STROKES, MAX_POINTS = 400, 20_000
#: Brush diameters, in canvas units.
WIDTHS = (0.001, 0.25)
#: Strokes may leave the canvas by at most one side.
REACH = (-1.0, 2.0)

#: Offset of a stroke's colour in plain form.
_COLOURS = 2
#: Plain values are whole thousandths of the canvas side.
_PLAIN_SCALE = 1000
#: Number of elements of the distance windows processed at a time: a few megabytes.
_WINDOW_ELEMENTS = 1 << 18


@dataclass(frozen=True, slots=True)
class Stroke:
    """One continuous line of pen or eraser.

    Attributes
    ----------
    points : (x, y) in canvas units: 0..1 on the canvas, x right, y down; one point is a dot.
    width : diameter of the round brush, in canvas units.
    erase : whether it removes ink.
    colour : red, green and blue, 0xRRGGBB, for networks with colour input; others treat all ink
        alike. None for white.
    """

    points: tuple[tuple[float, float], ...]
    width: float
    erase: bool = False
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """Strokes in drawing order, over an optional picture.

    Attributes
    ----------
    strokes : strokes, oldest first; an eraser removes earlier ink, `base` included.
    base : raster beneath the strokes, `RASTER_SIDE` squared bytes row by row, or a plane of them
        for each channel, as red, green, blue; or None.
    """

    strokes: tuple[Stroke, ...] = ()
    base: bytes | None = None

    @property
    def channels(self) -> int:
        """Channels of the base, or 3 if a stroke has a colour; else 1."""
        planes = len(self.base or b"") // RASTERS[0]
        coloured = any(stroke.colour is not None for stroke in self.strokes)
        return max(planes, 3 if coloured else 1)

    def to_plain(self) -> dict[str, Any]:
        """Return plain values for JSON: ``{"s": [[width, erase, x0, y0, ...]], "b": base64}``.

        Lengths are whole thousandths of the canvas side; "erase" is 0 for ink, 1 for the eraser and
        `_COLOURS` plus the colour for coloured ink; ``"b"`` is None without a base.
        """
        strokes = [
            [
                max(1, round(stroke.width * _PLAIN_SCALE)),
                int(stroke.erase) if stroke.colour is None else _COLOURS + stroke.colour,
                *(round(value * _PLAIN_SCALE) for point in stroke.points for value in point),
            ]
            for stroke in self.strokes
        ]
        base = None if self.base is None else base64.b64encode(self.base).decode("ascii")
        return {"s": strokes, "b": base}

    @classmethod
    def from_plain(cls, plain: object) -> Drawing:
        """Check and read the values of `to_plain`.

        Raises `CapsvizError` for wrong types, values out of range, more than `MAX_STROKES` strokes
        or `MAX_POINTS` points.
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
    if not WIDTHS[0] * _PLAIN_SCALE <= width <= WIDTHS[1] * _PLAIN_SCALE:
        raise CapsvizError(f"a stroke's width must be between 1 and {WIDTHS[1] * _PLAIN_SCALE:.0f}")
    if erase not in (0, 1) and not (isinstance(erase, int) and 0 <= erase - _COLOURS < 1 << 24):
        raise CapsvizError(
            f"a stroke's second value must be 0 for ink, 1 for the eraser, or {_COLOURS} more than "
            "a colour of 24 bits"
        )
    if not all(REACH[0] * _PLAIN_SCALE <= value <= REACH[1] * _PLAIN_SCALE for value in rest):
        raise CapsvizError("a stroke lies too far outside the canvas")
    values = [value / _PLAIN_SCALE for value in rest]
    points, colour = tuple(zip(values[::2], values[1::2], strict=True)), erase - _COLOURS
    return Stroke(points, width / _PLAIN_SCALE, erase == 1, int(colour) if colour >= 0 else None)


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
            f"the picture under a drawing must be {RASTER_SIDE}x{RASTER_SIDE} bytes, or as many "
            f"for each of up to {CHANNELS[-1]} channels, written as base64"
        )
    return base


# --- rendering ---------------------------------------------------------------------------


def to_bytes(values: Float[np.ndarray, "*shape"]) -> UInt8[np.ndarray, "*shape"]:
    """Convert values in 0..1 to bytes; others are clipped."""
    return np.rint(np.clip(values, 0, 1) * 255).astype(np.uint8)


def shown_bytes(
    pictures: Float[np.ndarray, "*n h w"], channels: int
) -> UInt8[np.ndarray, "*shown h w"]:
    """Convert pictures of so many channels to bytes: one grey plane, or red, green and blue."""
    return to_bytes(shown_planes(pictures) if channels > 1 else pictures)


def shown_planes(
    pictures: Shaped[np.ndarray, "*n c h w"],
) -> Shaped[np.ndarray, "*n shown h w"]:
    """Return the channels that are shown as red, green and blue; see `shown_channels`."""
    return pictures[..., shown_channels(pictures.shape[-3]), :, :]


def render(
    drawing: Drawing, side: int = RASTER_SIDE, channels: int = 1
) -> UInt8[np.ndarray, "*c side side"]:
    """Render a drawing as an HTML canvas does: round caps and joins, soft edges.

    Parameters
    ----------
    side : side of the raster in pixels, within `SIDES`.
    channels : 1 for ink alone, 3 for its colours on black, 2 or 4 for ink in each channel.

    Returns
    -------
    Bytes, 0 for paper and 255 for ink: [side, side], or [channels, side, side].
    """
    if not SIDES[0] <= side <= SIDES[1]:
        raise CapsvizError(f"a drawing can be rendered at {SIDES[0]} to {SIDES[1]} pixels a side")
    ink = _base_ink(drawing.base, side, channels)
    for stroke in drawing.strokes:
        cover = _coverage(stroke, side)
        if channels > 1:
            ink = ink * (1 - cover) + cover * _light(stroke, channels)
            continue
        # The canvas's own rules: "destination-out" for the eraser, else "source-over".
        ink = ink * (1 - cover) if stroke.erase else ink + cover * (1 - ink)
    return to_bytes(ink)


def _light(stroke: Stroke, channels: int) -> Float32[np.ndarray, "c 1 1"]:
    """Return the colour of a stroke: black for an eraser, white unless there are three channels."""
    if stroke.erase or stroke.colour is None or channels != 3:
        return np.full((channels, 1, 1), not stroke.erase, np.float32)
    colour = stroke.colour
    parts = np.array([colour >> 16, colour >> 8, colour], np.int64) & 255
    return (parts[:, None, None] / 255).astype(np.float32)


def _base_ink(base: bytes | None, side: int, channels: int) -> Float32[np.ndarray, "*c side side"]:
    shape = (side, side) if channels == 1 else (channels, side, side)
    if base is None:
        return np.zeros(shape, np.float32)
    planes = np.frombuffer(base, np.uint8).reshape(-1, RASTER_SIDE, RASTER_SIDE)
    if channels == 1 and len(planes) > 1:
        planes = grey_of_colours(planes)[None]
    planes = planes[np.arange(channels) % len(planes)]
    pictures = [Image.fromarray(plane) for plane in planes]
    if side != RASTER_SIDE:
        pictures = [picture.resize((side, side), Image.Resampling.BILINEAR) for picture in pictures]
    ink = np.stack([np.asarray(picture, np.float32) / 255 for picture in pictures])
    return ink.reshape(shape)


def grey_of_colours(planes: UInt8[np.ndarray, "c h w"]) -> UInt8[np.ndarray, "h w"]:
    """Grey levels of the shown red, green and blue by the weights of television."""
    colours = shown_planes(planes).astype(np.float32)
    return np.rint(np.tensordot(_GREY, colours, 1)).astype(np.uint8)


def _coverage(stroke: Stroke, side: int) -> Float32[np.ndarray, "side side"]:
    """Coverage of each pixel by the stroke, from the pixel's distance to its line."""
    radius = stroke.width * side / 2
    points = np.asarray(stroke.points, np.float32) * side
    starts, ends = _short_segments(points, longest=max(4.0, 2 * radius))
    # Only pixels near a segment can be covered: every segment gets a window of equal size, in a
    # canvas padded so that no window crosses its edge.
    margin = radius + 1
    window = int(np.ceil(np.abs(ends - starts).max() + 2 * margin)) + 1
    corners = np.floor(np.minimum(starts, ends) - margin).astype(np.intp) + window
    inside = ((corners >= 0) & (corners < side + window)).all(1)
    starts, ends, corners = starts[inside] + window, ends[inside] + window, corners[inside]
    padded = side + 2 * window
    nearest = np.full(padded * padded, (radius + 1) ** 2, np.float32)
    step = max(1, _WINDOW_ELEMENTS // window**2)
    for first in range(0, len(starts), step):
        part = slice(first, first + step)
        _lower(nearest, starts[part], ends[part], corners[part], window, radius)
    inner = nearest.reshape(padded, padded)[window : window + side, window : window + side]
    # A brush thinner than a pixel covers at most its own width.
    return np.clip(radius + 0.5 - np.sqrt(inner), 0, min(1.0, 2 * radius))


def _short_segments(
    points: Float[np.ndarray, "n 2"], longest: float
) -> tuple[Float[np.ndarray, "m 2"], Float[np.ndarray, "m 2"]]:
    """Return the polyline's segments, cut so that none is much longer than `longest`."""
    if len(points) == 1:
        return points, points
    starts, steps = points[:-1], np.diff(points, axis=0)
    counts = np.maximum(1, np.ceil(np.hypot(*steps.T) / longest)).astype(int)
    indices = np.repeat(np.arange(len(starts)), counts)
    order = np.arange(len(indices)) - np.repeat(np.cumsum(counts) - counts, counts)
    step = steps[indices] / counts[indices, None].astype(np.float32)
    begin = starts[indices] + step * order[:, None].astype(np.float32)
    return begin, begin + step


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
    # Skip windows that are fully covered, so that overdrawn ink costs little.
    fully = max(radius - 0.5, 0) ** 2
    active = (nearest[pixels] > fully).any((1, 2))
    if not active.any():
        return
    begin, direction = starts[active, :, None, None], (ends - starts)[active, :, None, None]
    dx = (columns[active, None, :] + np.float32(0.5)).astype(np.float32) - begin[:, 0]
    dy = (rows[active, :, None] + np.float32(0.5)).astype(np.float32) - begin[:, 1]
    square = np.maximum((direction**2).sum(1), np.float32(1e-12))
    t = np.clip((dx * direction[:, 0] + dy * direction[:, 1]) / square, 0, 1)
    distance = (dx - t * direction[:, 0]) ** 2 + (dy - t * direction[:, 1]) ** 2
    np.minimum.at(nearest, pixels[active].ravel(), distance.ravel())
