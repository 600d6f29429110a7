"""Verdicts from numbers with intervals, by one rule for every claim.

A claim has comparisons, each of two measured numbers. A comparison supports the claim if the whole
95 % interval of their difference lies above 0, speaks against it if the whole interval lies below,
and is open otherwise. The claim

- holds if all comparisons support it;
- holds in part if at least one does, but not all;
- is reversed if all speak against it;
- is not found otherwise;
- is not tried if there is no comparison.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from capsviz.analysis.claims.claim_file import Row, Test

#: Possible outcomes of a comparison, and possible verdicts on a claim.
OUTCOMES = ("for", "against", "open")
VERDICTS = ("holds", "holds in part", "not found", "reversed", "not tried")


@dataclass(frozen=True, slots=True)
class Difference:
    """Difference of two measured numbers.

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


def difference(larger: Row, smaller: Row) -> Difference:
    """Difference of two numbers that have an interval each.

    The bounds are those of Zou and Donner (2008), which generalise Newcombe's (1998) for two
    proportions: they use each number's own bounds, which may be asymmetric, and assume independent
    measurements. For two networks on the same pictures the interval is conservative.

    `smaller` is subtracted from `larger`. A number without an interval is exact.
    """
    value = larger.value - smaller.value
    low = value - math.hypot(larger.value - larger.lower, smaller.upper - smaller.value)
    high = value + math.hypot(larger.upper - larger.value, smaller.value - smaller.lower)
    return Difference(value, low, high)


def verdict(outcomes: Sequence[str]) -> str:
    """Combine the outcomes of a claim's comparisons into one of `VERDICTS`."""
    if not outcomes:
        return "not tried"
    supported = outcomes.count("for")
    if supported == len(outcomes):
        return "holds"
    if supported:
        return "holds in part"
    return "reversed" if outcomes.count("against") == len(outcomes) else "not found"


def judge(pairs: Sequence[tuple[Test, Row, Row]]) -> tuple[str, list[Difference]]:
    """Return the verdict on a claim and the differences that it follows from.

    The first number of each comparison is claimed to be larger.
    """
    differences = [difference(larger, smaller) for _, larger, smaller in pairs]
    return verdict([result.outcome for result in differences]), differences
