"""Accuracy on the affine test set.

The set is from `capsviz.data.affine`: test digits rotated, sheared, scaled and shifted within
shares of affNIST's ranges, the same for every network.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from capsviz import markdown
from capsviz.analysis.store import RowFile
from capsviz.data import expanded
from capsviz.data.affine import affine_set
from capsviz.data.normalisation import INPUT
from capsviz.data.pictures import Digits
from capsviz.model.networks import Network
from capsviz.training.evaluate import answers, interval

#: Shares of affNIST's ranges at which accuracy is measured.
STRENGTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
#: Number of digits of the affine test set, drawn once from the test digits.
AFFINE_DIGITS = 5000
#: Rows of `affine_result`.
ROWS = RowFile(
    "accuracies on the affine set are missing",
    "capsviz evaluate --set affine --all --save checkpoints/affine.json",
    ("strengths", "accuracy", "interval"),
    lambda row: row["field"],
)


def affine_sets(digits: Digits, side: int = INPUT, seed: int = 0) -> list[Digits]:
    """Return the affine test set, of the same digits for every network, at each of `STRENGTHS`.

    The digits are centred on a canvas of this side before the transform: their own, or that of
    `capsviz.data.expanded`.
    """
    sample = digits.sample(AFFINE_DIGITS, seed)
    if side == expanded.SIDE:
        sample = expanded.centre(sample)
    return [affine_set(sample, strength, seed) for strength in STRENGTHS]


def affine_result(
    model: Network, sets: Sequence[Digits], name: str, digest: str, seed: int = 0
) -> dict[str, Any]:
    """Measure one checkpoint, as `capsviz evaluate --set affine` prints it.

    Returns
    -------
    Accuracy at each of `STRENGTHS` as a share, each with its 95 % interval; "misread" holds the
    indices of the digits misclassified at the last of them.
    """
    accuracy, misread = [], []
    for digits in sets:
        predictions, _ = answers(model, digits)
        accuracy.append(float((predictions == digits.labels).double().mean()))
        misread = (predictions != digits.labels).nonzero().flatten().tolist()
    n = len(sets[0])
    return {
        "checkpoint": name,
        "set": "affine",
        "n": n,
        "seed": seed,
        "field": sets[0].images.shape[-1],
        "strengths": list(STRENGTHS),
        "accuracy": accuracy,
        "misread": misread,
        "interval": [[round(end, 6) for end in interval(share, n)] for share in accuracy],
        "sha256": digest,
    }


def pool_trainings(rows: Sequence[dict[str, Any]], name: str) -> dict[str, Any]:
    """Pool several trainings of one network, with their spread as intervals.

    `rows` are results of `affine_result`, each with the accuracy on validation pictures.
    """
    shares = np.array([row["accuracy"] for row in rows])
    return {
        **{key: rows[0][key] for key in ("set", "n", "field", "strengths")},
        "checkpoint": name,
        "trainings": len(rows),
        "accuracy": shares.mean(0).tolist(),
        "interval": np.stack([shares.min(0), shares.max(0)], 1).tolist(),
        "validation": float(np.mean([row["validation"] for row in rows])),
    }


def affine_table(results: Sequence[dict[str, Any]]) -> str:
    """Return the results as a Markdown table, one column per strength."""
    *weaker, strongest = (f"{strength:.0%}" for strength in STRENGTHS)
    rows = []
    for result in results:
        cells = [
            f"{share:.2%} ({100 * low:.2f} - {100 * high:.2f})"
            for share, (low, high) in zip(result["accuracy"], result["interval"], strict=True)
        ]
        rows.append([result["checkpoint"], *cells])
    return markdown.table(["network", *weaker, f"{strongest} of affNIST's ranges"], rows)
