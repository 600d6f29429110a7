"""Convolutions on an x86 CPU as products of image patches and prepacked weights.

torch's own convolution reorders 21 MB of weights at every call, and takes 1.4 times as long even if
many images share that work. Here oneDNN packs them once, and one product computes the outputs at
all places of a few images.
"""

from __future__ import annotations

import functools
import math
import platform
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.autograd.function import once_differentiable

from capsviz.model import winograd
from capsviz.model.planes import channels_last
from capsviz.model.weight_cache import derive_once, weight_and_bias
from capsviz.model.winograd import WinogradConv

#: Images per product. The patches of eight take 24 MB; glibc maps a larger buffer than 32 MB for
#: every use.
CHUNK = 8
MAX_BUFFER = 32 * 2**20


@functools.cache
def available() -> bool:
    """Return whether this machine has oneDNN's operators for linear layers."""
    return (
        platform.machine() in {"x86_64", "AMD64"}
        and torch.backends.mkldnn.is_available()
        and hasattr(torch.ops.mkldnn, "_linear_pointwise")
        and hasattr(torch.ops.mkldnn, "_reorder_linear_weight")
    )


def features(
    conv1: nn.Conv2d,
    primary: nn.Conv2d,
    images: Float[Tensor, "batch *c side side"],
    precision: torch.dtype,
) -> Float[Tensor, "batch grid grid channels"]:
    """See `capsviz.model.primary.features`; differentiable once."""
    first, second = _PackedConv.of(conv1, precision), _choose(primary, precision, len(images))
    return _Features.apply(
        images, *weight_and_bias(conv1), *weight_and_bias(primary), first, second
    )


def _choose(layer: nn.Conv2d, precision: torch.dtype, count: int) -> _PackedConv | WinogradConv:
    """Return the faster implementation of a multi-channel convolution, by its multiplications.

    For a single image most of the time goes into reading weights: 21 MB packed, 51 MB transformed.
    """
    if precision is torch.float32 and count > 1 and winograd.applies(layer):
        return WinogradConv.of(layer)
    return _PackedConv.of(layer, precision)


def linear(layer: nn.Linear, x: Tensor, precision: torch.dtype, activation: str) -> Tensor:
    """Compute ``activation(layer(x))`` in this precision, without gradients.

    `activation` is "relu" or "none".
    """

    def make(weight: Tensor, bias: Tensor) -> tuple[Tensor, Tensor]:
        weight = weight.to(precision)
        return torch.ops.mkldnn._reorder_linear_weight(weight), bias.to(precision, copy=True)

    return _product(x, *derive_once(layer, precision, weight_and_bias(layer), make), activation)


