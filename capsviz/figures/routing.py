"""Plotly figures of a routing that do not depend on the selected iteration."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from capsviz.analysis.routing import Summary
from capsviz.config import DIGITS, LabelSet
from capsviz.figures.theme import Mode, literal, palette, template


def lengths_by_iterations(
    summary: Summary,
    mode: Mode = "light",
    measure: str = "length",
    subject: LabelSet = DIGITS,
) -> go.Figure:
    """Lengths of all capsules after 1, 2, ... iterations.

    The longest capsule after the last iteration is drawn in the accent colour, the next one in the
    second; a mark shows the winner for each r.

    Parameters
    ----------
    summary : result of `capsviz.analysis.routing`, ideally for ten iterations.
    measure : name of the presence: "length" or "activation".
    subject : the classes.
    """
    colours = palette(mode)
    rounds = len(summary.lengths)
    r = list(range(1, rounds + 1))
    order = np.argsort(summary.lengths[-1], kind="stable")
    styles = {int(order[-1]): (colours.accent, 3), int(order[-2]): (colours.second, 2)}
    figure = go.Figure()
    for j in (int(j) for j in order):  # the winner last, on top
        colour, width = styles.get(j, (colours.muted, 1))
        figure.add_scatter(
            x=r,
            y=summary.lengths[:, j].tolist(),
            mode="lines",
            name=literal(subject.class_phrase(j)),
            line={"color": colour, "width": width},
            hovertemplate=f"{literal(subject.class_phrase(j))}: %{{y:.3f}}<extra></extra>",
        )
        if j in styles:
            figure.add_annotation(
                x=rounds,
                y=float(summary.lengths[-1, j]),
                text=f" {literal(subject.classes[j])}",
                showarrow=False,
                xanchor="left",
                font={"color": colour, "size": 14},
            )
    answers = [int(winner) for winner in summary.winners]
    figure.add_scatter(
        x=r,
        y=[float(summary.lengths[t, winner]) for t, winner in enumerate(answers)],
        mode="markers",
        name="answer",
        text=[literal(subject.classes[winner]) for winner in answers],
        marker={"color": colours.accent, "size": 9, "line": {"color": colours.paper, "width": 2}},
        hovertemplate="the answer is %{text}<extra></extra>",
    )
    figure.update_layout(
        template=template(mode),
        height=300,
        showlegend=False,
        hovermode="x unified",
        margin={"l": 8, "r": 24, "t": 8, "b": 8},
        xaxis={"title": {"text": "iterations r"}, "dtick": 1, "range": [0.8, rounds + 0.4]},
        yaxis={"title": {"text": f"{measure} of the capsule"}, "range": [0, 1.02]},
    )
    return figure
