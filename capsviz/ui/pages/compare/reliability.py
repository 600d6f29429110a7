"""Calibration: how often each network's predictions are right, by the winner's length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from capsviz.analysis.calibration import MIN_PICTURES, ROWS
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue.sections import Item, Say
from capsviz.ui.languages import messages
from capsviz.ui.networks import cache
from capsviz.ui.pages.compare import figures
from capsviz.ui.sections import chart, choice, columns, escape


def calibration_items(
    titles: Mapping[str, str], thing: str, model: str, say: Say
) -> Iterator[Item]:
    """The reliability diagram of one network, and a sentence about it.

    Titles are of the compared networks, by name; `thing` names one picture's content, and `model`
    is shown first.
    """
    rows = [row for row in _rows() if row["checkpoint"] in titles and _is_measured(row)]
    if not rows:
        user_network = checkpoint.user_model()
        command = ROWS.command
        if user_network is not None and user_network.name == model:
            command = f"capsviz calibrate {checkpoint.option(model)}"
        raise CapsvizError(say("calibration-unmeasured", command=command))
    options = {}
    for row in rows:
        name = row["checkpoint"]
        figure = chart(
            partial(figures.reliability, rows, name, dict(titles), say),
            say,
            name="calibration",
            title=say("chart-calibration", count=row["n"], thing=thing),
            network=name,
        )
        sentence = calibration_sentence(row, titles[name], thing, say, others=len(rows) - 1)
        options[name] = (titles[name], [columns([figure], [sentence])])
    yield choice(
        say("calibration-network"), options, model if model in options else next(iter(options))
    )


def calibration_sentence(
    row: Mapping[str, Any], title: str, thing: str, say: Say, others: int = 0
) -> str:
    """A sentence about the fullest and the least calibrated bin of a `capsviz calibrate` row.

    `others` is the number of networks in the figure beside this one.
    """
    fullest = row["count"].index(max(row["count"]))
    distances = [
        abs(right / count - mean) if count >= MIN_PICTURES else -1.0
        for mean, count, right in zip(row["mean"], row["count"], row["right"], strict=True)
    ]
    furthest = distances.index(max(distances))
    sentences = [_bin_words(row, k, say) for k in dict.fromkeys((fullest, furthest))]
    return say(
        "calibration",
        network=escape(title),
        bins=messages.join(say, sentences, "series"),
        error=messages.decimal(row["error"], 3),
        good=int(row["error"] < 0.01),
        count=row["n"],
        thing=thing,
        few=MIN_PICTURES,
        others=others,
    )


def _bin_words(row: Mapping[str, Any], k: int, say: Say) -> str:
    count, right = row["count"][k], row["right"][k]
    low, high = (messages.decimal(100 * end, 1) for end in row["interval"][k])
    return say(
        "calibration-bin",
        mean=messages.decimal(row["mean"][k], 2),
        right=right,
        count=count,
        percent=messages.decimal(100 * right / count, 1),
        low=low,
        high=high,
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
