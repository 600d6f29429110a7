"""Significance of a difference between two networks' accuracies on the same test images.

Two networks are compared on the images that exactly one of them classifies correctly. If neither
network were better, each such image would be either network's with probability 1/2: McNemar (1947),
here as the exact two-sided binomial test.

Many pairs are tested at once, so p is also given with Holm's (1979) correction: the smallest of m
is multiplied by m, the next by m - 1, and so on, never falling. A corrected p below 0.05 for any
pair is then a false positive in at most one of twenty such families.

The test takes the weights as given. It does not cover the variation between trainings of the same
network.
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

#: Significance level for the corrected p.
LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Difference:
    """Comparison of two networks on the same images.

    Attributes
    ----------
    first, second : names of the checkpoints.
    first_alone, second_alone : number of images that only the first, or only the second, classifies
        correctly.
    p : exact two-sided p of McNemar's test, 0..1.
    corrected : p with Holm's correction for all pairs tested together.
    """

    first: str
    second: str
    first_alone: int
    second_alone: int
    p: float
    corrected: float

    @property
    def real(self) -> bool:
        """Whether the difference is significant."""
        return self.corrected < LEVEL


def mcnemar(first_alone: int, second_alone: int) -> float:
    """Exact two-sided p of McNemar's test; 1 if no image separates the two."""
    n = first_alone + second_alone
    return float(scipy.stats.binomtest(first_alone, n, 0.5).pvalue) if n else 1.0


def holm(p: Sequence[float]) -> Float64[np.ndarray, " m"]:
    """Apply Holm's correction to m p-values; the results are 0..1, in the given order."""
    values = np.asarray(p, np.float64)
    order = np.argsort(values, kind="stable")
    grown = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    corrected = np.empty_like(values)
    corrected[order] = np.minimum(grown, 1)
    return corrected


def differences(results: Results) -> list[Difference]:
    """Compare every pair of networks of the results, the most significant difference first."""
    return test_pairs(
        {name: answers == results.labels for name, answers in results.answers.items()}
    )


def affine_differences(rows: Sequence[Mapping[str, Any]]) -> list[Difference]:
    """Compare networks on digits at affNIST's full ranges, from the rows of `robustness.ROWS`.

    Raises `CapsvizError` if fewer than two networks have their misclassified digits on record.
    """
    affine_rows = [row for row in rows if "misread" in row]
    if len(affine_rows) < 2:
        raise CapsvizError(
            "the misclassified digits of each network are not on record: run `capsviz evaluate "
            "--set affine --all --save checkpoints/affine.json`"
        )
    right = {row["checkpoint"]: np.ones(row["n"], bool) for row in affine_rows}
    for row in affine_rows:
        right[row["checkpoint"]][row["misread"]] = False
    return test_pairs(right)


def test_pairs(right: Mapping[str, Bool[np.ndarray, " n"]]) -> list[Difference]:
    """Compare every pair of networks, given which of the same images each classifies correctly."""
    return _test(right, list(combinations(right, 2)))


def test_against(right: Mapping[str, Bool[np.ndarray, " n"]], first: str) -> list[Difference]:
    """Compare the first network with each other, given which images each classifies correctly."""
    return _test(right, [(first, other) for other in right if other != first])


def _test(
    right: Mapping[str, Bool[np.ndarray, " n"]], pairs: Sequence[tuple[str, str]]
) -> list[Difference]:
    counts = [
        (int((right[a] & ~right[b]).sum()), int((right[b] & ~right[a]).sum())) for a, b in pairs
    ]
    p = [mcnemar(*count) for count in counts]
    results = [
        Difference(*pair, *count, value, float(corrected))
        for pair, count, value, corrected in zip(pairs, counts, p, holm(p), strict=True)
    ]
    return sorted(results, key=lambda difference: difference.p)


def table(differences: Sequence[Difference]) -> str:
    """Return the pairs as a Markdown table."""
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
        for d in differences
    ]
    return markdown.table(heads, rows, text_columns=(0, 5))
