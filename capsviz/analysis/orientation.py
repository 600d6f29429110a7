"""Detection of digits that are classified better after a rotation or mirroring.

The network classifies the picture unchanged and in each of the `WAYS`. A 6 upside down is a 9, and
many mirrored digits are classified with confidence, so the rule is conservative: the longest
capsule must exceed that of the unchanged picture by `MIN_LEAD`. `measure` estimates the error
rates, which differ between networks.
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

#: Rows and columns are the last axes of a raster; channels come first.
_PLANE = (-2, -1)
#: Transforms that may make a picture upright, by name.
WAYS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "right": lambda raster: np.rot90(raster, -1, _PLANE),
    "left": lambda raster: np.rot90(raster, 1, _PLANE),
    "over": lambda raster: np.rot90(raster, 2, _PLANE),
    "mirrored": lambda raster: np.flip(raster, -1),
}
#: Inverse of each way.
INVERSES = {"right": "left", "left": "right", "over": "over", "mirrored": "mirrored"}
#: Minimum lead of the winner's length or activation.
MIN_LEAD = 0.3
#: Digits per class for `measure`.
DIGITS_PER_CLASS = 60
#: Number of pictures per batch, each in every way.
_BATCH_SIZE = 8

#: Converts a raster to the network's input.
Picture = Callable[[UInt8[np.ndarray, "side side"]], Float32[np.ndarray, "side side"]]


@dataclass(frozen=True, slots=True)
class Better:
    """A way in which a picture is classified better.

    Attributes
    ----------
    way : one of `WAYS`.
    capsule : the winning class.
    length : length or activation of its capsule.
    before : the largest length of the unchanged picture.
    """

    way: str
    capsule: int
    length: float
    before: float


def all_ways(raster: UInt8[np.ndarray, "*c side side"]) -> UInt8[np.ndarray, "ways *c side side"]:
    """Return the unchanged picture and the picture in each of the `WAYS`."""
    return np.stack([raster, *(transform(raster) for transform in WAYS.values())])


def better(lengths: Float32[np.ndarray, "ways J"]) -> Better | None:
    """Return the best way if its lead exceeds `MIN_LEAD`, else None.

    `lengths` are those of the capsules, for each picture of `all_ways`.
    """
    winners = lengths.max(axis=1)
    best = int(winners.argmax())
    if winners[best] - winners[0] <= MIN_LEAD:
        return None
    way, capsule = list(WAYS)[best - 1], int(lengths[best].argmax())
    return Better(way, capsule, float(winners[best]), float(winners[0]))


@dataclass(frozen=True, slots=True)
class Rates:
    """Detection rates of digits that are not upright, as shares of the digits.

    Attributes
    ----------
    digits : number of validation digits.
    false : share of upright digits with a detection.
    told : share of digits with a detection, by the transform that was applied.
    right : share of digits with the correct detection, by the transform that was applied.
    """

    digits: int
    false: float
    told: dict[str, float]
    right: dict[str, float]

    def to_plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Rates:
        """Read plain values; raises ValueError, TypeError or KeyError if they are damaged."""
        alarms, right = ({way: float(plain[key][way]) for way in WAYS} for key in ("told", "right"))
        record = cls(int(plain["digits"]), float(plain["false"]), alarms, right)
        shares = [record.false, *alarms.values(), *right.values()]
        if not all(math.isfinite(share) and 0 <= share <= 1 for share in shares):
            raise ValueError("a rate of rotated digits is not a share")
        return record


def measure(
    network: CapsNet,
    upright: Pictures,
    picture: Picture,
    per_class: int = DIGITS_PER_CLASS,
) -> Rates:
    """Measure a network's detection rates; takes a minute or two.

    `picture` is that of a checkpoint; the first `per_class` digits of every class are used.
    """
    rasters = [raster(image) for image in upright.some(per_class).images.numpy()]
    descriptions: list[list[str | None]] = []
    for start in range(0, len(rasters), _BATCH_SIZE):
        descriptions += _describe(network, rasters[start : start + _BATCH_SIZE], picture)
    upright_detections, *turned = zip(*descriptions, strict=True)
    by_way = dict(zip(WAYS, turned, strict=True))
    return Rates(
        len(rasters),
        _something(upright_detections),
        {way: _something(detections) for way, detections in by_way.items()},
        {
            way: detections.count(INVERSES[way]) / len(detections)
            for way, detections in by_way.items()
        },
    )


def _something(detections: Sequence[str | None]) -> float:
    """Share of pictures with any detection."""
    return (len(detections) - detections.count(None)) / len(detections)


def _describe(
    network: CapsNet, rasters: list[np.ndarray], picture: Picture
) -> list[list[str | None]]:
    """Detected way of each picture, unchanged and in each of the `WAYS`; None if undetected."""
    variants = np.concatenate(
        [all_ways(turned) for raster in rasters for turned in all_ways(raster)]
    )
    # Rotations and mirroring of a picture give eight distinct forms.
    forms, form = np.unique(variants, axis=0, return_inverse=True)
    lengths = _lengths(network, np.stack([picture(raster) for raster in forms]))
    count = 1 + len(WAYS)
    results = [better(rows) for rows in lengths[form].reshape(-1, count, lengths.shape[-1])]
    detections = [result and result.way for result in results]
    return [detections[start : start + count] for start in range(0, len(detections), count)]


@torch.inference_mode()
def _lengths(
    network: CapsNet, pictures: Float32[np.ndarray, "n side side"]
) -> Float32[np.ndarray, "n J"]:
    """Return the lengths only; a trace would keep every step."""
    _, lengths = network(torch.as_tensor(pictures, device=network.W.device))
    return lengths.cpu().numpy()
