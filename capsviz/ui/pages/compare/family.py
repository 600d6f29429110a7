"""What routings, matrices and depths come to, each taught anew by one recipe: figure and table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

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
from capsviz.ui.chart import chart
from capsviz.ui.networks import cache
from capsviz.ui.session import appearance
from capsviz.ui.session.error_banner import plain

#: What is seen of the section until it is opened.
TITLE = "The family taught anew, by one recipe"


def show_family(data_set: str) -> None:
    """The section, folded: ordered by one measure, which is drawn, and all trainings as a file."""
    rows = family_rows(data_set)
    if not rows:
        return
    with st.expander(plain(TITLE)), st.container(key="compare-family"):
        usual = next(iter(MEASURES))
        head = st.selectbox("best first in", list(MEASURES), key="compare-family-order") or usual
        ordered = order(rows, head)
        means = {title_of(row): found for row in ordered if (found := interval_of(row, head))}
        figure = figures.intervals(means, head, MEASURES[head][2], appearance.mode())
        chart(figure, key="compare-family-means", name="family", title=f"{TITLE}: {head}")
        st.table(family_table(ordered))
        for sentence in map(_to_markdown, describe(rows, title_of)):
            st.markdown(sentence)
        st.download_button(
            "every training as CSV", to_csv(rows), f"family-{data_set}.csv", "text/csv"
        )


def family_rows(data_set: str) -> Sequence[Mapping[str, Any]]:
    """The recorded rows of a data set; none where it was not measured."""
    try:
        return by_data_set(cache.family()).get(data_set, [])
    except CapsvizError:
        return []


def family_table(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """A row for each member: means, 95 % intervals in brackets."""
    lines = [{**cells(row), "network": plain(title_of(row))} for row in rows]
    return pd.DataFrame(lines).set_index("network")


def _to_markdown(sentence: str) -> str:
    """Markdown of a sentence whose backticks hold a command; all else is shown as it is."""
    return plain(sentence).replace(r"\`", "`")
