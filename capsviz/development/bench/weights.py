"""Effect of 8-bit weights, as on published sites, on a network's predictions."""

from __future__ import annotations

from typing import Any

import numpy as np

from capsviz.data.sets import open_set
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.site import rounding

#: Batch size.
_BATCH_SIZE = 50


def run(name: str, count: int) -> dict[str, Any]:
    """Compare a network with its published form, on validation pictures.

    Raises `CapsvizError` if its set has no validation pictures here, or none of its weights is
    large.

    Parameters
    ----------
    name : name of a capsule network.
    count : number of pictures.

    Returns
    -------
    The network, the number of pictures, the maximum difference of a length, and the number of
    changed predictions.
    """
    loaded = checkpoint.load(name, "cpu")
    model = loaded.capsnet
    if not rounding.large(model):
        raise CapsvizError(f"{name} has no weights that are rounded: a site holds them exactly")
    validation = open_set(loaded.subject.data_set).held_out()
    rounded, pictures = rounding.round_weights(model), np.asarray(validation.images[:count])
    parts = [
        rounding.difference(model, rounded, pictures[start : start + _BATCH_SIZE])
        for start in range(0, len(pictures), _BATCH_SIZE)
    ]
    return {
        "network": name,
        "pictures": len(pictures),
        "largest": max(error for error, _ in parts),
        "changed": sum(changed for _, changed in parts),
    }


def report(result: dict[str, Any]) -> str:
    """Format the result as one line."""
    return (
        f"{result['network']}, {result['pictures']} validation pictures: lengths differ by at "
        f"most {result['largest']:.4f}, answers changed: {result['changed']}"
    )
