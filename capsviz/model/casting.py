"""In which arithmetic torch's own operators calculate."""

from __future__ import annotations

import contextlib

import torch


def calculating_in(
    precision: torch.dtype, device: torch.device
) -> contextlib.AbstractContextManager[object]:
    """A context in which products and convolutions on this device are in this precision.

    Single precision needs none, and not every device has one: `meta` has not.
    """
    if precision is torch.float32:
        return contextlib.nullcontext()
    return torch.autocast(device.type, dtype=precision)
