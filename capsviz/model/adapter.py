"""A capsule network of one's own, brought to everything here by five short functions.

A network that somebody trained becomes one of ours where it says what a `CapsuleNetwork` says:

>>> class Mine(nn.Module):
...     types, side, iterations = 32, 28, 3
...     def primary(self, images): ...            # [n, 28, 28] -> u [n, I, d]
...     def votes(self, u): ...                   # -> u_hat [n, I, J, D]
...     def steps(self, u_hat, iterations): ...   # yields (b, c, s, v), one an iteration
...     def decode(self, poses): ...              # [n, J, D], all but one zero -> [n, 28, 28]
>>> model = capsviz.adapt(Mine(), "mine.safetensors")
>>> seen = capsviz.trace(model, images)

What is wrong with it is told when it is adapted: the mistakes that circulate leave accuracy as
it is, and every picture of couplings misleads.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn

from capsviz.config import ModelConfig
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.routing import RoutingStep

#: What sums and repeated calculations may differ by.
_CLOSE = 1e-3
#: Side of the patch in a corner that only nearby capsules may see, in pixels.
_PATCH = 4
#: Share of the types at a place that must notice what the place sees.
_NOTICED = 0.9

Step = tuple[Tensor, Tensor, Tensor, Tensor]


@runtime_checkable
class CapsuleNetwork(Protocol):
    """What a network must say of itself; it is an `nn.Module` besides.

    Input capsules are counted place by place, the types of one place together, places row by
    row. A network that counts all places of a type together says ``types_first = True``.

    Attributes
    ----------
    types : kinds of input capsule at each place, T.
    side : height and width of its pictures, in pixels.
    iterations : of its routing, 1 to 10.
    """

    types: int
    side: int
    iterations: int

    def primary(self, images: Tensor, /) -> Tensor:
        """Input capsules u [n, I, d] of pictures [n, side, side] with pixels in 0..1."""
        ...

    def votes(self, u: Tensor, /) -> Tensor:
        """Votes û [n, I, J, D] of input capsules."""
        ...

    def steps(self, u_hat: Tensor, iterations: int, /) -> Iterator[Step]:
        """Route: (b, c, s, v) of each iteration.

        b and c are [n, I, J], the logits as they enter and the couplings; s and v are
        [n, J, D], the coupled sum and the output capsules.
        """
        ...

    def decode(self, poses: Tensor, /) -> Tensor:
        """Pictures [n, side, side] of output capsules [n, J, D], all but one of them zero."""
        ...


@dataclass(frozen=True, slots=True)
class OwnConfig(ModelConfig):
    """Dimensions of a network that was adapted; which pixels its capsules see is not known."""

    places: int = 1

    @property
    def grid(self) -> int:
        """Places along one side."""
        return self.places

    @property
    def receptive_field(self) -> int:
        """The whole picture, for want of knowing."""
        return self.image_size


def adapt(network: nn.Module, weights: str | os.PathLike[str] | None = None) -> CapsNet:
    """A network of one's own as `capsviz.trace` and `capsviz.figures` take it.

    Parameters
    ----------
    network : as `CapsuleNetwork` says.
    weights : a safetensors file of its state; by default it stays as it is.

    Raises
    ------
    CapsvizError : it is no such network, the weights are not its own, or it makes one of the
        mistakes that `check` looks for.
    """
    missing = [
        name
        for name in ("types", "side", "iterations", "primary", "votes", "steps", "decode")
        if not hasattr(network, name)
    ]
    if missing:
        raise CapsvizError(
            f"{type(network).__name__} lacks {', '.join(missing)}: say what "
            "capsviz.model.adapter.CapsuleNetwork says"
        )
    if weights is not None:
        try:
            network.load_state_dict(load_file(os.fspath(weights)))
        except (OSError, SafetensorError, RuntimeError) as error:
            first = str(error).strip().splitlines()[-1].strip()
            raise CapsvizError(
                f"{weights} does not hold the weights of {type(network).__name__}: {first}"
            ) from error
    network = network.eval().requires_grad_(False)
    check(network)
    return Adapted(network)


class Adapted(CapsNet):
    """A `CapsuleNetwork` with our interface; made by `adapt`."""

    network: Any
    order: Tensor
    back: Tensor

    def __init__(self, network: Any) -> None:
        nn.Module.__init__(self)
        with torch.no_grad():
            u = network.primary(torch.zeros(1, network.side, network.side, device=_home(network)))
            _, in_caps, classes, dim = network.votes(u).shape
        self.network = network
        self.config = OwnConfig(
            image_size=network.side,
            primary_types=network.types,
            primary_dim=u.shape[2],
            classes=classes,
            digit_dim=dim,
            iterations=network.iterations,
            places=math.isqrt(in_caps // network.types),
        )
        self.precision = torch.float32
        order = torch.arange(in_caps, device=u.device)
        if getattr(network, "types_first", False):
            order = order.view(network.types, -1).T.flatten()
        self.register_buffer("order", order, persistent=False)
        self.register_buffer("back", order.argsort(), persistent=False)
        #: Without numbers: only its device and how many outputs there are is asked for.
        self.W = nn.Parameter(u.new_empty(0, 0, classes, dim), requires_grad=False)
        self.routing = _Routing(self)
        self.decoder = _Decoder(self)

    def primary_capsules(self, images: Float[Tensor, "batch side side"]) -> Tensor:
        """Its input capsules, in our order."""
        return self.network.primary(images)[:, self.order]

    def votes(self, u: Float[Tensor, "batch in_caps in_dim"]) -> Tensor:
        """Its votes, in our order."""
        return self.network.votes(u[:, self.back])[:, self.order]


class _Routing(nn.Module):
    """Its routing, as ours are."""

    title, iterative, adds_agreement, activates, shares = "Own", True, False, False, False

    def __init__(self, whole: Adapted) -> None:
        super().__init__()
        self._whole = (whole,)  # in a tuple: no module of this one

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        (whole,) = self._whole
        for b, c, s, v in whole.network.steps(u_hat[:, whole.back], iterations):
            yield RoutingStep(b[:, whole.order], c[:, whole.order], s, v)


class _Decoder(nn.Module):
    """Its decoder, as ours is."""

    def __init__(self, whole: Adapted) -> None:
        super().__init__()
        self._whole = (whole,)
        self.precision = torch.float32

    def forward(self, pose: Float[Tensor, "batch dim"], capsule: Int[Tensor, " batch"]) -> Tensor:
        (whole,) = self._whole
        unmasked = nn.functional.one_hot(capsule, whole.config.classes).to(pose.dtype)
        return self.together(unmasked.unsqueeze(-1) * pose.unsqueeze(1))

    def together(self, poses: Float[Tensor, "batch classes dim"]) -> Tensor:
        (whole,) = self._whole
        return whole.network.decode(poses).view(
            -1, whole.config.image_size, whole.config.image_size
        )


# --- what is often wrong -------------------------------------------------------------------


@torch.no_grad()
def check(network: Any) -> None:
    """Look for the mistakes that circulate; raises `CapsvizError` at the first.

    Shapes; NaN at an empty picture; couplings that do not sum to 1 over the output capsules;
    results that depend on the rest of the batch or on what came before; input capsules that
    mix several places.
    """
    pictures = torch.rand(
        3, network.side, network.side, generator=torch.Generator().manual_seed(0)
    ).to(_home(network))
    u, u_hat, steps = _shapes(network, pictures)
    _finite(network, torch.zeros_like(pictures[:1]))
    _couplings(steps)
    _independent(network, pictures, steps)
    _grouped(network, pictures[:1], u.shape[1])
    _decoded(network, u_hat, pictures)


def _home(network: Any) -> torch.device:
    return next((p.device for p in network.parameters()), torch.device("cpu"))


def _shapes(network: Any, pictures: Tensor) -> tuple[Tensor, Tensor, list[Step]]:
    n = len(pictures)
    u = network.primary(pictures)
    if u.ndim != 3 or len(u) != n:
        raise CapsvizError(f"primary gives {list(u.shape)}: it must be [n, I, d], here n = {n}")
    places, rest = divmod(u.shape[1], network.types)
    if rest or math.isqrt(places) ** 2 != places:
        raise CapsvizError(
            f"{u.shape[1]} input capsules are not {network.types} types on a square grid of places"
        )
    u_hat = network.votes(u)
    if u_hat.ndim != 4 or u_hat.shape[:2] != u.shape[:2]:
        raise CapsvizError(
            f"votes gives {list(u_hat.shape)}: it must be [n, I, J, D], here with "
            f"n = {n} and I = {u.shape[1]}"
        )
    steps = list(network.steps(u_hat, network.iterations))
    if len(steps) != network.iterations:
        raise CapsvizError(
            f"steps yields {len(steps)} times: it must be once for each of the "
            f"{network.iterations} iterations"
        )
    _, in_caps, out_caps, dim = u_hat.shape
    expected = [(n, in_caps, out_caps)] * 2 + [(n, out_caps, dim)] * 2
    for name, found, shape in zip("bcsv", steps[-1], expected, strict=True):
        if tuple(found.shape) != shape:
            raise CapsvizError(
                f"steps yields {name} of the shape {list(found.shape)}: it must be {list(shape)}"
            )
    return u, u_hat, steps


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
    return bool(((sums - 1).abs() < _CLOSE).all())


def _independent(network: Any, pictures: Tensor, steps: list[Step]) -> None:
    together = steps[-1][3]
    u = network.primary(pictures)
    *_, (_, _, _, again) = network.steps(network.votes(u), network.iterations)
    if not torch.allclose(again, together, atol=_CLOSE):
        raise CapsvizError(
            "the same pictures give other capsules the second time: routing keeps its logits from "
            "one call to the next, let them begin at zero each time (or dropout is at work)"
        )
    if not torch.allclose(network.primary(pictures[:1]), u[:1], atol=_CLOSE):
        raise CapsvizError(
            "input capsules depend on the other pictures of the batch: a reshape mixes pictures, "
            "or normalisation is still learning"
        )
    *_, (_, _, _, alone) = network.steps(network.votes(u[:1]), network.iterations)
    if not torch.allclose(alone, together[:1], atol=_CLOSE):
        raise CapsvizError(
            "output capsules depend on the other pictures of the batch: the logits are averaged "
            "over it, keep them apart for each picture"
        )


def _grouped(network: Any, picture: Tensor, in_caps: int) -> None:
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


def _decoded(network: Any, u_hat: Tensor, pictures: Tensor) -> None:
    _, _, out_caps, dim = u_hat.shape
    poses = torch.zeros(2, out_caps, dim, device=u_hat.device)
    poses[1, 0] = 0.2
    try:
        found = network.decode(poses)
    except RuntimeError as error:
        raise CapsvizError(
            f"decode cannot take all {out_caps} capsules of {dim} numbers, of which masking leaves "
            f"one: {str(error).splitlines()[0]}"
        ) from error
    if found.numel() != 2 * network.side**2:
        raise CapsvizError(
            f"decode gives {list(found.shape)}: it must be [n, {network.side}, {network.side}]"
        )
    if float(found.min()) < 0 or float(found.max()) > 1 or not bool(found.isfinite().all()):
        raise CapsvizError("decode must give pixels in 0..1: end it with a sigmoid")
