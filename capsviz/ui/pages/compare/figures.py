"""Figures of the Compare page: accuracies with intervals, disagreements, reliability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from capsviz.analysis.calibration import MIN_PICTURES
from capsviz.analysis.mcnemar import Difference
from capsviz.figures.elements import interval_bars, shaded_cells
from capsviz.figures.theme import LEGEND_BELOW, Mode, literal, palette, template
from capsviz.ui.catalogue.sections import Say
from capsviz.ui.languages import messages

#: Means further from the middle half than this many of its widths are drawn at the edge.
_MAX_DEVIATION = 8.0
#: Smaller p-values are not told.
MIN_P = 1e-4


def accuracies(
    rows: list[dict[str, Any]], titles: dict[str, str], say: Say, mode: Mode
) -> go.Figure:
    """Each network's accuracy in percent as a dot, its 95 % interval as a line.

    The rows are objects of `capsviz evaluate`; `titles` are the displayed names of checkpoints.
    """
    shares = {
        titles[row["checkpoint"]]: [100 * each for each in (row["accuracy"], *row["interval"])]
        for row in rows
    }
    return intervals(shares, say("axis-accuracy"), 2, say, mode)


def intervals(
    means: Mapping[str, Sequence[float]],
    measure: str,
    digits: int,
    say: Say,
    mode: Mode,
) -> go.Figure:
    """A dot for each mean, with its 95 % interval as a line, the first at the top.

    An outlier would compress the scale, so it is drawn as a triangle at the edge, with its value.

    `means` has mean and bounds of the interval by displayed name; bounds may be NaN.
    """
    colours = palette(mode)
    mean, low, high = np.array(list(means.values())[::-1]).T
    lower, upper = np.quantile(mean, [0.25, 0.75])
    margin = _MAX_DEVIATION * (upper - lower) or np.inf
    is_below, is_above = mean < lower - margin, mean > upper + margin
    is_near = ~(is_below | is_above)
    values = [f"%{{customdata[{k}]:.{digits}f}}" for k in range(3)]
    ends = np.array([np.fmin(mean, low)[is_near].min(), np.fmax(mean, high)[is_near].max()])
    figure = go.Figure(
        go.Scatter(
            x=mean.clip(*ends),
            y=[literal(name) for name in list(means)[::-1]],
            mode="markers+text",
            marker={
                "size": 9,
                "color": colours.ink,
                "symbol": np.select(
                    [is_below, is_above], ["triangle-left", "triangle-right"], "circle"
                ),
            },
            texttemplate=np.where(is_near, "", values[0]),
            textposition=np.where(is_below, "middle right", "middle left"),
            error_x=interval_bars(
                mean,
                *np.where(is_near, (low, high), mean),
                color=colours.muted,
                thickness=2,
                width=0,
            ),
            customdata=np.stack([mean, low, high], 1),
            meta={"x": [measure, say("file-low"), say("file-high")]},
            hovertemplate=say(
                "hover-interval",
                network="%{y}",
                **dict(zip(("mean", "low", "high"), values, strict=True)),
            )
            + "<extra></extra>",
        )
    )
    figure.update_layout(
        template=template(mode), height=60 + 34 * len(means), showlegend=False, margin={"t": 8}
    )
    figure.update_xaxes(title=say("axis-interval", measure=measure), tickformat=f".{digits}f")
    return figure


def disagreements(
    counts: Float[np.ndarray, "k k"],
    titles: dict[str, str],
    differences: Sequence[Difference],
    say: Say,
    mode: Mode,
) -> go.Figure:
    """Number of test images on which each pair of networks disagrees.

    `titles` are the displayed names, in the order of the counts; the significance of the pairs
    of `differences` appears on hover.
    """
    shares, labels = counts.copy(), [literal(title) for title in titles.values()]
    np.fill_diagonal(shares, np.nan)
    figure = go.Figure(
        shaded_cells(
            shares,
            mode,
            palette(mode).muted,
            name=say("disagreements"),
            x=labels,
            y=labels,
            texttemplate="%{z}",
            showscale=False,
            hoverongaps=False,
            customdata=_cell_texts(titles, differences, say),
            hovertemplate=say("hover-disagreement", first="%{y}", second="%{x}", count="%{z}")
            + "%{customdata}<extra></extra>",
        )
    )
    figure.update_layout(template=template(mode), height=90 + 36 * len(titles), margin={"t": 8})
    figure.update_yaxes(autorange="reversed", showgrid=False)
    figure.update_xaxes(showgrid=False, tickangle=-30)
    return figure


def reliability(
    rows: Sequence[dict[str, Any]], selected: str, titles: dict[str, str], say: Say, mode: Mode
) -> go.Figure:
    """Accuracy against the winner's output (reliability diagram), one network highlighted.

    A bin of few pictures is a hollow dot; the other networks' lines skip it. The rows are objects
    of `capsviz calibrate`; the chosen checkpoint has 95 % intervals.
    """
    colours = palette(mode)
    figure = go.Figure(
        go.Scatter(
            x=[0, 1],
            y=[0, 100],
            mode="lines",
            line={"dash": "dash", "color": colours.muted, "width": 1},
            name=say("reliability-diagonal"),
            hoverinfo="skip",
        )
    )
    hover = say(
        "hover-reliability",
        network="%{fullData.name}",
        mean="%{x:.2f}",
        right="%{customdata[0]:,}",
        count="%{customdata[1]:,}",
        percent="%{y:.1f}",
        low="%{customdata[2]:.1f}",
        high="%{customdata[3]:.1f}",
    )
    for row in sorted(rows, key=lambda row: row["checkpoint"] == selected):  # the chosen one on top
        is_selected = row["checkpoint"] == selected
        count = np.asarray(row["count"])
        is_drawn = is_selected | (count >= MIN_PICTURES)
        share = 100 * np.divide(row["right"], count)
        low, high = 100 * np.transpose(row["interval"])
        ends = (each[is_drawn] for each in (share, low, high))
        figure.add_scatter(
            x=np.asarray(row["mean"])[is_drawn],
            y=share[is_drawn],
            mode="markers" if is_selected else "lines",
            name=literal(titles[row["checkpoint"]]),
            line={"color": colours.muted, "width": 1},
            opacity=1 if is_selected else 0.4,
            marker={
                "size": 10,
                "color": colours.ink,
                "symbol": np.where(count[is_drawn] < MIN_PICTURES, "circle-open", "circle"),
            },
            showlegend=is_selected,
            error_y=interval_bars(*ends, color=colours.muted, visible=is_selected),
            customdata=np.stack([row["right"], count, low, high], 1)[is_drawn],
            hovertemplate=hover + "<extra></extra>",
        )
    figure.update_layout(template=template(mode), height=400, margin={"t": 8}, legend=LEGEND_BELOW)
    figure.update_xaxes(title=say("axis-winner"), range=[0, 1.02])
    figure.update_yaxes(title=say("axis-right"), range=[0, 103])
    return figure


def probability(value: float, say: Say) -> str:
    """Format a p-value."""
    if value < MIN_P:
        return say("p-small")
    digits = len(f"{value:.2g}".partition(".")[2])
    return say("number", value=messages.decimal(value, digits))


def _cell_texts(
    titles: dict[str, str], differences: Sequence[Difference], say: Say
) -> list[list[str]]:
    texts = {}
    for d in differences:
        texts[d.first, d.second] = texts[d.second, d.first] = "<br>" + "<br>".join(
            (
                say("hover-alone", network=literal(titles[d.first]), count=d.first_alone),
                say("hover-alone", network=literal(titles[d.second]), count=d.second_alone),
                say("hover-p", p=probability(d.p, say), corrected=probability(d.corrected, say)),
            )
        )
    return [[texts.get((row, column), "") for column in titles] for row in titles]
