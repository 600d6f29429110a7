"""Conversion of user arrays to tensors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from capsviz.errors import CapsvizError


def tensor_of(values: Any) -> Tensor:
    """Convert numbers of any shape, memory layout and byte order to a tensor.

    Floats of more than 64 bits become float64; a tensor is returned unchanged.

    Raises `CapsvizError` if the values are not numbers, or not an array.
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


def pixels_of(values: Tensor) -> Tensor:
    """Check pixels; return bytes as uint8, others as float32 in 0..1.

    Whole numbers in 0..255 of any type are bytes. True is 1.

    Raises `CapsvizError` if they are outside these ranges, not finite, or complex.
    """
    if values.dtype == torch.uint8:
        return values
    if values.dtype == torch.bool:
        return values.float()
    if values.is_complex():
        raise CapsvizError("pixels must be bytes in 0..255 or floats in 0..1, not complex numbers")
    integral = not values.is_floating_point()
    x = values.to(torch.int64) if integral else values.float()
    lowest, highest = (bound.item() for bound in torch.aminmax(x))
    if not math.isfinite(lowest) or not math.isfinite(highest):
        raise CapsvizError("images hold pixels that are not finite numbers: replace them first")
    if not 0 <= lowest <= highest <= (255 if integral else 1):
        raise CapsvizError(
            f"pixels must be bytes in 0..255 or floats in 0..1, but these go from {lowest:g} to "
            f"{highest:g}: divide bytes by 255, turn -1..1 into (x + 1) / 2, and leave out any "
            "other normalisation"
        )
    return x.to(torch.uint8) if integral else x


def unit_range(sets: Sequence[Tensor]) -> list[Tensor]:
    """Map the pictures of a data set from -1..1 to 0..1; return others unchanged.

    Pictures count as in -1..1 if they are floats whose extremes are exactly -1 and 1, as in the
    files of USPS. Pictures normalised by their mean have other extremes. A single picture may not
    reach the extremes, so all parts of a data set are judged together.
    """
    floats = all(tensor.is_floating_point() and tensor.numel() for tensor in sets)
    if not floats or (
        min(tensor.min().item() for tensor in sets),
        max(tensor.max().item() for tensor in sets),
    ) != (-1, 1):
        return list(sets)
    return [(tensor + 1) / 2 for tensor in sets]


def bytes_of(values: Tensor, name: str) -> Tensor:
    """Return pixels as bytes, uint8.

    Raises `CapsvizError` as `pixels_of` does, with the name before its message.

    `name` is the name of the pictures, for errors.
    """
    try:
        x = pixels_of(values)
    except CapsvizError as error:
        raise CapsvizError(f"{name}: {error}") from error
    return (x if x.dtype == torch.uint8 else (x * 255).round().byte()).contiguous()


def _describe(kind: str) -> str:
    return (
        f"images must be an array of numbers, not of {kind}: open a picture file first, as "
        "with PIL.Image"
    )
