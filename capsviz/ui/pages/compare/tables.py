"""Results of the networks on the whole test set, as a table and Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from capsviz.analysis.compare import Results, flips
from capsviz.analysis.overlap import read_scores
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue.sections import Say
from capsviz.ui.languages import messages
from capsviz.ui.sections import plain


def results_table(results: Results, called: dict[str, str], say: Say) -> pd.DataFrame:
    """A row for each measured network."""
    rows = []
    for row in results.rows:
        error = row["reconstruction_sse"]
        rows.append(
            {
                say("table-network"): called[row["checkpoint"]],
                say("table-accuracy"): say("share-percent", percent=_percent(row["accuracy"])),
                say("table-interval"): say("interval", **_bounds(row["interval"])),
                say("table-error"): say("no-decoder")
                if error is None
                else say("number", value=messages.decimal(error, 2)),
                say("table-parameters"): say("number", value=row["parameters"]),
                say("table-without-decoder"): say(
                    "number", value=row["parameters_without_decoder"]
                ),
            }
        )
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
        rows = read_scores(checkpoint.sidecar("overlap.json"))
    except CapsvizError as error:
        raise CapsvizError(say("two-digits-unmeasured", reason=str(error))) from None
    said = [
        say(
            "two-digits-network",
            network=plain(row["checkpoint"]),
            percent=_percent(row["both_right"]),
            parameters=row["parameters"],
            **_bounds(row["interval"]),
        )
        for row in rows
    ]
    joined = messages.join(say, said, "series")
    return say("two-digits", count=rows[0]["n"], networks=joined)


def routing_sentences(results: Results, called: dict[str, str], say: Say) -> list[str]:
    """Number of predictions that each network's iterations change."""
    sentences = []
    for name, before in results.unrouted.items():
        if name not in results.answers:
            continue
        changes = flips(before, results.answers[name], results.labels)
        sentences.append(
            say(
                "routing-changes",
                network=plain(called[name]),
                changed=changes.changed,
                digits=len(before),
                gained=changes.gained,
                lost=changes.lost,
            )
        )
    return sentences
