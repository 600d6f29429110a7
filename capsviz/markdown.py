"""Markdown tables, for the output of commands and the README."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], text_columns: Collection[int] = (0,)
) -> str:
    """Format rows of cells below headings.

    Columns in `text_columns`, counted from 0, are left-aligned; all others are right-aligned.
    """
    rule = ["---" if column in text_columns else "---:" for column in range(len(heads))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rule, *rows))
