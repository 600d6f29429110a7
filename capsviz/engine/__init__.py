"""Gateway from the app to the models."""

from __future__ import annotations

import functools

import numpy as np

from capsviz.config.read_settings import ReadSettings
from capsviz.engine.queues import Engine
from capsviz.engine.requests import BusyError, Reading, ReadRequest, YieldPoint, visitor
from capsviz.training import checkpoint

__all__ = [
    "BusyError",
    "Engine",
    "ReadRequest",
    "Reading",
    "YieldPoint",
    "engine",
    "visitor",
]


@functools.cache
def engine() -> Engine:
    """Return the process's engine, started on first use and warmed up by an empty picture."""
    instance = Engine()
    names = checkpoint.names()
    if names:
        user_model = checkpoint.user_model()
        first = user_model.name if user_model else "dynamic" if "dynamic" in names else names[0]
        instance.read(np.zeros((28, 28), np.uint8), ReadSettings(first)).exception()
    return instance
