"""Tests of significance between networks, compared with sums by hand and counting."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (3, 3), (2, 9), (40, 15)])
def test_mcnemar_is_the_share_of_coin_throws_at_least_as_uneven(first, second):
    from capsviz.analysis.mcnemar import mcnemar

    n = first + second
    uneven = sum(comb(n, k) for k in range(n + 1) if abs(2 * k - n) >= abs(first - second))
    assert mcnemar(first, second) == pytest.approx(uneven / 2**n)


def test_holm_multiplies_the_smallest_most_and_never_falls():
    from capsviz.analysis.mcnemar import holm

    np.testing.assert_allclose(holm([0.04, 0.01, 0.03]), [0.06, 0.03, 0.06])
    np.testing.assert_allclose(holm([0.9, 0.6]), [1, 1])
    assert len(holm([])) == 0


def results(answers: dict[str, str], labels: str):
    from capsviz.analysis.compare import Results

    def digits(text: str) -> np.ndarray:
        return np.array([int(letter) for letter in text], np.int8)

    return Results([], {name: digits(text) for name, text in answers.items()}, {}, digits(labels))


def test_pairs_are_tested_on_digits_that_only_one_classifies_correctly():
    from capsviz.analysis.mcnemar import differences, table

    labels = "7" * 30
    # b is right where c is not, ten times; a differs from b in wrong answers only.
    found = results({"a": "7" * 20 + "1" * 10, "b": "7" * 20 + "2" * 10, "c": "7" * 30}, labels)
    tested = differences(found)
    assert [(d.first, d.second) for d in tested] == [("a", "c"), ("b", "c"), ("a", "b")]
    assert [(d.first_alone, d.second_alone) for d in tested] == [(0, 10), (0, 10), (0, 0)]
    assert tested[0].p == pytest.approx(2 / 2**10)
    assert tested[0].corrected == pytest.approx(3 * 2 / 2**10)
    assert [d.real for d in tested] == [True, True, False]
    assert table(tested).splitlines()[2] == "| a, c | 0 | 10 | 0.002 | 0.0059 | yes |"


def test_two_equal_networks_are_called_different_as_seldom_as_promised():
    """Enumerate all outcomes of eight differing images: p below 5 % is at most this frequent."""
    from capsviz.analysis.mcnemar import mcnemar

    below = [mcnemar(sum(throw), 8 - sum(throw)) < 0.05 for throw in product((0, 1), repeat=8)]
    assert 0 < np.mean(below) <= 0.05


def test_digits_at_affnist_s_ranges_are_compared_by_which_of_them_were_misread():
    from capsviz.analysis.mcnemar import affine_differences
    from capsviz.errors import CapsvizError

    rows = [
        {"checkpoint": "a", "n": 10, "misread": [0, 1, 2]},
        {"checkpoint": "b", "n": 10, "misread": [2, 3]},
        {"checkpoint": "before", "n": 10},
    ]
    (only,) = affine_differences(rows)
    assert (only.first, only.second, only.first_alone, only.second_alone) == ("a", "b", 1, 2)
    assert only.p == 1
    with pytest.raises(CapsvizError, match="--set affine"):
        affine_differences(rows[1:])
