"""Measures of colour pictures, on pictures with known measures."""

from __future__ import annotations

import numpy as np
import pytest


def test_a_coloured_square_is_measured_as_it_was_painted():
    from capsviz.analysis.colours import COLOUR_MEASURES, measure

    images = np.zeros((2, 3, 32, 32), np.float32)
    images[0, 0, 8:16, 4:20] = 0.8  # red, 8 rows, 16 columns
    found = dict(zip(COLOUR_MEASURES, measure(images).T, strict=True))
    share = 8 * 16 / 32**2
    assert found["brightness"][0] == pytest.approx(0.299 * 0.8 * share)
    assert found["colourfulness"][0] == pytest.approx(0.8 * share)
    assert found["red to green"][0] == pytest.approx(0.8 * share)
    assert found["blue to yellow"][0] == pytest.approx(-0.4 * share)
    assert (found["x"][0], found["y"][0]) == pytest.approx((11.5, 11.5))
    # Four standard deviations of a uniform row of n are 4 / sqrt(12) of it.
    assert found["width"][0] == pytest.approx(16 * 4 / 12**0.5, rel=0.01)
    assert found["height"][0] == pytest.approx(8 * 4 / 12**0.5, rel=0.01)
    # An empty picture has no saliency.
    assert np.isnan(measure(images)[1, 5:]).all()
    assert np.isfinite(measure(images)[1, :5]).all()
