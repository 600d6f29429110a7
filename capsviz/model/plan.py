"""Layers of a network and their costs, counted during a pass of one picture.

This module does not depend on any network: it observes each product of a pass and assigns it to the
layer whose weights it uses. The pass runs on `meta`, without numbers; an adapted network runs on
its own device.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from capsviz.model.adapter import AdaptedNetwork
from capsviz.model.capsnet import CapsNet, final_step
from capsviz.model.networks import Network, frame

#: Attributes of a layer that are summed.
SUMMED_ATTRIBUTES = ("parameters", "multiply_adds", "weight_bytes", "output_bytes")


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of a network.

    Attributes
    ----------
    name : name of its module, or "capsules", "votes", "routing", "classes".
    part : part of the network: "features", "capsules", "votes", "routing", "decoder" or "classes".
    kind : a module's class, or "capsules", "product", the routing's title, "softmax".
    output : shape of its output for one picture: channels, rows, columns for a convolution.
    parameters : number of learned parameters.
    multiply_adds : multiply-adds for one picture, of convolutions, matrix products, and products
        with a weight. ReLU, squash, softmax, normalisation, plain sums and sums of elementwise
        products, as in the routing of matrix capsules, are not counted.
    weight_bytes : bytes of its parameters.
    output_bytes : bytes of its output for one picture.
    """

    name: str
    part: str
    kind: str
    output: tuple[int, ...]
    parameters: int
    multiply_adds: int
    weight_bytes: int
    output_bytes: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The layers of a network, in order.

    Attributes
    ----------
    side : height and width of its pictures, in pixels.
    rounds : routing iterations; 1 without iterations.
    layers : the layers, from input to output.
    """

    side: int
    rounds: int
    layers: tuple[Layer, ...]

    def total(self, attribute: str) -> int:
        """Sum one attribute over all layers, as in ``total("parameters")``."""
        return sum(getattr(layer, attribute) for layer in self.layers)

    def to_plain(self) -> dict[str, Any]:
        """Return plain values for JSON, with the sums under "total"."""
        return {
            "side": self.side,
            "rounds": self.rounds,
            "layers": [asdict(layer) | {"output": list(layer.output)} for layer in self.layers],
            "total": {attribute: self.total(attribute) for attribute in SUMMED_ATTRIBUTES},
        }


#: Kinds of layer that belong to the preceding block.
_JOINED_KINDS = ("BatchNorm2d", "capsules")


@dataclass(frozen=True, slots=True)
class Block:
    """Layers that a diagram draws as one block.

    Examples are a convolution with its normalisation, the capsules with the layer that makes them,
    votes, routing, decoder.

    Attributes
    ----------
    name : name of its first layer, or of the module that holds all of them.
    part : part of the network, as in `Layer`.
    layers : layers of the plan, in order.
    """

    name: str
    part: str
    layers: tuple[Layer, ...]

    @property
    def output(self) -> tuple[int, ...]:
        """Shape of its output for one picture."""
        return self.layers[-1].output

    def total(self, attribute: str) -> int:
        """Sum one attribute over its layers, as in `Plan.total`."""
        return sum(getattr(layer, attribute) for layer in self.layers)

    def to_plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "name": self.name,
            "part": self.part,
            "kinds": [layer.kind for layer in self.layers],
            "outputs": [list(layer.output) for layer in self.layers],
            **{attribute: self.total(attribute) for attribute in SUMMED_ATTRIBUTES},
        }


def blocks(plan: Plan) -> tuple[Block, ...]:
    """Group a plan's layers into blocks."""
    groups: list[tuple[str, list[Layer]]] = []
    for layer in plan.layers:
        name = _block_name(layer)
        joins = groups and (layer.kind in _JOINED_KINDS or groups[-1][0] == name)
        if joins:
            groups[-1][1].append(layer)
        else:
            groups.append((name, [layer]))
    return tuple(Block(name, group[-1].part, tuple(group)) for name, group in groups)


def capsule_block(blocks: Iterable[Block]) -> str:
    """Return the name of the block of the input capsules; "" without capsules."""
    return next((block.name for block in blocks if block.part == "capsules"), "")


def features_below(blocks: Iterable[Block]) -> str:
    """Return the name of the block that the input capsules are made of; "" without one."""
    return next((block.name for block in reversed([*blocks]) if block.part == "features"), "")


def _block_name(layer: Layer) -> str:
    """Return the parent module's name unless it is a list: "blocks.0" for "blocks.0.conv1"."""
    if layer.part == "decoder":
        return "decoder"
    parent, _, _ = layer.name.rpartition(".")
    block = parent if parent.rpartition(".")[2].isdigit() else ""
    return block or layer.name


@torch.no_grad()
def plan(network: Network, iterations: int | None = None) -> Plan:
    """List the layers of a network and their costs.

    Parameters
    ----------
    network : a network from `capsviz.load` or `capsviz.adapt`, or any built-in one.
    iterations : routing iterations, 1 to 10; by default its own.
    """
    adapted = isinstance(network, AdaptedNetwork)
    device = next(network.parameters()).device if adapted else torch.device("meta")
    with torch.device("meta"):
        model = network if adapted else frame(network.config).to(device).eval()
    counter = _Counter(model)
    x = torch.zeros(1, *network.config.format.shape, device=device)
    with counter:
        rounds = _run(model, x, counter, iterations)
    return Plan(network.config.image_size, rounds, tuple(counter.layers()))


