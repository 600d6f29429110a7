"""capsviz: see a capsule network think.

>>> import capsviz
>>> from capsviz.data.samples import sample_pictures
>>> model = capsviz.load("dynamic", "cpu")      # the shipped network
>>> images = sample_pictures(28)[:2]            # floats in 0..1, [n, 28, 28]
>>> trace = capsviz.trace(model, images)
>>> trace.lengths[:, -1].shape                  # ten capsule lengths per image
(2, 10)

The examples of this reference use these names.

Everything is imported on first use, so that parts without torch do not wait for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from capsviz.calls import analyse, evaluate, train
    from capsviz.errors import CapsvizError
    from capsviz.model.adapter import adapt
    from capsviz.model.capsnet import CapsNet
    from capsviz.network_files import list_networks, load, push, save
    from capsviz.trace_arrays import Trace
    from capsviz.tracing import trace
    from capsviz.ui.pages.draw.notebook import explore

__all__ = [
    "CapsNet",
    "CapsvizError",
    "Trace",
    "adapt",
    "analyse",
    "evaluate",
    "explore",
    "list_networks",
    "load",
    "push",
    "save",
    "trace",
    "train",
]

_HOMES = {
    "CapsNet": "capsviz.model.capsnet",
    "CapsvizError": "capsviz.errors",
    "Trace": "capsviz.trace_arrays",
    "adapt": "capsviz.model.adapter",
    "analyse": "capsviz.calls",
    "evaluate": "capsviz.calls",
    "explore": "capsviz.ui.pages.draw.notebook",
    "list_networks": "capsviz.network_files",
    "load": "capsviz.network_files",
    "push": "capsviz.network_files",
    "save": "capsviz.network_files",
    "trace": "capsviz.tracing",
    "train": "capsviz.calls",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("capsviz")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    special = [name for name in globals() if name.startswith("__")]
    return sorted({*special, *__all__, "__version__"})
