"""Coupling coefficients of the shipped network, as the Routing page states them.

Run it by ``python -m capsviz.development.lesson_records.shares``. It uses validation digits, no
test digits. The results are means over them, after three iterations.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import capsviz
from capsviz.data.sets import open_set

NETWORK = "dynamic"
ITERATIONS = 3
#: Minimum of a large coupling: twice a uniform one.
LARGE = 0.2
DIGITS = 1000
_BATCH = 100


class Shares(NamedTuple):
    """Means over digits.

    Attributes
    ----------
    large : share of the input capsules with a coupling above `LARGE`; 0 to 1.
    winner : mean coupling to the winning class; uniform couplings are 0.1.
    first, last : length of s of that class, in the first and the last iteration.
    carried : share of the last s, along v, from input capsules whose coupling to the winner exceeds
        `LARGE`; 0 to 1.
    """

    large: float
    winner: float
    first: float
    last: float
    carried: float


def measure(digits: int = DIGITS) -> Shares:
    """Measure on validation digits; raises `CapsvizError` if MNIST is missing."""
    network = capsviz.load(NETWORK)
    rows: list[np.ndarray] = []
    for images in open_set("mnist").held_out().images[:digits].split(_BATCH):
        trace = capsviz.trace(network, images, ITERATIONS)
        n = np.arange(len(images))
        winner = trace.lengths[:, -1].argmax(1)
        couplings = trace.couplings[:, -1]
        to_winner = couplings[n, :, winner]
        # a = vote . v, so c a is a capsule's contribution to s along v, times the length of v.
        contributions = to_winner * trace.agreement[n, -1, :, winner]
        sizes = np.linalg.norm(trace.totals, axis=-1)
        carried = (contributions * (to_winner > LARGE)).sum(1) / contributions.sum(1)
        large = (couplings.max(2) > LARGE).mean(1)
        ends = sizes[n, 0, winner], sizes[n, -1, winner]
        rows.append(np.stack([large, to_winner.mean(1), *ends, carried]))
    return Shares(*np.concatenate(rows, axis=1).mean(1).tolist())


if __name__ == "__main__":
    for name, value in measure()._asdict().items():
        print(f"{name} {value:.4f}")
