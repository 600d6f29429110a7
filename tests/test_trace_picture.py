"""The picture of a trace, and of a network's output, in a notebook."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
from PIL import Image

IMAGES = np.random.default_rng(0).random((3, 28, 28), np.float32)
SVG = "{http://www.w3.org/2000/svg}"


def _pictures(svg):
    for each in ElementTree.fromstring(svg).iter(f"{SVG}image"):
        data = base64.b64decode(each.attrib["href"].removeprefix("data:image/png;base64,"))
        yield each.findtext(f"{SVG}title"), np.array(Image.open(io.BytesIO(data)))


def test_a_trace_shows_input_lengths_couplings_and_reconstruction(tiny_model) -> None:
    from capsviz import tracing

    seen = tracing.trace(tiny_model, IMAGES[:2])
    svg = seen._repr_html_()
    shown = list(_pictures(svg))
    assert [what for what, _ in shown] == 2 * [
        "input",
        "couplings of the last iteration",
        "reconstruction",
    ]
    assert np.array_equal(shown[0][1], np.rint(255 * seen.images[0]))
    roots = np.rint(255 * np.sqrt(seen.couplings[0, -1].T))
    assert np.abs(shown[1][1] - roots).max() <= 1
    assert np.array_equal(shown[5][1], np.rint(255 * tracing.winners(tiny_model, seen)[1]))
    texts = [each.text for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    for length in seen.lengths[1, -1]:
        assert f"{length:.2f}" in texts
    again = seen[1]._repr_html_()
    assert np.array_equal(list(_pictures(again))[2][1], shown[5][1])


def test_class_names_are_escaped_and_only_the_longest_classes_are_drawn(tiny_model) -> None:
    from capsviz.trace_picture import MAX_CLASSES, draw
    from capsviz.tracing import trace

    seen = replace(trace(tiny_model, IMAGES[:1]), classes=("<b>x</b>", *"123456789"))
    assert "<b>" not in seen._repr_html_()
    lengths = np.linspace(0, 1, 200, dtype=np.float32)[None]
    svg = draw(lengths, [])
    assert len(re.findall("<rect", svg)) == MAX_CLASSES
    assert ">199</text>" in svg


def test_an_output_shows_its_lengths(tiny_model) -> None:
    import torch

    output = tiny_model(torch.tensor(IMAGES[:3]))
    svg = output._repr_html_()
    assert len(re.findall("<rect", svg)) == output.lengths.numel()
    assert f"{float(output.lengths[2, 4].detach()):.2f}" in svg
