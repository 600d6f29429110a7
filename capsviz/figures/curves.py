"""Lengths and pose of a digit under one kind of transform."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from capsviz.analysis.viewpoint import Curve
from capsviz.figures.theme import Mode, literal, palette, print_template

#: Number of highlighted pose dimensions, those with the largest changes.
_HIGHLIGHTED = 3
#: Title of each kind of transform, with its unit.
_TITLES = {
    "rotation": "rotation, degrees counter-clockwise",
    "shift_x": "shift to the right, pixels",
    "shift_y": "shift down, pixels",
    "scale": "scale, times",
    "shear": "shear",
    "thickness": "stroke thickness, pixels",
}


def draw_viewpoint(
    info: Curve, capsule: int, kind: str, names: Sequence[str], mode: Mode, measure: str
) -> go.Figure:
    """Lengths of all capsules above the pose of one, over the transform's range."""
    colours = palette(mode)
    figure = make_subplots(2, 1, shared_xaxes=True, vertical_spacing=0.08)
    peaks = info.lengths.max(0)
    rival = int(np.argsort(-np.where(np.arange(len(peaks)) == capsule, -1, peaks))[0])
    styles = {capsule: (colours.accent, 3.0), rival: (colours.second, 2.0)}
    for j in sorted(range(len(peaks)), key=lambda j: (j in styles, j == capsule)):
        colour, width = styles.get(j, (colours.muted, 1.0))
        figure.add_scatter(
            x=info.values,
            y=info.lengths[:, j],
            mode="lines",
            name=literal(names[j]),
            line={"color": colour, "width": width},
            showlegend=j in styles,
            hovertemplate=f"{literal(names[j])}: %{{y:.3f}}<extra></extra>",
            row=1,
            col=1,
        )
    moves = np.ptp(info.poses, axis=0)
    order = np.argsort(-moves, kind="stable")
    out = dict(zip(order[:_HIGHLIGHTED].tolist(), ("solid", "dash", "dot"), strict=False))
    for d in reversed(order.tolist()):
        figure.add_scatter(
            x=info.values,
            y=info.poses[:, d],
            mode="lines",
            name=f"dimension {d}",
            line={
                "color": colours.ink if d in out else colours.line,
                "width": 2 if d in out else 1,
                "dash": out.get(d, "solid"),
            },
            showlegend=d in out,
            hovertemplate=f"dimension {d}: %{{y:.3f}}<extra></extra>",
            row=2,
            col=1,
        )
    figure.update_layout(
        template=print_template(mode), height=520, margin={"t": 12}, legend={"x": 1.02, "y": 1}
    )
    figure.update_xaxes(title=_TITLES[kind], row=2, col=1)
    figure.update_yaxes(title=measure, range=[0, 1.02], row=1, col=1)
    figure.update_yaxes(title=f"pose of {literal(names[capsule])}", row=2, col=1)
    return figure
