"""Which arithmetic a network calculates in: the one place that knows and chooses.

float32 is exact and has gradients; everything that is reported is calculated in it. The
others are for whoever waits for an answer.
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
from capsviz.model.primary import half_helps

EXACT, FASTEST = "float32", "fastest"
#: By name, slowest first.
PRECISIONS = {EXACT: torch.float32, "bfloat16": torch.bfloat16, "int8": torch.int8}

Net = TypeVar("Net", bound=CapsNet | CNN)


def name_of(network: CapsNet | CNN) -> str:
    """The precision that this network calculates in."""
    return next(name for name, kind in PRECISIONS.items() if kind is network.precision)


def possible(network: CapsNet | CNN) -> list[str]:
    """Names of the precisions that pay for this network where it is, slowest first."""
    device = next(network.parameters()).device
    names = [EXACT]
    if isinstance(network, AdaptedNetwork):
        return names  # how others calculate is theirs
    if half_helps(device):
        names.append("bfloat16")
    # The paper's two convolutions alone are written in 8 bits; the others are small.
    if type(network) is CapsNet and device.type == "cpu" and int8.available():
        names.append("int8")
    return names


def in_precision(network: Net, name: str, pictures: Callable[[int], Tensor]) -> Net:
    """The network with the same weights in another precision; what it was stays as it is.

    It is the network itself where that is the precision that it has.

    Parameters
    ----------
    name : of `PRECISIONS`, or `FASTEST` for the last of `possible`. Asked for by name, bfloat16 is
        calculated on any processor: slowly where it has no such instructions, yet its answers can
        be compared there too.
    pictures : digits [n, side, side] of this side, pixels in 0..1, that show what range the
        values inside the network take; asked for with int8.

    Raises
    ------
    CapsvizError : there is no such precision, or not for this network on this machine.
    """
    able = possible(network)
    if name == FASTEST:
        name = able[-1]
    if name not in PRECISIONS:
        raise CapsvizError(
            f"there is no precision {name!r}: choose one of {[*PRECISIONS, FASTEST]}"
        )
    if name not in able and (name != "bfloat16" or isinstance(network, AdaptedNetwork)):
        raise CapsvizError(
            f"this network cannot be calculated in {name} on this machine: choose one of {able}"
        )
    if PRECISIONS[name] is network.precision:
        return network  # a twin would lay its weights out a second time
    shared = {id(t): t for t in (*network.parameters(), *network.buffers())}
    twin = copy.deepcopy(network, shared)
    twin.precision = PRECISIONS[name]
    if isinstance(twin, CapsNet):
        if name == "int8":
            twin.most = _most(twin, pictures(twin.config.image_size))
        # 8 bits are too few for pictures: neighbouring pixels would differ by rounding.
        half = name != EXACT and "bfloat16" in able
        twin.decoder.precision = torch.bfloat16 if half else torch.float32
    return twin


def settle(device: torch.device) -> None:
    """Have torch calculate on this device as the rest of the project takes for granted.

    float32 is exact: by default convolutions on CUDA round to ten bits. And kernels are tried
    before one is chosen: the one taken unseen for PrimaryCaps in bfloat16, 16 images, takes 2.0 ms
    on an H100.
    """
    if device.type == "cuda":
        torch.backends.cudnn.allow_tf32 = False
        torch.backends.cudnn.benchmark = True


@torch.inference_mode()
def _most(network: CapsNet, images: Tensor) -> float:
    """The largest value that Conv1's ReLU lets through on these images."""
    return max(float(network.conv1(planes(piece)).max()) for piece in images.split(64))
