"""Detection of rotated and mirrored pictures."""

from __future__ import annotations

import numpy as np
import pytest


def rows(*winners: float) -> np.ndarray:
    """Lengths in every way: class k wins in way k."""
    found = np.full((len(winners), 10), 0.1, np.float32)
    found[range(len(winners)), range(len(winners))] = winners
    return found


def test_an_orientation_is_suggested_only_with_a_sufficient_gain() -> None:
    from capsviz.analysis.orientation import better

    assert better(rows(0.65, 0.9, 0.2, 0.3, 0.4)) is None
    found = better(rows(0.5, 0.2, 0.9, 0.3, 0.85))
    assert found is not None
    assert (found.way, found.capsule) == ("left", 2)
    assert (found.length, found.before) == pytest.approx((0.9, 0.5))
    assert better(rows(0.9, 0.1, 0.1, 0.1, 0.1)) is None


def test_each_orientation_turns_the_picture_as_named() -> None:
    from capsviz.analysis.orientation import WAYS, all_ways

    picture = np.arange(9, dtype=np.uint8).reshape(3, 3)
    shown = dict(zip(["", *WAYS], all_ways(picture).tolist(), strict=True))
    assert shown[""] == picture.tolist()
    assert shown["right"] == [[6, 3, 0], [7, 4, 1], [8, 5, 2]]
    assert shown["left"] == [[2, 5, 8], [1, 4, 7], [0, 3, 6]]
    assert shown["over"] == [[8, 7, 6], [5, 4, 3], [2, 1, 0]]
    assert shown["mirrored"] == [[2, 1, 0], [5, 4, 3], [8, 7, 6]]


def test_rates_count_the_verdicts_of_digits_in_each_orientation(tiny_model, monkeypatch) -> None:
    import torch

    from capsviz.analysis import orientation
    from capsviz.data.pictures import Pictures

    def lengths(_: object, inputs: np.ndarray) -> np.ndarray:
        """Lengths of a network that prefers pictures with the bright corner at the top left."""
        upright = inputs[:, :14, :14].mean((1, 2)) > 0
        return np.where(upright, 0.9, 0.2).astype(np.float32)[:, None].repeat(10, 1)

    monkeypatch.setattr(orientation, "_lengths", lengths)
    images = torch.zeros(20, 28, 28, dtype=torch.uint8)
    images[:5, 2:9, 2:9] = 255  # the others are blank, without a detection
    upright = Pictures(images, torch.arange(20) % 10)
    found = orientation.measure(
        tiny_model, upright, lambda one: one[::4, ::4] / np.float32(255), per_class=1
    )
    assert (found.digits, found.false) == (10, 0)
    assert found.told == dict.fromkeys(orientation.WAYS, 0.5)
    # A rotation also corrects a mirrored corner, and is reported first.
    assert found.right == {"right": 0.5, "left": 0.5, "over": 0.5, "mirrored": 0.0}
