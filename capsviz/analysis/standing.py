"""Whether a picture of a digit would be read better turned or mirrored.

The network itself is asked: it is shown the picture as it stands and in each of the `WAYS`. The
rule has to be careful, for a 6 upside down is a 9, and many a digit's mirror image is one that
can be read: the way's longest capsule must be longer by `LEAST` than the longest of the picture as
it stands. ``capsviz bench standing`` tells how often that is right: of 600 validation digits (which
``dynamic``, trained before they were held out, has learnt from) something is said of 0.17 % that
stand upright, of 57 % that lie on their side, 25 % upside down and 22 % mirrored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32, UInt8

#: What brings a picture upright that does not stand so, by name.
WAYS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "right": lambda raster: np.rot90(raster, -1),
    "left": np.rot90,
    "over": lambda raster: np.rot90(raster, 2),
    "mirrored": np.fliplr,
}
#: By how much more the winner's length, or activation, must be.
LEAST = 0.3


@dataclass(frozen=True, slots=True)
class Better:
    """A way in which a picture is read better.

    Attributes
    ----------
    way : one of `WAYS`.
    capsule : the class that wins then.
    length : of its capsule, or its activation.
    before : the largest of the picture as it stands.
    """

    way: str
    capsule: int
    length: float
    before: float


def every_way(raster: UInt8[np.ndarray, "side side"]) -> UInt8[np.ndarray, "ways side side"]:
    """A picture as it stands, and then in each of the `WAYS`."""
    return np.stack([raster, *(turn(raster) for turn in WAYS.values())])


def better(lengths: Float32[np.ndarray, "ways J"]) -> Better | None:
    """The way in which a picture is read best, where that is better by enough; else None.

    Parameters
    ----------
    lengths : of the capsules, for each picture that `every_way` gives.
    """
    winners = lengths.max(axis=1)
    best = int(winners.argmax())
    if winners[best] - winners[0] <= LEAST:
        return None
    way, capsule = list(WAYS)[best - 1], int(lengths[best].argmax())
    return Better(way, capsule, float(winners[best]), float(winners[0]))
