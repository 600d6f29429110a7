"""Activations of a network for one image, block by block.

The blocks come from the network's plan, so this works for every network. Hooks record the
activations while one image passes through. Parts can be switched off by an `Ablation`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor, nn
from torch.nn import functional

from capsviz.analysis.ablation import AXES, Ablation
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.model.plan import Block, Plan, blocks, capsule_block
from capsviz.model.routing.dynamic import INPUTS, OUTPUTS, Dynamic
from capsviz.model.routing.step import RoutingStep
from capsviz.model.squash import bare_squash, squash
from capsviz.tracing import as_images

#: Squash functions by `Ablation.squash`; None is the network's own.
SQUASH_FUNCTIONS: dict[str, Callable[[Tensor], Tensor] | None] = {
    "epsilon": None,
    "bare": bare_squash,
    "none": lambda s: s,
}
_AXES = {"outputs": OUTPUTS, "inputs": INPUTS}


@dataclass(frozen=True, slots=True)
class Activations:
    """Outputs of every block of a capsule network for one image, over r iterations.

    Attributes
    ----------
    image : input image, pixels in 0..1.
    maps : feature maps by block, after their ReLU. A layer of matrix capsules has its activations,
        a full layer its units as maps of one place.
    lengths : lengths or activations of the output capsules after each iteration.
    seconds : time of each block in seconds, by name.
    before : input capsules before their squash; None if nothing is squashed.
    primary : input capsules u, ordered by row, then column, then type.
    presence : presence of each input capsule, in [0, 1).
    logits, couplings : b and c of each iteration.
    vote_lengths : ‖û‖ of each vote.
    totals, capsules : s and v of each iteration.
    hidden : hidden layers of the decoder after their ReLU, for the winner alone; empty if the
        decoder's layers are unknown.
    picture : reconstruction from the winner alone, pixels in 0..1; None without a decoder.
    """

    image: Float32[np.ndarray, "*c side side"]
    maps: dict[str, Float32[np.ndarray, "_ _ _"]]
    lengths: Float32[np.ndarray, "r J"]
    seconds: dict[str, float]
    before: Float32[np.ndarray, "I primary_dim"] | None
    primary: Float32[np.ndarray, "I primary_dim"]
    presence: Float32[np.ndarray, " I"]
    logits: Float32[np.ndarray, "r I J"]
    couplings: Float32[np.ndarray, "r I J"]
    vote_lengths: Float32[np.ndarray, "I J"]
    totals: Float32[np.ndarray, "r J D"]
    capsules: Float32[np.ndarray, "r J D"]
    hidden: tuple[Float32[np.ndarray, " _"], ...]
    picture: Float32[np.ndarray, "*c side side"] | None

    def flow(self, types: int) -> Float32[np.ndarray, "r types J"]:
        """See `flow`."""
        return flow(self.couplings, self.vote_lengths, types)


def flow(couplings: Any, vote_lengths: Any, types: int) -> Any:
    """Sum the coupled vote lengths c ‖û‖ of each type over its places.

    Parameters
    ----------
    couplings, vote_lengths : arrays or tensors [r, I, J] and [I, J].

    Returns
    -------
    [r, types, J], of the same kind.
    """
    weighted = couplings * vote_lengths
    return weighted.reshape(len(weighted), -1, types, weighted.shape[2]).sum(1)


@dataclass(frozen=True, slots=True)
class Observation:
    """Tensors of any network for one image; see `Activations`.

    Attributes
    ----------
    lengths : class probabilities, in one row, for a network without capsules.
    routed : None for a network without capsules.
    """

    image: Tensor
    maps: dict[str, Tensor]
    lengths: Tensor
    seconds: dict[str, float]
    routed: Pass | None = None
    hidden: tuple[Tensor, ...] = ()
    picture: Tensor | None = None


@torch.no_grad()
def observe(
    network: Network,
    plan: Plan,
    image: Any,
    iterations: int | None = None,
    ablation: Ablation | None = None,
) -> Observation:
    """Run one image through a network and keep the output of each block; see `activations`."""
    x = as_images(image, network.config.format).to(next(network.parameters()).device)[:1]
    ablation, clock = ablation or Ablation(), Clock()
    change = _change(network, ablation)
    if isinstance(network, CapsNet):
        routed = follow(network, blocks(plan), x, network.rounds(iterations), change, clock)
        lengths = routed.lengths
        clock.start("decoder")
        hidden, picture = _decode(network, routed.steps[-1].v, int(lengths[-1].argmax()), ablation)
        clock.stop()
        return Observation(x[0], routed.planes, lengths, clock.seconds, routed, hidden, picture)
    with _watch(network, blocks(plan), change, clock) as maps:
        logits = network.logits(x)
    clock.start("classes")
    lengths = logits.softmax(1)
    clock.stop()
    return Observation(x[0], _planes(maps), lengths, clock.seconds)


def activations(
    network: CapsNet,
    plan: Plan,
    image: Any,
    iterations: int | None = None,
    ablation: Ablation | None = None,
) -> Activations:
    """Run one image through a capsule network and record the output of each block.

    Without an ablation the capsules equal ``network(image)``.

    Raises `CapsvizError` if the image has another shape or type, or values out of range.

    Parameters
    ----------
    network : capsule network in float32.
    plan : plan of the same network.
    image : pixels in 0..1, or bytes, [side, side].
    ablation : parts to switch off; indices that the network does not have are ignored.
    """
    observation = observe(network, plan, image, iterations, ablation)
    assert observation.routed is not None  # of a network with capsules
    routed = observation.routed
    return Activations(
        image=_array(observation.image),
        maps={name: _array(maps) for name, maps in observation.maps.items()},
        before=None if routed.before is None else _array(routed.before[0]),
        primary=_array(routed.u[0]),
        presence=_array(network.presence(routed.u)[0]),
        logits=_array(routed.stack("b")),
        couplings=_array(routed.stack("c")),
        vote_lengths=_array(routed.vote_lengths),
        totals=_array(routed.stack("s")),
        capsules=_array(routed.stack("v")),
        lengths=_array(observation.lengths),
        hidden=tuple(map(_array, observation.hidden)),
        picture=None if observation.picture is None else _array(observation.picture),
        seconds=observation.seconds,
    )


@dataclass(frozen=True, slots=True)
class Change:
    """Changes to apply to the tensors of a forward pass.

    Attributes
    ----------
    maps : functions of a block's maps, [1, C, ...], by block name.
    capsules : function of the input capsules, [1, I, primary_dim].
    shrink : squash from s to v; None as trained.
    axis : one of `AXES`.
    """

    maps: Callable[[str, Tensor], Tensor]
    capsules: Callable[[Tensor], Tensor]
    shrink: Callable[[Tensor], Tensor] | None = None
    axis: str = AXES[0]


class Pass(NamedTuple):
    """Tensors of one image up to the output capsules; see `Activations`.

    Attributes
    ----------
    maps : feature maps by block, [C, H, W] each.
    before : input capsules before their squash, [1, I, primary_dim], or None.
    u, u_hat : input capsules, and their votes [1, I, J, D].
    steps : steps of the routing.
    """

    maps: dict[str, Tensor]
    before: Tensor | None
    u: Tensor
    u_hat: Tensor
    steps: list[RoutingStep]

    def stack(self, name: str) -> Tensor:
        """A quantity of each step, without the axis of images."""
        return torch.stack([getattr(step, name)[0] for step in self.steps])

    @property
    def planes(self) -> dict[str, Tensor]:
        """The maps with a spatial layout."""
        return _planes(self.maps)

    @property
    def lengths(self) -> Tensor:
        """Presence of each class after each step, [r, J]."""
        return self.stack("activations")

    @property
    def vote_lengths(self) -> Tensor:
        """‖û‖ of each vote, [I, J]."""
        return torch.linalg.vector_norm(self.u_hat[0], dim=-1)


def follow(
    network: CapsNet,
    blocks: tuple[Block, ...],
    x: Tensor,
    rounds: int,
    change: Change,
    clock: Clock | None = None,
) -> Pass:
    """Run one image up to the output capsules, without waiting for a value on the device.

    `blocks` are of its plan, `x` is [1, side, side] with pixels in 0..1, and the clock is
    notified when a block begins.
    """
    clock = clock or Clock()
    with _watch(network, blocks, change, clock) as maps:
        u = network.primary_capsules(x)
    before = _before_squash(maps.get(capsule_block(blocks)), u)
    # Zero the parts before the squash: without its ε the squash of zeros shows.
    if before is not None and change.shrink is not None:
        u = change.shrink(change.capsules(before.to(u)))
    else:
        u = change.capsules(u)
    clock.start("votes")
    u_hat = network.votes(u)
    clock.start("routing")
    return Pass(maps, before, u, u_hat, list(_route(network, change, u, u_hat, rounds)))


def varies(network: Network) -> bool:
    """Return whether `Ablation.axis` and the output squash apply to the network's routing."""
    return isinstance(network, CapsNet) and isinstance(network.routing, Dynamic)


