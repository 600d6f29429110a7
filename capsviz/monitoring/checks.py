"""What goes wrong in trainings of capsules, looked for in their numbers.

Each check is one function of a snapshot's numbers, of the lines before it and of the settings.
The limits are set so that the trainings of the shipped networks pass, and each mistake of
`capsviz.monitoring.mistakes` does not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Verdict = Literal["fine", "warn", "bad"]
#: Numbers of one snapshot, see `capsviz.monitoring.snapshot.Seen.numbers`; and those of a step.
Numbers = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Check:
    """One verdict.

    Attributes
    ----------
    name : of the check.
    verdict : "fine", "warn" or "bad".
    found : the number it is about, as text.
    limit : what it is held to, as text.
    sentence : what it means, and what to do.
    """

    name: str
    verdict: Verdict
    found: str
    limit: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the checks look at.

    Attributes
    ----------
    now : numbers of the snapshot; those of capsules are missing for a network without any.
    lines : numbers of the steps up to it, the newest last.
    weight : of the reconstruction in the loss.
    """

    now: Numbers
    lines: Sequence[Numbers]
    weight: float


def run_checks(judged: Evidence) -> list[dict[str, str]]:
    """Every check that these numbers allow, as plain values."""
    found = [each(judged) for each in CHECKS]
    return [asdict(check) for check in found if check is not None]


def stopped_check(sentence: str) -> dict[str, str]:
    """The check of finite numbers where a training was stopped for them."""
    return asdict(
        Check(
            "finite",
            "bad",
            "NaN",
            "all finite",
            f"{sentence}. The weights before that are kept: fork an earlier moment with a smaller "
            "rate.",
        )
    )


def _grade(value: float, warn: float, bad: float) -> Verdict:
    """By how large a value is; NaN is bad."""
    if not value < bad:
        return "bad"
    return "fine" if value < warn else "warn"


def _finite(judged: Evidence) -> Check:
    newest = judged.lines[-1] if judged.lines else {}
    good = all(math.isfinite(newest.get(name, 0.0)) for name in ("margin", "error", "norm"))
    return Check(
        "finite",
        "fine" if good else "bad",
        "finite" if good else "NaN",
        "all finite",
        "Losses and gradients are numbers."
        if good
        else "The loss is no number any more: fork an earlier moment with a smaller rate.",
    )


def _couplings(judged: Evidence) -> Check | None:
    off = judged.now.get("coupling_sum_off")
    if off is None:
        return None
    verdict = _grade(off, 1e-3, 1e-2)
    return Check(
        "couplings",
        verdict,
        f"off by {off:.2g}",
        "0.001",
        "Each input capsule's couplings sum to 1 over the classes."
        if verdict == "fine"
        else "Couplings must sum to 1 over the classes for each input capsule: take the softmax "
        "over the output capsules.",
    )


def _lengths(judged: Evidence) -> Check | None:
    longest = judged.now.get("longest")
    if longest is None:
        return None
    verdict = _grade(longest, 1.0 + 1e-6, 1.0 + 1e-3)
    return Check(
        "lengths",
        verdict,
        f"at most {longest:.3f}",
        "below 1",
        "No capsule is longer than 1."
        if verdict == "fine"
        else "A capsule is longer than 1, so it was not squashed: apply squash to s last.",
    )


def _gradients(judged: Evidence) -> Check | None:
    layers = judged.now.get("layers")
    norm = judged.lines[-1].get("norm") if judged.lines else None
    if not layers or norm is None:
        return None
    weakest = min(layers, key=lambda each: each["gradient"] / max(each["weight"], 1e-12))
    ratio = weakest["gradient"] / max(weakest["weight"], 1e-12)
    still = judged.lines[-1]["margin"] > 0.05  # a network that has learnt has none left
    if not norm < 10:
        verdict: Verdict = "bad" if not norm < 100 else "warn"
        sentence = "Gradients explode: clip them at 1, or lower the rate."
    elif still and ratio < 1e-7:
        verdict, sentence = (
            "bad",
            (
                f"Hardly any gradient reaches {weakest['name']}: raise its initial weights, or "
                "lower the rate, for capsules pushed to length 0 or 1 pass none on."
            ),
        )
    elif still and ratio < 1e-5:
        verdict, sentence = "warn", f"Little gradient reaches {weakest['name']}: watch it."
    else:
        verdict, sentence = "fine", "Every layer gets a gradient it can use."
    return Check(
        "gradients",
        verdict,
        f"norm {norm:.2g}, least {ratio:.1g} of the weights",
        "norm 10, least 0.00001",
        sentence,
    )


