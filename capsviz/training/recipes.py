"""Training settings of some networks that differ from the defaults of `TrainConfig`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

#: Settings by the network's name. Matrix capsules use a higher rate and smaller batches than the
#: others, and clip their gradients.
DEFAULTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        name: {
            "batch": 64,
            "peak_rate": 1e-2,
            "final_rate": 1e-6,
            "decay": "cosine",
            "warmup": 0.005,
            "clip": 5.0,
            "augment": "paper",
        }
        for name in ("matrix", "matrix_32")
    }
)
