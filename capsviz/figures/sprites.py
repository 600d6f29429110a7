"""Results on sprites with known factors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float64
from plotly.subplots import make_subplots

from capsviz.analysis.factor_report import Truth
from capsviz.data.sprites import FACTORS, SHAPES
from capsviz.figures.elements import shaded_cells
from capsviz.figures.theme import Mode, literal, palette, print_template

_FIT_NAMES = ("by its best dimension", "by all, linear", "by all, smooth")


def draw_factors(report: Truth, mode: Mode) -> go.Figure:
    """Shapes by factors in three panels: R² by one dimension, and by two maps of all dimensions."""
    figure = make_subplots(
        1, 3, subplot_titles=_FIT_NAMES, shared_yaxes=True, horizontal_spacing=0.03
    )
    for column, r2 in enumerate((report.best, report.linear, report.nonlinear), 1):
        cells = _cells(r2, [shape.name for shape in SHAPES], mode, scale=column == 3)
        figure.add_trace(cells, 1, column)
    _lay_out(figure, mode, width=1060, height=110 + 34 * len(SHAPES))
    return figure


def draw_dimensions(
    report: Truth, single: Float64[np.ndarray, "D F"], shape: int, mode: Mode
) -> go.Figure:
    """Dimensions of one shape's capsule by factors, above the maps of all dimensions."""
    r2 = np.vstack([single, report.linear[shape], report.nonlinear[shape]])
    rows = [*(f"dimension {d}" for d in range(len(single))), *_FIT_NAMES[1:]]
    figure = go.Figure(_cells(r2, rows, mode, scale=True))
    figure.update_layout(title=SHAPES[shape].name)
    _lay_out(figure, mode, width=620, height=110 + 26 * len(rows))
    return figure


def draw_disentanglement(reports: Sequence[Truth], mode: Mode) -> go.Figure:
    """A panel for each measure with a row per network: a dot per shape, a line for their mean."""
    colours = palette(mode)
    titles = ("disentanglement", "completeness", "mutual information gap")
    figure = make_subplots(1, 3, subplot_titles=titles, shared_yaxes=True, horizontal_spacing=0.04)
    for column in (1, 2, 3):
        for row, report in enumerate(reports):
            values = (report.disentanglement, report.completeness, report.gap.mean(1))[column - 1]
            figure.add_scatter(
                x=values.tolist(),
                y=[row] * len(values),
                mode="markers",
                marker={"size": 8, "color": colours.muted, "opacity": 0.7},
                customdata=[shape.name for shape in SHAPES],
                hovertemplate="%{customdata}: %{x:.3f}<extra></extra>",
                row=1,
                col=column,
            )
            figure.add_scatter(
                x=[float(values.mean())],
                y=[row],
                mode="markers+text",
                marker={
                    "symbol": "line-ns",
                    "size": 26,
                    "line": {"color": colours.second, "width": 3},
                },
                text=[f"{values.mean():.3f}"],
                textposition="top center",
                cliponaxis=False,
                hovertemplate="mean over the shapes: %{x:.3f}<extra></extra>",
                row=1,
                col=column,
            )
    figure.update_layout(
        template=print_template(mode),
        showlegend=False,
        width=1060,
        height=110 + 70 * len(reports),
        margin={"t": 40},
    )
    figure.update_annotations(font_size=14)
    figure.update_xaxes(range=[0, 1], dtick=0.2)
    figure.update_yaxes(
        tickvals=list(range(len(reports))),
        ticktext=[_code_name(report) for report in reports],
        range=[len(reports) - 0.5, -0.65],
        showgrid=False,
        zeroline=False,
    )
    return figure


def _code_name(report: Truth) -> str:
    """Describe a network's code: its size and kind."""
    name = literal(str(report.provenance.get("checkpoint", "a network")))
    return f"{name}:<br>{report.size:,} numbers<br>of the {report.code}"


def _cells(
    r2: Float64[np.ndarray, "rows F"], rows: Sequence[str], mode: Mode, *, scale: bool
) -> go.Heatmap:
    return shaded_cells(
        r2,
        mode,
        x=list(FACTORS),
        y=list(rows),
        texttemplate="%{z:.2f}",
        textfont_size=12,
        zmax=1,
        showscale=scale,
        colorbar={"title": {"text": "R²"}, "thickness": 12, "outlinewidth": 0},
        hovertemplate="%{x} of %{y}: R² %{z:.4f}<extra></extra>",
    )


def _lay_out(figure: go.Figure, mode: Mode, *, width: int, height: int) -> None:
    figure.update_layout(
        template=print_template(mode), width=width, height=height, margin={"t": 40}
    )
    figure.update_annotations(font_size=14)
    figure.update_xaxes(type="category", showgrid=False, side="bottom")
    figure.update_yaxes(type="category", autorange="reversed", showgrid=False)
