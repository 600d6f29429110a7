"""Conversion of user arrays to tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from capsviz.errors import CapsvizError


def tensor_of(values: Any) -> Tensor:
    """Convert numbers of any shape, memory layout and byte order to a tensor.

    Floats of more than 64 bits become float64; a tensor is returned unchanged.

    Raises
    ------
    CapsvizError : the values are not numbers, or not an array.
    """
    if isinstance(values, Tensor):
        return values.detach()
    try:
        array = np.asarray(values)
    except (TypeError, ValueError) as error:  # such as lists of different lengths
        raise CapsvizError(_describe(type(values).__name__)) from error
    if isinstance(values, np.ndarray) and array.dtype == object:
        raise CapsvizError(
            "images must be an array of numbers, not of objects: convert it first, as with "
            "images.astype('float32')"
        )
    if array.dtype.kind not in "biufc":
        kind = type(values).__name__ if array.dtype == object else str(array.dtype)
        raise CapsvizError(_describe(kind))
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        array = array.astype(np.float64)
    # torch only accepts this machine's byte order, and positive strides.
    return torch.from_numpy(np.array(array, array.dtype.newbyteorder("="), order="C"))


def _describe(kind: str) -> str:
    return (
        f"images must be an array of numbers, not of {kind}: open a picture file first, as "
        "with PIL.Image"
    )
