"""Drawings of clothes: one of each class, and their predictions by the network for clothes."""

from __future__ import annotations

import numpy as np
import pytest
from machine import lacking

from capsviz.data.gallery import first_drawing, gallery
from capsviz.data.vision import Fashion


def test_fashion_has_ten_samples_without_its_data_set():
    shown = gallery(Fashion().subject)
    assert [sample.name for sample in shown] == [f"{name} 1" for name in Fashion.classes]
    assert first_drawing(Fashion().subject) == shown[0].drawing
    rasters = [np.frombuffer(sample.drawing.base or b"", np.uint8) for sample in shown]
    for raster in rasters:
        assert raster.shape == (112 * 112,)
        assert 0.05 < (raster > 0).mean() < 0.7
    assert len({raster.tobytes() for raster in rasters}) == 10


@pytest.mark.parametrize("name", Fashion.classes)
def test_the_network_classifies_each_sample_correctly(name):
    from capsviz.data.drawing import render
    from capsviz.training import checkpoint

    if "fashion" not in checkpoint.names():
        lacking("there is no network for clothes")
    import torch

    loaded = checkpoint.load("fashion", "cpu")
    sample = gallery(loaded.subject)[loaded.subject.classes.index(name)]
    picture = torch.tensor(loaded.picture(render(sample.drawing)))[None]
    _, lengths = loaded.capsnet(picture)
    assert loaded.subject.classes[int(lengths.argmax())] == name
    assert float(lengths.max()) > 0.7
