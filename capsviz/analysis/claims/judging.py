"""From numbers with intervals to a verdict, by a rule that is the same for every claim.

A claim comes with comparisons that would speak for it, each of two measured numbers. One speaks for
the claim where the whole 95 % interval of their difference lies above 0, against it where the whole
interval lies below, and is open in between. The claim

- holds, where all speak for it;
- holds in part, where at least one does and not all;
- is reversed, where all speak against it;
- is not found else;
- is not tried, where there is no comparison.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from capsviz.analysis.claims.reading import Row

#: What a comparison can come to, and what a claim can.
OUTCOMES = ("for", "against", "open")
VERDICTS = ("holds", "holds in part", "not found", "reversed", "not tried")


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more one number is than another.

    Attributes
    ----------
    value, low, high : the difference and its 95 % interval.
    """

    value: float
    low: float
    high: float

    @property
    def outcome(self) -> str:
        """One of `OUTCOMES`."""
        if self.low > 0:
            return "for"
        return "against" if self.high < 0 else "open"


def difference(more: Row, than: Row) -> Difference:
    """The difference of two numbers of which each has its own interval.

    The bounds are those of Zou and Donner (2008), of which Newcombe's (1998) for two shares are a
    case: they take each number's own bounds, lopsided as these may be, and suppose that the two
    were measured apart. Of the same pictures read by both, the interval is too wide rather than
    too narrow.

    Parameters
    ----------
    more, than : what is said to be larger, and than what. A number without an interval is exact.
    """
    value = more.value - than.value
    low = value - math.hypot(more.value - more.least, than.most - than.value)
    high = value + math.hypot(more.most - more.value, than.value - than.least)
    return Difference(value, low, high)


def verdict(outcomes: Sequence[str]) -> str:
    """What a claim comes to, of what its comparisons came to: one of `VERDICTS`."""
    if not outcomes:
        return "not tried"
    met = outcomes.count("for")
    if met == len(outcomes):
        return "holds"
    if met:
        return "holds in part"
    return "reversed" if outcomes.count("against") == len(outcomes) else "not found"


def judge(pairs: Sequence[tuple[Row, Row]]) -> tuple[str, list[Difference]]:
    """A verdict and what it follows from.

    Parameters
    ----------
    pairs : of each comparison what is said to be larger, and than what.
    """
    found = [difference(more, than) for more, than in pairs]
    return verdict([each.outcome for each in found]), found
