"""Whether a picture that lies on its side is seen to."""

from __future__ import annotations

import numpy as np
import pytest


def rows(*winners: float) -> np.ndarray:
    """Lengths in every way: class k wins in way k."""
    found = np.full((len(winners), 10), 0.1, np.float32)
    found[range(len(winners)), range(len(winners))] = winners
    return found


def test_a_way_must_be_better_by_enough() -> None:
    from capsviz.analysis.standing import better

    assert better(rows(0.65, 0.9, 0.2, 0.3, 0.4)) is None
    found = better(rows(0.5, 0.2, 0.9, 0.3, 0.85))
    assert found is not None
    assert (found.way, found.capsule) == ("left", 2)
    assert (found.length, found.before) == pytest.approx((0.9, 0.5))
    assert better(rows(0.9, 0.1, 0.1, 0.1, 0.1)) is None


def test_each_way_turns_the_picture_as_it_is_named() -> None:
    from capsviz.analysis.standing import WAYS, every_way

    picture = np.arange(9, dtype=np.uint8).reshape(3, 3)
    shown = dict(zip(["", *WAYS], every_way(picture).tolist(), strict=True))
    assert shown[""] == picture.tolist()
    assert shown["right"] == [[6, 3, 0], [7, 4, 1], [8, 5, 2]]
    assert shown["left"] == [[2, 5, 8], [1, 4, 7], [0, 3, 6]]
    assert shown["over"] == [[8, 7, 6], [5, 4, 3], [2, 1, 0]]
    assert shown["mirrored"] == [[2, 1, 0], [5, 4, 3], [8, 7, 6]]
