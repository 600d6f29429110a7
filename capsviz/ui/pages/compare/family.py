"""Accuracy of routings, matrices and depths trained by one recipe: figure and table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd

from capsviz.analysis.family_table import (
    MEASURES,
    by_data_set,
    cells,
    describe,
    interval_of,
    order,
    title_of,
    to_csv,
)
from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.sections import Item, Say
from capsviz.ui.networks import cache
from capsviz.ui.pages.compare import figures
from capsviz.ui.sections import chart, choice, download, fold, plain, table

#: Message of each of `MEASURES`.
_HEADS = {
    "accuracy, %": "family-accuracy",
    "reconstruction error": "family-error",
    "affine, %": "family-affine",
    "scrambled (AUC)": "family-auc",
    "seconds to learn": "family-learn",
    "ms to read one": "family-read",
}


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
        *map(_to_markdown, describe(rows, title_of)),
        download(say("family-csv"), f"family-{data_set}.csv", to_csv(rows)),
    )


def _ordered_items(ordered: Sequence[Mapping[str, Any]], head: str, say: Say) -> list[Item]:
    means = {title_of(row): found for row in ordered if (found := interval_of(row, head))}
    drawn = chart(
        partial(figures.intervals, means, say(_HEADS[head]), MEASURES[head][2], say),
        say,
        name="family",
        title=say("chart-family", measure=say(_HEADS[head])),
    )
    return [drawn, table(_family_table(ordered, say))]


def _family_rows(data_set: str) -> Sequence[Mapping[str, Any]]:
    """The recorded rows of a data set; empty if it was not measured."""
    try:
        return by_data_set(cache.family()).get(data_set, [])
    except CapsvizError:
        return []


def _family_table(rows: Sequence[Mapping[str, Any]], say: Say) -> pd.DataFrame:
    """A row for each member: means, 95 % intervals in brackets."""
    lines = [{**cells(row), "network": title_of(row)} for row in rows]
    heads = {head: say(identifier) for head, identifier in _HEADS.items()}
    heads |= {"network": say("table-network"), "parameters": say("table-parameters")}
    return pd.DataFrame(lines).rename(columns=heads).set_index(heads["network"])


def _to_markdown(sentence: str) -> str:
    """Markdown of a sentence whose backticks hold a command; everything else is escaped."""
    return plain(sentence).replace(r"\`", "`")
