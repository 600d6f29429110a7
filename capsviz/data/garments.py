"""Clothes of our own drawing, one of each kind that Fashion-MNIST has, as polygons.

The file has for each class a list of polygons, the later ones over the earlier: how bright, in
0..255, and the corners as x and y in turn, in pixels of 28 x 28.
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
from capsviz.data.fashion import Fashion
from capsviz.data.pictures import Pictures

_FILE = Path(__file__).with_name("garments.json")
#: Polygons are drawn so many times as large and averaged: Pillow's have hard edges.
_FINER = 4


@functools.cache
def garments() -> Pictures:
    """One picture of each class of `Fashion`, in their order, `RASTER_SIDE` pixels a side."""
    drawn = json.loads(_FILE.read_text(encoding="utf-8"))
    images = np.stack([_draw(drawn[name]) for name in Fashion.classes])
    return Pictures(torch.tensor(images), torch.arange(len(images)))


def _draw(polygons: list[list[Any]]) -> UInt8[np.ndarray, "112 112"]:
    side = RASTER_SIDE * _FINER
    image = Image.new("L", (side, side))
    for bright, corners in polygons:
        ImageDraw.Draw(image).polygon([at * side / Fashion.side for at in corners], fill=bright)
    return np.asarray(image.resize((RASTER_SIDE, RASTER_SIDE), Image.Resampling.BOX))
