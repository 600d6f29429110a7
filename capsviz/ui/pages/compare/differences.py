"""Differences between networks and their significance, in words and in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from capsviz.analysis.mcnemar import LEVEL, Difference
from capsviz.figures.compare import probability
from capsviz.ui.sections import plain


def mcnemar_sentence(tested: Sequence[Difference], called: Mapping[str, str], n: int) -> str:
    """Which networks differ by more than chance, as Markdown."""
    real = [difference for difference in tested if difference.real]
    pairs = f"{len(tested)} pair{'' if len(tested) == 1 else 's'}"
    how = (
        "McNemar's exact test on the same digits, corrected after Holm for all pairs, "
        f"at {LEVEL:.0%}"
    )
    if not real:
        return f"None of the {pairs} of networks differs by more than chance ({how})."
    named = "; ".join(f"**{_better(d, called)}**" for d in real)
    return (
        f"**{len(real)}** of the {pairs} differ in accuracy by more than chance "
        f"({how}): {named}. For the other pairs, {n:,} digits are too few to tell which "
        "is better. The test takes these weights as given: it does not say what another training "
        "would reach."
    )


def _better(difference: Difference, called: Mapping[str, str]) -> str:
    first, second = (plain(called[name]) for name in (difference.first, difference.second))
    if difference.first_alone < difference.second_alone:
        first, second = second, first
    return f"{first} above {second}"


def mcnemar_table(tested: Sequence[Difference], called: Mapping[str, str]) -> pd.DataFrame:
    """Every pair, the most significant difference first."""
    rows = [
        {
            "pair": f"{called[d.first]} / {called[d.second]}",
            "only the first right": str(d.first_alone),
            "only the second right": str(d.second_alone),
            "p": probability(d.p),
            "p, corrected": probability(d.corrected),
            "differ": "yes" if d.real else "not shown",
        }
        for d in tested
    ]
    return pd.DataFrame(rows).set_index("pair")
