"""Measures of a colour picture: brightness, colour, and the position and size of its subject.

Photographs have no strokes, so the measures of `capsviz.analysis.morphology` do not apply.
"""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Float64

from capsviz.analysis.morphology import MEASURES, MIN_RANGE

#: Names of the measures, in the order of `measure`'s columns; as many as for strokes.
COLOUR_MEASURES = (
    "brightness",
    "contrast",
    "colourfulness",
    "red to green",
    "blue to yellow",
    "width",
    "height",
    "x",
    "y",
)
assert len(COLOUR_MEASURES) == len(MEASURES)
#: Weights of red, green and blue in a grey level.
_GREY = np.array([0.299, 0.587, 0.114])


def measure(images: Float[np.ndarray, "n 3 side side"]) -> Float64[np.ndarray, "n 9"]:
    """Measure colour pictures, pixels in 0..1.

    Columns are `COLOUR_MEASURES`: mean of the grey levels and their standard deviation;
    colourfulness, the mean range of a pixel's channels; mean of red less green and of blue less the
    mean of both; each a share of the whole range. The last four columns, in pixels, describe the
    saliency, each pixel's distance from the border's median colour: width and height, four standard
    deviations along columns and rows, and x and y of its centre (x right, y down, pixel 0 at 0).

    The last four columns are NaN for a picture without saliency.
    """
    x = images.astype(np.float64)
    red, green, blue = x[:, 0], x[:, 1], x[:, 2]
    grey = np.tensordot(x, _GREY, (1, 0))
    light = [
        grey.mean((1, 2)),
        grey.std((1, 2)),
        np.ptp(x, axis=1).mean((1, 2)),
        (red - green).mean((1, 2)),
        (blue - (red + green) / 2).mean((1, 2)),
    ]
    edge = np.concatenate([x[:, :, 0], x[:, :, -1], x[:, :, :, 0], x[:, :, :, -1]], 2)
    saliency = np.abs(x - np.median(edge, axis=2)[:, :, None, None]).mean(1)
    mass = np.where(saliency.max((1, 2)) >= MIN_RANGE, saliency.sum((1, 2)), np.nan)
    positions = np.arange(x.shape[-1], dtype=np.float64)
    centres, sizes = [], []
    for axis in (1, 2):
        profile = saliency.sum(axis) / mass[:, None]
        centres.append(profile @ positions)
        sizes.append(4 * np.sqrt((profile * (positions - centres[-1][:, None]) ** 2).sum(1)))
    return np.stack([*light, *sizes, *centres], axis=1)
