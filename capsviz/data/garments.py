"""Drawings of clothes as polygons, one for each class of Fashion-MNIST.

The file has a list of polygons for each class, drawn in order: brightness in 0..255, and the
corners as alternating x and y, in pixels of 28 x 28.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import UInt8
from PIL import Image, ImageDraw

from capsviz.data.drawing import RASTER_SIDE
from capsviz.data.pictures import Pictures
from capsviz.data.vision import Fashion

_FILE = Path(__file__).with_name("garments.json")
#: Supersampling of polygons, since Pillow's have hard edges.
_SUPERSAMPLING = 4


@functools.cache
def garments() -> Pictures:
    """Return one picture of each class of `Fashion`, in order, `RASTER_SIDE` pixels a side."""
    drawings = json.loads(_FILE.read_text(encoding="utf-8"))
    images = np.stack([_draw(drawings[name]) for name in Fashion.classes])
    return Pictures(torch.tensor(images), torch.arange(len(images)))


def _draw(polygons: list[list[Any]]) -> UInt8[np.ndarray, "112 112"]:
    side = RASTER_SIDE * _SUPERSAMPLING
    image = Image.new("L", (side, side))
    for brightness, corners in polygons:
        ImageDraw.Draw(image).polygon([x * side / Fashion.side for x in corners], fill=brightness)
    return np.asarray(image.resize((RASTER_SIDE, RASTER_SIDE), Image.Resampling.BOX))
