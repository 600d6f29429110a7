"""Conversion of any picture file to a drawing's raster: paper 0, ink 255.

Ink contrasts with the paper; either may be darker. A smooth surface is fitted to the paper to
correct uneven light, and an adaptive threshold (Otsu 1979) separates ink from noise.
"""

from __future__ import annotations

from typing import cast

import numpy as np
import scipy
import skimage
from jaxtyping import Bool, Float32, UInt8
from PIL import Image

from capsviz.config import PictureFormat
from capsviz.data.drawing import RASTER_SIDE, to_bytes
from capsviz.data.picture_file import (
    MAX_SEARCH_SIDE,
    MIN_SIDE,
    NO_INK,
    TOO_SMALL,
    decode,
    fit_format,
    fit_square,
    grey_of,
)
from capsviz.errors import CapsvizError

#: Width in pixels of a picture's border on the canvas.
_EDGE = 4
#: Longer side of the ink on the canvas, as MNIST's 20 of 28 pixels.
_INK_SIDE = 80
#: Minimum difference of ink and paper, in grey levels of 255 and in multiples of the noise.
_MIN_CONTRAST, _MIN_CLARITY = 12.0, 4.0
#: Number of separate pieces of ink on a line that count as several digits (two may be the strokes
#: of a 4). Each has at least this share of the tallest one's height, and this share of a line's
#: rows.
_MIN_PIECES, _MIN_HEIGHT_SHARE, _MIN_SHARED_ROWS = 3, 0.6, 0.5
_SEVERAL_DIGITS = "there are several digits in this picture: crop it to one of them"

#: The ways to `read` a picture file.
WAYS = ("ink", "whole", "straight", "inverted", "colours")


def read(data: bytes, way: str) -> UInt8[np.ndarray, "*c 112 112"]:
    """Read a picture file in the form of a network's data set.

    Parameters
    ----------
    data : the file, as for `read_picture`.
    way : "ink" looks for ink; "whole" keeps the picture and detects whether object or background is
    bright; "straight" assumes a bright object, "inverted" a bright background, so that pictures
    of one set are treated alike. "colours" keeps red, green and blue.
    """
    if way == "ink":
        return read_picture(data)
    if way == "colours":
        return fit_format(decode(data), PictureFormat(RASTER_SIDE, 3))
    return read_whole(data, {"straight": False, "inverted": True}.get(way))


def read_picture(data: bytes) -> UInt8[np.ndarray, "112 112"]:
    """Find the digit in a picture file.

    Raises `CapsvizError` if the file has another format, is damaged, too large, too small or blank,
    or shows several digits.

    `data` is the file, as for `picture_file.decode`.

    Its raster is for `capsviz.data.drawing`: bright ink in the middle of the canvas.
    """
    planes = decode(data)
    ink = _ink(_shrunk(planes))
    scale = max(planes.shape) / max(ink.shape)
    top, left, bottom, right = _box(ink)
    if scale > 1 and max(bottom - top, right - left) < _INK_SIDE:
        # For a small digit on a large sheet, crop and search again.
        around = 0.3 * max(bottom - top, right - left)
        rows, columns = (
            slice(max(0, int((low - around) * scale)), int((high + around) * scale) + 1)
            for low, high in ((top, bottom), (left, right))
        )
        ink = _ink(_shrunk(planes[rows, columns]))
        top, left, bottom, right = _box(ink)
    if _shows_several(ink):
        raise CapsvizError(_SEVERAL_DIGITS)
    return _place(ink[top:bottom, left:right])


def read_whole(data: bytes, inverted: bool | None = None) -> UInt8[np.ndarray, "112 112"]:
    """Read a picture file in grey, for networks of anything but ink.

    Pictures with a bright background are inverted, since the training sets show bright objects on
    dark backgrounds.

    Parameters
    ----------
    data : the file, as for `read_picture`.
    inverted : whether it is dark on bright; by default if its border is brighter than its inside.

    Returns
    -------
    Raster for `capsviz.data.drawing`: the picture in the middle of the canvas, as large as fits.
    """
    picture = fit_square(grey_of(decode(data)), RASTER_SIDE)
    if inverted is None:
        inside = np.zeros(picture.shape, bool)
        inside[_EDGE:-_EDGE, _EDGE:-_EDGE] = True
        inverted = bool(picture[~inside].mean() > picture[inside].mean())
    return 255 - picture if inverted else picture


