"""Decoders that a browser can run: linear layers with ReLU and a final sigmoid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

#: Tolerance for two decoders' pictures: a tenth of a grey level.
_TOLERANCE = 0.1 / 255
#: Number of poses for the comparison.
_TRIED_POSES = 32


def run_chain(layers: Sequence[nn.Linear], poses: Tensor) -> Tensor:
    """Run linear layers, with ReLU and a final sigmoid, on poses; returns pixels in 0..1."""
    *hidden, last = layers
    for layer in hidden:
        poses = functional.relu(layer(poses))
    return torch.sigmoid(last(poses))


@torch.no_grad()
def layers_of(
    network: nn.Module, decode: Callable[[Tensor], Tensor], classes: int, dim: int, pixels: int
) -> list[nn.Linear] | None:
    """Return a network's linear layers that are equivalent to `decode`; None if there are none.

    Candidates are consecutive layers of the network; they are accepted only if the pictures agree.

    `decode` is a function from poses [n, classes, dim] to n pictures of so many pixels.
    """
    layers = [layer for layer in network.modules() if isinstance(layer, nn.Linear)]
    for start, first in enumerate(layers):
        chain = _chain(layers[start:], pixels) if first.in_features == classes * dim else None
        if chain and _agree(chain, decode, classes, dim):
            return chain
    return None


def _chain(layers: list[nn.Linear], pixels: int) -> list[nn.Linear] | None:
    """Return the first layer and its successors with matching sizes, up to the pixels."""
    chain = layers[:1]
    for layer in layers[1:]:
        if chain[-1].out_features == pixels or layer.in_features != chain[-1].out_features:
            break
        chain.append(layer)
    return chain if chain[-1].out_features == pixels else None


def _agree(
    chain: list[nn.Linear], decode: Callable[[Tensor], Tensor], classes: int, dim: int
) -> bool:
    """Return whether both decode one capsule, and all at once, to the same pictures."""
    weight = chain[0].weight
    poses = torch.randn(_TRIED_POSES, classes, dim, generator=torch.Generator().manual_seed(0))
    poses = (poses / dim**0.5).to(weight.device, weight.dtype)
    unmasked = torch.arange(_TRIED_POSES, device=weight.device) % classes
    single = functional.one_hot(unmasked, classes).unsqueeze(-1) * poses
    all_poses = torch.cat([single, poses])
    expected = decode(all_poses).reshape(2 * _TRIED_POSES, -1)
    return bool(((run_chain(chain, all_poses.flatten(1)) - expected).abs() < _TOLERANCE).all())
