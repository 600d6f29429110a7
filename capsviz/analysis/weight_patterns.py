"""Weight patterns of a hidden unit, a capsule or a kernel."""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float32
from torch import nn

from capsviz.analysis.activations import Activations
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.model.plan import Block


@torch.no_grad()
def hidden_pattern(
    network: CapsNet, hidden: tuple[Float32[np.ndarray, " _"], ...], layer: int, unit: int
) -> Float32[np.ndarray, "side side"] | None:
    """Contribution of a decoder's hidden unit to each pixel's sum before the sigmoid.

    For the last hidden layer these are its weights; for an earlier one the gradient, the sum over
    active units of the later layers. Colours are averaged over channels. None if the decoder's
    layers are unknown.
    """
    layers = network.decoder.layers
    if layers is None or layer >= len(hidden) or unit >= len(hidden[layer]):
        return None
    pattern = layers[layer + 1].weight[:, unit]
    for number in range(layer + 1, len(layers) - 1):
        active = torch.from_numpy(hidden[number] > 0).to(pattern)
        pattern = layers[number + 1].weight @ (pattern * active)
    pixels = pattern.view(network.config.format.shape)
    return (pixels.mean(0) if network.config.format.colour else pixels).float().cpu().numpy()


@torch.no_grad()
def feeds(
    network: CapsNet, seen: Activations, capsule: int, below: str
) -> Float32[np.ndarray, " _"] | None:
    """Contribution of each map of the block below to a capsule before its squash, as norms.

    None if the capsule's layer is not a plain convolution over that block.
    """
    maps = seen.maps.get(below)
    layer = None if maps is None else feeding(network, len(maps))
    if maps is None or layer is None:
        return None
    types, dim = network.config.primary_types, network.config.primary_dim
    place, kind = divmod(capsule, types)
    row, column = divmod(place, network.config.grid)
    (down, right), (high, wide) = layer.stride, layer.kernel_size
    top, left = row * down, column * right
    patch = torch.from_numpy(maps[:, top : top + high, left : left + wide])
    weight = layer.weight[kind * dim : (kind + 1) * dim].float().cpu()
    return torch.einsum("dmhw,mhw->md", weight, patch).norm(dim=1).numpy()


def feeding(network: CapsNet, maps: int) -> nn.Conv2d | None:
    """Return the plain convolution from some maps to the input capsules, if there is one."""
    layer, config = getattr(network, "primary", None), network.config
    if not isinstance(layer, nn.Conv2d) or layer.groups != 1 or any(layer.padding):
        return None
    made = (layer.in_channels, layer.out_channels)
    return layer if made == (maps, config.primary_types * config.primary_dim) else None


def kernels(network: Network, block: Block) -> nn.Conv2d | None:
    """Return the single-channel convolution that makes a block's maps, one number per sum."""
    layer = dict(network.named_modules()).get(block.name)
    if not isinstance(layer, nn.Conv2d) or layer.in_channels != 1 or len(block.layers) != 1:
        return None
    return layer
