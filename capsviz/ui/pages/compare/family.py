"""What routings, matrices and depths come to, each taught anew by one recipe: a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from capsviz.analysis.family_record import by_data_set, cells
from capsviz.errors import CapsvizError
from capsviz.ui.networks import cache
from capsviz.ui.session.error_banner import plain

#: What is seen of the section until it is opened.
TITLE = "The family taught anew, by one recipe"


def family_rows(data_set: str) -> Sequence[Mapping[str, Any]]:
    """The recorded rows of a data set; none where it was not measured."""
    try:
        return by_data_set(cache.family()).get(data_set, [])
    except CapsvizError:
        return []


def family_table(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """A row for each member: means, 95 % intervals in brackets."""
    table = pd.DataFrame([cells(row) for row in rows]).set_index("network")
    return table.rename(index=plain)
