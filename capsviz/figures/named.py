"""What a figure is of, and what its classes are called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.training.checkpoint import Checkpoint

Names = Sequence[str] | None
#: A network with what is known of it, or its name or file as for `capsviz.load`.
Known = Checkpoint | str | Path


def checkpoint_of(network: Known) -> Checkpoint:
    """The network itself; raises `CapsvizError` where it is no name and no checkpoint."""
    if isinstance(network, Checkpoint):
        return network
    if isinstance(network, str | Path):
        return checkpoint.load(str(network))
    raise CapsvizError(
        f"{type(network).__name__} is neither a name nor a checkpoint: give the network's name, as "
        "for capsviz.load"
    )


def class_names(classes: Names, count: int) -> Sequence[str]:
    """The names given, or numbers; raises `CapsvizError` where they are not as many as classes."""
    if classes is None:
        return [str(j) for j in range(count)]
    if len(classes) != count:
        raise CapsvizError(f"the network has {count} classes, and {len(classes)} names are given")
    return classes
