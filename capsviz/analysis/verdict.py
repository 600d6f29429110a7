"""What may honestly be said about ten capsule lengths and a reconstruction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float32, Float64

Kind = Literal["clear", "two", "none", "empty", "misfit"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where the words change.

    The defaults are for the shipped model; ``capsviz analyse`` measures a model's own.

    Attributes
    ----------
    present : shortest length, 0..1, that counts as a digit being there.
    misfit : largest summed squared pixel error of a reconstruction that still fits.
    """

    present: float = 0.5
    misfit: float = 45.0

    @classmethod
    def measured(cls, misfit: Float64[np.ndarray, " 101"]) -> Thresholds:
        """From a model's own errors on real digits.

        Parameters
        ----------
        misfit : percentiles 0 to 100 of the reconstruction error of real digits. Drawings
            vary more than MNIST does: half as much again as its 99th percentile may pass.
        """
        return cls(misfit=1.5 * float(misfit[99]))


@dataclass(frozen=True, slots=True)
class Verdict:
    """One honest sentence about a reading.

    Attributes
    ----------
    kind : "clear", "two" (both plausible), "none" (all lengths low), "misfit" (the winner
        does not look like the input) or "empty".
    digit, runner_up : the two longest capsules; None where nothing is recognised.
    text : begins with the digit, or with "no digit".
    """

    kind: Kind
    digit: int | None
    runner_up: int | None
    text: str


def judge(
    image: Float32[np.ndarray, "side side"],
    lengths: Float32[np.ndarray, " J"],
    misfit: float,
    thresholds: Thresholds | None = None,
) -> Verdict:
    """Put a reading into words.

    Parameters
    ----------
    image : what the network saw, 0..1.
    lengths : of the capsules after the last iteration, in [0, 1).
    misfit : summed squared pixel error of the winner's reconstruction.
    """
    limits = thresholds or Thresholds()
    if not image.any():
        return Verdict("empty", None, None, "no digit: the canvas is empty.")
    first, second = (int(k) for k in np.argsort(lengths)[::-1][:2])
    longest, next_longest = f"{lengths[first]:.2f}", f"{lengths[second]:.2f}"
    if lengths[first] < limits.present:
        return Verdict(
            "none",
            None,
            None,
            f"no digit: every capsule is short, the longest is {first} with {longest}.",
        )
    if lengths[second] >= limits.present:
        return Verdict(
            "two",
            first,
            second,
            f"{first} or {second}: lengths {longest} and {next_longest}, both plausible.",
        )
    if misfit > limits.misfit:
        return Verdict(
            "misfit",
            first,
            second,
            f"{first}, length {longest}, but its reconstruction does not fit the input: "
            "perhaps no digit at all.",
        )
    return Verdict(
        "clear",
        first,
        second,
        f"{first}, length {longest}; runner-up {second}, length {next_longest}.",
    )
