"""Rows of claims from the results that other commands saved with the weights."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from capsviz.analysis import factor_report, label_quality, record, robustness, viewpoint
from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.compare import read_results
from capsviz.analysis.overlap import ROWS as PAIRS
from capsviz.analysis.robustness import STRENGTHS
from capsviz.data.sprites import FACTORS
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.training.evaluate import interval
from capsviz.training.sweep import mean_interval

#: Attacks and values of epsilon to show.
_ATTACKS, _EPSILONS = ("fgsm", "pgd"), (0.05, 0.1, 0.2)
#: Trainings in the record of the larger canvas, by prefix, and their common title.
_TRAININGS = {"expanded_": "capsules", "expanded_cnn_": "CNN", "stopped_cnn_": "CNN, stopped"}


def share(series: str, condition: str, value: float, n: int) -> Row:
    """Share of n trials, with Wilson's interval."""
    low, high = interval(value, n)
    # Rounding may move the bounds of 0 and 1 past the value.
    return Row(series, condition, value, min(low, value), max(high, value))


def mean(series: str, condition: str, values: Sequence[float]) -> Row:
    """Mean, with Student's interval unless all values are equal, which makes its width 0."""
    value, low, high = mean_interval(values)
    return Row(series, condition, value, low, high) if low < high else Row(series, condition, value)


def mean_share(series: str, condition: str, values: Sequence[float]) -> Row:
    """Mean of shares, with Student's interval clipped to 0..1."""
    return _clip(mean(series, condition, values), 0.0)


def mean_r2(series: str, condition: str, values: Sequence[float]) -> Row:
    """Mean of coefficients of determination, with Student's interval clipped at 1."""
    return _clip(mean(series, condition, values), -math.inf)


def _clip(row: Row, minimum: float) -> Row:
    if row.low is None or row.high is None:
        return row
    return replace(row, low=max(minimum, row.low), high=min(1.0, row.high))


def digits() -> Iterator[Row]:
    """Accuracy on the test digits, also after one iteration for networks with iterations."""
    results = read_results(checkpoint.sidecar("results.json"))
    n = len(results.labels)
    for row in results.rows:
        yield share(row["checkpoint"], "its own iterations", row["accuracy"], n)
    for name, answers in results.unrouted.items():
        yield share(name, "one iteration", float((answers == results.labels).mean()), n)


def affine() -> Iterator[Row]:
    """Accuracy on the affine set, by strength of the transform."""
    for row in robustness.ROWS.load(checkpoint.sidecar("affine.json")):
        for strength, value in zip(STRENGTHS, row["accuracy"], strict=True):
            yield share(row["checkpoint"], f"{strength:.0%}", value, row["n"])


def affine_on_canvases() -> Iterator[Row]:
    """The same for networks trained on shifted, never rotated, digits on a larger canvas."""
    rows = robustness.ROWS.load(checkpoint.sidecar("expanded.json"))
    for prefix, series in _TRAININGS.items():
        matches = [
            row
            for row in rows
            if row["checkpoint"].removeprefix(prefix).isdigit()
            and row["checkpoint"].startswith(prefix)
        ]
        for i, strength in enumerate(STRENGTHS):
            values = [row["accuracy"][i] for row in matches]
            if len(values) > 1:
                yield mean(series, f"{strength:.0%}", values)
            else:
                yield share(series, f"{strength:.0%}", values[0], matches[0]["n"])


def overlap() -> Iterator[Row]:
    """Share of pairs with both digits right."""
    for row in PAIRS.load(checkpoint.sidecar("overlap.json")):
        yield share(row["checkpoint"], "", row["both_right"], row["n"])


def attacks() -> Iterator[Row]:
    """Accuracy under attack."""
    for name, result in _resistances():
        for method in _ATTACKS:
            for epsilon in _EPSILONS:
                index = result["epsilons"].index(epsilon)
                value = result["accuracy"][method][index]
                yield share(name, f"{method.upper()} {epsilon:g}", value, result["n"])


def detection() -> Iterator[Row]:
    """Share of successful attacks that the reconstruction error detects."""
    for name, result in _resistances():
        if result["misfit"] is None:
            continue
        for method in (*_ATTACKS, "hiding"):
            for epsilon in _EPSILONS:
                index = result["epsilons"].index(epsilon)
                successes = round(result["n"] * (1 - result["accuracy"][method][index]))
                detected = result["given_away"][method][index]
                if successes:
                    yield share(name, f"{method.upper()} {epsilon:g}", detected, successes)


def labels() -> Iterator[Row]:
    """Share of dimension labels naming a measure that real pictures confirm."""
    for quality in label_qualities():
        yield share(quality.name, "", quality.confirmed / quality.measured, quality.measured)


def label_qualities() -> Iterator[label_quality.Strength]:
    """Label quality of every network here with capsules and an analysis."""
    for name in checkpoint.list_offers(None, data_set=None):
        path = record.path_beside(checkpoint.find(name))
        if path.exists():
            yield label_quality.strength(name, record.load(path, checkpoint.digest(name)).effects)


def by_factor(field: str) -> Iterator[Row]:
    """R² by factor of a sprite: of one law for a shape's codes, "shared", or a map, "linear"."""
    for name, series in (("sprites", "capsule's pose"), ("sprites_cnn", "CNN's hidden layer")):
        report = factor_report.load(
            factor_report.path_beside(checkpoint.find(name)), checkpoint.digest(name)
        )
        scores = np.asarray(getattr(report, field))
        for factor, column in zip(FACTORS, scores.T, strict=True):
            yield mean_r2(series, factor, column.tolist())


def _resistances() -> Iterator[tuple[str, dict]]:
    for name in checkpoint.list_offers(28, capsules=False):
        path = viewpoint.path_beside(checkpoint.find(name))
        if path.exists():
            result = viewpoint.load(path, checkpoint.digest(name)).resistance
            if result is not None:
                yield name, result


def require_rows(rows: Sequence[Row], name: str) -> Sequence[Row]:
    """Return the rows; raises `CapsvizError` if there are none."""
    if not rows:
        raise CapsvizError(f"{name} has no saved results: run its command")
    return rows
