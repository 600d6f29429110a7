"""Checks for common failures in the training of capsule networks.

Each check is a function of a snapshot's numbers, of the lines before it and of the settings;
`SENTENCES` holds its messages: the finding, and the remedy. The limits are set so that the
trainings of the shipped networks pass, and each mistake of `capsviz.monitoring.mistakes` fails.
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
EARLY, LATE = 100, 300
#: Number of steps whose losses are averaged.
_WINDOW = 20

#: Messages of each check, by verdict or by a more specific finding.
SENTENCES: dict[str, dict[str, str]] = {
    "finite": {
        "fine": "Losses and gradients are numbers.",
        "bad": "The loss is not a number: fork an earlier step with a smaller rate.",
    },
    "couplings": {
        "fine": "Each input capsule's couplings sum to 1 over the classes.",
        "bad": "Couplings do not sum to 1 over the classes for each input capsule: take the "
        "softmax over the output capsules.",
    },
    "lengths": {
        "fine": "No capsule is longer than 1.",
        "bad": "A capsule is longer than 1, so it was not squashed: apply squash to s last.",
    },
    "gradients": {
        "fine": "Every layer gets a gradient it can use.",
        "exploded": "Gradients explode: clip them at 1, or lower the rate.",
        "spike": "One step's gradient was far longer than the others: clip them at 1.",
        "vanished": "Hardly any gradient reaches {layer}: raise its initial weights, or lower the "
        "rate, for capsules pushed to length 0 or 1 pass none on.",
        "weak": "Little gradient reaches {layer}: watch it.",
    },
    "routing": {
        "fine": "Input capsules serve different classes in different pictures.",
        "bad": "Nearly all input capsules serve one class whatever the picture: lower the rate or "
        "the iterations, and begin W smaller.",
    },
    "dead": {
        "fine": "All types of input capsule, and all classes, take part.",
        "bad": "Types of input capsule are the same for every picture, or classes are never "
        "found: lower the rate, or raise the initial weights of the primary capsules.",
    },
    "answers": {
        "fine": "Different pictures get different lengths.",
        "bad": "Every picture gets the same lengths, from which training does not recover: begin "
        "anew with a smaller rate.",
    },
    "reconstruction": {
        "fine": "The reconstruction influences the capsules.",
        "bad": "The reconstruction hardly counts: add up squared errors over the pixels (a mean "
        "is {pixels} times less), or raise its weight.",
    },
    "accuracy": {
        "fine": "The accuracy is above chance.",
        "early": "It is too early to compare the accuracy with chance.",
        "bad": "The accuracy is no better than chance: look at the other checks, lower the rate, "
        "or give it more steps.",
    },
    "loss": {
        "fine": "The loss is near its lowest value so far.",
        "lost": "The loss is back at its initial value: fork the step of its minimum with a "
        "smaller rate.",
        "warn": "The loss has doubled since its minimum: lower the rate.",
    },
    "overfitting": {
        "fine": "The accuracy on validation pictures is about the same.",
        "bad": "The accuracy is higher on training pictures: use more data, more augmentation or a "
        "larger reconstruction weight, or stop earlier.",
    },
    "rate": {
        "fine": "Steps are small compared with the weights.",
        "bad": "A step changes weights by more than their norm: divide the rate by 10.",
        "risen": "The loss rises above its initial value: divide the rate by 10.",
        "warn": "Steps change {layer} by a third of itself: lower the rate.",
        "slow": "Steps hardly change the weights: raise the rate.",
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judgement:
    """Result of one check.

    Attributes
    ----------
    verdict : "fine", "warn" or "bad".
    found, limit : the measured number and its limit, as text.
    says : key of the check's message; by default the verdict, with "warn" as the early form of
        "bad".
    about : values for the message.
    """

    verdict: Verdict
    found: str
    limit: str
    says: str = ""
    about: Mapping[str, Any] | None = None

    def to_plain(self, name: str) -> dict[str, str]:
        """Return the object that a snapshot keeps for the check with this name."""
        sentences = SENTENCES[name]
        sentence = sentences.get(self.says or self.verdict) or sentences["bad"]
        sentence = sentence.format(**self.about or {})
        plain = {"name": name, "verdict": self.verdict, "found": self.found, "limit": self.limit}
        return plain | {"sentence": sentence}


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


def run_checks(judged: Evidence) -> list[dict[str, str]]:
    """Run every check that these numbers allow; returns plain values."""
    judgements = {name: check(judged) for name, check in CHECKS.items()}
    return [each.to_plain(name) for name, each in judgements.items() if each is not None]


def _grade(value: float, warn: float, bad: float) -> Verdict:
    """Grade a value by two limits; NaN is bad."""
    if not value < bad:
        return "bad"
    return "fine" if value < warn else "warn"


def _finite(judged: Evidence) -> Judgement:
    newest = judged.lines[-1] if judged.lines else {}
    good = all(math.isfinite(newest.get(name, 0.0)) for name in ("margin", "error", "norm"))
    return Judgement("fine" if good else "bad", "finite" if good else "NaN", "all finite")


def _couplings(judged: Evidence) -> Judgement | None:
    off = judged.now.get("coupling_sum_off")
    if off is None:
        return None
    return Judgement(_grade(off, 1e-3, 1e-2), f"off by {off:.2g}", "0.001")


def _lengths(judged: Evidence) -> Judgement | None:
    longest = judged.now.get("longest")
    if longest is None:
        return None
    verdict = _grade(longest, 1.0 + 1e-6, 1.0 + 1e-3)
    return Judgement(verdict, f"at most {longest:.3f}", "below 1")


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
    elif still and (ratio < 1e-12 or (ratio < 1e-7 and judged.step >= EARLY)):
        verdict, says = "bad", "vanished"
    elif still and ratio < 1e-6 and judged.step >= EARLY:
        verdict, says = "warn", "weak"
    measurement = f"norm at most {largest:.2g}, least {ratio:.1g} of the weights"
    return Judgement(verdict, measurement, "norm 30, least 0.000001", says, {"layer": weakest})


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
    measurement = f"{largest:.0%} to one class, entropy {entropy:.2f}"
    return Judgement(verdict, measurement, f"{limit:.0%} to one class, or entropy 0.8")


def _dead(judged: Evidence) -> Judgement | None:
    dead = judged.now.get("dead_types")
    if dead is None:
        return None
    silent = judged.now["silent_classes"]
    verdict = _grade(dead, 0.25, 0.75)
    if silent and verdict == "fine" and judged.step >= EARLY:
        verdict = "warn"
    return Judgement(verdict, f"{dead:.0%} of types, {silent} classes", "25% of types, no class")


def _answers(judged: Evidence) -> Judgement | None:
    spread = judged.now.get("length_spread")
    if spread is None:
        return None
    verdict: Verdict = "bad" if not spread > 1e-3 and judged.step >= EARLY else "fine"
    return Judgement(verdict, f"lengths spread by {spread:.2g}", "0.001")


def _reconstruction(judged: Evidence) -> Judgement | None:
    if judged.now.get("coupling_sum_off") is None or not judged.lines or not judged.weight:
        return None
    newest = judged.lines[-1]
    weighed = judged.weight * newest["error"]
    share = weighed / max(newest["margin"] + weighed, 1e-12)
    verdict: Verdict = "bad" if not share > 1e-3 else "warn" if share < 5e-3 else "fine"
    pixels = {"pixels": judged.now.get("pixels", 784)}
    return Judgement(verdict, f"{share:.1%} of the loss", "0.5%", about=pixels)


def _accuracy(judged: Evidence) -> Judgement | None:
    share, chance = judged.now.get("accuracy"), judged.now.get("chance")
    if share is None or chance is None:
        return None
    _, n = judged.now["counted"]
    limit = chance + 2 * math.sqrt(chance * (1 - chance) / n)
    measurement, held = f"{share:.0%}", f"{limit:.0%}, chance for {n} pictures"
    if share > limit or judged.step < LATE:
        return Judgement("fine", measurement, held, "" if share > limit else "early")
    return Judgement("bad", measurement, held)


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
        verdict = "warn"
    step = int(judged.lines[int(means.argmin()) + wide - 1]["step"])
    measurement = f"{last:.2f}, lowest {best:.2f} at step {step}"
    return Judgement(verdict, measurement, "twice the lowest", says)


def _overfitting(judged: Evidence) -> Judgement | None:
    seen, unseen = judged.now.get("training_accuracy"), judged.now.get("accuracy")
    if seen is None or unseen is None:
        return None
    gap = seen - unseen
    # Smaller differences are chance, since few pictures are scored.
    n, m = judged.now.get("counted", (256, 512))
    chance = 2 * math.sqrt(unseen * (1 - unseen) * (1 / n + 1 / m))
    verdict = _grade(gap - chance, 0.05, 0.15)
    return Judgement(verdict, f"{100 * gap:+.1f} points", f"{100 * (0.05 + chance):.0f} points")


def _rate(judged: Evidence) -> Judgement | None:
    layers = judged.layers()
    if not layers or not judged.lines:
        return None
    fastest, ratio = _extreme(max, layers, "update")
    margins = [line["margin"] for line in judged.lines]
    verdict, says = _grade(ratio, 0.3, 1.0), ""
    if len(margins) >= 20 and not judged.rises and np.mean(margins[-10:]) > 1.2 * min(margins[:5]):
        verdict, says = "bad", "risen"
    elif ratio < 1e-6:
        verdict, says = "warn", "slow"
    measurement = f"{ratio:.1g} of {fastest} a step"
    return Judgement(verdict, measurement, "0.3", says, {"layer": fastest})


#: The checks in display order.
CHECKS: dict[str, Callable[[Evidence], Judgement | None]] = {
    "finite": _finite,
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
