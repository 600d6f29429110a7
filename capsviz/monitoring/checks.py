"""Checks for common failures in the training of capsule networks.

Each check is a function of a snapshot's numbers, of the lines before it and of the settings. Train
words its finding and the remedy (``train.ftl``). The limits are set so that the trainings of the
shipped networks pass, and each mistake of `capsviz.monitoring.mistakes` fails.
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
    values : what was measured, and limits that depend on it, as they are shown.
    says : the finding; by default the verdict, with "warn" as the early form of "bad".
    """

    verdict: Verdict
    values: Mapping[str, str | int]
    says: str = ""

    def to_plain(self, name: str) -> dict[str, Any]:
        """Return the object that a snapshot keeps for the check with this name."""
        says = self.says or {"warn": "bad"}.get(self.verdict, self.verdict)
        return {"name": name, "verdict": self.verdict, "says": says, "values": dict(self.values)}


@dataclass(frozen=True, slots=True)
class Evidence:
    """Input of the checks.

    Attributes
    ----------
    now : numbers of the snapshot; a network without capsules has fewer.
    lines : numbers of the steps up to it, the newest last.
    weight : weight of the reconstruction in the loss; 0 without one, by design or on purpose.
    since : step of the previous snapshot.
    rises : whether the loss itself changes with the step, like spread loss with its margin.
    """

    now: Numbers
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
        entries = self.now.get("layers") or []
        return [each for each in entries if self.weight or not each["name"].startswith("decoder")]


def run_checks(judged: Evidence) -> list[dict[str, Any]]:
    """Run every check that these numbers allow; returns plain values."""
    judgements = {name: check(judged) for name, check in CHECKS.items()}
    return [each.to_plain(name) for name, each in judgements.items() if each is not None]


def _grade(value: float, warn: float, bad: float) -> Verdict:
    """Grade a value by two limits; NaN is bad."""
    if not value < bad:
        return "bad"
    return "fine" if value < warn else "warn"


def _check_finite(judged: Evidence) -> Judgement:
    newest = judged.lines[-1] if judged.lines else {}
    good = all(math.isfinite(newest.get(name, 0.0)) for name in ("margin", "error", "norm"))
    return Judgement("fine" if good else "bad", {"finite": int(good)})


def _couplings(judged: Evidence) -> Judgement | None:
    off = judged.now.get("coupling_sum_off")
    if off is None:
        return None
    return Judgement(_grade(off, 1e-3, 1e-2), {"off": f"{off:.2g}"})


def _lengths(judged: Evidence) -> Judgement | None:
    longest = judged.now.get("longest")
    if longest is None:
        return None
    verdict = _grade(longest, 1.0 + 1e-6, 1.0 + 1e-3)
    return Judgement(verdict, {"longest": f"{longest:.3f}"})


def _gradients(judged: Evidence) -> Judgement | None:
    layers, lines = judged.layers(), judged.lines
    if not layers or not lines or "norm" not in lines[-1]:
        return None
    weakest, ratio = _extreme(min, layers, "gradient")
    norms = [line["norm"] for line in lines if line["step"] > judged.since] or [lines[-1]["norm"]]
    largest = max(norms, key=lambda norm: math.inf if math.isnan(norm) else norm)
    usual = float(np.median([line["norm"] for line in lines]))
    still = lines[-1]["margin"] > 0.05  # a trained network has no loss left
    verdict: Verdict = "fine"
    says = ""
    if not largest < 30:
        verdict, says = "bad" if not largest < 100 else "warn", "exploded"
    elif largest > max(3.0, 30 * usual):
        verdict, says = "warn", "spike"
    elif still and (ratio < 1e-12 or (ratio < 1e-7 and judged.step >= MAX_UNDECIDED_STEPS)):
        verdict, says = "bad", "vanished"
    elif still and ratio < 1e-6 and judged.step >= MAX_UNDECIDED_STEPS:
        verdict, says = "warn", "weak"
    values = {"norm": f"{largest:.2g}", "ratio": f"{ratio:.1g}", "layer": weakest}
    return Judgement(verdict, values, says)


def _extreme(
    most: Callable[..., dict[str, Any]], layers: Sequence[dict[str, Any]], what: str
) -> tuple[str, float]:
    """Return the layer with the extreme ratio of a norm to its weights, and that ratio.

    The norm of the weights counts as at least a tenth of the median, for layers initialised to 0.
    """
    least = max(0.1 * float(np.median([each["weight"] for each in layers])), 1e-12)

    def ratio(each: dict[str, Any]) -> float:
        return each[what] / max(each["weight"], least)

    layer = most(layers, key=ratio)
    return layer["name"], ratio(layer)


