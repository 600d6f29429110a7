"""Markdown tables, as commands print them and the README contains them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], words: Collection[int] = (0,)
) -> str:
    """Format rows of cells below headings.

    Columns of `words`, counted from 0, are left-aligned; all others are right-aligned.
    """
    rule = ["---" if at in words else "---:" for at in range(len(heads))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rule, *rows))
