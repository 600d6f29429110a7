"""The canvas's raster is the one that the server would make of the drawing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest


def random_drawing(generator: np.random.Generator) -> dict[str, Any]:
    strokes = []
    for _ in range(generator.integers(1, 6)):
        start = generator.integers(-100, 1100, 2)
        steps = generator.normal(0, generator.choice([2, 15, 90]), (generator.integers(0, 60), 2))
        line = np.vstack([start, start + steps.cumsum(0)]).clip(-1000, 2000).round().astype(int)
        width = int(generator.choice([2, 9, 30, 85, 160, 250]))
        strokes.append([width, int(generator.random() < 0.3), *line.ravel().tolist()])
    return {"s": strokes, "b": None}


def test_the_browsers_raster_is_the_servers(script):
    from capsviz.data.drawing import Drawing, render

    generator = np.random.default_rng(0)
    drawings = [random_drawing(generator) for _ in range(40)]
    base = generator.integers(0, 256, (112, 112), dtype=np.uint8)
    drawings[0]["b"] = Drawing((), base.tobytes()).to_plain()["b"]
    rasters = script(
        "browser/raster.js",
        "(drawings) => drawings.map((one) => Array.from(new DrawingRaster().load(one).bytes))",
        drawings,
    )
    for drawing, raster in zip(drawings, rasters, strict=True):
        expected = render(Drawing.from_plain(drawing)).astype(int)
        assert np.abs(np.array(raster).reshape(112, 112) - expected).max() <= 1


def test_the_browsers_coloured_raster_is_the_servers(script):
    from capsviz.data.drawing import Drawing, render

    generator = np.random.default_rng(1)
    drawings = [random_drawing(generator) for _ in range(8)]
    for drawing in drawings:
        for stroke in drawing["s"][::2]:
            stroke[1] = 2 + int(generator.integers(0, 1 << 24))
    colours = generator.integers(0, 256, (3, 112, 112), dtype=np.uint8)
    four = generator.integers(0, 256, (4, 112, 112), dtype=np.uint8)
    for drawing, base in zip(drawings, (colours, colours[0], four[:2], four), strict=False):
        drawing["b"] = Drawing((), base.tobytes()).to_plain()["b"]
    rasters = script(
        "browser/raster.js",
        "(drawings) => drawings.map((one) => [1, 2, 3, 4].map("
        "(n) => Array.from(new DrawingRaster(n).load(one).bytes)))",
        drawings,
    )
    for drawing, found in zip(drawings, rasters, strict=True):
        read = Drawing.from_plain(drawing)
        assert read.to_plain() == drawing
        for channels, raster in enumerate(found, 1):
            expected = render(read, channels=channels)
            assert expected.shape == ((channels, 112, 112) if channels > 1 else (112, 112))
            assert np.abs(np.array(raster) - expected.ravel().astype(int)).max() <= 1


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_the_same_channels_are_shown_in_the_browser(script, channels):
    from capsviz.config import shown_channels

    planes = np.repeat(np.arange(channels), 4).tolist()
    shown, found = script(
        "browser/raster.js",
        "([planes, channels]) => [shownChannels(channels),"
        " Array.from(shownPlanes(Uint8Array.from(planes), channels))]",
        [planes, channels],
    )
    assert shown == list(shown_channels(channels))
    assert found == np.repeat(shown, 4).tolist()
