"""The record of what three iterations decide otherwise: what it holds, and how it was counted."""

from __future__ import annotations

import base64

import numpy as np
import pytest


@pytest.fixture
def record():
    from capsviz.ui.lessons.extra import recorded

    found = recorded("decided")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("first", "last", "label", "said"),
    [(3, 3, 3, "same"), (3, 3, 5, "same"), (3, 5, 5, "mended"), (5, 3, 5, "spoilt"),
     (3, 8, 5, "other")],
)  # fmt: skip
def test_an_answer_is_the_same_mended_spoilt_or_otherwise_wrong(first, last, label, said):
    from capsviz.ui.lessons.decided import outcome

    assert outcome(first, last, label) == said


def test_of_the_digits_only_numbers_are_kept(record):
    assert record["n"] == 5000
    for kind in ("mended", "spoilt", "other"):
        assert record[kind] == sorted(set(record[kind]))
        assert all(type(n) is int and 0 <= n < record["n"] for n in record[kind])
    assert "image" not in {key for key in record if key != "drawings"}


def test_it_was_measured_with_the_network_that_is_shipped(record):
    from capsviz.training import checkpoint

    assert record["sha256"] == checkpoint.digest(record["network"])


def test_our_own_drawings_are_what_they_are_called(record):
    import capsviz
    from capsviz.data.samples import samples
    from capsviz.ui.lessons.decided import FIRST, LAST, outcome

    names = {sample.name for sample in samples()}
    network = capsviz.load()
    for kind, drawings in record["drawings"].items():
        assert drawings, kind
        for each in drawings:
            assert each["name"] in names
            pixels = np.frombuffer(base64.b64decode(each["image"]), np.uint8).reshape(28, 28)
            lengths = capsviz.trace(network, pixels[None], LAST + 1).lengths[0]
            assert np.allclose(lengths, each["lengths"], atol=0.02)
            said = lengths.argmax(1)
            assert outcome(int(said[FIRST]), int(said[LAST]), each["digit"]) == kind
