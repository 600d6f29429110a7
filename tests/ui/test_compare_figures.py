"""The Compare page's figures hold the numbers they are given."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from capsviz.ui.languages import ENGLISH, messages

SAY = partial(messages.text, ENGLISH, "compare_sections")
ROWS = [
    {"checkpoint": "a", "accuracy": 0.99, "interval": [0.98, 0.995]},
    {"checkpoint": "b", "accuracy": 0.9, "interval": [0.88, 0.92]},
]


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_accuracies_are_drawn_with_their_intervals(mode):
    from capsviz.ui.pages.compare.figures import accuracies

    (dots,) = accuracies(ROWS, {"a": "A", "b": "B"}, SAY, mode).data
    assert list(dots.y) == ["B", "A"]  # Plotly counts from below
    np.testing.assert_allclose(dots.x, [90, 99])
    np.testing.assert_allclose(dots.error_x.array, [2, 0.5])
    np.testing.assert_allclose(dots.error_x.arrayminus, [2, 1])


def test_a_mean_far_from_the_others_stands_at_the_edge_with_its_number():
    from capsviz.ui.pages.compare.figures import intervals

    near = {name: (97 + k / 10, 96.9 + k / 10, 97.1 + k / 10) for k, name in enumerate("abcde")}
    (dots,) = intervals({**near, "far": (23.1, 20, 30)}, "accuracy", 1, SAY, "light").data
    assert dots.y[0] == "far"
    assert (dots.x[0], dots.marker.symbol[0]) == (96.9, "triangle-left")
    assert (dots.customdata[0][0], dots.texttemplate[0]) == (23.1, "%{customdata[0]:.1f}")
    assert dots.error_x.array[0] == 0
    assert set(dots.texttemplate[1:]) == {""}
    np.testing.assert_allclose(dots.x[1:], [97.4, 97.3, 97.2, 97.1, 97.0])


def test_disagreements_leave_the_diagonal_empty_and_tell_of_each_pair():
    from capsviz.analysis.mcnemar import Difference
    from capsviz.ui.pages.compare.figures import disagreements

    tested = [Difference("a", "b", 2, 0, 0.5, 0.75)]
    counts = np.array([[0.0, 3.0], [3.0, 0.0]])
    (cells,) = disagreements(counts, {"a": "A<b>", "b": "B"}, tested, SAY, "light").data
    assert np.isnan(np.diag(cells.z)).all()
    assert cells.z[0][1] == cells.z[1][0] == 3
    assert cells.customdata[0][0] == ""
    assert cells.customdata[0][1] == cells.customdata[1][0]
    assert (
        "only A&lt;b&gt; right: 2<br>only B right: 0<br>p 0.5, corrected 0.75"
        in (cells.customdata[0][1])
    )


def test_one_network_s_reliability_has_intervals_and_hollow_dots_where_pictures_are_few():
    from capsviz.ui.pages.compare.figures import reliability

    row = {"mean": [0.55, 0.95], "count": [4, 96], "right": [1, 96], "error": 0.1}
    row |= {"interval": [[0.05, 0.7], [0.96, 1.0]]}
    rows = [{**row, "checkpoint": name} for name in ("a", "b")]
    diagonal, other, chosen = reliability(rows, "a", {"a": "A<b>", "b": "B"}, SAY, "light").data
    assert (list(diagonal.x), list(diagonal.y)) == ([0, 1], [0, 100])
    assert (other.name, list(other.x)) == ("B", [0.95])  # a line does not follow four pictures
    assert (chosen.name, list(chosen.x)) == ("A&lt;b&gt;", [0.55, 0.95])
    assert list(chosen.y) == [25, 100]
    np.testing.assert_allclose(chosen.error_y.array, [45, 0])
    np.testing.assert_allclose(chosen.error_y.arrayminus, [20, 4])
    assert list(chosen.marker.symbol) == ["circle-open", "circle"]
