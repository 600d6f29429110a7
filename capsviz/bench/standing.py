"""How often it is rightly told that a picture lies on its side, upside down or mirrored.

On digits that no training by the protocol learnt from, as they stand and in each way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from capsviz.analysis.standing import WAYS, better, every_way
from capsviz.config import DIGITS
from capsviz.data.gallery import raster
from capsviz.data.sets import open_set
from capsviz.errors import CapsvizError
from capsviz.model.precision import FASTEST, name_of
from capsviz.tracing import trace
from capsviz.training import checkpoint

#: What undoes each way.
_UNDONE = {"right": "left", "left": "right", "over": "over", "mirrored": "mirrored"}
#: Pictures read at a time, each in every way.
_TOGETHER = 12


def run(name: str, digits: int) -> dict[str, Any]:
    """Show a network validation digits as they stand and in each way.

    Parameters
    ----------
    name : of a capsule network for digits.
    digits : how many, the same number of each class.

    Returns
    -------
    Network, precision and number of digits; "false" is the share of upright digits of which
    something is told, "told" that of digits in each way, "right" that of which it is the right
    thing.
    """
    loaded = checkpoint.load(name, "cpu").in_precision(FASTEST)
    if not loaded.subject.digits:
        raise CapsvizError(f"{name} reads no digits: choose a network that does")
    held = open_set(DIGITS.data_set).learning().validation
    assert held is not None
    images = held.some(max(1, digits // len(DIGITS.classes))).images.numpy()
    upright = _told(loaded, [raster(image) for image in images])
    told, right = {}, {}
    for way, turn in WAYS.items():
        found = _told(loaded, [turn(raster(image)) for image in images])
        told[way] = sum(each is not None for each in found) / len(images)
        right[way] = sum(each == _UNDONE[way] for each in found) / len(images)
    return {
        "network": name,
        "precision": name_of(loaded.capsnet),
        "digits": len(images),
        "false": sum(each is not None for each in upright) / len(images),
        "told": told,
        "right": right,
    }


def report(found: dict[str, Any]) -> str:
    """The same in a few lines."""
    lines = [
        f"{found['network']} in {found['precision']}, {found['digits']} validation digits",
        f"{'upright':>10}  told {found['false']:7.2%}, always wrongly",
    ]
    for way, share in found["told"].items():
        lines.append(f"{way:>10}  told {share:7.2%}, rightly {found['right'][way]:7.2%}")
    return "\n".join(lines)


def _told(loaded: checkpoint.Checkpoint, rasters: list[np.ndarray]) -> list[str | None]:
    """The way that each picture is said to be read better in; None where nothing is said."""
    told: list[str | None] = []
    for at in range(0, len(rasters), _TOGETHER):
        these = np.concatenate([every_way(each) for each in rasters[at : at + _TOGETHER]])
        inputs = np.stack([loaded.picture(each) for each in these])
        lengths = trace(loaded.capsnet, inputs).lengths[:, -1]
        for rows in lengths.reshape(-1, 1 + len(WAYS), lengths.shape[-1]):
            found = better(rows)
            told.append(found and found.way)
    return told