def _shrunk(planes: Float32[np.ndarray, "h w planes"]) -> Float32[np.ndarray, "rows columns"]:
    """Return grey levels, at most `MAX_SEARCH_SIDE` pixels a side.

    The channels are mixed for maximum variance, so that red on green has contrast.
    """
    height, width, colours = planes.shape
    share = min(1, MAX_SEARCH_SIDE / max(height, width))
    size = (max(1, round(width * share)), max(1, round(height * share)))
    if min(size) < MIN_SIDE:
        raise CapsvizError(TOO_SMALL)
    small = np.stack(
        [
            np.asarray(Image.fromarray(planes[..., i]).resize(size, Image.Resampling.BOX))
            for i in range(colours)
        ],
        -1,
    )
    if colours == 1:
        return small[..., 0]
    flat = small.reshape(-1, colours) - small.mean((0, 1))
    axis = np.linalg.eigh(flat.T @ flat)[1][:, -1]
    return (small @ (axis / np.abs(axis).sum())).astype(np.float32)


def _ink(grey: Float32[np.ndarray, "h w"]) -> Float32[np.ndarray, "h w"]:
    """Amount of ink of each pixel, 0..1."""
    candidates: list[Float32[np.ndarray, "h w"]] = []
    for paper in (_smooth_paper, _estimate_paper):
        soft = _standing_out(grey - paper(grey))
        if soft is None:
            continue
        digit, along_frame = _digit(soft)
        candidates.append(np.where(digit, soft, 0).astype(np.float32))
        # Ink along the frame may be a shadow, which the other estimate of the paper can explain.
        if not along_frame:
            return candidates[-1]
    if not candidates:
        raise CapsvizError(NO_INK)
    return candidates[0]


def _smooth_paper(grey: Float32[np.ndarray, "h w"]) -> Float32[np.ndarray, "h w"]:
    """Grey of the paper: a quadratic surface fitted to the pixels near it.

    The first surface is fitted to the frame, which is paper in most pictures; each next one to all
    pixels that agree with the last.
    """
    y, x = np.meshgrid(*(np.linspace(-1, 1, n) for n in grey.shape), indexing="ij")
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1).reshape(-1, 6)
    values = grey.reshape(-1).astype(np.float64)
    paper = (np.maximum(np.abs(x), np.abs(y)) > 0.85).reshape(-1)
    surface = values
    for _ in range(8):
        weighted = terms * paper[:, None]
        surface = terms @ np.linalg.lstsq(weighted.T @ terms, weighted.T @ values)[0]
        residuals = np.abs(values - surface)
        paper = residuals <= max(3 * np.median(residuals[paper]), 6.0)
    return surface.reshape(grey.shape).astype(np.float32)


