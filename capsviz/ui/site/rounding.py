"""Rounds large weights to bytes for browsers, which compute with them in float32."""

from __future__ import annotations

import copy

import numpy as np
import torch
from jaxtyping import Float32, Int8

from capsviz.model.capsnet import CapsNet
from capsviz.tracing import live

#: Minimum number of values of a rounded array: the paper's network has two such arrays, with 99.4 %
#: of its weights.
MIN_SIZE = 2**20
#: Maximum change of any capsule's length. A network with a larger change, or with a changed
#: prediction of a sample, is not rounded.
MAX_DIFFERENCE = 0.013


def round_rows(
    values: Float32[np.ndarray, "rows numbers"],
) -> tuple[Int8[np.ndarray, "rows numbers"], Float32[np.ndarray, "rows 1"]]:
    """Integers from -127 to 127, and the step of each row."""
    steps = np.abs(values).max(1, keepdims=True) / np.float32(127)
    steps = np.maximum(steps, np.finfo(np.float32).tiny)
    return np.rint(values / steps).astype(np.int8), steps


def large(model: CapsNet) -> frozenset[str]:
    """Names of the parameters to round, without the decoder, which has a separate file."""
    parameters = model.named_parameters()
    sizes = {name: each.numel() for name, each in parameters if not name.startswith("decoder.")}
    return frozenset(name for name, size in sizes.items() if size >= MIN_SIZE)


def round_weights(model: CapsNet) -> CapsNet:
    """A copy with rounded weights, as used by browsers."""
    copied, names = copy.deepcopy(model), large(model)
    with torch.no_grad():
        for name, parameter in copied.named_parameters():
            if name in names:
                numbers, steps = round_rows(parameter.flatten(1).numpy())
                parameter.copy_(torch.tensor(numbers * steps).view_as(parameter))
    return copied


def difference(model: CapsNet, other: CapsNet, pictures: np.ndarray) -> tuple[float, int]:
    """The largest change of a length, and the number of pictures with a changed prediction."""
    lengths = [live(each, pictures).lengths[:, -1] for each in (model, other)]
    changed = lengths[0].argmax(1) != lengths[1].argmax(1)
    return float(np.abs(lengths[0] - lengths[1]).max()), int(changed.sum())
