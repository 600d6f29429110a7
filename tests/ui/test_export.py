"""Saved tables hold the figure's numbers."""

from __future__ import annotations

import csv
import io

import numpy as np
import plotly.graph_objects as go


def test_lines_and_heat_maps_become_rows() -> None:
    from capsviz.ui.chart import csv_text, figure_rows

    figure = go.Figure()
    figure.add_scatter(x=[1, 2, 3], y=[0.5, 0.25, 0.125], name='a, "b"', text=["p", "q", "r"])
    figure.add_bar(x=["one", "two"], y=np.array([1.5, 2.5]))
    figure.add_heatmap(z=[[1, 2], [3, 4]], x=[10, 20], name="map")
    rows = list(csv.reader(io.StringIO(csv_text(figure_rows(figure)))))
    assert rows[0] == ["series", "x", "y", "z", "text"]
    assert rows[1:4] == [
        ['a, "b"', "1", "0.5", "", "p"],
        ['a, "b"', "2", "0.25", "", "q"],
        ['a, "b"', "3", "0.125", "", "r"],
    ]
    assert rows[4:6] == [["bar 2", "one", "1.5", "", ""], ["bar 2", "two", "2.5", "", ""]]
    assert rows[6:] == [
        ["map", "10", "0", "1", ""],
        ["map", "20", "0", "2", ""],
        ["map", "10", "1", "3", ""],
        ["map", "20", "1", "4", ""],
    ]
