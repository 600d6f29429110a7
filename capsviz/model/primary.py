"""Features from pixels to primary capsules: two convolutions."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.model import im2col, int8
from capsviz.model.operator_precision import precision_context
from capsviz.model.planes import planes


def features(
    conv1: nn.Conv2d,
    primary: nn.Conv2d,
    images: Float[Tensor, "batch *c side side"],
    precision: torch.dtype,
    max_activation: float = 0.0,
) -> Float[Tensor, "batch grid grid channels"]:
    """Conv1, ReLU and the primary capsules' convolution, by the fastest implementation.

    Parameters
    ----------
    images : pixels in 0..1.
    precision : precision of both convolutions, float32, bfloat16 or int8.
    max_activation : with int8, expected maximum output of Conv1's ReLU.
    """
    hooked = conv1._forward_hooks or primary._forward_hooks  # hooks need the modules to be called
    # other runtimes only support the plain convolutions
    if hooked or torch.compiler.is_exporting():
        dtype = torch.float32 if precision is torch.int8 else precision
        return plain_features(conv1, primary, images, dtype)
    if precision is torch.int8:
        return int8.features(conv1, primary, images, max_activation)
    supported = precision is torch.float32 or is_half_faster(images.device)
    if images.device.type == "cpu" and im2col.available() and supported:
        return im2col.features(conv1, primary, images, precision)
    return plain_features(conv1, primary, images, precision)


def plain_features(
    conv1: nn.Conv2d,
    primary: nn.Conv2d,
    images: Float[Tensor, "batch *c side side"],
    precision: torch.dtype,
) -> Float[Tensor, "batch grid grid channels"]:
    """The same by torch's convolutions, on any device; reference for the others' tests."""
    with precision_context(precision, images.device):
        x = planes(images).contiguous(memory_format=torch.channels_last)
        return primary(functional.relu(conv1(x))).permute(0, 2, 3, 1)


def is_half_faster(device: torch.device) -> bool:
    """Return whether bfloat16 convolutions are faster here: on CUDA, and on CPUs with support."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported()
    return torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()
