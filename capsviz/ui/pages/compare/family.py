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
from capsviz.figures import compare as figures
from capsviz.ui.catalogue.sections import Part
from capsviz.ui.networks import cache
from capsviz.ui.sections import chart, choice, download, fold, plain, table

#: Heading of the section.
TITLE = "The family taught anew, by one recipe"


def family_parts(data_set: str) -> Iterator[Part]:
    """All training runs, folded: ordered by one measure, which is plotted, and as a file."""
    rows = _family_rows(data_set)
    if not rows:
        return
    options = {head: (head, _ordered_parts(order(rows, head), head)) for head in MEASURES}
    yield fold(
        "Means over seeds and 95 % intervals",
        choice("best first in", options, next(iter(MEASURES))),
        *map(_to_markdown, describe(rows, title_of)),
        download("every training as CSV", f"family-{data_set}.csv", to_csv(rows)),
    )


def _ordered_parts(ordered: Sequence[Mapping[str, Any]], head: str) -> list[Part]:
    means = {title_of(row): found for row in ordered if (found := interval_of(row, head))}
    drawn = chart(
        partial(figures.intervals, means, head, MEASURES[head][2]),
        name="family",
        title=f"{TITLE}: {head}",
    )
    return [drawn, table(_family_table(ordered))]


def _family_rows(data_set: str) -> Sequence[Mapping[str, Any]]:
    """The recorded rows of a data set; empty if it was not measured."""
    try:
        return by_data_set(cache.family()).get(data_set, [])
    except CapsvizError:
        return []


def _family_table(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """A row for each member: means, 95 % intervals in brackets."""
    lines = [{**cells(row), "network": title_of(row)} for row in rows]
    return pd.DataFrame(lines).set_index("network")


def _to_markdown(sentence: str) -> str:
    """Markdown of a sentence whose backticks hold a command; everything else is escaped."""
    return plain(sentence).replace(r"\`", "`")
