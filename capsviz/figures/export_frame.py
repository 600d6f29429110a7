"""Layout of a saved figure: margins, title, the network's name, background.

``ui/browser/export_frame.js`` does the same for the pages' own figures.
"""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from capsviz.figures.theme import DEFAULT_HEIGHT, DEFAULT_WIDTH, Mode, literal, palette

#: Pixels of the outer margin, and of title and name.
MARGIN = 24
HEAD = 52
_SIDES = ("l", "r", "t", "b")


def on_sheet(
    figure: go.Figure, title: str, network: str, mode: Mode, *, paper: bool = True
) -> go.Figure:
    """Add margins and a heading to a figure for saving.

    Parameters
    ----------
    figure : a figure from `capsviz.figures`; it is modified.
    title : title, if the figure has none of its own.
    network : name of the figure's network, or "" for several.
    mode : colours, "light" or "dark".
    paper : whether it has a background, or is transparent.
    """
    layout: Any = figure.layout
    before: Any = layout.template.layout.margin
    margins = {side: layout.margin[side] for side in _SIDES}
    margin = {side: before[side] if margins[side] is None else margins[side] for side in _SIDES}
    above = margin["t"] if layout.annotations or layout.title.text is None else 0
    subtitle = f"network {network} · capsviz" if network else "capsviz"
    figure.update_layout(
        margin={
            "l": margin["l"] + MARGIN,
            "r": margin["r"] + MARGIN,
            "t": MARGIN + HEAD + above,
            "b": margin["b"] + MARGIN,
        },
        height=(layout.height or DEFAULT_HEIGHT) + 2 * MARGIN + HEAD,
        width=(layout.width or DEFAULT_WIDTH) + 2 * MARGIN,
        title={
            "text": layout.title.text or literal(title),
            "subtitle": {"text": literal(subtitle), "font": {"color": palette(mode).muted}},
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
        xaxis = layout["xaxis" + (axis.anchor or "x").removeprefix("x")]
        if not (xaxis.domain and xaxis.domain[0]) and axis.visible is not False:
            # Plotly's own margin ends at the labels: an empty line separates them from the edge.
            axis.title.text = "<br>".join(["&nbsp;", *filter(None, [axis.title.text])])
    if not paper:
        figure.update_layout(paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)")
    return figure
