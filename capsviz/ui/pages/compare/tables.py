"""Results of the networks on the whole test set, and their differences, in tables and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import pandas as pd

from capsviz.analysis.compare import Results, flips
from capsviz.analysis.mcnemar import LEVEL, Difference
from capsviz.analysis.overlap import ROWS
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue.sections import Say
from capsviz.ui.languages import messages
from capsviz.ui.pages.compare.figures import probability
from capsviz.ui.sections import escape


def results_table(results: Results, network_titles: dict[str, str], say: Say) -> pd.DataFrame:
    """A row for each measured network."""

    def error(value: float | None) -> str:
        if value is None:
            return say("no-decoder")
        return say("number", value=messages.decimal(value, 2))

    rows = [
        {
            say("table-network"): network_titles[row["checkpoint"]],
            say("table-accuracy"): say("share-percent", percent=_percent(row["accuracy"])),
            say("table-interval"): say("interval", **_bounds(row["interval"])),
            say("table-error"): error(row["reconstruction_sse"]),
            say("table-parameters"): say("number", value=row["parameters"]),
            say("table-without-decoder"): say("number", value=row["parameters_without_decoder"]),
        }
        for row in results.rows
    ]
    return pd.DataFrame(rows).set_index(say("table-network"))


def _percent(share: float) -> Any:
    return messages.decimal(100 * share, 2)


def _bounds(interval: Sequence[float]) -> dict[str, Any]:
    """Values of a message that names an interval of accuracies in percent."""
    low, high = map(_percent, interval)
    return {"low": low, "high": high}


def two_digits_sentence(say: Say) -> str:
    """The accuracy of networks for two digits; this page's networks classify one digit.

    Raises
    ------
    CapsvizError : they were not measured.
    """
    try:
        rows = ROWS.load(checkpoint.sidecar("overlap.json"))
    except CapsvizError as error:
        raise CapsvizError(say("two-digits-unmeasured", reason=str(error))) from None
    sentences = [
        say(
            "two-digits-network",
            network=escape(row["checkpoint"]),
            percent=_percent(row["both_right"]),
            parameters=row["parameters"],
            **_bounds(row["interval"]),
        )
        for row in rows
    ]
    series = messages.join(say, sentences, "series")
    return say("two-digits", count=rows[0]["n"], networks=series)


def routing_sentences(results: Results, network_titles: dict[str, str], say: Say) -> list[str]:
    """Number of predictions that each network's iterations change."""
    changes = {
        name: flips(before, results.answers[name], results.labels)
        for name, before in results.unrouted.items()
        if name in results.answers
    }
    digits = len(results.labels)
    return [
        say("routing-changes", network=escape(network_titles[name]), digits=digits, **asdict(each))
        for name, each in changes.items()
    ]


def mcnemar_sentence(
    differences: Sequence[Difference], network_titles: Mapping[str, str], n: int, say: Say
) -> str:
    """Which networks differ by more than chance, as Markdown."""
    real = [difference for difference in differences if difference.real]
    numbers = {"pairs": len(differences), "level": round(100 * LEVEL)}
    if not real:
        return say("mcnemar-none", **numbers)
    sentences = [_better(difference, network_titles, say) for difference in real]
    series = messages.join(say, sentences, "series")
    return say("mcnemar-real", real=len(real), named=series, digits=n, **numbers)


def _better(difference: Difference, network_titles: Mapping[str, str], say: Say) -> str:
    first, second = (escape(network_titles[name]) for name in (difference.first, difference.second))
    if difference.first_alone < difference.second_alone:
        first, second = second, first
    return say("mcnemar-above", better=first, other=second)


def mcnemar_table(
    differences: Sequence[Difference], network_titles: Mapping[str, str], say: Say
) -> pd.DataFrame:
    """Every pair, the most significant difference first."""
    rows = [
        {
            say("pair"): say(
                "pair-of", first=network_titles[d.first], second=network_titles[d.second]
            ),
            say("pair-first"): str(d.first_alone),
            say("pair-second"): str(d.second_alone),
            say("pair-p"): probability(d.p, say),
            say("pair-corrected"): probability(d.corrected, say),
            say("pair-differ"): say("pair-differs" if d.real else "pair-not-shown"),
        }
        for d in differences
    ]
    return pd.DataFrame(rows).set_index(say("pair"))
