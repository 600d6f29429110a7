"""Plotly figures as plain values, and their numbers as tables."""

from __future__ import annotations

import csv
import html
import io
import json
import math
import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
import plotly.graph_objects as go

from capsviz.figures.theme import DEFAULT_HEIGHT
from capsviz.ui.catalogue.sections import Say

#: Height of Plotly's toolbar in pixels.
_TOOLBAR = 36


def plain_figure(figure: go.Figure) -> dict[str, Any]:
    """The figure in the format of plotly.js, with an explicit height."""
    make_room_for_toolbar(figure)
    layout: Any = figure.layout
    # Swipes over a figure scroll the page; the toolbar has modes to zoom and pan.
    figure.update_layout(dragmode=False, height=layout.height or DEFAULT_HEIGHT)
    return json.loads(str(figure.to_json()))


def make_room_for_toolbar(figure: go.Figure) -> None:
    """Make room for Plotly's toolbar, which covers the top of a figure."""
    layout: Any = figure.layout
    top: Any = layout.margin.t if layout.margin.t is not None else layout.template.layout.margin.t
    if top is not None and top < _TOOLBAR:
        height = (layout.height or DEFAULT_HEIGHT) + _TOOLBAR - top
        figure.update_layout(margin={"t": _TOOLBAR}, height=height)


def figure_rows(figure: go.Figure, say: Say) -> list[list[Any]]:
    """A figure's numbers as a table; the first row has the columns' names.

    Each point of a line, each bar and each cell of a heat map is a row. A column has the title of
    its axis; an error bar has two columns for its ends. A trace whose x is not the number itself
    has the name of its custom data in `meta`. A single trace is not named.
    """
    traces: Any = figure.data
    points = [
        point
        for number, trace in enumerate(traces, 1)
        for point in _points(trace, number, figure, say)
    ]
    columns = list(dict.fromkeys(name for point in points for name in point))
    if len(traces) == 1:
        columns.remove(say("file-series"))
    return [columns, *([_cell(point.get(name, "")) for name in columns] for point in points)]


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows of a table as CSV (RFC 4180)."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _points(trace: Any, number: int, figure: go.Figure, say: Say) -> list[dict[str, Any]]:
    """The points of one trace, by column name."""
    x, y = (_axis_title(trace, axis, figure) for axis in "xy")
    series = {say("file-series"): trace.name or f"{trace.type} {number}"}
    if getattr(trace, "z", None) is not None:
        z = np.asarray(trace.z)
        xs = _values(trace.x) or list(range(z.shape[1]))
        ys = _values(trace.y) or list(range(z.shape[0]))
        value = say("file-value") if trace.name is None else trace.name
        return [
            {
                **series,
                x or say("file-column"): x_value,
                y or say("file-row"): y_value,
                value: z[row, column].item(),
            }
            for row, y_value in enumerate(ys)
            for column, x_value in enumerate(xs)
        ]
    if trace.meta:
        x_columns = dict(zip(trace.meta["x"], np.transpose(trace.customdata).tolist(), strict=True))
    else:
        x_columns = {x or "x": _values(trace.x), **_ends(trace.x, trace.error_x, say)}
    ys = _values(trace.y)
    is_named = bool(ys) and isinstance(ys[0], str)
    y_columns = {
        y or (say("file-name") if is_named else "y"): ys,
        **_ends(trace.y, trace.error_y, say),
    }
    columns: dict[str, list[Any]] = y_columns | x_columns if is_named else x_columns | y_columns
    texts = _values(None if isinstance(trace.text, str) else trace.text)
    columns |= {say("file-text"): texts} if any(texts) and not trace.meta else {}
    rows = zip_longest(*columns.values(), fillvalue="")
    return [{**series, **dict(zip(columns, row, strict=True))} for row in rows]


def _ends(values: Any, error: Any, say: Say) -> dict[str, list[float]]:
    """Both ends of a trace's error bars, if any."""
    if error.array is None:
        return {}
    upper = np.asarray(error.array)
    lower = upper if error.arrayminus is None else np.asarray(error.arrayminus)
    middle = np.asarray(values)
    return {
        say("file-low"): (middle - lower).tolist(),
        say("file-high"): (middle + upper).tolist(),
    }


def _axis_title(trace: Any, axis: str, figure: go.Figure) -> str:
    """The title of one of a trace's axes; "" for none."""
    layout: Any = figure.layout
    axis_id = getattr(trace, f"{axis}axis", None) or axis
    name = f"{axis}axis{axis_id[1:]}"
    return _cell(layout[name].title.text or "") if name in layout else ""


def _cell(value: Any) -> Any:
    """A value of a cell: numbers with six digits, further ones are noise; text without markup."""
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.6g}"
    return html.unescape(re.sub("<[^>]*>", " ", value)).strip() if isinstance(value, str) else value


def _values(values: Any) -> list[Any]:
    return [] if values is None else np.asarray(values).tolist()
