"""Checks for common failures in the training of capsule networks.

Each check is a function of a snapshot's numbers, of the lines before it and of the settings. Train
words its finding and the remedy (``train.ftl``). By the limits the trainings of the shipped
networks pass, and each mistake of `capsviz.monitoring.mistakes` fails.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

Verdict = Literal["fine", "warn", "bad"]
#: Numbers of one snapshot, see `capsviz.monitoring.snapshot.Snapshot.numbers`, or of a step.
Numbers = Mapping[str, Any]

#: Steps in which capsules may still be undecided, and in which predictions may still be random.
MAX_UNDECIDED_STEPS, MAX_RANDOM_STEPS = 100, 300
#: Number of steps whose losses are averaged.
_WINDOW = 20


@dataclass(frozen=True, slots=True)
class Judgement:
    """Result of one check.

    Attributes
    ----------
    verdict : "fine", "warn" or "bad".
    values : displayed measurements, and limits that depend on them.
    finding : name of the message; by default the verdict, with "warn" as the early form of "bad".
    """

    verdict: Verdict
    values: Mapping[str, str | int]
    finding: str = ""

    def to_plain(self, name: str) -> dict[str, Any]:
        """Return plain values for a snapshot, under the check's name."""
        finding = self.finding or {"warn": "bad"}.get(self.verdict, self.verdict)
        return {"name": name, "verdict": self.verdict, "says": finding, "values": dict(self.values)}


@dataclass(frozen=True, slots=True)
class Evidence:
    """Input of the checks.

    Attributes
    ----------
    numbers : numbers of the snapshot; a network without capsules has fewer.
    lines : numbers of the steps up to it, the newest last.
    weight : weight of the reconstruction in the loss; 0 without one, by design or on purpose.
    since : step of the previous snapshot.
    rises : whether the loss itself changes with the step, like spread loss with its margin.
    """

    numbers: Numbers
    lines: Sequence[Numbers]
    weight: float
    since: int = -1
    rises: bool = False

    @property
    def step(self) -> int:
        """Number of completed steps."""
        return int(self.lines[-1]["step"]) if self.lines else 0

    def layers(self) -> list[dict[str, Any]]:
        """Layers that are trained; a decoder is not if its weight is 0."""
        layers = self.numbers.get("layers") or []
        return [layer for layer in layers if self.weight or not layer["name"].startswith("decoder")]


def run_checks(evidence: Evidence) -> list[dict[str, Any]]:
    """Run every check that these numbers allow; returns plain values."""
    results = {name: check(evidence) for name, check in CHECKS.items()}
    return [result.to_plain(name) for name, result in results.items() if result is not None]


def _grade(value: float, warn: float, bad: float) -> Verdict:
    """Grade a value by two limits; NaN is bad."""
    if not value < bad:
        return "bad"
    return "fine" if value < warn else "warn"


def _check_finite(evidence: Evidence) -> Judgement:
    newest = evidence.lines[-1] if evidence.lines else {}
    good = all(math.isfinite(newest.get(name, 0.0)) for name in ("margin", "error", "norm"))
    return Judgement("fine" if good else "bad", {"finite": int(good)})


def _couplings(evidence: Evidence) -> Judgement | None:
    deviation = evidence.numbers.get("coupling_sum_off")
    if deviation is None:
        return None
    return Judgement(_grade(deviation, 1e-3, 1e-2), {"off": f"{deviation:.2g}"})


def _lengths(evidence: Evidence) -> Judgement | None:
    longest = evidence.numbers.get("longest")
    if longest is None:
        return None
    verdict = _grade(longest, 1.0 + 1e-6, 1.0 + 1e-3)
    return Judgement(verdict, {"longest": f"{longest:.3f}"})


def _gradients(evidence: Evidence) -> Judgement | None:
    layers, lines = evidence.layers(), evidence.lines
    if not layers or not lines or "norm" not in lines[-1]:
        return None
    weakest, ratio = _extreme(min, layers, "gradient")
    norms = [line["norm"] for line in lines if line["step"] > evidence.since] or [lines[-1]["norm"]]
    largest = max(norms, key=lambda norm: math.inf if math.isnan(norm) else norm)
    median = float(np.median([line["norm"] for line in lines]))
    learning = lines[-1]["margin"] > 0.05  # a trained network has no loss left
    verdict: Verdict = "fine"
    finding = ""
    if not largest < 30:
        verdict, finding = "bad" if not largest < 100 else "warn", "exploded"
    elif largest > max(3.0, 30 * median):
        verdict, finding = "warn", "spike"
    elif learning and (ratio < 1e-12 or (ratio < 1e-7 and evidence.step >= MAX_UNDECIDED_STEPS)):
        verdict, finding = "bad", "vanished"
    elif learning and ratio < 1e-6 and evidence.step >= MAX_UNDECIDED_STEPS:
        verdict, finding = "warn", "weak"
    values = {"norm": f"{largest:.2g}", "ratio": f"{ratio:.1g}", "layer": weakest}
    return Judgement(verdict, values, finding)


def _extreme(
    extreme: Callable[..., dict[str, Any]], layers: Sequence[dict[str, Any]], quantity: str
) -> tuple[str, float]:
    """Return the layer with the extreme ratio of a norm to its weights, and that ratio.

    The norm of the weights counts as at least a tenth of the median, for layers initialised to 0.
    """
    minimum = max(0.1 * float(np.median([layer["weight"] for layer in layers])), 1e-12)

    def ratio(layer: dict[str, Any]) -> float:
        return layer[quantity] / max(layer["weight"], minimum)

    layer = extreme(layers, key=ratio)
    return layer["name"], ratio(layer)


