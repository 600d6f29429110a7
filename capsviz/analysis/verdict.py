"""Verdicts on capsule lengths (or activations) and a reconstruction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float32

from capsviz.analysis.class_score import ClassScore, number_word
from capsviz.analysis.dimensions import PoseStatistics
from capsviz.analysis.presence import Presence
from capsviz.config import PictureFormat

Kind = Literal["clear", "two", "none", "empty", "misfit"]

#: Drawings vary more than MNIST does: a bound that 99 % of real digits meet may be missed or
#: exceeded by this factor.
SLACK = 1.5
#: A squared error larger than any picture's.
_NEVER = 1e9


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Thresholds at which the wording changes.

    The defaults are for a network that was not analysed: 0.5 is the middle of the margins 0.9 and
    0.1. ``capsviz analyse`` measures a network's own.

    Attributes
    ----------
    present : minimum length or activation, 0..1, of a class that counts as present.
    second : the same for a second class beside the first.
    misfit : maximum summed squared pixel error of a reconstruction that fits.
    """

    present: float = 0.5
    second: float = 0.5
    misfit: float = 45.0

    @classmethod
    def usual(cls, score: ClassScore, format: PictureFormat | None = None) -> Thresholds:
        """Return thresholds for a network that was not analysed.

        Parameters
        ----------
        format : format of its pictures, by default grey.
        """
        # A second share of a sum of 1 never exceeds one half. Photographs never fit by the
        # criterion for digits.
        misfit = _NEVER if format and format.colour else cls().misfit
        return cls(second=0.3 if score.shares else 0.5, misfit=misfit)

    @classmethod
    def measure_thresholds(
        cls, poses: PoseStatistics, presence: Presence, score: ClassScore
    ) -> Thresholds:
        """Derive thresholds from a network's outputs on training digits.

        A digit is present if its output is at least two thirds of the first percentile over single
        digits. A second digit is present if the next output reaches that too and exceeds the
        midpoint of the 99th percentile over single digits and the median over pairs. Shares of 1
        need not reach the first bound, since two digits halve them. A network trained on pairs
        alone has only the first bound.

        Parameters
        ----------
        poses, presence : results of ``capsviz analyse``.
        score : description of the network's scores.
        """
        present = float(poses.winner_length[1]) / SLACK
        middle = float(presence.one_next[99] + presence.two_next[50]) / 2
        least = 0.0 if score.shares else present
        return cls(
            present=present,
            second=present if score.pairs else max(least, middle),
            misfit=SLACK * float(poses.misfit[99]),
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on a prediction, in one sentence.

    Attributes
    ----------
    kind : "clear", "two" (both plausible), "none" (all too small), "misfit" (the reconstruction
        does not match the input) or "empty".
    digit, runner_up : classes of the two largest outputs; None if nothing is recognised.
    text : the sentence; it begins with the class's name, or with "no digit" ("no shape", "no
        class", ...).
    """

    kind: Kind
    digit: int | None
    runner_up: int | None
    text: str


def judge(
    image: Float32[np.ndarray, "*c side side"],
    lengths: Float32[np.ndarray, " J"],
    misfit: float,
    thresholds: Thresholds | None = None,
    score: ClassScore | None = None,
) -> Verdict:
    """Describe a prediction in words.

    Parameters
    ----------
    image : input image, 0..1.
    lengths : lengths of the capsules after the last iteration, in [0, 1); or their activations.
    misfit : summed squared pixel error of the winner's reconstruction.
    thresholds : by default the usual ones for this score.
    score : description of `lengths`; by default lengths of digit capsules.
    """
    score = score or ClassScore()
    limits = thresholds or Thresholds.usual(score)
    thing, classes = score.subject.thing, score.subject.classes
    if not image.any():
        return Verdict("empty", None, None, f"no {thing}: the canvas is empty.")
    first, second = (int(k) for k in np.argsort(lengths)[::-1][:2])
    one, other = classes[first], classes[second]
    longest, next_longest = f"{lengths[first]:.2f}", f"{lengths[second]:.2f}"
    if lengths[second] >= limits.second:
        text = f"{one} or {other}: {score.plural} {longest} and {next_longest}, both plausible"
        shared = f" (all {number_word(len(classes))} share 1)." if score.shares else "."
        return Verdict("two", first, second, text + shared)
    if lengths[first] < limits.present:
        text = f"no {thing}: {score.little}, the {score.most} is {one} with {longest}."
        return Verdict("none", None, None, text)
    if misfit > limits.misfit:
        return Verdict(
            "misfit",
            first,
            second,
            f"{one}, {score.name} {longest}, but its reconstruction does not fit the input: "
            f"perhaps {'no digit' if score.subject.digits else 'none of its classes'} at all.",
        )
    return Verdict(
        "clear",
        first,
        second,
        f"{one}, {score.name} {longest}; runner-up {other}, {score.name} {next_longest}.",
    )
