"""The canvas's raster is the one that the server would make of the drawing."""

from __future__ import annotations

from typing import Any

import numpy as np


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
    for drawing, base in ((drawings[0], colours), (drawings[1], colours[0])):
        drawing["b"] = Drawing((), base.tobytes()).to_plain()["b"]
    rasters = script(
        "browser/raster.js",
        "(drawings) => drawings.map((one) => [1, 3].map("
        "(n) => Array.from(new DrawingRaster(n).load(one).bytes)))",
        drawings,
    )
    for drawing, (grey, coloured) in zip(drawings, rasters, strict=True):
        read = Drawing.from_plain(drawing)
        assert read.to_plain() == drawing
        assert np.abs(np.array(grey) - render(read).ravel().astype(int)).max() <= 1
        expected = render(read, channels=3)
        assert expected.shape == (3, 112, 112)
        assert np.abs(np.array(coloured) - expected.ravel().astype(int)).max() <= 1
