"""Whether a picture of a digit would be read better turned or mirrored.

The network itself is asked: it is shown the picture as it stands and in each of the `WAYS`. The
rule has to be careful, for a 6 upside down is a 9, and many a digit's mirror image is one that
can be read: the way's longest capsule must be longer by `LEAST` than the longest of the picture as
it stands. How often that is right differs from network to network: `measure` tells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, UInt8

from capsviz.data.gallery import raster
from capsviz.data.pictures import Pictures
from capsviz.model.capsnet import CapsNet

#: Rows and columns of a raster, which come last: a raster in colour has its channels first.
_PLANE = (-2, -1)
#: What brings a picture upright that does not stand so, by name.
WAYS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "right": lambda raster: np.rot90(raster, -1, _PLANE),
    "left": lambda raster: np.rot90(raster, 1, _PLANE),
    "over": lambda raster: np.rot90(raster, 2, _PLANE),
    "mirrored": lambda raster: np.flip(raster, -1),
}
#: What undoes each way.
UNDONE = {"right": "left", "left": "right", "over": "over", "mirrored": "mirrored"}
#: By how much more the winner's length, or activation, must be.
LEAST = 0.3
#: Digits of each class that are shown to measure it.
EACH = 60
#: Pictures read at a time, each in every way.
_TOGETHER = 8

#: What a network is given of a raster.
Picture = Callable[[UInt8[np.ndarray, "side side"]], Float32[np.ndarray, "side side"]]


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


def every_way(raster: UInt8[np.ndarray, "*c side side"]) -> UInt8[np.ndarray, "ways *c side side"]:
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


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a network says that a digit does not stand upright, as shares of the digits.

    Attributes
    ----------
    digits : how many it was shown, of those that training holds out.
    false : of which something is said though they stand upright.
    told : of which something is said where they lie in one of the `WAYS`, by its name.
    right : of which the right thing is said then.
    """

    digits: int
    false: float
    told: dict[str, float]
    right: dict[str, float]

    def to_plain(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Rates:
        """Read it back; raises ValueError, TypeError or KeyError where it is damaged."""
        alarms, right = ({way: float(plain[of][way]) for way in WAYS} for of in ("told", "right"))
        record = cls(int(plain["digits"]), float(plain["false"]), alarms, right)
        shares = [record.false, *alarms.values(), *right.values()]
        if not all(math.isfinite(share) and 0 <= share <= 1 for share in shares):
            raise ValueError("a rate of turned digits is no share")
        return record


def measure(
    network: CapsNet,
    upright: Pictures,
    picture: Picture,
    each: int = EACH,
) -> Rates:
    """Show a network digits as they stand and in each way: a minute or two.

    Parameters
    ----------
    upright : digits.
    picture : as a checkpoint's ``picture`` does.
    each : how many of every class are shown, the first.
    """
    rasters = [raster(image) for image in upright.some(each).images.numpy()]
    descriptions: list[list[str | None]] = []
    for at in range(0, len(rasters), _TOGETHER):
        descriptions += _describe(network, rasters[at : at + _TOGETHER], picture)
    standing, *lying = zip(*descriptions, strict=True)
    of = dict(zip(WAYS, lying, strict=True))
    return Rates(
        len(rasters),
        _something(standing),
        {way: _something(said) for way, said in of.items()},
        {way: said.count(UNDONE[way]) / len(said) for way, said in of.items()},
    )


def _something(said: Sequence[str | None]) -> float:
    """The share of pictures of which anything is said."""
    return (len(said) - said.count(None)) / len(said)


def _describe(
    network: CapsNet, rasters: list[np.ndarray], picture: Picture
) -> list[list[str | None]]:
    """What is said of each picture as it stands and in each way, None for nothing."""
    shown = np.concatenate([every_way(lying) for one in rasters for lying in every_way(one)])
    # Turned and turned again, a picture has eight forms.
    forms, form = np.unique(shown, axis=0, return_inverse=True)
    lengths = _lengths(network, np.stack([picture(each) for each in forms]))
    ways = 1 + len(WAYS)
    ways_up = [better(rows) for rows in lengths[form].reshape(-1, ways, lengths.shape[-1])]
    said = [one and one.way for one in ways_up]
    return [said[at : at + ways] for at in range(0, len(said), ways)]


@torch.inference_mode()
def _lengths(
    network: CapsNet, pictures: Float32[np.ndarray, "n side side"]
) -> Float32[np.ndarray, "n J"]:
    """What a network makes of pictures; a trace would keep every step of it."""
    _, lengths = network(torch.as_tensor(pictures, device=network.W.device))
    return lengths.cpu().numpy()
