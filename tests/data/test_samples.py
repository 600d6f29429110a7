"""The sample digits: complete, well formed, distinct, and classified by the trained network."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oddities import NAMES, oddities


@pytest.fixture(scope="module")
def samples() -> Any:
    from capsviz.data import samples

    return samples


@pytest.fixture(scope="module")
def lengths() -> Any:
    """Capsule lengths of drawings, by the trained network; skipped where there is none."""
    import torch

    import capsviz
    from capsviz.data.drawing import render
    from capsviz.data.normalisation import normalise
    from capsviz.training import checkpoint

    if "dynamic" not in checkpoint.names():
        pytest.skip("there is no trained checkpoint named dynamic")
    model = capsviz.load("dynamic", "cpu")

    def measure(drawings) -> np.ndarray:
        seen = np.stack([normalise(render(drawing)) for drawing in drawings])
        with torch.inference_mode():
            return model(torch.from_numpy(seen))[1].numpy()

    return measure


def clear(samples) -> list[Any]:
    return [sample for sample in samples.samples() if sample.rival is None]


def test_samples_include_every_digit_in_several_hands(samples):
    hands = {digit: {s.hand for s in clear(samples) if s.digit == digit} for digit in range(10)}
    assert len(clear(samples)) >= 40
    assert min(len(each) for each in hands.values()) >= 4
    names = [*(each.name for each in samples.samples()), *NAMES]
    assert max(Counter(names).values()) == 1


def test_the_ambiguous_come_last_and_name_two_digits(samples):
    rivals = [sample.rival for sample in samples.samples()]
    first = next(i for i, rival in enumerate(rivals) if rival is not None)
    assert all(rival is not None for rival in rivals[first:])
    assert len(rivals[first:]) >= 4
    assert all(sample.digit != sample.rival for sample in samples.samples())


def test_every_drawing_lies_on_the_canvas_and_is_unlike_the_others(samples):
    from capsviz.data.drawing import render

    rasters = []
    for drawing in (*(each.drawing for each in samples.samples()), *oddities()):
        for stroke in drawing.strokes:
            points = np.array(stroke.points)
            assert points.min() >= stroke.width / 2
            assert points.max() <= 1 - stroke.width / 2
            assert not stroke.erase
        rasters.append(render(drawing).astype(int))
    for i, one in enumerate(rasters):
        for other in rasters[:i]:
            assert np.abs(one - other).sum() > 0.1 * one.sum()


def test_curves_are_smooth(samples):
    # A polyline looks round when it turns little at each of its points. A digit has at most
    # three corners, each of two points at most; a trembling hand is exempt.
    for sample in clear(samples):
        turns = [turn for stroke in sample.drawing.strokes for turn in angles(stroke.points)]
        if sample.hand != "shaky":
            assert np.sum(np.array(turns) > 30) <= 6, sample.name


def angles(points) -> np.ndarray:
    steps = np.diff(np.array(points), axis=0)
    headings = np.degrees(np.arctan2(steps[:, 1], steps[:, 0]))
    return np.abs((np.diff(headings) + 180) % 360 - 180)


def test_the_first_screens_digit_is_a_clear_one(samples, lengths):
    first = samples.first_sample()
    assert first in clear(samples)
    found = lengths([first.drawing])[0]
    assert found.argmax() == first.digit
    assert found.max() > 0.9
    assert np.sort(found)[-2] < 0.2


def test_the_network_reads_every_clear_digit(samples, lengths):
    found = lengths([sample.drawing for sample in clear(samples)])
    digits = np.array([sample.digit for sample in clear(samples)])
    wrong = [
        s.name for s, each in zip(clear(samples), found, strict=True) if each.argmax() != s.digit
    ]
    assert wrong == []
    # Clear to the network too: the right capsule is long, and much longer than the next.
    right = found[np.arange(len(found)), digits]
    assert right.min() > 0.7
    assert (right - np.sort(found)[:, -2]).min() > 0.3


def test_the_network_sees_both_digits_of_an_ambiguous_one(samples, lengths):
    ambiguous = [sample for sample in samples.samples() if sample.rival is not None]
    found = lengths([sample.drawing for sample in ambiguous])
    for sample, each in zip(ambiguous, found, strict=True):
        assert set(each.argsort()[-2:]) == {sample.digit, sample.rival}, sample.name
        assert np.sort(each)[-2] > 0.25, sample.name


def test_oddities_convince_no_capsule(samples, lengths):
    found = lengths(oddities())
    least = lengths([sample.drawing for sample in clear(samples)]).max(1).mean()
    assert (found.max(1) < least).all()


def test_samples_equal_the_drawings_of_the_shipped_file(samples):
    shipped = json.loads(Path(samples.__file__).with_name("samples.json").read_text("utf-8"))
    for plain, sample in zip(shipped["samples"], samples.samples(), strict=True):
        assert sample.drawing.to_plain() == {"s": plain["s"], "b": None}


def test_every_network_of_ten_digits_opens_with_one_and_others_with_none() -> None:
    from capsviz.config import LabelSet
    from capsviz.data.drawing import Drawing
    from capsviz.data.gallery import first_drawing, gallery

    digits = LabelSet("own", tuple("0123456789"))
    assert {sample.digit for sample in gallery(digits)} == set(range(10))
    assert first_drawing(digits) != Drawing()
    assert gallery(LabelSet("own", ("cat", "dog"))) == ()
    assert first_drawing(LabelSet("own", ("cat", "dog"))) == Drawing()