def _run(model: Any, x: Tensor, counter: _Counter, iterations: int | None) -> int:
    """Run one picture through the whole network; returns the routing iterations."""
    if not isinstance(model, CapsNet):
        with counter.part("features"):
            logits = model.logits(x)
        with counter.part("classes", "softmax") as counted:
            counted.output = logits.softmax(1)
        return 1
    with counter.part("features"):
        u = model.primary_capsules(x)
    counter.named_layer("capsules", "capsules").output = u
    rounds = model.rounds(iterations)
    with counter.part("votes", "product") as counted:
        counted.output = u_hat = model.votes(u)
    with counter.part("routing", model.routing.title) as counted:
        counted.output = v = final_step(model.routing.steps(u, u_hat, rounds)).v
    if model.decoder.exists:
        with counter.part("decoder"):
            model.decoder.decode_all(v)
    return rounds


@dataclass(slots=True)
class _CountedLayer:
    """Accumulated data of a layer."""

    name: str
    part: str
    kind: str
    multiply_adds: int = 0
    output: Tensor | None = None
    parameters: dict[int, Tensor] = field(default_factory=dict)

    def layer(self) -> Layer:
        output, weights = self.output, self.parameters.values()
        assert output is not None
        return Layer(
            self.name,
            self.part,
            self.kind,
            tuple(output.shape[1:]),
            sum(weight.numel() for weight in weights),
            self.multiply_adds,
            sum(weight.numel() * weight.element_size() for weight in weights),
            output.numel() * output.element_size(),
        )


class _Counter(TorchDispatchMode):
    """Observes a pass: the weights that each product uses, and its cost."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self._counted: dict[str, _CountedLayer] = {}
        self._part = self._kind = ""
        self._inside: list[str] = []
        self._units: dict[int, tuple[str, nn.Module]] = {}
        self._weights: dict[int, Tensor] = {}
        for name, module in model.named_modules():
            # A layer is the outermost module with own weights; it includes its submodules.
            weighted = next(module.parameters(recurse=False), None) is not None
            nested = any(name.startswith(f"{unit}.") for unit, _ in self._units.values())
            if name and weighted and not nested and module is not getattr(model, "network", None):
                self._units[id(module)] = (name, module)
        self._owners: dict[int, tuple[str, nn.Module]] = {}
        for unit in self._units.values():
            for weight in unit[1].parameters():
                self._owners[_storage(weight)] = unit
        for weight in model.parameters():
            self._weights[_storage(weight)] = weight

    @contextmanager
    def part(self, name: str, kind: str = "") -> Iterator[_CountedLayer]:
        """Assign all operations within the context to this part or, with a kind, to one layer."""
        self._part, self._kind = name, kind
        handles = [
            handle
            for unit, module in self._units.values()
            for handle in (
                module.register_forward_pre_hook(lambda *_, unit=unit: self._inside.append(unit)),
                module.register_forward_hook(self._on_exit),
            )
        ]
        try:
            yield self.named_layer(name, kind) if kind else _CountedLayer(name, name, kind)
        finally:
            for handle in handles:
                handle.remove()
            self._part = self._kind = ""

    def named_layer(self, name: str, kind: str) -> _CountedLayer:
        """Return a layer that is not a module, such as "routing"."""
        return self._counted.setdefault(name, _CountedLayer(name, name, kind))

    def layers(self) -> Iterator[Layer]:
        """Yield all observed layers in order."""
        return (counted.layer() for counted in self._counted.values())

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        out = func(*args, **(kwargs or {}))
        tensors = [x for x in tree_leaves((args, kwargs or {})) if isinstance(x, Tensor)]
        weights = {k: self._weights[k] for k in map(_storage, tensors) if k in self._weights}
        counted = self._layer(weights)
        if counted is None:
            return out
        counted.parameters |= weights
        counted.multiply_adds += _multiply_adds(func, tensors, out, bool(weights))
        if counted.kind and not self._kind and isinstance(out, Tensor) and not self._inside:
            counted.output = out
        return out

    def _layer(self, weights: dict[int, Tensor]) -> _CountedLayer | None:
        """Return the layer of an operation: by part, by running module, or by its weights."""
        if self._kind:
            return self.named_layer(self._part, self._kind)
        owners = [self._owners[key] for key in weights if key in self._owners]
        if self._inside:
            unit = next(u for u in self._units.values() if u[0] == self._inside[-1])
        elif owners:
            unit = owners[0]
        else:
            return None
        name, module = unit
        return self._counted.setdefault(
            name, _CountedLayer(name, self._part, type(module).__name__)
        )

    def _on_exit(self, module: nn.Module, _: Any, output: Any) -> None:
        unit = self._inside.pop()
        if unit in self._counted and not self._kind:
            tensors = [x for x in tree_leaves(_fields(output)) if isinstance(x, Tensor)]
            self._counted[unit].output = tensors[0]


def _fields(output: Any) -> Any:
    """Return a layer's output: a tensor, or the first field, the pose, of a dataclass."""
    return [getattr(output, name) for name in getattr(output, "__dataclass_fields__", ())] or output


def _storage(tensor: Tensor) -> int:
    """Return the key of the storage that a tensor shares with its views, also on `meta`."""
    return tensor.untyped_storage()._cdata


def _multiply_adds(func: Any, tensors: list[Tensor], out: Any, weighted: bool) -> int:
    """Count the multiply-adds of one torch operation."""
    name = func.overloadpacket.__name__.split(".")[-1]
    if name in ("convolution", "_convolution"):
        return out.numel() * math.prod(tensors[1].shape[1:])
    if name in ("mm", "bmm", "addmm", "baddbmm", "mv", "addmv"):
        left = tensors[-2]
        return out.numel() * left.shape[-1]
    if name == "mul" and weighted and len(tensors) == 2 and all(x.ndim for x in tensors):
        return out.numel()
    return 0
