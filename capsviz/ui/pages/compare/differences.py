"""Differences between networks and their significance, in words and in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from capsviz.analysis.mcnemar import LEVEL, Difference
from capsviz.ui.catalogue.sections import Say
from capsviz.ui.languages import messages
from capsviz.ui.pages.compare.figures import probability
from capsviz.ui.sections import plain


def mcnemar_sentence(
    tested: Sequence[Difference], called: Mapping[str, str], n: int, say: Say
) -> str:
    """Which networks differ by more than chance, as Markdown."""
    real = [difference for difference in tested if difference.real]
    told = {"pairs": len(tested), "level": round(100 * LEVEL)}
    if not real:
        return say("mcnemar-none", **told)
    named = [_better(difference, called, say) for difference in real]
    joined = messages.join(say, named, "series")
    return say("mcnemar-real", real=len(real), named=joined, digits=n, **told)


def _better(difference: Difference, called: Mapping[str, str], say: Say) -> str:
    first, second = (plain(called[name]) for name in (difference.first, difference.second))
    if difference.first_alone < difference.second_alone:
        first, second = second, first
    return say("mcnemar-above", better=first, other=second)


def mcnemar_table(
    tested: Sequence[Difference], called: Mapping[str, str], say: Say
) -> pd.DataFrame:
    """Every pair, the most significant difference first."""
    rows = [
        {
            say("pair"): say("pair-of", first=called[d.first], second=called[d.second]),
            say("pair-first"): str(d.first_alone),
            say("pair-second"): str(d.second_alone),
            say("pair-p"): probability(d.p, say),
            say("pair-corrected"): probability(d.corrected, say),
            say("pair-differ"): say("pair-differs" if d.real else "pair-not-shown"),
        }
        for d in tested
    ]
    return pd.DataFrame(rows).set_index(say("pair"))
