"""Thresholds of a verdict on capsule lengths (or activations) and a reconstruction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float32

from capsviz.analysis.class_score import ClassScore
from capsviz.analysis.dimensions import PoseStatistics
from capsviz.analysis.presence import Presence
from capsviz.config import PictureFormat

#: Drawings vary more than MNIST does: a bound that 99 % of real digits meet may be missed or
#: exceeded by this factor.
SLACK = 1.5
#: A squared error larger than any picture's.
_UNREACHABLE_ERROR = 1e9


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Thresholds at which the wording changes, by `judge` of ``browser/derive/reading.js``.

    The defaults are for a network that was not analysed: 0.5 is the middle of the margins 0.9 and
    0.1. ``capsviz analyse`` measures a network's own.

    Attributes
    ----------
    present : minimum length or activation, 0..1, of a class that counts as present.
    second : the same for a second class.
    misfit : maximum summed squared pixel error of a reconstruction that fits.
    """

    present: float = 0.5
    second: float = 0.5
    misfit: float = 45.0

    @classmethod
    def usual(cls, score: ClassScore, format: PictureFormat | None = None) -> Thresholds:
        """Return thresholds for a network that was not analysed.

        Its pictures are grey by default.
        """
        # The second of two shares of 1 never exceeds one half. Photographs never fit by the
        # criterion for digits.
        misfit = _UNREACHABLE_ERROR if format and format.colour else cls().misfit
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
        alone only uses the first bound.

        `poses` and `presence` are results of ``capsviz analyse``; `score` describes the network's
        scores.
        """
        present = float(poses.winner_length[1]) / SLACK
        middle = float(presence.one_next[99] + presence.two_next[50]) / 2
        minimum = 0.0 if score.shares else present
        return cls(
            present=present,
            second=present if score.pairs else max(minimum, middle),
            misfit=SLACK * float(poses.misfit[99]),
        )

    def recognise(self, image: Float32[np.ndarray, "*c side side"], lengths: Any) -> bool:
        """Return whether a network recognises anything: the longest capsule is present, or two are.

        The image is in 0..1; `lengths` [J] are those of the capsules after the last iteration, or
        their activations.
        """
        second, first = np.sort(lengths)[-2:]
        return bool(image.any() and (first >= self.present or second >= self.second))
