"""Tables in Markdown, as commands print them and the README holds them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], words: Collection[int] = (0,)
) -> str:
    """Rows of cells under heads, each as long as these.

    Parameters
    ----------
    words : columns whose cells begin at the left, counted from 0; numbers end at the right.
    """
    rule = ["---" if at in words else "---:" for at in range(len(heads))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rule, *rows))
