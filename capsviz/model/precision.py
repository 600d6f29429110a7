"""Choice of the arithmetic precision of a network.

float32 is exact and has gradients; all reported results use it. The others make interactive answers
faster.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TypeVar

import torch
from torch import Tensor

from capsviz.errors import CapsvizError
from capsviz.model import int8
from capsviz.model.adapter import AdaptedNetwork
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.planes import planes
from capsviz.model.primary import is_half_faster

EXACT, FASTEST = "float32", "fastest"
#: Precisions by name, slowest first.
PRECISIONS = {EXACT: torch.float32, "bfloat16": torch.bfloat16, "int8": torch.int8}

Net = TypeVar("Net", bound=CapsNet | CNN)


def name_of(network: CapsNet | CNN) -> str:
    """Return the name of a network's precision."""
    return next(name for name, dtype in PRECISIONS.items() if dtype is network.precision)


def possible(network: CapsNet | CNN) -> list[str]:
    """Return the names of the precisions worth using on this network's device, slowest first."""
    device = next(network.parameters()).device
    names = [EXACT]
    if isinstance(network, AdaptedNetwork):
        return names  # an adapted network chooses its own precision
    if is_half_faster(device):
        names.append("bfloat16")
    # Only the paper's two convolutions have an 8-bit implementation; the others are small.
    if type(network) is CapsNet and device.type == "cpu" and int8.available():
        names.append("int8")
    return names


def convert_precision(network: Net, name: str, pictures: Callable[[int], Tensor]) -> Net:
    """Return a network with the same weights in another precision; the input is unchanged.

    If the network already has this precision, it is returned itself.

    Raises `CapsvizError` if the precision is unknown, or unavailable for this network on this
    machine.

    Parameters
    ----------
    name : one of `PRECISIONS`, or `FASTEST` for the last of `possible`. By name, bfloat16 works on
        any processor: slowly without such instructions, but comparable.
    pictures : function from a side to digits [n, side, side], pixels in 0..1, for calibrating the
        range of activations; called with int8 only.
    """
    choices = possible(network)
    if name == FASTEST:
        name = choices[-1]
    if name not in PRECISIONS:
        raise CapsvizError(
            f"there is no precision {name!r}: choose one of {', '.join([*PRECISIONS, FASTEST])}"
        )
    if name not in choices and (name != "bfloat16" or isinstance(network, AdaptedNetwork)):
        raise CapsvizError(
            f"this network cannot be calculated in {name} on this machine: choose one of "
            f"{', '.join(choices)}"
        )
    if PRECISIONS[name] is network.precision:
        return network  # a copy would pack its weights a second time
    shared = {id(t): t for t in (*network.parameters(), *network.buffers())}
    twin = copy.deepcopy(network, shared)
    twin.precision = PRECISIONS[name]
    if isinstance(twin, CapsNet):
        if name == "int8":
            twin.max_activation = _max_activation(twin, pictures(twin.config.image_size))
        # 8 bits are too few for pictures: neighbouring pixels would differ by rounding.
        half = name != EXACT and "bfloat16" in choices
        twin.decoder.precision = torch.bfloat16 if half else torch.float32
    return twin


def settle(device: torch.device) -> None:
    """Configure torch on this device as the rest of the project requires.

    float32 must be exact: by default convolutions on CUDA round to ten bits. Kernels are
    benchmarked before one is chosen: the default for PrimaryCaps in bfloat16, 16 images, takes 2.0
    ms on an H100.
    """
    if device.type == "cuda":
        torch.backends.cudnn.allow_tf32 = False
        torch.backends.cudnn.benchmark = True


@torch.inference_mode()
def _max_activation(network: CapsNet, images: Tensor) -> float:
    """Maximum output of Conv1's ReLU for these images."""
    return max(float(network.conv1(planes(chunk)).max()) for chunk in images.split(64))
