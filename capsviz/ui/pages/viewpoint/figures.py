"""Figures of the Viewpoint page: laws of the pose, accuracy by strength, robustness."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float64

from capsviz.figures.elements import interval_bars, shaded_cells
from capsviz.figures.theme import LEGEND_BELOW, Mode, literal, palette, template
from capsviz.ui.catalogue.sections import Say
from capsviz.ui.languages import messages

_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "star", "pentagon", "cross")
_DASHES = {"fgsm": "dot", "pgd": "solid", "targeted": "dashdot", "hiding": "dash"}
#: The line's name beside a hover's text.
_LINE_NAME = "<extra>%{fullData.name}</extra>"


def law_map(
    r2: Float64[np.ndarray, "T J"],
    kinds: list[str],
    classes: list[str],
    thing: str,
    say: Say,
    mode: Mode,
) -> go.Figure:
    """R² for each kind of transform, in columns that a phone has room for, and each class.

    Parameters
    ----------
    kinds : displayed names of the kinds of transform.
    classes : displayed names of the classes.
    thing : noun for one of them.
    """
    figure = go.Figure(
        shaded_cells(
            np.transpose(r2),
            mode,
            name="R²",
            x=kinds,
            y=[literal(name) for name in classes],
            texttemplate="%{z:.2f}",
            zmax=1,
            showscale=False,
            hovertemplate=say("hover-law", change="%{x}", name="%{y}", share="%{z:.3f}")
            + "<extra></extra>",
        )
    )
    height = 110 + 28 * min(len(classes), 20)
    figure.update_layout(template=template(mode), height=height, margin={"t": 8})
    title = say("axis-class", thing=thing)
    figure.update_yaxes(title=title, autorange="reversed", showgrid=False, type="category")
    figure.update_xaxes(showgrid=False)
    return figure


def affine_accuracy(
    rows: list[dict[str, Any]], titles: dict[str, str], say: Say, mode: Mode
) -> go.Figure:
    """Accuracy in percent against the strength of the transforms, with 95 % intervals.

    Parameters
    ----------
    rows : objects of `capsviz.analysis.robustness.affine_result`.
    titles : displayed name of each checkpoint.
    """
    figure = go.Figure()
    for index, row in enumerate(rows):
        figure.add_scatter(
            x=[100 * strength for strength in row["strengths"]],
            **_percent(row["accuracy"], row["interval"]),
            name=literal(titles[row["checkpoint"]]),
            **_style(row["checkpoint"], index, mode),
            hovertemplate=say("hover-affine", percent="%{y:.2f}", strength="%{x:.0f}") + _LINE_NAME,
        )
    figure.update_xaxes(tickvals=[0, 25, 50, 75, 100])
    return _finish(figure, mode, say("axis-affine"), say("axis-accuracy"))


def resistance(
    attacks: dict[str, dict[str, Any]], titles: dict[str, str], say: Say, mode: Mode
) -> go.Figure:
    """Accuracy under attack in percent, against epsilon.

    Parameters
    ----------
    attacks : results of `capsviz.analysis.attack_success.resistance`, by checkpoint.
    """
    figure = go.Figure()
    for index, (name, attack) in enumerate(attacks.items()):
        for method in attack["accuracy"]:
            figure.add_scatter(
                x=attack["epsilons"],
                **_percent(attack["accuracy"][method], attack["interval"][method]),
                name=_line_name(titles[name], method, say),
                **_style(name, index, mode, method),
                hovertemplate=say("hover-withstood", percent="%{y:.1f}", strength="%{x:.2f}")
                + _LINE_NAME,
            )
    return _finish(figure, mode, say("axis-strength"), say("axis-withstood"), range=[-3, 103])


def detection_rates(
    attacks: dict[str, dict[str, Any]], titles: dict[str, str], say: Say, mode: Mode
) -> go.Figure:
    """Share of successful attacks whose reconstruction does not fit, in percent.

    The legend shows the false-alarm rate on clean digits: a detector that always rejects would
    detect every attack.

    Parameters
    ----------
    attacks : as for `resistance`; networks without a decoder have no line.
    """
    figure = go.Figure()
    for index, (name, attack) in enumerate(attacks.items()):
        if attack["misfit"] is None:
            continue
        for method in attack["given_away"]:
            if method == "hiding":  # it only succeeds undetected
                continue
            shares = attack["given_away"][method]
            points = [
                (epsilon, 100 * share)
                for epsilon, share in zip(attack["epsilons"], shares, strict=True)
                if share is not None and epsilon
            ]
            figure.add_scatter(
                x=[epsilon for epsilon, _ in points],
                y=[share for _, share in points],
                name=say(
                    "line-alarms",
                    line=_line_name(titles[name], method, say),
                    percent=messages.decimal(100 * attack["alarms"], 1),
                ),
                **_style(name, index, mode, method),
                hovertemplate=say("hover-revealed", percent="%{y:.0f}", strength="%{x:.2f}")
                + _LINE_NAME,
            )
    return _finish(figure, mode, say("axis-strength"), say("axis-revealed"), range=[-3, 103])


def detector(
    attacks: dict[str, dict[str, Any]], titles: dict[str, str], epsilon: float, say: Say, mode: Mode
) -> go.Figure:
    """ROC curves of the detector: detected attacks against rejected clean digits.

    Each point of a line is one limit of the misfit; on the diagonal the detector is useless.

    Parameters
    ----------
    attacks : as for `resistance`; networks without a decoder have no line.
    epsilon : strength of the attacks, one of those that were tried.
    """
    figure = go.Figure(
        go.Scatter(
            x=[0, 100],
            y=[0, 100],
            mode="lines",
            name=say("line-useless"),
            line={"color": palette(mode).muted, "width": 1},
            hoverinfo="skip",
        )
    )
    for index, (name, attack) in enumerate(attacks.items()):
        if attack["roc"] is None:
            continue
        row = attack["epsilons"].index(epsilon)
        for method, hits in attack["roc"]["hits"].items():
            if None in hits[row]:
                continue
            figure.add_scatter(
                x=[100 * share for share in attack["roc"]["alarms"]],
                y=[100 * share for share in hits[row]],
                customdata=attack["roc"]["limit"],
                name=_line_name(titles[name], method, say),
                **_style(name, index, mode, method),
                hovertemplate=say(
                    "hover-detector",
                    percent="%{y:.0f}",
                    alarms="%{x:.1f}",
                    misfit="%{customdata:.1f}",
                )
                + _LINE_NAME,
            )
    figure.update_xaxes(range=[-3, 103])
    revealed = say("axis-revealed-at", strength=messages.decimal(epsilon, 1))
    return _finish(figure, mode, say("axis-alarms"), revealed, range=[-3, 103])


def _line_name(title: str, method: str, say: Say) -> str:
    return say("line-attack", network=literal(title), method=method)


def _percent(shares: list[float], intervals: list[list[float]]) -> dict[str, Any]:
    """Return a line's values, and bars for their intervals."""
    y = 100 * np.array(shares)
    return {
        "y": y,
        "error_y": interval_bars(y, *100 * np.transpose(intervals), thickness=1, width=3),
    }


def _style(name: str, index: int, mode: Mode, method: str = "pgd") -> dict[str, Any]:
    """The paper's network and the plain CNN stand out; symbols differ as well as hues."""
    colours = palette(mode)
    colour = {"dynamic": colours.ink, "cnn": colours.second}.get(name, colours.muted)
    width = 2.5 if name in ("dynamic", "cnn") else 1.5
    marker = {"symbol": _SYMBOLS[index % len(_SYMBOLS)], "size": 8, "color": colour}
    line = {"color": colour, "width": width, "dash": _DASHES[method]}
    return {"mode": "lines+markers", "line": line, "marker": marker}


def _finish(figure: go.Figure, mode: Mode, x: str, y: str, **vertical: Any) -> go.Figure:
    """Name the axes and place the legend below the plot, whose height does not change."""
    entries = len(cast(tuple[Any, ...], figure.data))
    return figure.update_layout(
        template=template(mode),
        height=330 + 22 * -(-entries // 2),
        showlegend=entries > 1,
        legend=LEGEND_BELOW,
        margin={"t": 12},
        xaxis_title=x,
        yaxis={"title": y, **vertical},
    )
