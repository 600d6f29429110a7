"""Measurements behind a claim: a dot for each number, its 95 % interval as a bar."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from capsviz.analysis.claims import Measure, Row
from capsviz.errors import CapsvizError
from capsviz.figures.theme import Mode, literal, palette, print_template

#: Pixels of a row, of a measure's title and axis, and of the outer margin.
_ROW, _TITLE, _MARGIN = 18, 76, 40
#: Characters of a title per line.
_LETTERS = 64


def draw_measures(measures: Sequence[Measure], mode: Mode) -> go.Figure:
    """Measures in a column, each with its own axis; those without numbers are left out."""
    measured = [measure for measure in measures if measure.rows]
    if not measured:
        raise CapsvizError("nothing was measured of it yet: its command is printed by its name")
    heights = [_ROW * len(measure.rows) + _TITLE for measure in measured]
    figure = make_subplots(
        len(measured),
        1,
        row_heights=heights,
        vertical_spacing=_TITLE / sum(heights) if len(measured) > 1 else 0,
        subplot_titles=[
            "<br>".join(wrap(literal(measure.title), _LETTERS)) for measure in measured
        ],
    )
    for row, measure in enumerate(measured, 1):
        figure.add_trace(_dots(measure, mode), row=row, col=1)
        figure.update_yaxes(autorange="reversed", row=row, col=1)
        if measure.unit == "share":
            figure.update_xaxes(tickformat=".0%", row=row, col=1)
    figure.update_annotations(x=0, xanchor="left", font={"size": 13})
    figure.update_layout(
        template=print_template(mode),
        height=sum(heights) + _MARGIN,
        margin={"t": _MARGIN},
        showlegend=False,
    )
    return figure


def _dots(measure: Measure, mode: Mode) -> go.Scatter:
    colours = palette(mode)
    rows = measure.rows
    figures = ".2%" if measure.unit == "share" else ".3g"
    return go.Scatter(
        x=[row.value for row in rows],
        y=[_label(row) for row in rows],
        mode="markers",
        marker={"color": colours.second, "size": 8},
        error_x={
            "array": [row.upper - row.value for row in rows],
            "arrayminus": [row.value - row.lower for row in rows],
            "color": colours.muted,
            "thickness": 2,
            "width": 0,
        },
        hovertemplate=f"%{{y}}: %{{x:{figures}}}<extra></extra>",
    )


def _label(row: Row) -> str:
    """Return the axis label of a number."""
    return literal(", ".join(filter(None, (row.series, row.condition))))
