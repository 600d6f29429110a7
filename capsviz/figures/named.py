"""Networks and class names of a figure."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar, cast

from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.training import checkpoint
from capsviz.training.checkpoint import Checkpoint

#: Names of classes; numbers and other objects are shown as their texts.
Names = Iterable[object] | None
#: A network, alone or in a checkpoint, or its name or file as for `capsviz.load`.
Known = Checkpoint | CapsNet | str | Path


_Figure = TypeVar("_Figure", bound=Callable[..., object])
#: Common parameters of the figures of a trace.
_COMMON_PARAMETERS = {
    "model": "network from `capsviz.load` or `capsviz.adapt`.",
    "trace": "its trace, from `capsviz.trace`; also as ``seen``.",
    "index": "index of the traced picture, from 0; also as ``which``.",
    "capsule": "index of the output capsule, from 0; by default the longest.",
    "classes": "name of each of the J output classes; by default its number.",
    "mode": 'colours, "light" or "dark".',
}
#: Earlier names of parameters.
_OLD_NAMES = {"seen": "trace", "which": "index"}
_PARAMETERS = "\n\nParameters\n----------"
_RESULT = "\n\nReturns\n-------\nA Plotly figure."
_RAISES = "\n\nRaises\n------\n"
_ENDS = f"""{_RESULT}{_RAISES}\
CapsvizError : an index is not in the trace, or the network lacks what the figure shows.

Examples
--------
>>> figure = figures.NAME(model, trace, mode="dark")"""


def complete_docstring(figure: _Figure) -> _Figure:
    """Complete a figure's docstring, before its errors, with the mode and the result."""
    text = f"\nmode : {_COMMON_PARAMETERS['mode']}{_RESULT}{_RAISES}"
    figure.__doc__ = inspect.cleandoc(figure.__doc__ or "").replace(_RAISES, text)
    return figure


def document(figure: _Figure) -> _Figure:
    """Complete a figure's docstring with the common parameters, result, errors and an example.

    Earlier names of parameters are still accepted.
    """
    text = inspect.cleandoc(figure.__doc__ or "")
    if _PARAMETERS not in text:
        text += _PARAMETERS
    parameters = inspect.signature(figure).parameters
    lines = [f"\n{name} : {doc}" for name, doc in _COMMON_PARAMETERS.items() if name in parameters]
    figure.__doc__ = text + "".join(lines) + _ENDS.replace("NAME", figure.__name__)

    @functools.wraps(figure)
    def with_names(*args: object, **kwargs: object) -> object:
        return figure(
            *args, **{_OLD_NAMES.get(name, name): value for name, value in kwargs.items()}
        )

    return cast(_Figure, with_names)


def checkpoint_of(network: Known) -> Checkpoint:
    """Return the checkpoint; raises `CapsvizError` for anything but a network, name or file."""
    if isinstance(network, Checkpoint):
        return network
    if isinstance(network, str | Path):
        return checkpoint.load(str(network))
    if isinstance(network, CapsNet):
        return checkpoint.wrap(network)
    raise CapsvizError(
        f"{type(network).__name__} is neither a name nor a checkpoint: give the network's name, as "
        "for capsviz.load"
    )


def measured_checkpoint(network: Known) -> Checkpoint:
    """Return a checkpoint that has a file, and raise `CapsvizError` for others."""
    loaded = checkpoint_of(network)
    if not loaded.path.name:
        raise CapsvizError(
            "a network without a checkpoint has no saved results: give the result of "
            "capsviz.analyse, or the name of a checkpoint"
        )
    return loaded


def names_of(model: CapsNet, classes: Names) -> list[str]:
    """Return the given names of a network's classes, or its own, or numbers, as texts."""
    names = model.class_names or None
    return class_names(names if classes is None else classes, model.config.classes)


def class_names(classes: Names, count: int) -> list[str]:
    """Return the given names as texts, or numbers; raises `CapsvizError` for another number."""
    names = [str(name) for name in (range(count) if classes is None else classes)]
    if len(names) != count:
        raise CapsvizError(f"the network has {count} classes: name as many, not {len(names)}")
    return names
