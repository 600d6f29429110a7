"""What was measured, beneath a page: sections of tables and sentences, as plain values."""

from __future__ import annotations

from typing import Any

import pandas as pd

#: Its "title" and "parts": sentences of Markdown, or what `table` gives.
Section = dict[str, Any]


def table(frame: pd.DataFrame, folded: str = "") -> dict[str, Any]:
    """A table whose index names its rows.

    Parameters
    ----------
    folded : what is seen of it until it is opened; "" where it stands open.
    """
    heads = [str(frame.index.name), *map(str, frame.columns)]
    rows = [[str(cell) for cell in row] for row in frame.itertuples()]
    return {"heads": heads, "rows": rows, "folded": folded}