def _routing(judged: Evidence) -> Check | None:
    entropy, largest = judged.now.get("entropy"), judged.now.get("largest_share")
    if entropy is None or largest is None:
        return None
    classes = len(judged.now["class_shares"])
    limit = min(0.95, 2.5 / classes + 0.1)
    verdict: Verdict = "bad" if not largest < 0.98 else "warn" if largest > limit else "fine"
    return Check(
        "routing",
        verdict,
        f"{largest:.0%} to one class, entropy {entropy:.2f}",
        f"{limit:.0%} to one class",
        "Input capsules serve different classes in different pictures."
        if verdict == "fine"
        else "Nearly all input capsules serve one class whatever the picture: lower the rate or "
        "the iterations, and begin W smaller.",
    )


def _dead(judged: Evidence) -> Check | None:
    dead = judged.now.get("dead_types")
    if dead is None:
        return None
    silent = judged.now["silent_classes"]
    early = not judged.lines or judged.lines[-1]["step"] < 100
    verdict = _grade(dead, 0.25, 0.75)
    if silent and verdict == "fine" and not early:
        verdict = "warn"
    return Check(
        "dead",
        verdict,
        f"{dead:.0%} of types, {silent} classes",
        "25% of types, no class",
        "All types of input capsule, and all classes, take part."
        if verdict == "fine"
        else "Capsules stay near length 0 for every picture: lower the rate, or raise the initial "
        "weights of the primary capsules.",
    )


def _overfitting(judged: Evidence) -> Check | None:
    seen, unseen = judged.now.get("training_accuracy"), judged.now.get("accuracy")
    if seen is None or unseen is None:
        return None
    gap = seen - unseen
    # So much either way is chance, for so few pictures are read.
    n, m = judged.now.get("counted", (256, 512))
    chance = 2 * math.sqrt(unseen * (1 - unseen) * (1 / n + 1 / m))
    verdict = _grade(gap - chance, 0.05, 0.15)
    return Check(
        "overfitting",
        verdict,
        f"{100 * gap:+.1f} points",
        f"{100 * (0.05 + chance):.0f} points",
        "Pictures never learnt from are read about as well."
        if verdict == "fine"
        else "Pictures learnt from are read better than others: take more of the data, vary it, "
        "weigh the reconstruction more, or stop earlier.",
    )


def _rate(judged: Evidence) -> Check | None:
    layers = judged.now.get("layers")
    if not layers or not judged.lines:
        return None
    fastest = max(layers, key=lambda each: each["update"] / max(each["weight"], 1e-12))
    ratio = fastest["update"] / max(fastest["weight"], 1e-12)
    first = min(line["margin"] for line in judged.lines[:5])
    last = _mean([line["margin"] for line in judged.lines[-10:]])
    worse = len(judged.lines) >= 20 and last > 1.2 * first
    if not ratio < 1 or worse:
        verdict: Verdict = "bad"
        sentence = (
            "The rate is too high: a step changes weights by more than they are, or the loss "
            "rises. Divide it by 10."
        )
    elif ratio > 0.3:
        verdict, sentence = (
            "warn",
            f"Steps change {fastest['name']} by a third of itself: lower the rate.",
        )
    elif ratio < 1e-6:
        verdict, sentence = "warn", "Steps hardly change the weights: raise the rate."
    else:
        verdict, sentence = "fine", "Steps are small beside the weights they change."
    return Check("rate", verdict, f"{ratio:.1g} of {fastest['name']} a step", "0.3", sentence)


def _reconstruction(judged: Evidence) -> Check | None:
    if judged.now.get("coupling_sum_off") is None or not judged.lines:
        return None
    newest = judged.lines[-1]
    weighed = judged.weight * newest["error"]
    share = weighed / max(newest["margin"] + weighed, 1e-12)
    verdict: Verdict = "bad" if not share > 1e-3 else "warn" if share < 5e-3 else "fine"
    return Check(
        "reconstruction",
        verdict,
        f"{share:.1%} of the loss",
        "0.5%",
        "The decoder has a say in what capsules keep."
        if verdict == "fine"
        else "The reconstruction hardly counts: add up squared errors over the pixels (a mean is "
        "784 times less), or raise its weight.",
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


#: In the order that they are shown.
CHECKS: tuple[Callable[[Evidence], Check | None], ...] = (
    _finite,
    _couplings,
    _lengths,
    _gradients,
    _routing,
    _dead,
    _reconstruction,
    _overfitting,
    _rate,
)