def _routing(evidence: Evidence) -> Judgement | None:
    entropy, largest = evidence.numbers.get("entropy"), evidence.numbers.get("largest_share")
    if entropy is None or largest is None:
        return None
    limit = min(0.95, 2.5 / len(evidence.numbers["class_shares"]) + 0.1)
    # With nearly uniform couplings, the largest one is not meaningful.
    verdict = _grade(largest, limit, 0.98) if not entropy > 0.8 else "fine"
    values = {"share": f"{largest:.0%}", "entropy": f"{entropy:.2f}", "limit": f"{limit:.0%}"}
    return Judgement(verdict, values)


def _dead(evidence: Evidence) -> Judgement | None:
    dead = evidence.numbers.get("dead_types")
    if dead is None:
        return None
    silent = evidence.numbers["silent_classes"]
    verdict = _grade(dead, 0.25, 0.75)
    if silent and verdict == "fine" and evidence.step >= MAX_UNDECIDED_STEPS:
        verdict = "warn"
    return Judgement(verdict, {"types": f"{dead:.0%}", "classes": silent})


def _answers(evidence: Evidence) -> Judgement | None:
    spread = evidence.numbers.get("length_spread")
    if spread is None:
        return None
    verdict: Verdict = "fine" if spread > 1e-3 or evidence.step < MAX_UNDECIDED_STEPS else "bad"
    return Judgement(verdict, {"spread": f"{spread:.2g}"})


def _reconstruction(evidence: Evidence) -> Judgement | None:
    numbers, lines = evidence.numbers, evidence.lines
    if numbers.get("coupling_sum_off") is None or not lines or not evidence.weight:
        return None
    newest = lines[-1]
    weighted_error = evidence.weight * newest["error"]
    share = weighted_error / max(newest["margin"] + weighted_error, 1e-12)
    verdict: Verdict = "bad" if not share > 1e-3 else "warn" if share < 5e-3 else "fine"
    pixels = str(numbers.get("pixels", 784))
    return Judgement(verdict, {"share": f"{share:.1%}", "pixels": pixels})


def _accuracy(evidence: Evidence) -> Judgement | None:
    accuracy, chance = evidence.numbers.get("accuracy"), evidence.numbers.get("chance")
    if accuracy is None or chance is None:
        return None
    _, n = evidence.numbers["counted"]
    limit = chance + 2 * math.sqrt(chance * (1 - chance) / n)
    values = {"share": f"{accuracy:.0%}", "limit": f"{limit:.0%}", "pictures": str(n)}
    if accuracy > limit or evidence.step < MAX_RANDOM_STEPS:
        return Judgement("fine", values, "" if accuracy > limit else "early")
    return Judgement("bad", values)


def _loss(evidence: Evidence) -> Judgement | None:
    margins = np.array([line["margin"] for line in evidence.lines], np.float64)
    if not len(margins) or evidence.rises or not np.isfinite(margins).all():
        return None
    width = min(_WINDOW, len(margins))
    means = np.convolve(margins, np.full(width, 1 / width), "valid")
    first, last, best = float(margins[:5].mean()), float(means[-1]), float(means.min())
    verdict: Verdict = "fine"
    finding = ""
    if last > 0.8 * first and best < 0.6 * first:
        verdict, finding = "bad", "lost"
    elif last > 2 * best and last > best + 0.1:
        verdict = finding = "warn"
    step = int(evidence.lines[int(means.argmin()) + width - 1]["step"])
    values = {"last": f"{last:.2f}", "best": f"{best:.2f}", "step": str(step)}
    return Judgement(verdict, values, finding)


def _overfitting(evidence: Evidence) -> Judgement | None:
    numbers = evidence.numbers
    training, validation = numbers.get("training_accuracy"), numbers.get("accuracy")
    if training is None or validation is None:
        return None
    gap = training - validation
    # Smaller differences are chance, since few pictures are scored.
    n, m = numbers.get("counted", (256, 512))
    chance = 2 * math.sqrt(validation * (1 - validation) * (1 / n + 1 / m))
    verdict = _grade(gap - chance, 0.05, 0.15)
    return Judgement(verdict, {"gap": f"{100 * gap:+.1f}", "limit": f"{100 * (0.05 + chance):.0f}"})


def _rate(evidence: Evidence) -> Judgement | None:
    layers = evidence.layers()
    if not layers or not evidence.lines:
        return None
    fastest, ratio = _extreme(max, layers, "update")
    margins = [line["margin"] for line in evidence.lines]
    verdict = _grade(ratio, 0.3, 1.0)
    finding = "warn" if verdict == "warn" else ""
    if (
        len(margins) >= 20
        and not evidence.rises
        and np.mean(margins[-10:]) > 1.2 * min(margins[:5])
    ):
        verdict, finding = "bad", "risen"
    elif ratio < 1e-6:
        verdict, finding = "warn", "slow"
    return Judgement(verdict, {"ratio": f"{ratio:.1g}", "layer": fastest}, finding)


#: The checks in display order.
CHECKS: dict[str, Callable[[Evidence], Judgement | None]] = {
    "finite": _check_finite,
    "couplings": _couplings,
    "lengths": _lengths,
    "gradients": _gradients,
    "routing": _routing,
    "dead": _dead,
    "answers": _answers,
    "reconstruction": _reconstruction,
    "accuracy": _accuracy,
    "loss": _loss,
    "overfitting": _overfitting,
    "rate": _rate,
}