def _routing(judged: Evidence) -> Judgement | None:
    entropy, largest = judged.now.get("entropy"), judged.now.get("largest_share")
    if entropy is None or largest is None:
        return None
    limit = min(0.95, 2.5 / len(judged.now["class_shares"]) + 0.1)
    # With nearly uniform couplings, the largest one is not meaningful.
    verdict = _grade(largest, limit, 0.98) if not entropy > 0.8 else "fine"
    values = {"share": f"{largest:.0%}", "entropy": f"{entropy:.2f}", "limit": f"{limit:.0%}"}
    return Judgement(verdict, values)


def _dead(judged: Evidence) -> Judgement | None:
    dead = judged.now.get("dead_types")
    if dead is None:
        return None
    silent = judged.now["silent_classes"]
    verdict = _grade(dead, 0.25, 0.75)
    if silent and verdict == "fine" and judged.step >= MAX_UNDECIDED_STEPS:
        verdict = "warn"
    return Judgement(verdict, {"types": f"{dead:.0%}", "classes": silent})


def _answers(judged: Evidence) -> Judgement | None:
    spread = judged.now.get("length_spread")
    if spread is None:
        return None
    verdict: Verdict = "bad" if not spread > 1e-3 and judged.step >= MAX_UNDECIDED_STEPS else "fine"
    return Judgement(verdict, {"spread": f"{spread:.2g}"})


def _reconstruction(judged: Evidence) -> Judgement | None:
    if judged.now.get("coupling_sum_off") is None or not judged.lines or not judged.weight:
        return None
    newest = judged.lines[-1]
    weighed = judged.weight * newest["error"]
    share = weighed / max(newest["margin"] + weighed, 1e-12)
    verdict: Verdict = "bad" if not share > 1e-3 else "warn" if share < 5e-3 else "fine"
    pixels = str(judged.now.get("pixels", 784))
    return Judgement(verdict, {"share": f"{share:.1%}", "pixels": pixels})


def _accuracy(judged: Evidence) -> Judgement | None:
    share, chance = judged.now.get("accuracy"), judged.now.get("chance")
    if share is None or chance is None:
        return None
    _, n = judged.now["counted"]
    limit = chance + 2 * math.sqrt(chance * (1 - chance) / n)
    values = {"share": f"{share:.0%}", "limit": f"{limit:.0%}", "pictures": str(n)}
    if share > limit or judged.step < MAX_RANDOM_STEPS:
        return Judgement("fine", values, "" if share > limit else "early")
    return Judgement("bad", values)


def _loss(judged: Evidence) -> Judgement | None:
    margins = np.array([line["margin"] for line in judged.lines], np.float64)
    if not len(margins) or judged.rises or not np.isfinite(margins).all():
        return None
    wide = min(_WINDOW, len(margins))
    means = np.convolve(margins, np.full(wide, 1 / wide), "valid")
    first, last, best = float(margins[:5].mean()), float(means[-1]), float(means.min())
    verdict: Verdict = "fine"
    says = ""
    if last > 0.8 * first and best < 0.6 * first:
        verdict, says = "bad", "lost"
    elif last > 2 * best and last > best + 0.1:
        verdict = says = "warn"
    step = int(judged.lines[int(means.argmin()) + wide - 1]["step"])
    values = {"last": f"{last:.2f}", "best": f"{best:.2f}", "step": str(step)}
    return Judgement(verdict, values, says)


def _overfitting(judged: Evidence) -> Judgement | None:
    seen, unseen = judged.now.get("training_accuracy"), judged.now.get("accuracy")
    if seen is None or unseen is None:
        return None
    gap = seen - unseen
    # Smaller differences are chance, since few pictures are scored.
    n, m = judged.now.get("counted", (256, 512))
    chance = 2 * math.sqrt(unseen * (1 - unseen) * (1 / n + 1 / m))
    verdict = _grade(gap - chance, 0.05, 0.15)
    return Judgement(verdict, {"gap": f"{100 * gap:+.1f}", "limit": f"{100 * (0.05 + chance):.0f}"})


def _rate(judged: Evidence) -> Judgement | None:
    layers = judged.layers()
    if not layers or not judged.lines:
        return None
    fastest, ratio = _extreme(max, layers, "update")
    margins = [line["margin"] for line in judged.lines]
    verdict = _grade(ratio, 0.3, 1.0)
    says = "warn" if verdict == "warn" else ""
    if len(margins) >= 20 and not judged.rises and np.mean(margins[-10:]) > 1.2 * min(margins[:5]):
        verdict, says = "bad", "risen"
    elif ratio < 1e-6:
        verdict, says = "warn", "slow"
    return Judgement(verdict, {"ratio": f"{ratio:.1g}", "layer": fastest}, says)


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
