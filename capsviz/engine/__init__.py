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
    started = Engine()
    names = checkpoint.names()
    if names:
        own = checkpoint.user_model()
        first = own.name if own else "dynamic" if "dynamic" in names else names[0]
        started.read(np.zeros((28, 28), np.uint8), ReadSettings(first)).exception()
    return started
