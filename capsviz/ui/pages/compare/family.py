"""Accuracy of routings, matrices and depths trained by one recipe: figure and table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd

from capsviz.analysis.family_record import COUNTS
from capsviz.analysis.family_table import (
    MEASURES,
    are_of_several_runs,
    by_data_set,
    changed_counts,
    interval_of,
    order,
    recipe,
    setting_of,
    title_of,
    to_csv,
    verdict,
)
from capsviz.analysis.mcnemar import LEVEL
from capsviz.data import sets
from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.sections import Item, Say
from capsviz.ui.languages import messages
from capsviz.ui.networks import cache
from capsviz.ui.pages.compare import figures
from capsviz.ui.sections import chart, choice, download, escape, fold, table

#: Message of each of `MEASURES`.
_HEADS = {
    "accuracy, %": "family-accuracy",
    "reconstruction error": "family-error",
    "affine, %": "family-affine",
    "scrambled (AUC)": "family-auc",
    "seconds to learn": "family-learn",
    "ms to read one": "family-read",
}
#: Message of each of `COUNTS`.
_COUNTS = {"parameters": "table-parameters", "multiply_adds": "family-multiply-adds"}


def family_items(data_set: str, say: Say) -> Iterator[Item]:
    """All training runs, folded: ordered by one measure, which is plotted, and as a file."""
    rows = _family_rows(data_set)
    if not rows:
        return
    options = {
        head: (say(_HEADS[head]), _ordered_items(order(rows, head), head, say)) for head in MEASURES
    }
    yield fold(
        say("family-fold"),
        choice(say("family-choice"), options, next(iter(MEASURES))),
        _verdict_sentence(rows, say),
        _method(rows, say),
        download(say("family-csv"), f"family-{data_set}.csv", to_csv(rows)),
    )


def _ordered_items(ordered: Sequence[Mapping[str, Any]], head: str, say: Say) -> list[Item]:
    means = {
        _member_name(row, say): interval for row in ordered if (interval := interval_of(row, head))
    }
    figure = chart(
        partial(figures.intervals, means, say(_HEADS[head]), MEASURES[head][2], say),
        say,
        name="family",
        title=say("chart-family", measure=say(_HEADS[head])),
    )
    return [figure, table(_family_table(ordered, say))]


def _family_rows(data_set: str) -> Sequence[Mapping[str, Any]]:
    """The recorded rows of a data set; empty if it was not measured."""
    try:
        return by_data_set(cache.family()).get(data_set, [])
    except CapsvizError:
        return []


def _member_name(row: Mapping[str, Any], say: Say) -> str:
    """The title of a row's member, with the chosen setting."""
    kind = "network-name" if row["option"] == "network" else "routing-name"
    name, setting = messages.name(say, kind, title_of(row)), setting_of(row)
    if setting is None:
        return name
    return say("family-setting", name=name, symbol=setting[0], value=setting[1])


def _family_table(rows: Sequence[Mapping[str, Any]], say: Say) -> pd.DataFrame:
    """A row for each member: means, 95 % intervals in brackets."""
    lines = [
        {
            say("table-network"): _member_name(row, say),
            **{say(_HEADS[head]): _mean_text(row, head, say) for head in MEASURES},
            **{say(_COUNTS[key]): say("number", value=row[key]) for key in COUNTS},
        }
        for row in rows
    ]
    return pd.DataFrame(lines).set_index(say("table-network"))


def _mean_text(row: Mapping[str, Any], head: str, say: Say) -> str:
    interval = interval_of(row, head)
    if interval is None:
        return say("no-decoder")
    mean, low, high = (messages.decimal(value, MEASURES[head][2]) for value in interval)
    if math.isnan(interval[1]):
        return say("number", value=mean)
    return say("family-mean", mean=mean, low=low, high=high)


def _verdict_sentence(rows: Sequence[Mapping[str, Any]], say: Say) -> str:
    """The members whose accuracy differs significantly from dynamic routing's, as Markdown."""
    data_set = messages.name(say, "set-name", sets.title(rows[0]["data_set"]))
    result = verdict(rows)
    if result is None:
        return say("family-nothing", set=data_set)
    lower, higher = (
        messages.join(say, [_member_name(row, say) for row in members], "series")
        for members in (result.below, result.above)
    )
    sentence = say(
        "family-verdict",
        set=data_set,
        found=("below" if lower else "") + ("above" if higher else "") or "none",
        own=_member_name(result.base, say),
        below=lower,
        above=higher,
        seeds=len(result.base["seeds"]),
        level=messages.decimal(LEVEL, 2),
        others=result.undecided,
    )
    if not result.fewer:
        return escape(sentence)
    members = [
        say("family-seeds", name=_member_name(row, say), count=len(row["seeds"]))
        for row in result.fewer
    ]
    fewer = say("family-fewer", names=messages.join(say, members, "series"))
    return escape(say("list-sentences", before=sentence, next=fewer))


def _method(rows: Sequence[Mapping[str, Any]], say: Say) -> str:
    """How they were trained and measured, as Markdown."""
    counts = [say("number", value=count) for count in changed_counts(rows)]
    sentence = say(
        "family-method",
        recipe=recipe(rows),
        validation=rows[0]["validation"],
        changed=messages.join(say, counts, "series"),
        hardware=rows[0]["measured"]["hardware"],
        turns=len(rows[0]["read"]),
    )
    if are_of_several_runs(rows):
        sentence = say("list-sentences", before=sentence, next=say("family-runs"))
    # Backticks hold the command.
    return escape(sentence).replace(r"\`", "`")
