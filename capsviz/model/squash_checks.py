"""Checks of squash functions by very large and by zero vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from capsviz.errors import CapsvizError

#: Factor of brightness at which every squash gives lengths near 1.
_FACTOR = 1e4
#: Tolerance of these lengths.
_TOLERANCE = 0.02
#: Length above which output capsules count as saturated if all of them are.
_SATURATED_AT = 0.9
#: Layers whose weights are set to zero, so that the input of the squash is zero.
_LAYERS = (nn.Conv1d, nn.Conv2d, nn.Linear, nn.BatchNorm2d, nn.GroupNorm, nn.LayerNorm)

_NO_EPSILON = (
    "squash divides by the length of a zero vector, which makes {what} NaN: put a small number "
    "inside the square root, as in torch.sqrt(square + 1e-8)"
)


def check_primary_squash(
    primary: Callable[[Tensor], Tensor], pictures: Tensor, types: int, types_first: bool
) -> None:
    """Check that each input capsule is squashed by itself.

    A squash maps every long vector to a length near 1, so lengths are 1 if pictures are ten
    thousand times as bright. If norms are 1 along another axis, the squash is over that axis. If
    lengths grow with the pictures, there is no squash. Networks whose capsules do not grow with
    their pictures (normalisation, a sigmoid) pass.

    Raises `CapsvizError` if the squash is over another axis, or there is none.

    Parameters
    ----------
    primary : function from pictures to input capsules [n, I, d].
    pictures : [n, ...] in 0..1.
    types : number of types of input capsule at each place, T.
    types_first : whether capsules are ordered by type, then by place.
    """
    bright, brighter = (primary(factor * pictures) for factor in (_FACTOR, 100 * _FACTOR))
    if not bool(bright.isfinite().all() & brighter.isfinite().all()):
        return
    n, in_caps, dim = bright.shape
    lengths = torch.linalg.vector_norm(bright, dim=-1)
    if _are_one(lengths):
        return
    layout = (n, types, -1, dim) if types_first else (n, -1, types, dim)
    grouped = bright.view(layout)
    over_types = 1 if types_first else 2
    for axes, group in (
        ((1, 2), f"all {in_caps} input capsules"),
        ((over_types,), "the types at a place"),
        ((3 - over_types,), "the places of a type"),
        ((1, 2, 3), f"all numbers of all {in_caps} input capsules"),
    ):
        if all(grouped.shape[axis] == 1 for axis in axes if axis < 3):
            continue
        if _are_one(torch.linalg.vector_norm(grouped, dim=axes)):
            raise CapsvizError(
                f"squash of the input capsules is over {group} together, so their lengths mean "
                "nothing: take the norm over the last axis, the numbers of one capsule, dim=-1"
            )
    longest = lengths.amax(1)
    varies = bool((lengths.amin(1) < (1 - _TOLERANCE) * longest).any())  # not by a factor for all
    grows = torch.linalg.vector_norm(brighter, dim=-1).amax(1) > 50 * longest
    if varies and bool((grows & (longest > 1)).all()):
        raise CapsvizError(
            "input capsules are not squashed: the brighter a picture, the longer they get, and "
            "couplings follow that. Squash them in primary, or tell by presence(u) how present "
            "each is"
        )


def _are_one(lengths: Tensor) -> bool:
    return bool(((lengths - 1).abs() < _TOLERANCE).all())


def check_zero_input(
    network: nn.Module, primary: Callable[[Tensor], Tensor], pictures: Tensor
) -> None:
    """Check that a zero vector before the squash of input capsules gives no NaN.

    The network's layers are set to zero for the check and restored after it.

    Raises `CapsvizError` if capsules or gradients are NaN.
    """
    with _zero_layers(network):
        _check_finite(primary, pictures)


def check_zero_votes(route: Callable[[Tensor], Tensor], votes: Tensor) -> None:
    """Check that zero votes [n, I, J, D] give no NaN; raises `CapsvizError`."""
    _check_finite(route, torch.zeros_like(votes))


def check_saturation(lengths: Tensor) -> None:
    """Check that lengths [n, J] for random pictures are not all near 1; raises `CapsvizError`."""
    if lengths.shape[1] > 2 and float(lengths.min()) > _SATURATED_AT:
        raise CapsvizError(
            f"all {lengths.shape[1]} output capsules are above {_SATURATED_AT} long whatever the "
            "picture, as where W comes from a unit normal: begin with 0.05 * torch.randn(...), "
            "and train"
        )


def _check_finite(function: Callable[[Tensor], Tensor], inputs: Tensor) -> None:
    """Check results and gradients: an infinite slope times zero is NaN in training."""
    with torch.enable_grad():
        inputs = inputs.clone().requires_grad_(True)
        result = function(inputs)
        if not bool(result.isfinite().all()):
            raise CapsvizError(_NO_EPSILON.format(what="capsules"))
        if result.grad_fn is None:
            return
        (gradient,) = torch.autograd.grad(result.sum(), inputs, allow_unused=True)
    if gradient is not None and not bool(gradient.isfinite().all()):
        raise CapsvizError(_NO_EPSILON.format(what="gradients and after some steps all weights"))


@contextmanager
def _zero_layers(network: nn.Module) -> Iterator[None]:
    saved = [
        (parameter, parameter.detach().clone())
        for module in network.modules()
        if isinstance(module, _LAYERS)
        for name, parameter in module.named_parameters(recurse=False)
        if name in ("weight", "bias")
    ]
    with torch.no_grad():
        for parameter, _ in saved:
            parameter.zero_()
        try:
            yield
        finally:
            for parameter, value in saved:
                parameter.copy_(value)
