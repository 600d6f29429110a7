"""Large weights in a byte each on their way to a browser, which calculates with them in float32."""

from __future__ import annotations

import copy

import numpy as np
import torch
from jaxtyping import Float32, Int8

from capsviz.model.capsnet import CapsNet
from capsviz.tracing import live

#: Numbers that an array has at least that is rounded: the paper's network has two such arrays,
#: with 99.4 % of its weights.
MIN_SIZE = 2**20
#: Maximum change of any capsule's length. A network that changes more, or changes a prediction of
#: its samples, keeps its weights.
MAX_DIFFERENCE = 0.013


def round_rows(
    values: Float32[np.ndarray, "rows numbers"],
) -> tuple[Int8[np.ndarray, "rows numbers"], Float32[np.ndarray, "rows 1"]]:
    """Whole numbers from -127 to 127, and each row's step, by which they are multiplied."""
    steps = np.abs(values).max(1, keepdims=True) / np.float32(127)
    steps = np.maximum(steps, np.finfo(np.float32).tiny)
    return np.rint(values / steps).astype(np.int8), steps


def large(model: CapsNet) -> frozenset[str]:
    """Names of its parameters that may be rounded; a decoder has a file of its own."""
    parameters = model.named_parameters()
    sizes = {name: each.numel() for name, each in parameters if not name.startswith("decoder.")}
    return frozenset(name for name, size in sizes.items() if size >= MIN_SIZE)


def round_weights(model: CapsNet) -> CapsNet:
    """A copy that calculates as a browser does with rounded weights."""
    copied, names = copy.deepcopy(model), large(model)
    with torch.no_grad():
        for name, parameter in copied.named_parameters():
            if name in names:
                numbers, steps = round_rows(parameter.flatten(1).numpy())
                parameter.copy_(torch.tensor(numbers * steps).view_as(parameter))
    return copied


def difference(model: CapsNet, other: CapsNet, pictures: np.ndarray) -> tuple[float, int]:
    """How far any length differs at most, and how many pictures are read as something else."""
    lengths = [live(each, pictures).lengths[:, -1] for each in (model, other)]
    changed = lengths[0].argmax(1) != lengths[1].argmax(1)
    return float(np.abs(lengths[0] - lengths[1]).max()), int(changed.sum())
