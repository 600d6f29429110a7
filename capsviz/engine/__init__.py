"""The one gateway from the app to the models, in this process or on a cluster."""

from __future__ import annotations

import functools

import numpy as np

from capsviz.engine.gateway import BusyError, Gateway, GiveWay, Reading, visitor
from capsviz.engine.local import Engine
from capsviz.replicas import chosen
from capsviz.training import checkpoint

__all__ = [
    "BusyError",
    "Engine",
    "Gateway",
    "GiveWay",
    "Reading",
    "engine",
    "visitor",
]


@functools.cache
def engine() -> Gateway:
    """The process's engine, started on first use and warmed by one empty picture.

    Raises
    ------
    CapsvizError : a cluster was chosen, and cannot be had.
    """
    replicas = chosen()
    if replicas is None:
        started: Gateway = Engine()
    else:
        from capsviz.engine.cluster import Cluster  # Ray takes a second, and is not always there

        started = Cluster(replicas)
    names = checkpoint.names()
    if names:
        own = checkpoint.brought()
        first = own.name if own else "dynamic" if "dynamic" in names else names[0]
        started.read(np.zeros((28, 28), np.uint8), model=first).exception()
    return started
