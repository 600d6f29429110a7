"""Gateway from the app to the models, in this process or on a cluster."""

from __future__ import annotations

import functools

import numpy as np

from capsviz.cluster_config import read_choice
from capsviz.config.read_settings import ReadSettings
from capsviz.engine.interface import BusyError, Engine, Reading, ReadRequest, YieldPoint, visitor
from capsviz.engine.local import LocalEngine
from capsviz.training import checkpoint

__all__ = [
    "BusyError",
    "Engine",
    "LocalEngine",
    "ReadRequest",
    "Reading",
    "YieldPoint",
    "engine",
    "visitor",
]


@functools.cache
def engine() -> Engine:
    """Return the process's engine, started on first use and warmed up by an empty picture.

    Raises
    ------
    CapsvizError : the chosen cluster is not available.
    """
    replicas = read_choice()
    if replicas is None:
        started: Engine = LocalEngine()
    else:
        # importing Ray takes a second, and it is optional
        from capsviz.engine.cluster import Cluster

        started = Cluster(replicas)
    names = checkpoint.names()
    if names:
        own = checkpoint.user_model()
        first = own.name if own else "dynamic" if "dynamic" in names else names[0]
        started.read(np.zeros((28, 28), np.uint8), ReadSettings(first)).exception()
    return started
