"""What may honestly be said about the capsules' lengths (or activations) and a reconstruction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float32

from capsviz.analysis.class_score import Measure, number_word
from capsviz.analysis.dimensions import PoseStatistics
from capsviz.analysis.presence import Presence
from capsviz.config import PictureFormat

Kind = Literal["clear", "two", "none", "empty", "misfit"]

#: Drawings vary more than MNIST does: what all but one in a hundred real digits reach may be
#: missed, or overshot, by half as much again.
SLACK = 1.5
#: A squared error that no picture has.
_NEVER = 1e9


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where the words change.

    The defaults are for a network nobody has measured: margins of 0.9 and 0.1 have 0.5 in
    their middle. ``capsviz analyse`` measures a network's own.

    Attributes
    ----------
    present : least length or activation, 0..1, that counts as a class being there.
    second : the same for a second one beside the first.
    misfit : largest summed squared pixel error of a reconstruction that still fits.
    """

    present: float = 0.5
    second: float = 0.5
    misfit: float = 45.0

    @classmethod
    def usual(cls, measure: Measure, format: PictureFormat | None = None) -> Thresholds:
        """For a network that was not measured.

        Parameters
        ----------
        format : of its pictures, by default grey ones.
        """
        # Of shares that sum to 1 a second can never have more than one half. A decoder's photograph
        # never fits by the measure of digits.
        misfit = _NEVER if format and format.colour else cls().misfit
        return cls(second=0.3 if measure.shares else 0.5, misfit=misfit)

    @classmethod
    def measure_thresholds(
        cls, poses: PoseStatistics, presence: Presence, measure: Measure
    ) -> Thresholds:
        """From what a network makes of training digits.

        A digit is there where its output is at least two thirds of what all but one in a
        hundred digits reach. A second one is there where the next output reaches that too
        and is past the middle between single digits (all but one in a hundred) and pairs
        (every other one). Shares of 1 need not reach the first bound: two digits halve them.
        A network taught on pairs alone was shown no single digit: there the first bound is all.

        Parameters
        ----------
        poses, presence : from ``capsviz analyse``.
        measure : what the network's numbers are.
        """
        present = float(poses.winner_length[1]) / SLACK
        middle = float(presence.one_next[99] + presence.two_next[50]) / 2
        least = 0.0 if measure.shares else present
        return cls(
            present=present,
            second=present if measure.pairs else max(least, middle),
            misfit=SLACK * float(poses.misfit[99]),
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """One honest sentence about a reading.

    Attributes
    ----------
    kind : "clear", "two" (both plausible), "none" (all too small), "misfit" (the winner
        does not look like the input) or "empty".
    digit, runner_up : the classes of the two largest; None where nothing is recognised.
    text : begins with the class's name, or with "no digit" ("no shape", "no class", ...).
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
    measure: Measure | None = None,
) -> Verdict:
    """Put a reading into words.

    Parameters
    ----------
    image : what the network saw, 0..1.
    lengths : of the capsules after the last iteration, in [0, 1); or their activations.
    misfit : summed squared pixel error of the winner's reconstruction.
    thresholds : by default the usual ones for this measure.
    measure : what `lengths` are and of what, by default lengths, of digits.
    """
    measure = measure or Measure()
    limits = thresholds or Thresholds.usual(measure)
    thing, classes = measure.subject.thing, measure.subject.classes
    if not image.any():
        return Verdict("empty", None, None, f"no {thing}: the canvas is empty.")
    first, second = (int(k) for k in np.argsort(lengths)[::-1][:2])
    one, other = classes[first], classes[second]
    longest, next_longest = f"{lengths[first]:.2f}", f"{lengths[second]:.2f}"
    if lengths[second] >= limits.second:
        text = f"{one} or {other}: {measure.plural} {longest} and {next_longest}, both plausible"
        shared = f" (all {number_word(len(classes))} share 1)." if measure.shares else "."
        return Verdict("two", first, second, text + shared)
    if lengths[first] < limits.present:
        text = f"no {thing}: {measure.little}, the {measure.most} is {one} with {longest}."
        return Verdict("none", None, None, text)
    if misfit > limits.misfit:
        return Verdict(
            "misfit",
            first,
            second,
            f"{one}, {measure.name} {longest}, but its reconstruction does not fit the input: "
            f"perhaps {'no digit' if measure.subject.digits else 'none of its classes'} at all.",
        )
    return Verdict(
        "clear",
        first,
        second,
        f"{one}, {measure.name} {longest}; runner-up {other}, {measure.name} {next_longest}.",
    )
