"""From pixels to the primary capsules' features: two convolutions, by the shortest way.

On an x86 CPU a convolution here is a matrix product: patches of the image times weights
that oneDNN has laid out beforehand. torch's own convolution lays 21 MB of weights out anew
at every call, and needs about 1.4 times as long even for many images. Everywhere else, and
as the reference of the tests, torch's convolution does the work.
"""

from __future__ import annotations

import functools
import math
import platform
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn import functional
from torch.optim.optimizer import register_optimizer_step_post_hook

#: Images per matrix product: the patches of eight are 24 MB, and glibc maps and faults in
#: anew, for every use, each buffer of more than 32 MB.
TOGETHER = 8


def half_helps(device: torch.device) -> bool:
    """Whether bfloat16 convolutions are faster here: on CUDA, and on CPUs that have them."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported()
    return torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()


def features(
    conv1: nn.Conv2d,
    primary: nn.Conv2d,
    images: Float[Tensor, "batch side side"],
    precision: torch.dtype,
) -> Float[Tensor, "batch grid grid channels"]:
    """Conv1, ReLU and the primary capsules' convolution, channels last.

    Parameters
    ----------
    images : pixels in 0..1.
    precision : of both convolutions, float32 or bfloat16; also that of the result.
    """
    half = precision is not torch.float32
    if images.device.type == "cpu" and _onednn() and (half_helps(images.device) or not half):
        return packed_features(conv1, primary, images, precision)
    return plain_features(conv1, primary, images, precision)


def plain_features(
    conv1: nn.Conv2d,
    primary: nn.Conv2d,
    images: Float[Tensor, "batch side side"],
    precision: torch.dtype,
) -> Float[Tensor, "batch grid grid channels"]:
    """`features` by torch's convolutions, on any device."""
    half = precision is not torch.float32
    with torch.autocast(images.device.type, dtype=precision, enabled=half):
        x = images.unsqueeze(1).contiguous(memory_format=torch.channels_last)
        return primary(functional.relu(conv1(x))).permute(0, 2, 3, 1)


def packed_features(
    conv1: nn.Conv2d,
    primary: nn.Conv2d,
    images: Float[Tensor, "batch side side"],
    precision: torch.dtype,
) -> Float[Tensor, "batch grid grid channels"]:
    """`features` by prepacked matrix products, on an x86 CPU; differentiable."""
    matrices = _packed(conv1, precision), _packed(primary, precision)
    weights = conv1.weight, conv1.bias, primary.weight, primary.bias
    return _PackedFeatures.apply(images, *weights, matrices)


@dataclass(frozen=True, slots=True)
class _Matrix:
    """A convolution's weights, laid out for oneDNN, and what they were made from."""

    weight: Tensor
    bias: Tensor
    kernel: int
    stride: int
    # An alias of the source keeps its memory from being reused, so that the same address
    # and version mean the same numbers.
    source: tuple[Tensor, Tensor]
    versions: tuple[int, ...]

    def stale(self, layer: nn.Conv2d) -> bool:
        now = layer.weight, layer.bias
        if any(tensor.is_inference() for tensor in now):
            return True  # such tensors change without counting
        return self.versions != tuple(tensor._version for tensor in now) or any(
            a.data_ptr() != b.data_ptr() for a, b in zip(self.source, now, strict=True)
        )

    def apply(self, x: Tensor, then: str) -> Tensor:
        """Convolve x [batch, height, width, channels]; ``then`` is "relu" or "none"."""
        k, step = self.kernel, self.stride
        patches = x.unfold(1, k, step).unfold(2, k, step).permute(0, 1, 2, 4, 5, 3)
        y = torch.ops.mkldnn._linear_pointwise(
            patches.flatten(0, 2).flatten(1), self.weight, self.bias, then, [], ""
        )
        return y.view(*patches.shape[:3], -1)


#: Outside the layers, so that copies and state dicts of a model know nothing of it.
_MATRICES: WeakKeyDictionary[nn.Conv2d, dict[torch.dtype, _Matrix]] = WeakKeyDictionary()
# Fused optimisers change weights without raising their version.
register_optimizer_step_post_hook(lambda *_: _MATRICES.clear())


def _packed(layer: nn.Conv2d, precision: torch.dtype) -> _Matrix:
    """The layer's packed weights: made when first asked for and when they have changed.

    Noticed are new tensors, all changes in place that torch counts, and every step of an
    optimiser; not a write through ``.data``, which torch hides from everyone.
    """
    kept = _MATRICES.setdefault(layer, {})
    found = kept.get(precision)
    if found is None or found.stale(layer):
        weight, bias = layer.weight.detach(), layer.bias.detach()
        versions = tuple(0 if t.is_inference() else t._version for t in (weight, bias))
        rows = weight.permute(0, 2, 3, 1).flatten(1).to(precision)
        kept[precision] = found = _Matrix(
            torch.ops.mkldnn._reorder_linear_weight(rows),
            bias.to(precision, copy=True),
            layer.kernel_size[0],
            layer.stride[0],
            (weight, bias),
            versions,
        )
    return found


class _PackedFeatures(torch.autograd.Function):
    """Both convolutions in pieces of a few images; backward by torch's convolution."""

    @staticmethod
    def forward(ctx: Any, images: Tensor, *rest: Any) -> Tensor:
        *weights, (first, second) = rest
        keep = any(ctx.needs_input_grad)
        middle, out = [], []
        for piece in images.chunk(math.ceil(len(images) / TOGETHER)):
            hidden = first.apply(piece.unsqueeze(-1).to(first.bias.dtype), "relu")
            out.append(second.apply(hidden, "none"))
            if keep:
                middle.append(hidden)
        if keep:
            ctx.save_for_backward(images, torch.cat(middle), weights[0], weights[2])
        return torch.cat(out)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        images, hidden, weight1, weight2 = ctx.saved_tensors
        need = ctx.needs_input_grad
        grad_hidden, grad_w2, grad_b2 = _conv_backward(
            grad, hidden, weight2, 2, [any(need[:3]), need[3], need[4]]
        )
        if grad_hidden is None:
            return None, None, None, grad_w2, grad_b2, None
        grad_hidden = grad_hidden.permute(0, 2, 3, 1) * (hidden > 0)
        grad_x, grad_w1, grad_b1 = _conv_backward(
            grad_hidden, images.unsqueeze(-1), weight1, 1, list(need[:3])
        )
        grad_images = None if grad_x is None else grad_x.squeeze(1)
        return grad_images, grad_w1, grad_b1, grad_w2, grad_b2, None


def _conv_backward(
    grad: Tensor, x: Tensor, weight: Tensor, stride: int, need: list[bool]
) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """Gradients of input (channels first), weight and bias; grad and x are channels last."""
    grad, x = grad.permute(0, 3, 1, 2), x.permute(0, 3, 1, 2).to(grad.dtype)
    found = torch.ops.aten.convolution_backward(
        grad, x, weight.to(grad.dtype), [len(weight)], [stride] * 2, [0, 0], [1, 1],
        False, [0, 0], 1, need,
    )  # fmt: skip
    return tuple(None if part is None else part.to(weight.dtype) for part in found)


@functools.cache
def _onednn() -> bool:
    # The operators torch's own compiler emits for a linear layer with frozen weights.
    return (
        platform.machine() in {"x86_64", "AMD64"}
        and torch.backends.mkldnn.is_available()
        and hasattr(torch.ops.mkldnn, "_linear_pointwise")
        and hasattr(torch.ops.mkldnn, "_reorder_linear_weight")
    )
