"""Sprites from viewpoints that no training saw."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from capsviz.analysis.claims.material import Material
from capsviz.analysis.claims.reading import Row
from capsviz.analysis.claims.records import mean
from capsviz.data.pictures import Pictures
from capsviz.data.sprites import SHAPES, sprites
from capsviz.training.evaluate import evaluate

#: Sprites of each range of angles, what their seeds begin with, and the ranges' width in degrees.
EACH, SEED, WIDTH = 2000, 7, 30
#: Folders of sweeps, and what their networks are called.
TRAININGS = {"turned_compact": "small build", "turned_cnn": "CNN of like size"}


def read_turned_shapes(material: Material) -> Iterator[Row]:
    """Shapes read rightly by how far they are turned, learnt from those within 30 degrees.

    Of shapes that look the same only after a whole turn: others are back before 180 degrees.
    """
    bands = {f"{least}° to {least + WIDTH}°": _band(least) for least in range(0, 180, WIDTH)}
    for folder, series in TRAININGS.items():
        networks = material.load_networks(folder)
        for at, pictures in bands.items():
            right = [evaluate(each, pictures).accuracy for each in networks]
            yield mean(series, at, right)


def _band(least: int) -> Pictures:
    drawn = sprites(EACH, (SEED, least), turns=(least, least + WIDTH)).pictures
    whole = torch.tensor([shape.symmetry == 360 for shape in SHAPES])
    return drawn.at(whole[drawn.labels].nonzero()[:, 0])
