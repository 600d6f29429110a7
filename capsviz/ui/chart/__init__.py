"""Plotly figures with buttons that save them, in the browser, as PNG, SVG and CSV.

Figures that components draw themselves are saved by `browser/export.js`, on the same sheet.
Nothing is sent back to the server either way: pictures are made where they are shown, and the
numbers of the CSV are those that the figure holds.

Plotly itself is the largest script of all: it is loaded when a figure first comes into sight.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from capsviz.figures.theme import PALETTES, USUAL_HEIGHT, Palette, enlarge
from capsviz.ui.browser import component


def _colours(palette: Palette) -> list[str]:
    named = [getattr(palette, field.name) for field in fields(palette)]
    return [colour for each in named for colour in ([each] if isinstance(each, str) else each)]


_mount = component("export", Path(__file__).parent, "theme.css", "export.css")
#: The colours of each mode, in the same order: a picture may be saved in the other one's.
_PALETTES = {mode: _colours(palette) for mode, palette in PALETTES.items()}
#: How much larger its letters are in class mode, and where the session keeps whether that is on.
_CLASS_TYPE, _IN_CLASS = 1.4, "capsviz.chart.in_class"


def chart(figure: go.Figure, *, key: str, name: str, title: str, network: str = "") -> None:
    """Show a Plotly figure and, beneath it, buttons that save it.

    Parameters
    ----------
    figure : themed already; Streamlit's own theme is not applied.
    key : of the chart, unique on the page.
    name : of the saved files, without their ending.
    title : above the figure where it is saved.
    network : whose numbers they are, where it is one.
    """
    seen = f"capsviz.seen.{key}"
    waiting, in_class = not st.session_state.get(seen), bool(st.session_state.get(_IN_CLASS))
    drawn = enlarge(figure, _CLASS_TYPE) if in_class else figure
    if not waiting:
        # A swipe over a figure scrolls the page; to zoom or pan is chosen in its toolbar.
        drawn.update_layout(dragmode=False)
        st.plotly_chart(drawn, key=key, theme=None, config={"displaylogo": False})
    layout: Any = drawn.layout

    def note_class_mode() -> None:
        st.session_state[_IN_CLASS] = st.session_state[f"{key}-export"]["in_class"]

    _mount(
        key=f"{key}-export",
        data={
            "chart": key,
            "name": name,
            "title": title,
            "network": network,
            "palettes": _PALETTES,
            "csv": csv_text(figure_rows(figure)),
            "room": (layout.height or USUAL_HEIGHT) if waiting else 0,
            "in_class": in_class,
        },
        on_seen_change=lambda: st.session_state.update({seen: True}),
        on_in_class_change=note_class_mode,
    )


def figure_rows(figure: go.Figure) -> list[list[Any]]:
    """A figure's numbers as a table: the first row names the columns.

    Each point of a line or bar is a row, and each cell of a heat map.
    """
    rows: list[list[Any]] = [["series", "x", "y", "z", "text"]]
    traces: Any = figure.data
    for number, trace in enumerate(traces):
        series = trace.name or f"{trace.type} {number + 1}"
        if getattr(trace, "z", None) is not None:
            rows += _cells(series, trace)
        else:
            columns = [_values(getattr(trace, axis, None)) for axis in ("x", "y")]
            text = getattr(trace, "text", None)
            texts = [] if text is None or isinstance(text, str) else _values(text)
            rows += [
                [series, x, y, "", label]
                for x, y, label in zip_longest(*columns, texts, fillvalue="")
            ]
    return rows


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows of a table as CSV (RFC 4180)."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _cells(series: str, trace: Any) -> list[list[Any]]:
    z = np.asarray(trace.z)
    xs = _values(trace.x) or list(range(z.shape[1]))
    ys = _values(trace.y) or list(range(z.shape[0]))
    return [
        [series, x, y, z[row, column].item(), ""]
        for row, y in enumerate(ys)
        for column, x in enumerate(xs)
    ]


def _values(values: Any) -> list[Any]:
    return [] if values is None else np.asarray(values).tolist()
