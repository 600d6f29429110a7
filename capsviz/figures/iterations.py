"""Routing by iteration: couplings, flow, and the votes as a cloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32

from capsviz.analysis.routing import Cloud, RoutingInfo
from capsviz.figures.elements import iteration_controls
from capsviz.figures.theme import Mode, fade, literal, palette, print_template

#: Range of the colour scale: from 1 / FACTOR to FACTOR times the uniform coupling.
FACTOR = 5.0
#: Labelled couplings on the scale, in multiples of the uniform one.
_MARKS = (0.2, 0.5, 1.0, 2.0, 5.0)


def coupling_place(
    couplings: Float32[np.ndarray, "..."], uniform: float
) -> Float32[np.ndarray, "..."]:
    """Map couplings to their logarithmic colour scale, 0..1, with the uniform one in the middle.

    The pages use the same scale: after three iterations most couplings are within a fifth of the
    uniform one, and a linear scale would show them all in the same grey.
    """
    position = np.log(np.maximum(couplings, 1e-6) / uniform) / np.log(FACTOR)
    return (0.5 + 0.5 * np.clip(position, -1, 1)).astype(np.float32)


def draw_couplings(info: RoutingInfo, capsule: int, name: str, mode: Mode) -> go.Figure:
    """Couplings to one capsule, types by places, one frame per iteration."""
    uniform = 1 / info.couplings.shape[2]
    by_place = info.couplings[..., capsule].reshape(len(info.couplings), -1, info.geometry.types)
    by_type = by_place.transpose(0, 2, 1)
    grid = info.geometry.grid
    places = [f"{i // grid}, {i % grid}" for i in range(info.geometry.rows * grid)]
    frames = [
        [
            go.Heatmap(
                z=coupling_place(values, uniform),
                customdata=values,
                coloraxis="coloraxis",
                x=places,
                hovertemplate="type %{y}, place %{x}: coupling %{customdata:.4f}<extra></extra>",
            )
        ]
        for values in by_type
    ]
    figure = _film(frames, f"couplings to {literal(name)}", uniform, mode)
    figure.update_xaxes(title="place (row, column)", type="category", showgrid=False, nticks=grid)
    figure.update_yaxes(title="type", autorange="reversed", showgrid=False)
    return figure


def draw_flow(info: RoutingInfo, iteration: int, names: Sequence[str], mode: Mode) -> go.Figure:
    """Coupled votes from each type to each class: ribbons whose width is the votes' length."""
    colours = palette(mode)
    flow = np.maximum(info.type_flow[iteration], 0)
    types, classes = flow.shape
    winner = int(info.summary.winners[iteration])
    tints = [colours.accent if j == winner else colours.muted for j in range(classes)]
    source, target = np.divmod(np.arange(types * classes), classes)
    figure = go.Figure(
        go.Sankey(
            arrangement="snap",
            node={
                "label": [str(t) for t in range(types)] + [literal(name) for name in names],
                "color": [colours.line] * types + tints,
                "x": [0.001] * types + [0.999] * classes,
                "y": [*np.linspace(0.001, 0.999, types), *np.linspace(0.001, 0.999, classes)],
                "pad": 4,
                "thickness": 10,
                "line": {"width": 0},
                "hovertemplate": "%{label}: %{value:.2f}<extra></extra>",
            },
            link={
                "source": source.tolist(),
                "target": (types + target).tolist(),
                "value": flow.ravel().tolist(),
                "color": [fade(tints[j], 0.6 if j == winner else 0.2) for j in target],
                "hovertemplate": "type %{source.label} to %{target.label}: %{value:.3f}"
                "<extra></extra>",
            },
            textfont={"color": colours.ink, "size": 12},
        )
    )
    figure.update_layout(
        template=print_template(mode),
        height=620,
        margin={"t": 36, "b": 24},
        title=f"votes of each type, coupled, by length: iteration {iteration + 1}",
    )
    return figure


def draw_votes(info: RoutingInfo, capsule: int, name: str, mode: Mode) -> go.Figure:
    """Votes for one capsule in the plane of their principal components, one frame per step."""
    colours = palette(mode)
    uniform, cloud = 1 / info.couplings.shape[2], info.cloud
    points = cloud.points[capsule]
    frames = []
    for step, couplings in enumerate(info.couplings[..., capsule]):
        votes = go.Scatter(
            x=points[:, 0],
            y=points[:, 1],
            mode="markers",
            name="votes",
            customdata=couplings,
            marker={
                "size": 5,
                "color": coupling_place(couplings, uniform),
                "coloraxis": "coloraxis",
                "line": {"width": 0.5, "color": colours.muted},
            },
            hovertemplate="vote of capsule %{pointNumber}: coupling %{customdata:.4f}"
            "<extra></extra>",
        )
        arrow = go.Scatter(
            x=[0, cloud.capsules[step, capsule, 0]],
            y=[0, cloud.capsules[step, capsule, 1]],
            mode="lines+markers",
            name="v, the capsule",
            line={"color": colours.accent, "width": 3},
            marker={"symbol": ["circle", "diamond"], "size": [4, 12], "color": colours.accent},
            hovertemplate="v<extra></extra>",
        )
        frames.append([votes, arrow, *_gaussian(cloud, step, capsule, colours.accent)])
    figure = _film(frames, f"votes for {literal(name)}", uniform, mode)
    share = 100 * cloud.explained[capsule]
    figure.update_xaxes(title=f"first component, {share[0]:.0f} % of the variance")
    figure.update_yaxes(title=f"second component, {share[1]:.0f} %", scaleanchor="x")
    return figure


def _gaussian(cloud: Cloud, step: int, capsule: int, colour: str) -> list[go.Scatter]:
    """Ellipse at one standard deviation of a cluster's Gaussian, if it has one."""
    if cloud.gaussian is None:
        return []
    angles = np.linspace(0, 2 * np.pi, 61, dtype=np.float32)
    circle = np.stack([np.cos(angles), np.sin(angles)])
    x, y = np.linalg.cholesky(cloud.gaussian[step, capsule]) @ circle
    return [
        go.Scatter(
            x=cloud.totals[step, capsule, 0] + x,
            y=cloud.totals[step, capsule, 1] + y,
            mode="lines",
            name="its Gaussian, one standard deviation wide",
            line={"color": colour, "width": 2, "dash": "dot"},
            hoverinfo="name",
        )
    ]


def _film(frames: list[list[Any]], title: str, uniform: float, mode: Mode) -> go.Figure:
    """Figure of the last iteration, in the couplings' colours, with a frame per iteration."""
    film = [go.Frame(data=frame, name=str(i)) for i, frame in enumerate(frames)]
    figure = go.Figure(frames[-1], frames=film)
    figure.update_layout(
        template=print_template(mode),
        height=560,
        margin={"t": 36, "b": 40},
        title=title,
        showlegend=False,
        coloraxis=_coupling_axis(mode, uniform),
        **iteration_controls(len(frames), mode),
    )
    return figure


def _coupling_axis(mode: Mode, uniform: float) -> dict[str, Any]:
    colours = palette(mode)
    marks = np.unique(np.minimum(1, np.array(_MARKS, np.float32) * uniform))
    return {
        "cmin": 0,
        "cmax": 1,
        "colorscale": [*reversed(colours.below), *colours.above[1:]],
        "colorbar": {
            "title": {"text": "coupling"},
            "tickvals": coupling_place(marks, uniform).tolist(),
            "ticktext": [f"{mark:.2g}" for mark in marks],
            "outlinewidth": 0,
            "thickness": 12,
        },
    }
