"""Precision of torch's own operators."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import torch

_P = ParamSpec("_P")
_T = TypeVar("_T")


def infer_exactly(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Decorate a function to run in inference mode, outside of a caller's autocast."""

    @functools.wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        with torch.inference_mode(), contextlib.ExitStack() as stack:
            for kind in ("cpu", "cuda"):
                if torch.is_autocast_enabled(kind):
                    stack.enter_context(torch.autocast(kind, enabled=False))
            return function(*args, **kwargs)

    return call


def precision_context(
    precision: torch.dtype, device: torch.device
) -> contextlib.AbstractContextManager[object]:
    """Return a context in which products and convolutions on this device use this precision.

    float32 needs no autocast, and not every device has one: `meta` does not.
    """
    if precision is torch.float32:
        return contextlib.nullcontext()
    return torch.autocast(device.type, dtype=precision)
