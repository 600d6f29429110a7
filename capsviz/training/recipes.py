"""How the training of some networks differs from the defaults of `TrainConfig`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

#: By the network's name. At the rate of the others matrix capsules learn ten times slower, and
#: without clipping some first steps throw them out of what they learnt.
USUAL: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "matrix": {
            "batch": 64,
            "peak_rate": 1e-2,
            "final_rate": 1e-6,
            "decay": "cosine",
            "warmup": 0.005,
            "clip": 5.0,
            "augment": "paper",
        }
    }
)