@dataclass(frozen=True, slots=True)
class _PackedConv:
    """A convolution's weights, packed for oneDNN."""

    weight: Tensor
    bias: Tensor
    kernel: int
    stride: int
    #: Weights in torch's layout, for gradients.
    source: Tensor
    chunk_size: ClassVar = CHUNK

    @classmethod
    def of(cls, layer: nn.Conv2d, precision: torch.dtype) -> _PackedConv:
        """Return the layer's weights in this precision, packed on first use."""

        def make(weight: Tensor, bias: Tensor) -> _PackedConv:
            rows = weight.permute(0, 2, 3, 1).flatten(1).to(precision)
            size = layer.kernel_size[0], layer.stride[0]
            packed = torch.ops.mkldnn._reorder_linear_weight(rows)
            return cls(packed, bias.to(precision, copy=True), *size, weight)

        return derive_once(layer, (cls, precision), weight_and_bias(layer), make)

    def convolve(self, x: Tensor, buffer: Tensor, activation: str = "none") -> Tensor:
        """Convolve x [batch, height, width, channels]; ``activation`` is "relu" or "none"."""
        batch, height, width, _ = x.shape
        places = ((side - self.kernel) // self.stride + 1 for side in (height, width))
        unfolded = patches(x, self.kernel, self.kernel, self.stride, buffer)
        return _product(unfolded, self.weight, self.bias, activation).view(batch, *places, -1)

    def weight_gradient(self, grad: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
        """Gradients of weight and bias; ``grad`` and ``x`` are channels last."""
        (_, height, _, _), (out, channels, kernel, _) = grad.shape, self.source.shape
        by_place = grad.flatten(0, 2)
        # Process the kernel row by row if the patches of all rows need too large a buffer.
        row = len(by_place) * kernel * channels * grad.element_size()
        rows = kernel if row * kernel <= MAX_BUFFER else 1
        bands, buffer = [], grad.new_empty(0)
        for top in range(0, kernel, rows):
            band = x[:, top : top + self.stride * (height - 1) + rows]
            unfolded = patches(band, rows, kernel, self.stride, buffer)
            bands.append(_multiply_transpose(by_place, unfolded))
        rows_first = torch.cat(bands, 1).to(self.source.dtype).view(out, kernel, kernel, channels)
        return rows_first.permute(0, 3, 1, 2), by_place.sum(0, dtype=self.source.dtype)

    def input_gradient(self, grad: Tensor, x: Tensor) -> Tensor:
        """Gradient of x, channels last; torch's own is fast enough."""
        gradient = torch.ops.aten.convolution_backward(
            grad.permute(0, 3, 1, 2),
            x.permute(0, 3, 1, 2),
            self.source.to(grad.dtype),
            None,
            [self.stride, self.stride],
            padding=[0, 0],
            dilation=[1, 1],
            transposed=False,
            output_padding=[0, 0],
            groups=1,
            output_mask=[True, False, False],
        )
        return gradient[0].permute(0, 2, 3, 1)


class _Features(torch.autograd.Function):
    """Both convolutions, a few images at a time."""

    @staticmethod
    def forward(ctx: Any, images: Tensor, *arguments: Any) -> Tensor:
        *weights, first, second = arguments
        needs_gradient = any(ctx.needs_input_grad)
        hidden_maps, out = [], []
        buffer = images.new_empty(0, dtype=first.bias.dtype)
        for chunk in images.chunk(math.ceil(len(images) / second.chunk_size)):
            hidden = first.convolve(channels_last(chunk).to(buffer.dtype), buffer, "relu")
            out.append(second.convolve(hidden, buffer))
            if needs_gradient:
                hidden_maps.append(hidden)
        if needs_gradient:
            # Save the weights too, so that torch detects changes in between.
            ctx.save_for_backward(images, torch.cat(hidden_maps), weights[0], weights[2])
            ctx.convolutions = first, second
        return torch.cat(out)

    @staticmethod
    @once_differentiable
    def backward(  # pyright: ignore[reportIncompatibleMethodOverride]
        ctx: Any, *grad_outputs: Tensor
    ) -> tuple[Tensor | None, ...]:
        (grad,) = grad_outputs
        images, hidden, _, _ = ctx.saved_tensors
        first, second = ctx.convolutions
        needs = ctx.needs_input_grad
        gradients: list[Tensor | None] = [None] * len(needs)
        if needs[3] or needs[4]:
            gradients[3:5] = second.weight_gradient(grad, hidden)
        if any(needs[:3]):
            shape, images = images.shape, channels_last(images).to(grad.dtype)
            grad = second.input_gradient(grad, hidden)
            grad = torch.ops.aten.threshold_backward(grad, hidden, 0)  # gradient of the ReLU
            if needs[1] or needs[2]:
                gradients[1:3] = first.weight_gradient(grad, images)
            if needs[0]:
                by_place = first.input_gradient(grad, images)
                gradients[0] = by_place.permute(0, 3, 1, 2).reshape(shape).float()
        return tuple(gradients)


def patches(x: Tensor, rows: int, columns: int, stride: int, buffer: Tensor) -> Tensor:
    """Return the patches of x at each place: [batch * places, rows * columns * channels].

    They are written into ``buffer``, which grows as needed: for many fresh buffers of this size
    glibc may ask the system for each, at half the speed.
    """
    windows = x.unfold(1, rows, stride).unfold(2, columns, stride).permute(0, 1, 2, 4, 5, 3)
    if buffer.numel() < windows.numel():
        buffer.resize_(windows.numel())
    flat = buffer[: windows.numel()]
    flat.view(windows.shape).copy_(windows)
    return flat.view(windows.shape[:3].numel(), -1)


def _product(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, activation: str = "none"
) -> Tensor:
    """``activation(x weight^T + bias)`` by oneDNN, even in float32, where torch would use MKL."""
    return torch.ops.mkldnn._linear_pointwise(x, weight, bias, activation, [], "")


def _multiply_transpose(a: Tensor, b: Tensor) -> Tensor:
    """Compute ``a^T b``; the narrower matrix is copied, the other is used in place."""
    if a.shape[1] <= b.shape[1]:
        return _product(a.t().contiguous(), b.t())
    return _product(b.t().contiguous(), a.t()).t()