def _route(
    network: CapsNet, change: Change, u: Tensor, u_hat: Tensor, rounds: int
) -> Iterator[RoutingStep]:
    """Yield the steps of the network's routing, or of its loop with another softmax and squash."""
    unchanged = change.shrink is None and change.axis == AXES[0]
    if unchanged or not varies(network):
        return network.routing.steps(u, u_hat, rounds)
    changed = Dynamic(network.config, change.shrink or squash, _AXES[change.axis])
    return changed.steps(u, u_hat, rounds)


def _change(network: Network, ablation: Ablation) -> Change:
    """Translate an ablation; indices that the network does not have are ignored."""

    def maps(block: str, output: Tensor) -> Tensor:
        channels = [
            channel for channel in ablation.maps.get(block, ()) if channel < output.shape[1]
        ]
        if channels:
            output = output.clone()
            output[:, channels] = 0
        return output

    return Change(
        maps,
        lambda u: _zero_capsules(u, network, ablation),
        SQUASH_FUNCTIONS[ablation.squash],
        ablation.axis,
    )


class Clock:
    """Time in seconds of one block after another."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._name, self._since = "", 0.0

    def start(self, name: str) -> None:
        """End the previous block and begin this one."""
        self.stop()
        self._name, self._since = name, time.perf_counter()

    def stop(self) -> None:
        """End the last block."""
        if self._name:
            elapsed = time.perf_counter() - self._since
            self.seconds[self._name] = self.seconds.get(self._name, 0.0) + elapsed
        self._name = ""


@contextmanager
def _watch(
    network: Network, blocks: Iterable[Block], change: Change, clock: Clock
) -> Iterator[dict[str, Tensor]]:
    """Hook the blocks before the votes; yields their maps by name, [C, H, W]."""
    maps: dict[str, Tensor] = {}
    modules = dict(network.named_modules())
    with ExitStack() as stack:
        for block in blocks:
            inner = [layer for layer in block.layers if layer.part == "features"]
            if not inner:
                continue
            # A block is named after the module that holds all its layers, or else after the first
            # layer.
            in_module = block.name != inner[0].name
            first = modules[inner[0].name]
            last = modules[block.name if in_module else inner[-1].name]
            begin = _begin(clock, block.name)
            stack.callback(first.register_forward_pre_hook(begin).remove)
            keep = _keep(maps, block, change)
            stack.callback(last.register_forward_hook(keep).remove)
        yield maps


def _begin(clock: Clock, name: str) -> Callable[..., None]:
    return lambda *_: clock.start(name)


def _keep(maps: dict[str, Tensor], block: Block, change: Change) -> Callable[..., Any]:
    """Return a hook that records a block's maps and passes them on changed."""

    def hook(_module: nn.Module, _inputs: Any, output: Any) -> Any:
        activation = getattr(output, "a", None)
        if isinstance(activation, Tensor):  # capsules of an inner layer: [batch, places, types]
            side = math.isqrt(activation.shape[1])
            maps[block.name] = activation[0].T.reshape(-1, side, side)
            return output
        output = change.maps(block.name, output)
        values = output[0].float()
        if values.ndim == 1 and block.part == "features":
            values = values.view(-1, 1, 1)
        maps[block.name] = values if block.part == "capsules" else functional.relu(values)
        return output

    return hook


