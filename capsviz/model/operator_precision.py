"""Precision of torch's own operators."""

from __future__ import annotations

import contextlib

import torch


def precision_context(
    precision: torch.dtype, device: torch.device
) -> contextlib.AbstractContextManager[object]:
    """Return a context in which products and convolutions on this device use this precision.

    float32 needs no autocast, and not every device has one: `meta` does not.
    """
    if precision is torch.float32:
        return contextlib.nullcontext()
    return torch.autocast(device.type, dtype=precision)