def _estimate_paper(grey: Float32[np.ndarray, "h w"]) -> Float32[np.ndarray, "h w"]:
    """Grey of a paper crossed by a shadow's edge: the median of wide windows."""
    minimum = grey.min()
    window = np.ones((max(3, max(grey.shape) // 4),) * 2, np.uint8)
    return skimage.filters.rank.median((grey - minimum).astype(np.uint8), window) + minimum


def _standing_out(difference: Float32[np.ndarray, "h w"]) -> Float32[np.ndarray, "h w"] | None:
    """Ink, 0..1, from the difference to the paper; None if there is only noise."""
    dark, bright = np.minimum(difference, 0), np.maximum(difference, 0)
    ink = bright if (bright**2).sum() > (dark**2).sum() else -dark
    if ink.max() < _MIN_CONTRAST:
        return None
    inked = ink > _otsu(ink)
    level = float(ink[~inked].mean())
    contrast = float(ink[inked].mean()) - level
    if contrast < max(_MIN_CONTRAST, _MIN_CLARITY * float(difference[~inked].std())):
        return None
    return np.clip(((ink - level) / contrast - 0.15) / 0.7, 0, 1).astype(np.float32)


def _otsu(values: Float32[np.ndarray, "h w"]) -> float:
    """The threshold that separates the values into the two most distinct classes."""
    counts, edges = np.histogram(values, 128)
    middles = (edges[1:] + edges[:-1]) / 2
    below = np.cumsum(counts)[:-1]
    above = counts.sum() - below
    sums = np.cumsum(counts * middles)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = below * above * (sums[:-1] / below - (sums[-1] - sums[:-1]) / above) ** 2
    return float(edges[1 + np.nanargmax(variance)])


def _digit(soft: Float32[np.ndarray, "h w"]) -> tuple[Bool[np.ndarray, "h w"], bool]:
    """Return the mask of the digit, and whether anything else touches the frame.

    Specks are left out, and so is the sheet's edge if there is other ink.
    """
    labels = np.zeros(soft.shape, np.int32)
    scipy.ndimage.label(soft >= 0.5, np.ones((3, 3)), output=labels)
    areas = np.bincount(labels.ravel())[1:]
    on_frame = np.zeros(len(areas))
    for edge in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        share = np.bincount(edge, minlength=len(areas) + 1)[1:] / len(edge)
        on_frame = np.maximum(on_frame, share)
    inside = on_frame < 0.25
    selected = inside if (areas * inside).sum() >= 0.002 * soft.size else np.ones(len(areas), bool)
    minimum = np.where(on_frame > 0, 0.15, 0.03)  # ink at the frame must be larger to count
    selected &= areas >= minimum * areas[selected].max()
    digit = np.isin(labels, 1 + np.flatnonzero(selected))
    mask = scipy.ndimage.binary_dilation(digit, np.ones((3, 3)), iterations=2)
    return mask, not inside.all()


def _shows_several(ink: Float32[np.ndarray, "h w"]) -> bool:
    """Return whether `_MIN_PIECES` separate pieces of similar height stand side by side."""
    labels, _ = cast("tuple[np.ndarray, int]", scipy.ndimage.label(ink >= 0.5, np.ones((3, 3))))
    boxes = [
        (rows.start, rows.stop, columns.start, columns.stop)
        for rows, columns in scipy.ndimage.find_objects(labels)
    ]
    highest = max((bottom - top for top, bottom, _, _ in boxes), default=0)
    tall = [box for box in boxes if box[1] - box[0] >= _MIN_HEIGHT_SHARE * highest]
    tall.sort(key=lambda box: box[3])
    for line_top, line_bottom, _, _ in tall:
        count, end = 0, 0
        for top, bottom, left, right in tall:
            shared = min(bottom, line_bottom) - max(top, line_top)
            if left >= end and shared >= _MIN_SHARED_ROWS * (line_bottom - line_top):
                count, end = count + 1, right
        if count >= _MIN_PIECES:
            return True
    return False


def _box(ink: Float32[np.ndarray, "h w"]) -> tuple[int, int, int, int]:
    """Top, left, bottom and right of the ink."""
    rows, columns = (np.flatnonzero(ink.max(axis) > 0.05) for axis in (1, 0))
    return int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1


def _place(ink: Float32[np.ndarray, "h w"]) -> UInt8[np.ndarray, "112 112"]:
    """Place the ink in the middle of the canvas, `_INK_SIDE` pixels long."""
    height, width = (max(1, round(n * _INK_SIDE / max(ink.shape))) for n in ink.shape)
    picture = Image.fromarray(ink).resize((width, height), Image.Resampling.BICUBIC)
    canvas = np.zeros((RASTER_SIDE, RASTER_SIDE), np.uint8)
    top, left = (RASTER_SIDE - height) // 2, (RASTER_SIDE - width) // 2
    canvas[top : top + height, left : left + width] = to_bytes(np.asarray(picture))
    return canvas
