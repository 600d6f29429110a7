"""Rows of what other commands have measured and put on record beside the weights."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from capsviz.analysis import factor_report, label_quality, record, viewpoint
from capsviz.analysis.claims.reading import Row
from capsviz.analysis.compare import read_results
from capsviz.analysis.overlap import read_scores
from capsviz.analysis.robustness import STRENGTHS, load_affine
from capsviz.data.sprites import FACTORS
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.training.evaluate import interval
from capsviz.training.sweep import mean_interval

#: Attacks and their strengths that are shown.
_ATTACKS, _EPSILONS = ("fgsm", "pgd"), (0.05, 0.1, 0.2)
#: Trainings in the record of the larger canvas, by what all of them are called.
_TRAININGS = {"expanded_": "capsules", "expanded_cnn_": "CNN", "stopped_cnn_": "CNN, stopped"}


def share(series: str, at: str, value: float, n: int) -> Row:
    """A share that was counted on n things, with Wilson's interval."""
    low, high = interval(value, n)
    return Row(series, at, value, min(low, value), max(high, value))  # of 0 and 1 but for rounding


def mean(series: str, at: str, values: Sequence[float]) -> Row:
    """A mean, with Student's interval where there are several values."""
    value, low, high = mean_interval(values)
    return Row(series, at, value) if math.isnan(low) else Row(series, at, value, low, high)


def digits() -> Iterator[Row]:
    """Accuracy on the test digits; of networks with iterations, after one of them too."""
    results = read_results(checkpoint.sidecar("results.json"))
    n = len(results.labels)
    for row in results.rows:
        yield share(row["checkpoint"], "its own rounds", row["accuracy"], n)
    for name, answers in results.unrouted.items():
        yield share(name, "one round", float((answers == results.labels).mean()), n)


def affine() -> Iterator[Row]:
    """Accuracy on the affine set, by how far digits are changed."""
    for row in load_affine(checkpoint.sidecar("affine.json")):
        for strength, value in zip(STRENGTHS, row["accuracy"], strict=True):
            yield share(row["checkpoint"], f"{strength:.0%}", value, row["n"])


def affine_on_canvases() -> Iterator[Row]:
    """The same of networks that learnt digits anywhere on a larger canvas, never turned."""
    rows = load_affine(checkpoint.sidecar("expanded.json"))
    for begins, series in _TRAININGS.items():
        of = [
            row
            for row in rows
            if row["checkpoint"].removeprefix(begins).isdigit()
            and row["checkpoint"].startswith(begins)
        ]
        for at, strength in enumerate(STRENGTHS):
            values = [row["accuracy"][at] for row in of]
            if len(values) > 1:
                yield mean(series, f"{strength:.0%}", values)
            else:
                yield share(series, f"{strength:.0%}", values[0], of[0]["n"])


def overlap() -> Iterator[Row]:
    """Pairs of digits of which both are read rightly."""
    for row in read_scores(checkpoint.sidecar("overlap.json")):
        yield share(row["checkpoint"], "", row["both_right"], row["n"])


def attacks() -> Iterator[Row]:
    """Digits that are still read rightly after an attack."""
    for name, found in _resistances():
        for method in _ATTACKS:
            for epsilon in _EPSILONS:
                at = found["epsilons"].index(epsilon)
                value = found["accuracy"][method][at]
                yield share(name, f"{method.upper()} {epsilon:g}", value, found["n"])


def detection() -> Iterator[Row]:
    """Of successful attacks, the share whose reconstruction gives them away."""
    for name, found in _resistances():
        if found["misfit"] is None:
            continue
        for method in (*_ATTACKS, "hiding"):
            for epsilon in _EPSILONS:
                at = found["epsilons"].index(epsilon)
                met = round(found["n"] * (1 - found["accuracy"][method][at]))
                given = found["given_away"][method][at]
                if met:
                    yield share(name, f"{method.upper()} {epsilon:g}", given, met)


def laws() -> Iterator[Row]:
    """How well one law for all sprites of a shape explains what one factor does to its code."""
    yield from _by_factor("shared")


def factors() -> Iterator[Row]:
    """How well a linear map reads each factor of a sprite off its code."""
    yield from _by_factor("linear")


def labels() -> Iterator[Row]:
    """Labels of dimensions that name a measure: the share that real pictures confirm."""
    for name in checkpoint.list_offers(None, data_set=None):
        path = record.beside(checkpoint.find(name))
        if path.exists():
            effects = record.load(path, checkpoint.digest(name)).effects
            found = label_quality.strength(name, effects)
            yield share(name, "", found.confirmed / found.measured, found.measured)


def _by_factor(what: str) -> Iterator[Row]:
    for name, series in (("sprites", "capsule's pose"), ("sprites_cnn", "CNN's hidden layer")):
        report = factor_report.load(
            factor_report.beside(checkpoint.find(name)), checkpoint.digest(name)
        )
        scores = np.asarray(getattr(report, what))
        for factor, column in zip(FACTORS, scores.T, strict=True):
            yield mean(series, factor, column.tolist())


def _resistances() -> Iterator[tuple[str, dict]]:
    for name in checkpoint.list_offers(28, capsules=False):
        path = viewpoint.beside(checkpoint.find(name))
        if path.exists():
            found = viewpoint.load(path, checkpoint.digest(name)).resistance
            if found is not None:
                yield name, found


def must_have(rows: Sequence[Row], name: str) -> Sequence[Row]:
    """The rows, of which there are some; raises `CapsvizError`."""
    if not rows:
        raise CapsvizError(f"nothing is on record here for {name}: run the command that it names")
    return rows
