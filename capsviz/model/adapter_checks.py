"""What is often wrong with a capsule network, each told in a sentence.

Accuracy does not reveal it: networks with the softmax over the wrong axis reach 99 % too.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from capsviz.errors import CapsvizError

#: What sums and repeated calculations may differ by.
CLOSE = 1e-3
#: Side of the patch in a corner that only nearby capsules may see, in pixels.
_PATCH = 4
#: Share of the types at a place that must notice what the place sees.
_NOTICED = 0.9

#: b, c, s and v of an iteration.
Step = tuple[Tensor, Tensor, Tensor, Tensor]


@torch.no_grad()
def check(network: Any) -> None:
    """Look for the mistakes that circulate; raises `CapsvizError` at the first.

    What it says of itself; shapes; NaN at an empty picture; couplings that do not sum to 1 over
    the output capsules; results that depend on the rest of the batch or on what came before;
    input capsules that mix several places; an s that is not the sum it is said to be.
    """
    _check_attributes(network)
    pictures = torch.rand(
        3, network.side, network.side, generator=torch.Generator().manual_seed(0)
    ).to(_home(network))
    u, u_hat, steps = _shapes(network, pictures)
    _finite(network, torch.zeros_like(pictures[:1]))
    _couplings(steps)
    _independent(network, pictures, u_hat, steps)
    _check_couplings(u_hat, steps)
    _check_capsule_order(network, pictures[:1], u.shape[1])
    if hasattr(network, "decode"):
        _check_decoder(network, u_hat)


def _home(network: Any) -> torch.device:
    return next((p.device for p in network.parameters()), torch.device("cpu"))


def _check_attributes(network: Any) -> None:
    """Whole numbers where these are asked for, and weights of the kind that pictures have."""
    for name in ("types", "side", "iterations"):
        value = getattr(network, name)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise CapsvizError(f"{name} must be a whole number from 1 on, not {value!r}")
    kinds = {p.dtype for p in network.parameters() if p.is_floating_point()} - {torch.float32}
    if kinds:
        raise CapsvizError(
            f"it has weights of {kinds.pop()}, and pictures are torch.float32: call float() on it"
        )


def _tensor(called: str, value: Any) -> Tensor:
    if not isinstance(value, Tensor):
        raise CapsvizError(f"{called} gives {type(value).__name__}: it must be a tensor")
    return value


def _shapes(network: Any, pictures: Tensor) -> tuple[Tensor, Tensor, list[Step]]:
    n = len(pictures)
    u = _tensor("primary", network.primary(pictures))
    if u.ndim != 3 or len(u) != n:
        raise CapsvizError(f"primary gives {list(u.shape)}: it must be [n, I, d], here n = {n}")
    places, rest = divmod(u.shape[1], network.types)
    if rest or math.isqrt(places) ** 2 != places:
        raise CapsvizError(
            f"{u.shape[1]} input capsules are not {network.types} types on a square grid of places"
        )
    u_hat = _tensor("votes", network.votes(u))
    if u_hat.ndim != 4 or u_hat.shape[:2] != u.shape[:2]:
        raise CapsvizError(
            f"votes gives {list(u_hat.shape)}: it must be [n, I, J, D], here with "
            f"n = {n} and I = {u.shape[1]}"
        )
    steps: list[Step] = list(network.steps(u_hat, network.iterations) or ())
    if not all(_four(step) for step in steps):
        raise CapsvizError("steps must yield four tensors at each iteration: (b, c, s, v)")
    if len(steps) != network.iterations:
        raise CapsvizError(
            f"steps yields {len(steps)} times: it must be once for each of the "
            f"{network.iterations} iterations"
        )
    _, in_caps, out_caps, dim = u_hat.shape
    expected = [(n, in_caps, out_caps)] * 2 + [(n, out_caps, dim)] * 2
    for name, tensor, shape in zip("bcsv", steps[-1], expected, strict=True):
        if tuple(tensor.shape) != shape:
            raise CapsvizError(
                f"steps yields {name} of the shape {list(tensor.shape)}: it must be {list(shape)}"
            )
    return u, u_hat, steps


def _four(step: Any) -> bool:
    four = isinstance(step, tuple | list) and len(step) == len("bcsv")
    return four and all(isinstance(each, Tensor) for each in step)


def _finite(network: Any, empty: Tensor) -> None:
    u = network.primary(empty)
    if not bool(torch.isfinite(u).all()):
        raise CapsvizError(
            "an empty picture gives input capsules that are NaN: in squash, put a small number "
            "inside the square root of the length"
        )
    *_, (_, _, _, v) = network.steps(network.votes(u), network.iterations)
    if not bool(torch.isfinite(v).all()):
        raise CapsvizError(
            "an empty picture gives output capsules that are NaN: in squash, put a small number "
            "inside the square root of the length"
        )


def _couplings(steps: list[Step]) -> None:
    c = steps[-1][1]
    if _ones(c.sum(2)):
        return
    if _ones(c.sum(1)):
        raise CapsvizError(
            "the couplings sum to 1 over the input capsules: the softmax is over the wrong axis, "
            "take it over the output capsules"
        )
    raise CapsvizError(
        "the couplings of an input capsule must sum to 1 over the output capsules, not to "
        f"{float(c.sum(2).mean()):.3g}: take the softmax over the output capsules"
    )


def _ones(sums: Tensor) -> bool:
    return bool(((sums - 1).abs() < CLOSE).all())


def _independent(network: Any, pictures: Tensor, u_hat: Tensor, steps: list[Step]) -> None:
    u = network.primary(pictures)
    _the_same(_last(network, network.votes(u)), steps[-1][3], _AGAIN)
    _the_same(network.primary(pictures[:1]), u[:1], _MIXED)
    # Votes of an untrained network hardly move their logits: also such as do.
    for tried in (u_hat, _conflicting_votes(u_hat)):
        together = _last(network, tried)
        _the_same(_last(network, tried), together, _AGAIN)
        _the_same(_last(network, tried[:1]), together[:1], _AVERAGED)


_AGAIN = (
    "the same pictures give other capsules the second time: routing keeps its logits from one call "
    "to the next, let them begin at zero each time (or dropout is at work)"
)
_MIXED = (
    "input capsules depend on the other pictures of the batch: a reshape mixes pictures, or "
    "normalisation is still learning"
)
_AVERAGED = (
    "output capsules depend on the other pictures of the batch: the logits are averaged over it, "
    "keep them apart for each picture"
)


def _the_same(tensor: Tensor, expected: Tensor, otherwise: str) -> None:
    if not torch.allclose(tensor, expected, atol=CLOSE, equal_nan=True):
        raise CapsvizError(otherwise)


def _last(network: Any, u_hat: Tensor) -> Tensor:
    """The output capsules."""
    *_, (_, _, _, v) = network.steps(u_hat, network.iterations)
    return v


def _conflicting_votes(like: Tensor) -> Tensor:
    """Votes that agree and disagree much, shaped as these."""
    return 0.5 * torch.randn(like.shape, generator=torch.Generator().manual_seed(0)).to(like)


def _check_couplings(u_hat: Tensor, steps: list[Step]) -> None:
    for _, c, s, _ in steps:
        if not _equal((c.unsqueeze(-1) * u_hat).sum(1), s):
            raise CapsvizError(
                "s is not the sum of the votes by their couplings: yield "
                "s = (c.unsqueeze(-1) * u_hat).sum(1), and as c what weighs the votes in it"
            )


@torch.no_grad()
def is_dynamic(network: Any, like: Tensor) -> bool:
    """Whether this is routing by agreement, step by step as Sabour et al. (2017) wrote it.

    Tried on votes that agree and disagree much: those of an untrained network hardly do, and
    all routings are alike then.

    Parameters
    ----------
    like : its votes [n, I, J, D]; their shape counts.
    """
    u_hat = _conflicting_votes(like)
    expected = torch.zeros_like(u_hat[..., 0])
    for b, c, s, v in network.steps(u_hat, network.iterations):
        square = s.square().sum(-1, keepdim=True)
        squashed = square / (1 + square) * s / (square + 1e-12).sqrt()
        if not (_equal(b, expected) and _equal(c, b.softmax(2)) and _equal(v, squashed)):
            return False
        expected = b + (u_hat * v.unsqueeze(1)).sum(-1)
    return True


def _equal(tensor: Tensor, expected: Tensor) -> bool:
    return torch.allclose(tensor, expected, rtol=CLOSE, atol=CLOSE)


def _check_capsule_order(network: Any, picture: Tensor, in_caps: int) -> None:
    """A patch in a corner is seen by few places, and there by all types."""
    other = picture.clone()
    other[:, :_PATCH, :_PATCH] = 1 - other[:, :_PATCH, :_PATCH]
    change = (network.primary(other) - network.primary(picture))[0].norm(dim=-1)
    seen = change > 1e-3 * float(change.max())
    places = in_caps // network.types
    if places == 1 or bool(seen.float().mean() > 0.5):
        return  # all places see the corner: nothing can be told
    by_place, by_type = seen.view(places, network.types), seen.view(network.types, places).T
    first = bool(getattr(network, "types_first", False))
    if _whole(by_type if first else by_place):
        return
    if _whole(by_place if first else by_type):
        raise CapsvizError(
            f"input capsules are counted {'place by place' if first else 'type by type'}: say "
            f"types_first = {not first}"
        )
    raise CapsvizError(
        "an input capsule is made of several places of one channel: bring the dimensions of a "
        "capsule to the end (permute) before they are reshaped"
    )


def _whole(seen: Tensor) -> bool:
    """Whether places notice by all of their types or by none, and those that do lie together."""
    shares = seen.float().mean(1)
    side = math.isqrt(len(shares))
    noticed = (shares > _NOTICED).view(side, side)
    down, across = int(noticed.any(1).sum()), int(noticed.any(0).sum())
    together = bool(noticed[:down, :across].all()) and int(noticed.sum()) == down * across > 0
    return together and bool(((shares > _NOTICED) | (shares < 1 - _NOTICED)).all())


def _check_decoder(network: Any, u_hat: Tensor) -> None:
    _, _, out_caps, dim = u_hat.shape
    poses = torch.zeros(2, out_caps, dim, device=u_hat.device)
    poses[1, 0] = 0.2
    try:
        images = network.decode(poses)
    except RuntimeError as error:
        raise CapsvizError(
            f"decode cannot take all {out_caps} capsules of {dim} numbers, of which masking leaves "
            f"one: {str(error).splitlines()[0]}"
        ) from error
    if images.numel() != 2 * network.side**2:
        raise CapsvizError(
            f"decode gives {list(images.shape)}: it must be [n, {network.side}, {network.side}]"
        )
    if float(images.min()) < 0 or float(images.max()) > 1 or not bool(images.isfinite().all()):
        raise CapsvizError("decode must give pixels in 0..1: end it with a sigmoid")
