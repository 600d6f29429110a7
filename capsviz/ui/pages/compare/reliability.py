"""Calibration: how often each network's predictions are right, by the winner's length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from capsviz.analysis.calibration import COMMAND, FEW
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.figures import compare as figures
from capsviz.ui.catalogue.sections import Part
from capsviz.ui.networks import cache
from capsviz.ui.sections import beside, chart, choice, plain


def calibration_parts(titles: Mapping[str, str], thing: str, model: str) -> Iterator[Part]:
    """The reliability diagram of one network, and a sentence about it.

    Parameters
    ----------
    titles : of the compared networks, by name.
    thing : name of one picture's content, in the singular.
    model : the network to show first.
    """
    rows = [row for row in _rows() if row["checkpoint"] in titles and _is_measured(row)]
    if not rows:
        raise CapsvizError(f"Not measured for these weights: run {COMMAND}.")
    options = {}
    for row in rows:
        name = row["checkpoint"]
        drawn = chart(
            partial(figures.reliability, rows, name, dict(titles)),
            name="calibration",
            title=f"How often an answer is right, on {row['n']:,} {thing}s held out of training",
            network=name,
        )
        said = calibration_sentence(row, titles[name], thing)
        options[name] = (titles[name], [beside([drawn], [said])])
    yield choice("network", options, model if model in options else next(iter(options)))


def calibration_sentence(row: Mapping[str, Any], title: str, thing: str) -> str:
    """A sentence about the fullest and the least calibrated bin.

    Parameters
    ----------
    row : of `capsviz calibrate`.
    """
    fullest = row["count"].index(max(row["count"]))
    apart = [
        abs(right / count - mean) if count >= FEW else -1.0
        for mean, count, right in zip(row["mean"], row["count"], row["right"], strict=True)
    ]
    furthest = apart.index(max(apart))
    said = [_bin_words(row, k) for k in dict.fromkeys((fullest, furthest))]
    return (
        f"**{plain(title)}**: {'; '.join(said)}. Numbers and shares differ by "
        f"{row['error']:.3f} on average: "
        + ("nearly a probability." if row["error"] < 0.01 else "read no length as a probability.")
        + f" Counted on {row['n']:,} {thing}s that training held out; grey lines are the "
        f"other networks, bars 95 % intervals, hollow dots fewer than {FEW} {thing}s."
    )


def _bin_words(row: Mapping[str, Any], k: int) -> str:
    count, right = row["count"][k], row["right"][k]
    low, high = (100 * end for end in row["interval"][k])
    return (
        f"around {row['mean'][k]:.2f}, {right:,} of {count:,} answers are right "
        f"({right / count:.1%}; {low:.1f} to {high:.1f})"
    )


def _rows() -> list[dict[str, Any]]:
    try:
        return cache.calibration()
    except CapsvizError:
        return []


def _is_measured(row: Mapping[str, Any]) -> bool:
    try:
        return engine().checkpoint(row["checkpoint"]).digest == row["sha256"]
    except CapsvizError:
        return False