def _before_squash(raw: Tensor | None, u: Tensor) -> Tensor | None:
    """Reshape the capsule layer's output to capsules [1, I, primary_dim]."""
    if raw is None or raw.numel() != u.numel():
        return None
    by_place = raw.permute(1, 2, 0) if raw.ndim == 3 else raw
    return by_place.reshape(u.shape)


def _zero_capsules(u: Tensor, network: Network, ablation: Ablation) -> Tensor:
    """Return the input capsules with some types and places set to zero."""
    if not ablation.types and not ablation.places:
        return u
    by_place = u.clone().view(-1, network.config.primary_types, u.shape[2])
    by_place[:, [t for t in ablation.types if t < by_place.shape[1]]] = 0
    by_place[[p for p in ablation.places if p < by_place.shape[0]]] = 0
    return by_place.view(u.shape)


def _decode(
    network: CapsNet, v: Tensor, winner: int, ablation: Ablation
) -> tuple[tuple[Tensor, ...], Tensor | None]:
    """Return the decoder's hidden layers and the reconstruction of one capsule alone."""
    if not network.decoder.exists:
        return (), None
    masked = torch.zeros_like(v)
    masked[:, winner] = v[:, winner]
    layers = network.decoder.layers
    if layers is None:
        return (), network.decoder.decode_all(masked)[0]
    x, hidden = masked.flatten(1), []
    for number, layer in enumerate(layers[:-1]):
        x = functional.relu(layer(x))
        x[:, [unit for unit in ablation.hidden.get(str(number), ()) if unit < x.shape[1]]] = 0
        hidden.append(x[0])
    return tuple(hidden), torch.sigmoid(layers[-1](x)).view(network.config.format.shape)


