"""The paper's convolutions and votes in 8 bits, on an x86 CPU that multiplies bytes.

Convolutions take pixels as bytes, weights as -127..127 with one scale for each output channel, and
the output of Conv1's ReLU as 0..255 with one scale; products are summed exactly, in 32 bits. Votes
take W as bytes with a scale and an offset for each row, a quarter of its size, and everything else
in float32. An image's result does not depend on the rest of the batch. There is no gradient.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from capsviz.model.im2col import patches
from capsviz.model.planes import channels_last
from capsviz.model.weight_cache import derive_once, weight_and_bias

#: Images per product: the patches of sixteen take 12 MB.
CHUNK = 16
#: Quantisation levels of a byte, and of a weight to either side of 0.
BYTES, WEIGHTS = 255, 127


@functools.cache
def available() -> bool:
    """Return whether this processor multiplies bytes (VNNI or AMX) and torch has the operators.

    oneDNN would also run them on older processors, but slowly, and with sums of two products
    saturated to 16 bits.
    """
    capabilities = torch.cpu.get_capabilities()
    return (
        any(capabilities.get(name, False) for name in ("amx_int8", "avx512_vnni", "avx_vnni"))
        and torch.backends.mkldnn.is_available()
        and hasattr(torch.ops.onednn, "qlinear_pointwise")
        and hasattr(torch.ops.onednn, "qlinear_prepack")
        and hasattr(torch.ops.quantized, "embedding_bag_byte_rowwise_offsets")
    )


def features(
    conv1: nn.Conv2d,
    primary: nn.Conv2d,
    images: Float[Tensor, "batch *c side side"],
    max_activation: float,
) -> Float[Tensor, "batch grid grid channels"]:
    """Compute `capsviz.model.primary.features`, up to rounding to 8 bits.

    Parameters
    ----------
    images : pixels in 0..1; they are rounded to whole 255ths.
    max_activation : output of Conv1's ReLU that maps to 255; larger values are clipped.
    """
    first, second = _PackedConv.of(conv1), _PackedConv.of(primary)
    maps, buffer = [], images.new_empty(0, dtype=torch.uint8)
    for chunk in (images * BYTES).round_().to(torch.uint8).split(CHUNK):
        hidden = first.convolve(channels_last(chunk), 1 / BYTES, buffer, max_activation / BYTES)
        maps.append(second.convolve(hidden, max_activation / BYTES, buffer))
    return maps[0] if len(maps) == 1 else torch.cat(maps)


def votes(
    owner: nn.Module,
    W: Float[Tensor, "in_caps in_dim out_caps dim"],
    u: Float[Tensor, "batch in_caps in_dim"],
) -> Float[Tensor, "batch in_caps out_caps dim"]:
    """Compute ``u_hat_{j|i} = W_ij u_i`` as weighted sums of rows of a table.

    A product of 8 numbers with 8 rows is too small for a matrix product. Summing a few rows of a
    table of bytes is well optimised for recommendation networks.

    `owner` is the module that owns the weight W.
    """
    table = derive_once(owner, "votes", (W,), _table)
    batch, in_caps, in_dim = u.shape
    rows, bags = _bags(batch, in_caps, in_dim)
    # Input capsules are outermost, as the routing expects votes: W is read once for all images.
    sums = torch.ops.quantized.embedding_bag_byte_rowwise_offsets(
        table, rows, bags, mode=0, per_sample_weights=u.transpose(0, 1).flatten()
    )
    return sums.view(in_caps, batch, *W.shape[2:]).transpose(0, 1)


def _table(W: Tensor) -> Tensor:
    rows = W.flatten(2).flatten(0, 1).contiguous()
    return torch.ops.quantized.embedding_bag_byte_prepack(rows)


@functools.lru_cache(maxsize=16)
def _bags(batch: int, in_caps: int, in_dim: int) -> tuple[Tensor, Tensor]:
    """Indices of the table rows in each sum, and the start of each sum."""
    rows = torch.arange(in_caps * in_dim).view(in_caps, 1, in_dim)
    offsets = torch.arange(in_caps * batch) * in_dim
    return rows.expand(-1, batch, -1).flatten(), offsets


def quantise(weight: Tensor) -> tuple[Tensor, Tensor]:
    """Quantise a convolution's weights; returns whole numbers and a scale per output channel."""
    maximum = weight.abs().amax((1, 2, 3)).clamp(min=torch.finfo(weight.dtype).tiny)
    scales = maximum / WEIGHTS
    codes = (weight / scales[:, None, None, None]).round_().clamp_(-WEIGHTS, WEIGHTS)
    return codes.to(torch.int8), scales


@dataclass(frozen=True, slots=True)
class _PackedConv:
    """A convolution's weights as bytes, packed for oneDNN."""

    weight: Tensor
    scales: Tensor
    zeros: Tensor
    bias: Tensor
    kernel: int
    stride: int

    @classmethod
    def of(cls, layer: nn.Conv2d) -> _PackedConv:
        """Return the layer's weights, packed on first use."""

        def make(weight: Tensor, bias: Tensor) -> _PackedConv:
            codes, scales = quantise(weight)
            rows = codes.permute(0, 2, 3, 1).flatten(1).contiguous()
            return cls(
                torch.ops.onednn.qlinear_prepack(rows, None),
                scales,
                torch.zeros_like(scales, dtype=torch.int32),
                bias.clone(),
                layer.kernel_size[0],
                layer.stride[0],
            )

        return derive_once(layer, torch.int8, weight_and_bias(layer), make)

    def convolve(
        self, x: Tensor, scale: float, buffer: Tensor, step: float | None = None
    ) -> Tensor:
        """Convolve bytes [batch, height, width, channels].

        Parameters
        ----------
        scale : value of one level of x.
        step : if given, the result passes a ReLU and is quantised to bytes with this step; else it
            is floats.
        """
        batch, height, width, _ = x.shape
        places = ((side - self.kernel) // self.stride + 1 for side in (height, width))
        product = torch.ops.onednn.qlinear_pointwise(
            patches(x, self.kernel, self.kernel, self.stride, buffer),
            scale,
            0,
            self.weight,
            self.scales,
            self.zeros,
            self.bias,
            1.0 if step is None else step,
            0,
            torch.float32 if step is None else torch.uint8,
            "none" if step is None else "relu",
            [],
            "",
        )
        return product.view(batch, *places, -1)
