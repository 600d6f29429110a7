"""Saved tables hold the figure's numbers."""

from __future__ import annotations

import csv
import io
from functools import partial

import numpy as np
import plotly.graph_objects as go

from capsviz.ui.languages import ENGLISH, messages

SAY = partial(messages.text, ENGLISH, "compare_sections")


def table(figure: go.Figure) -> list[list[str]]:
    from capsviz.ui.sections.figures import csv_text, figure_rows

    return list(csv.reader(io.StringIO(csv_text(figure_rows(figure, SAY)))))


def test_lines_become_rows_whose_columns_are_named_by_the_axes() -> None:
    figure = go.Figure()
    figure.add_scatter(x=[1, 2], y=[99.66000000000001, 0.1 + 0.2], name="a, &lt;b&gt;")
    figure.add_scatter(
        x=[1, 2],
        y=[50.0, 60.0],
        name="c",
        error_y={"array": [1.5, 2.5], "arrayminus": [3.0, 4.0], "visible": False},
    )
    figure.update_layout(xaxis={"title": "strength"}, yaxis={"title": "<br>accuracy in %"})
    assert table(figure) == [
        ["series", "strength", "accuracy in %", "low", "high"],
        ["a, <b>", "1", "99.66", "", ""],
        ["a, <b>", "2", "0.3", "", ""],
        ["c", "1", "50", "47", "51.5"],
        ["c", "2", "60", "56", "62.5"],
    ]


def test_bars_without_titles_and_heat_maps_become_rows() -> None:
    figure = go.Figure()
    figure.add_bar(x=["one", "two"], y=np.array([1.5, 2.5]), text=["p", "q"])
    figure.add_heatmap(z=[[1.0, np.nan]], x=[10, 20], xaxis="x2", yaxis="y2", name="share")
    figure.update_layout(xaxis2={"title": "place"})
    assert table(figure) == [
        ["series", "x", "y", "text", "place", "row", "share"],
        ["bar 1", "one", "1.5", "p", "", "", ""],
        ["bar 1", "two", "2.5", "q", "", "", ""],
        ["share", "", "", "", "10", "0", "1"],
        ["share", "", "", "", "20", "0", ""],
    ]


def test_a_mean_drawn_at_the_edge_is_saved_as_it_is_with_its_interval() -> None:
    from capsviz.ui.pages.compare.figures import intervals

    means = {name: (value, value - 0.1, value + 0.2) for name, value in MEANS.items()}
    head, *rows = table(intervals(means, "accuracy in %", 2, SAY, "light"))
    assert head == ["name", "accuracy in %", "low", "high"]
    assert ["far", "11.35", "11.25", "11.55"] in rows
    assert ["b", "99.66", "99.56", "99.86"] in rows


#: One of these is far from all others.
MEANS = {"a": 99.6, "b": 99.66, "c": 99.7, "d": 99.63, "far": 11.35}


def test_a_chart_has_room_for_the_toolbar_above_what_it_draws() -> None:
    from capsviz.ui.sections.figures import make_room_for_toolbar

    figure = go.Figure(go.Scatter(y=[1, 2]), {"height": 200, "margin": {"t": 8}})
    make_room_for_toolbar(figure)
    layout = figure.layout
    assert (layout.margin.t, layout.height) == (36, 228)
    make_room_for_toolbar(figure)
    assert (layout.margin.t, layout.height) == (36, 228), "once"