def _planes(maps: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: value for name, value in maps.items() if value.ndim == 3}


def _array(tensor: Tensor) -> np.ndarray:
    return tensor.detach().float().cpu().numpy()


@dataclass(frozen=True, slots=True)
class Sampling:
    """Parts of a network to show if there is no room for all.

    Attributes
    ----------
    maps : indices of each block's strongest maps over some images, by falling mean.
    axes : first two principal axes of the input capsules' poses, [2, pose]; None without any.
    """

    maps: dict[str, tuple[int, ...]]
    axes: Float32[np.ndarray, "2 pose"] | None


def sample(
    network: Network, plan: Plan, images: Iterable[Float32[np.ndarray, "*c side side"]]
) -> Sampling:
    """Choose the parts to show from the network's activations over some images."""
    observations = [observe(network, plan, image) for image in images]
    orders = {
        name: np.argsort(
            -np.mean([_array(item.maps[name].mean((1, 2))) for item in observations], 0)
        )
        for name in observations[0].maps
    }
    maps = {name: tuple(order.tolist()) for name, order in orders.items()}
    if not isinstance(network, CapsNet):
        return Sampling(maps, None)
    primary = [_array(item.routed.u[0]) for item in observations if item.routed is not None]
    poses = np.concatenate([u[:, : network.pose_size] for u in primary])
    axes = np.linalg.svd(poses - poses.mean(0), full_matrices=False)[2][:2]
    return Sampling(maps, axes)
