"""The words match the numbers."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def judge():
    from capsviz.analysis.verdict import judge

    return judge


def lengths(**known: float) -> np.ndarray:
    values = np.full(10, 0.02, np.float32)
    for name, value in known.items():
        values[int(name[1:])] = value
    return values


INK = np.pad(np.ones((8, 8), np.float32), 10)


@pytest.mark.parametrize(
    ("image", "values", "misfit", "kind", "digit", "start"),
    [
        (INK, lengths(k7=0.97, k2=0.08), 10.0, "clear", 7, "7, length 0.97; runner-up 2"),
        (INK, lengths(k7=0.60, k1=0.55), 10.0, "two", 7, "7 or 1: lengths 0.60 and 0.55"),
        (INK, lengths(k7=0.30), 10.0, "none", None, "no digit: every capsule is short"),
        (INK, lengths(k7=0.97), 90.0, "misfit", 7, "7, length 0.97, but its reconstruction"),
        (0 * INK, lengths(k7=0.97), 10.0, "empty", None, "no digit: the canvas is empty"),
    ],
)
def test_verdict(judge, image, values, misfit, kind, digit, start) -> None:
    verdict = judge(image, values, misfit)
    assert (verdict.kind, verdict.digit) == (kind, digit)
    assert verdict.text.startswith(start)


def test_measured_limit_moves_the_word(judge) -> None:
    from capsviz.analysis.verdict import Thresholds

    limits = Thresholds.measured(np.linspace(0, 100, 101))
    assert limits.misfit == pytest.approx(148.5)
    assert judge(INK, lengths(k3=0.9), 148.0, limits).kind == "clear"
    assert judge(INK, lengths(k3=0.9), 149.0, limits).kind == "misfit"
