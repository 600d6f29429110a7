"""Decoders that a browser can run: linear layers, ReLU between them, a sigmoid behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

#: Pictures that two decoders may differ by: a tenth of a grey level.
_CLOSE = 0.1 / 255
#: Poses on which they are compared.
_TRIED = 32


def run_chain(layers: Sequence[nn.Linear], poses: Tensor) -> Tensor:
    """Pixels in 0..1 that such a chain makes of rows of numbers."""
    *hidden, last = layers
    for layer in hidden:
        poses = functional.relu(layer(poses))
    return torch.sigmoid(last(poses))


@torch.no_grad()
def layers_of(
    network: nn.Module, decode: Callable[[Tensor], Tensor], classes: int, dim: int, pixels: int
) -> list[nn.Linear] | None:
    """The network's own linear layers that do what `decode` does; None where it is something else.

    Looked for among the layers that follow each other in the network, and believed only where
    the pictures agree.

    Parameters
    ----------
    decode : from poses [n, classes, dim] to n pictures.
    pixels : of a picture.
    """
    every = [layer for layer in network.modules() if isinstance(layer, nn.Linear)]
    for start, first in enumerate(every):
        chain = _chain(every[start:], pixels) if first.in_features == classes * dim else None
        if chain and _agree(chain, decode, classes, dim):
            return chain
    return None


def _chain(layers: list[nn.Linear], pixels: int) -> list[nn.Linear] | None:
    """The first of them, and as many more as lead from one to the next up to the pixels."""
    chain = layers[:1]
    for layer in layers[1:]:
        if chain[-1].out_features == pixels or layer.in_features != chain[-1].out_features:
            break
        chain.append(layer)
    return chain if chain[-1].out_features == pixels else None


def _agree(
    chain: list[nn.Linear], decode: Callable[[Tensor], Tensor], classes: int, dim: int
) -> bool:
    """Whether both paint the same of one capsule, and of all at once."""
    weight = chain[0].weight
    poses = torch.randn(_TRIED, classes, dim, generator=torch.Generator().manual_seed(0))
    poses = (poses / dim**0.5).to(weight.device, weight.dtype)
    unmasked = torch.arange(_TRIED, device=weight.device) % classes
    alone = functional.one_hot(unmasked, classes).unsqueeze(-1) * poses
    both = torch.cat([alone, poses])
    theirs = decode(both).reshape(2 * _TRIED, -1)
    return bool(((run_chain(chain, both.flatten(1)) - theirs).abs() < _CLOSE).all())
