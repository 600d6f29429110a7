"""Measured effects of the dimensions of every capsule."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from capsviz.analysis.labels import Effects, labels
from capsviz.analysis.morphology import MEASURES
from capsviz.figures.elements import shaded_cells
from capsviz.figures.theme import Mode, literal, print_template


def draw_dimensions(
    effects: Effects, names: Sequence[str], mode: Mode, measures: Sequence[str] = MEASURES
) -> go.Figure:
    """A cell for each dimension of each capsule: the measure that explains it best, and its R²."""
    label_rows = labels(effects, measures)
    # Without a changing measure R² counts as 0.
    r2 = np.array(
        [
            [
                effects.r2[k, d, label.measures[0]] if label.measures else 0
                for d, label in enumerate(row)
            ]
            for k, row in enumerate(label_rows)
        ]
    )
    text = [
        [_cell(label.kind, label.measures, r2[k, d], measures) for d, label in enumerate(row)]
        for k, row in enumerate(label_rows)
    ]
    figure = go.Figure(
        shaded_cells(
            r2,
            mode,
            x=list(range(r2.shape[1])),
            y=[literal(name) for name in names],
            text=text,
            texttemplate="%{text}",
            textfont_size=11,
            customdata=[[literal(label.text) for label in row] for row in label_rows],
            zmax=1,
            colorbar={"title": {"text": "R²"}, "thickness": 12, "outlinewidth": 0},
            hovertemplate="dimension %{x} of %{y}: %{customdata}<extra></extra>",
        )
    )
    figure.update_layout(
        template=print_template(mode), height=90 + 40 * len(names), width=1180, margin={"t": 8}
    )
    figure.update_xaxes(title="dimension", showgrid=False, dtick=1)
    figure.update_yaxes(type="category", autorange="reversed", showgrid=False)
    return figure


def _cell(kind: str, measures: tuple[int, ...], r2: float, names: Sequence[str]) -> str:
    """Return two lines: a measure and its R², two measures, or a note that there is none."""
    if kind in ("local", "still") or not measures:
        return kind
    texts = [names[m] for m in measures[:2]]
    return "<br>".join(texts if len(texts) > 1 else [*texts, f"{r2:.2f}"])
