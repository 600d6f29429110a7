"""Picture of a trace for notebooks: input, lengths, couplings and reconstruction as one SVG."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Sequence

import numpy as np
from PIL import Image

from capsviz.config import shown_channels

#: Largest number of pictures and of classes shown.
MAX_PICTURES, MAX_CLASSES = 4, 20
#: Heights of a picture's row, of a bar, and widths of a picture, bars and couplings, in pixels.
_BAR, _PICTURE, _BARS, _COUPLINGS, _GAP = 14, 112, 230, 320, 16
_TEXT = 'font-family="sans-serif" font-size="11" fill="currentColor"'


def draw(
    lengths: np.ndarray,
    classes: Sequence[str],
    images: np.ndarray | None = None,
    couplings: np.ndarray | None = None,
    decoded: np.ndarray | None = None,
) -> str:
    """Draw the results for some images, one row each, as an SVG element.

    Parameters
    ----------
    lengths : lengths of the output capsules, [n, J].
    classes : names of the classes; empty for numbers.
    images : input images in 0..1, [n, side, side] or [n, channels, side, side].
    couplings : of the last iteration, [n, I, J].
    decoded : reconstructions, as the images; may be empty.
    """
    n, count = lengths.shape
    names = list(classes) or [str(j) for j in range(count)]
    bars = min(count, MAX_CLASSES)
    height = max(_PICTURE, _BAR * bars) + 2 * _GAP
    parts: list[str] = []
    width = 0
    for i in range(min(n, MAX_PICTURES)):
        top, left = i * height + _GAP, 0
        if images is not None:
            parts += [_picture(images[i], left, top, _PICTURE, _PICTURE, "input")]
            left += _PICTURE + _GAP
        # With many classes, only the longest capsules are shown, in the order of the classes.
        rows = np.sort(np.argsort(-lengths[i], kind="stable")[:bars])
        for row, j in enumerate(rows.tolist()):
            wins = j == int(lengths[i].argmax())
            parts += [_bar(names[j], float(lengths[i, j]), wins, left, top, row)]
        left += _BARS + _GAP
        if couplings is not None:
            parts += [_couplings(couplings[i][:, rows].T, left, top, _BAR * bars)]
            left += _COUPLINGS + _GAP
        if decoded is not None and len(decoded):
            parts += [_picture(decoded[i], left, top, _PICTURE, _PICTURE, "reconstruction")]
            left += _PICTURE + _GAP
        width = left
    total = height * min(n, MAX_PICTURES)
    label = f"capsule lengths of {n} images" if n > 1 else "capsule lengths of an image"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" '
        f'width="{width}" height="{total}" viewBox="0 0 {width} {total}">{"".join(parts)}</svg>'
    )


def _bar(name: str, length: float, wins: bool, left: int, top: int, row: int) -> str:
    y, width = top + row * _BAR, 110 * min(max(length, 0), 1) if np.isfinite(length) else 0
    colour = "#c2410c" if wins else "#8a8f98"
    return (
        f'<text x="{left + 66}" y="{y + 11}" text-anchor="end" {_TEXT}>'
        f"{html.escape(name[:11])}</text>"
        f'<rect x="{left + 72}" y="{y + 2}" width="{width:.1f}" height="10" fill="{colour}"/>'
        f'<text x="{left + 78 + width:.1f}" y="{y + 11}" {_TEXT}>{length:.2f}</text>'
    )


def _couplings(values: np.ndarray, left: int, top: int, height: int) -> str:
    """Draw couplings, classes by input capsules, as roots, since most of them are small."""
    grey = np.rint(255 * np.sqrt(np.clip(np.nan_to_num(values), 0, 1)))
    return _picture(grey / 255, left, top, _COUPLINGS, height, "couplings of the last iteration")


def _picture(pixels: np.ndarray, left: int, top: int, width: int, height: int, title: str) -> str:
    grey = np.rint(255 * np.clip(np.nan_to_num(pixels), 0, 1)).astype(np.uint8)
    if grey.ndim == 3:
        planes = grey[list(shown_channels(len(grey)))]
        grey = planes[0] if len(planes) == 1 else np.moveaxis(planes, 0, -1)
    file = io.BytesIO()
    Image.fromarray(grey).save(file, "PNG")
    data = base64.b64encode(file.getvalue()).decode()
    return (
        f'<image x="{left}" y="{top}" width="{width}" height="{height}" '
        'preserveAspectRatio="none" style="image-rendering:pixelated" '
        f'href="data:image/png;base64,{data}"><title>{title}</title></image>'
        f'<text x="{left}" y="{top - 4}" {_TEXT}>{title}</text>'
    )
