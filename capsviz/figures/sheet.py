"""What a figure that is saved stands on: margins, its title, the network's name, its paper.

The pages' own figures have the same from ``ui/browser/sheet.js``.
"""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from capsviz.figures.theme import Mode, literal, palette

#: Pixels around everything, and those that title and name take.
MARGIN = 24
HEAD = 52
#: What Plotly has where a figure does not say.
_HEIGHT, _WIDTH = 450, 700
_SIDES = ("l", "r", "t", "b")


def on_sheet(
    figure: go.Figure, title: str, network: str, mode: Mode, *, paper: bool = True
) -> go.Figure:
    """A figure, larger by margins and a heading, ready to be saved.

    Parameters
    ----------
    figure : from `capsviz.figures`; it is changed.
    title : for one that has none of its own.
    network : the name of the one whose numbers it shows, or "" where there are several.
    mode : colours, "light" or "dark".
    paper : whether it has a background; without one what lies behind it is seen.
    """
    layout: Any = figure.layout
    before: Any = layout.template.layout.margin
    own = {side: layout.margin[side] for side in _SIDES}
    margin = {side: before[side] if own[side] is None else own[side] for side in _SIDES}
    above = margin["t"] if layout.annotations or layout.title.text is None else 0
    about = f"network {network} · capsviz" if network else "capsviz"
    figure.update_layout(
        margin={
            "l": margin["l"] + MARGIN,
            "r": margin["r"] + MARGIN,
            "t": MARGIN + HEAD + above,
            "b": margin["b"] + MARGIN,
        },
        height=(layout.height or _HEIGHT) + 2 * MARGIN + HEAD,
        width=(layout.width or _WIDTH) + 2 * MARGIN,
        title={
            "text": layout.title.text or literal(title),
            "subtitle": {"text": literal(about), "font": {"color": palette(mode).muted}},
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": MARGIN, "l": MARGIN},
        },
    )
    axes: Any = figure.select_yaxes()
    for axis in axes:
        across = layout["xaxis" + (axis.anchor or "x").removeprefix("x")]
        if not (across.domain and across.domain[0]) and axis.visible is not False:
            # Plotly's own margin ends where labels do: an empty line keeps them off the edge.
            axis.title.text = "<br>".join(["&nbsp;", *filter(None, [axis.title.text])])
    if not paper:
        figure.update_layout(paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)")
    return figure
