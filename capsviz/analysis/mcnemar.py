"""Whether two networks' accuracies differ by more than chance, on the same test images.

Two networks that read the same images are compared on those that exactly one of them reads
rightly; all others say nothing about which is better. If neither were, each such image would
fall to either with probability 1/2: McNemar (1947), here as the exact binomial test, two-sided.

Many pairs are tested at once, so p is also given after Holm (1979): the smallest of m is
multiplied by m, the next by m - 1, and so on, never falling. Below 0.05 for any of them is then a
mistake in at most one of twenty such families.

The test takes the weights as given. It says nothing of what another training of the same network
would reach.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import scipy
from jaxtyping import Bool, Float64

from capsviz import markdown
from capsviz.analysis.compare import Results
from capsviz.errors import CapsvizError

#: A difference is called one below this p, after the correction for many pairs.
LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Difference:
    """Two networks on the same images.

    Attributes
    ----------
    first, second : names of the checkpoints.
    first_alone, second_alone : images that only the one, only the other reads rightly.
    p : of McNemar's exact test, two-sided, 0..1.
    corrected : the same after Holm's correction for all pairs tested with it.
    """

    first: str
    second: str
    first_alone: int
    second_alone: int
    p: float
    corrected: float

    @property
    def real(self) -> bool:
        """Chance alone would hardly have made it."""
        return self.corrected < LEVEL


def mcnemar(first_alone: int, second_alone: int) -> float:
    """Exact two-sided p of McNemar's test; 1 where the two are never right alone."""
    n = first_alone + second_alone
    return float(scipy.stats.binomtest(first_alone, n, 0.5).pvalue) if n else 1.0


def holm(p: Sequence[float]) -> Float64[np.ndarray, " m"]:
    """Holm's correction of m probabilities, each still 0..1, in the order given."""
    values = np.asarray(p, np.float64)
    order = np.argsort(values, kind="stable")
    grown = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    corrected = np.empty_like(values)
    corrected[order] = np.minimum(grown, 1)
    return corrected


def differences(results: Results) -> list[Difference]:
    """Every pair of the results' networks, the surest difference first."""
    return test_pairs(
        {name: answers == results.labels for name, answers in results.answers.items()}
    )


def affine_differences(rows: Sequence[Mapping[str, Any]]) -> list[Difference]:
    """The same of digits at affNIST's full ranges, by `capsviz.analysis.robustness.load_affine`.

    Raises
    ------
    CapsvizError : fewer than two networks of which it is on record which digits they read.
    """
    affine_rows = [row for row in rows if "misread" in row]
    if len(affine_rows) < 2:
        raise CapsvizError(
            "which digits each network read is not on record: run `capsviz evaluate --set affine "
            "--all --save checkpoints/affine.json`"
        )
    right = {row["checkpoint"]: np.ones(row["n"], bool) for row in affine_rows}
    for row in affine_rows:
        right[row["checkpoint"]][row["misread"]] = False
    return test_pairs(right)


def test_pairs(right: Mapping[str, Bool[np.ndarray, " n"]]) -> list[Difference]:
    """Every pair of networks, by which of the same images each reads rightly."""
    return _test(right, list(combinations(right, 2)))


def test_against(right: Mapping[str, Bool[np.ndarray, " n"]], first: str) -> list[Difference]:
    """The first network with each of the others, by which of the same images each reads rightly."""
    return _test(right, [(first, other) for other in right if other != first])


def _test(
    right: Mapping[str, Bool[np.ndarray, " n"]], pairs: Sequence[tuple[str, str]]
) -> list[Difference]:
    counts = [
        (int((right[a] & ~right[b]).sum()), int((right[b] & ~right[a]).sum())) for a, b in pairs
    ]
    p = [mcnemar(*count) for count in counts]
    tested = [
        Difference(*pair, *count, value, float(corrected))
        for pair, count, value, corrected in zip(pairs, counts, p, holm(p), strict=True)
    ]
    return sorted(tested, key=lambda difference: difference.p)


def table(tested: Sequence[Difference]) -> str:
    """The pairs as a Markdown table."""
    heads = ["pair", "only the first right", "only the second right", "p", "p, Holm", "differ"]
    rows = [
        [
            f"{d.first}, {d.second}",
            str(d.first_alone),
            str(d.second_alone),
            f"{d.p:.2g}",
            f"{d.corrected:.2g}",
            "yes" if d.real else "not shown",
        ]
        for d in tested
    ]
    return markdown.table(heads, rows, words=(0, 5))
