"""Capsule lengths, and the entropy of the couplings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32
from plotly.subplots import make_subplots

from capsviz.analysis.routing import Summary
from capsviz.figures.theme import Mode, Palette, literal, palette, print_template


def draw_lengths(
    lengths: Float32[np.ndarray, " J"], names: Sequence[str], mode: Mode, measure: str
) -> go.Figure:
    """Bar for each capsule: the longest in the accent colour, the next in the second colour."""
    colours = palette(mode)
    figure = go.Figure(
        go.Bar(
            x=lengths.tolist(),
            y=[literal(name) for name in names],
            orientation="h",
            marker={"color": rank_colours(lengths, colours)},
            text=[f"{length:.2f}" for length in lengths],
            textposition="outside",
            cliponaxis=False,
            hovertemplate=f"%{{y}}: {measure} %{{x:.4f}}<extra></extra>",
        )
    )
    figure.update_layout(
        template=print_template(mode), height=60 + 26 * len(names), margin={"t": 8, "r": 32}
    )
    figure.update_xaxes(title=f"{measure} of the capsule", range=[0, 1])
    figure.update_yaxes(type="category", autorange="reversed", showgrid=False)
    return figure


def draw_entropy(summary: Summary, mode: Mode, classes: int) -> go.Figure:
    """Entropy of the couplings, and the share of capsules that favour the winner, side by side."""
    colours = palette(mode)
    rounds = list(range(1, len(summary.entropy) + 1))
    figure = make_subplots(1, 2, horizontal_spacing=0.14)
    left: dict[str, Any] = {"row": 1, "col": 1}
    line = {"mode": "lines+markers", "line": {"color": colours.ink, "width": 2}}
    figure.add_scatter(
        **line,
        x=rounds,
        y=summary.entropy.tolist(),
        hovertemplate="iteration %{x}: %{y:.3f} bits<extra></extra>",
        **left,
    )
    figure.add_hline(
        y=math.log2(classes),
        line={"color": colours.muted, "dash": "dot", "width": 1},
        annotation={"text": "all alike", "font": {"color": colours.muted}},
        **left,
    )
    for values, colour, dash, name in (
        (summary.favourite, colours.accent, "solid", "favour it most"),
        (summary.coupling, colours.muted, "dash", "mean coupling to it"),
    ):
        figure.add_scatter(
            x=rounds,
            y=values.tolist(),
            name=name,
            mode="lines+markers",
            line={"color": colour, "width": 2, "dash": dash},
            hovertemplate=f"iteration %{{x}}: {name} %{{y:.3f}}<extra></extra>",
            showlegend=True,
            row=1,
            col=2,
        )
    figure.data[0].showlegend = False
    figure.update_layout(
        template=print_template(mode),
        height=320,
        margin={"t": 12},
        legend={"orientation": "h", "x": 0.57, "y": -0.25, "yanchor": "top"},
    )
    figure.update_xaxes(title="iteration", dtick=1)
    figure.update_yaxes(title="entropy, bits", col=1)
    figure.update_yaxes(title="of the winner: shares", range=[0, 1.03], col=2)
    return figure


def rank_colours(lengths: Float32[np.ndarray, " J"], colours: Palette) -> list[str]:
    """Return a colour for each capsule by rank: winner, runner-up, the rest."""
    order = np.argsort(-lengths, kind="stable")
    highlights = {int(order[0]): colours.accent, int(order[1]): colours.second}
    return [highlights.get(j, colours.muted) for j in range(len(lengths))]
