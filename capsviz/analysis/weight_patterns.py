"""Weight patterns of a hidden unit, a capsule or a kernel."""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor, nn

from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.model.plan import Block


@torch.no_grad()
def hidden_pattern(
    network: CapsNet, hidden: tuple[Tensor, ...], layer: int, unit: int
) -> Tensor | None:
    """Contribution of a decoder's hidden unit to each pixel's sum before the sigmoid.

    For the last hidden layer these are its weights; for an earlier one the gradient, the sum over
    active units of the later layers. Colours are averaged over channels, so it is [side, side].
    None if the decoder's layers are unknown.
    """
    layers = network.decoder.layers
    if layers is None or layer >= len(hidden) or unit >= len(hidden[layer]):
        return None
    pattern = layers[layer + 1].weight[:, unit]
    for number in range(layer + 1, len(layers) - 1):
        pattern = layers[number + 1].weight @ (pattern * (hidden[number] > 0))
    pixels = pattern.view(network.config.format.shape)
    return pixels.mean(0) if network.config.format.colour else pixels


def feeds(network: CapsNet, maps: Tensor | None, capsule: Tensor) -> Tensor | None:
    """Contribution of each map of the block below to a capsule before its squash, as norms.

    `maps` are of the block below, [C, H, W]; `capsule` is an index, int64 [1], so that a graph may
    have it as an input.

    Returns
    -------
    [C]; None if the capsule's layer is not a plain convolution over that block.
    """
    layer, config = getattr(network, "primary", None), network.config
    types, dim, grid = config.primary_types, config.primary_dim, config.grid
    if maps is None or not isinstance(layer, nn.Conv2d) or layer.groups != 1 or any(layer.padding):
        return None
    if (layer.in_channels, layer.out_channels) != (len(maps), types * dim):
        return None
    position, kind = capsule // types, capsule % types
    (dy, dx), (height, width) = layer.stride, layer.kernel_size

    def span(first: Tensor, size: int) -> Tensor:
        return first + torch.arange(size, device=maps.device)

    rows, columns = span(position // grid * dy, height), span(position % grid * dx, width)
    patch = maps.index_select(1, rows).index_select(2, columns)
    weight = layer.weight.index_select(0, span(kind * dim, dim))
    return torch.linalg.vector_norm((weight * patch).sum((2, 3)), dim=0)


def kernels(
    network: Network, block: Block
) -> tuple[Float32[np.ndarray, "C h w"], Float32[np.ndarray, " C"], int] | None:
    """Kernels, biases and stride of a block that is one convolution of a single channel."""
    layer = dict(network.named_modules()).get(block.name)
    if not isinstance(layer, nn.Conv2d) or layer.in_channels != 1 or len(block.layers) != 1:
        return None
    if layer.bias is None:
        return None
    weight, bias = (tensor.detach().float().cpu().numpy() for tensor in (layer.weight, layer.bias))
    return weight[:, 0], bias, layer.stride[0]
