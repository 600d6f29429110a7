"""A network as an ONNX file: what it computes for one picture, step by step, for any runtime.

Exported is `capsviz.tracing.steps`, so the one loop of each routing is what runs elsewhere too.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from typing import Any

import torch
from torch import Tensor, nn

from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.tracing import steps

#: What the file's numbers mean; r counts iterations, I and J input and output capsules, D the
#: dimensions of an output capsule.
MEANINGS = {
    "image": "pixels in 0..1 [1, side, side], or in colour [1, 3, side, side]",
    "primary": "input capsules u [1, I, primary_dim]",
    "primary_lengths": "how present each input capsule is, in 0..1 [1, I]",
    "votes": "votes of every input capsule for every output capsule [1, I, J, D]",
    "logits": "b as it enters each iteration [r, 1, J, I]",
    "couplings": "c of each iteration; over J they sum to 1 [r, 1, J, I]",
    "totals": "s of each iteration, the coupled sum of the votes [r, 1, J, D]",
    "capsules": "v of each iteration, the output capsules [r, 1, J, D]",
    "agreement": "of each vote with that iteration's output capsule [r, 1, J, I]",
    "lengths": "how present each class is, after each iteration, in 0..1 [r, 1, J]",
    "activations": "of input capsules, in 0..1, where the routing has them apart [1, I]",
    "weights": "what multiplies each vote in s, where that is not its coupling [r, 1, J, I]",
    "unrouted": "lengths if all couplings were 1/J, where the first are not so [1, J]",
    "probabilities": "of each class [1, J]",
}
#: What a network with capsules gives, in this order: all that a trace holds, and the votes; where
#: the routing has them, "activations", "weights" and "unrouted" behind.
OUTPUTS = (
    *("primary", "primary_lengths", "votes", "logits", "couplings"),
    *("totals", "capsules", "agreement", "lengths"),
)
_OPSET = 20


@dataclass(frozen=True, slots=True)
class OnnxFile:
    """An exported network.

    Attributes
    ----------
    model : an ``onnx.ModelProto`` with its weights in it.
    outputs : names of what it gives, each of `MEANINGS`.
    iterations : of its routing, r.
    """

    model: Any
    outputs: tuple[str, ...]
    iterations: int

    @property
    def data(self) -> bytes:
        """The file."""
        return self.model.SerializeToString()


def export(
    network: Network,
    name: str,
    classes: tuple[str, ...],
    iterations: int | None = None,
    wanted: tuple[str, ...] = (),
) -> OnnxFile:
    """Export a network that reads one picture at a time, in float32.

    Parameters
    ----------
    network : in float32, as `capsviz.load` gives it.
    name : of the network, for the file's metadata.
    classes : what its output classes are called.
    iterations : of the routing, 1 to 10; by default the network's own.
    wanted : of a network with capsules some of its outputs, by default all; nothing is calculated
        that these do not need.

    Raises
    ------
    CapsvizError : the exporter is not installed, the network is not in float32, or it does
        something that cannot be exported.
    """
    if network.precision is not torch.float32:
        raise CapsvizError(f"{name} calculates in {network.precision}: export it in float32")
    module, outputs, rounds = _module(network, iterations, wanted)
    image = torch.zeros(1, *network.config.format.shape)
    model = convert(name, module, {"image": image}, outputs)
    _describe(model, network, name, classes, outputs, rounds)
    return OnnxFile(model, outputs, rounds)


def convert(
    name: str, module: nn.Module, inputs: dict[str, Tensor], outputs: tuple[str, ...]
) -> Any:
    """Any module as an ``onnx.ModelProto``; its weights keep their names.

    Parameters
    ----------
    name : of the network, for what is said where it cannot be done.
    module : takes the inputs in their order, and gives tensors in that of the outputs.

    Raises
    ------
    CapsvizError : as of `export`.
    """
    require_exporter()
    _remember_translations()
    try:
        with _quietly(), torch.no_grad():
            program = torch.onnx.export(
                module.eval(),
                tuple(inputs.values()),
                input_names=list(inputs),
                output_names=list(outputs),
                opset_version=_OPSET,
                dynamo=True,
                # The optimiser takes all below 1e-8 for 0, such as the 1e-9 that keeps EM from
                # dividing by nothing: matrix capsules were off by 2e-3 to 0.04 for that.
                optimize=False,
                verbose=False,
                custom_translation_table={torch.ops.aten.log_sigmoid.default: _log_sigmoid},
            )
    except Exception as error:  # whatever happens in the exporter, or in a network of others
        raise CapsvizError(
            f"{name} cannot be exported as ONNX ({_reason(error)}): let it calculate with tensors "
            "of torch alone, without branches on their values"
        ) from error
    assert program is not None  # a file was not asked for
    model = program.model_proto
    for node in model.graph.node:  # the exporter notes where in which file each comes from
        node.ClearField("metadata_props")
        node.ClearField("doc_string")
    model.graph.ClearField("value_info")
    return model


def require_exporter() -> None:
    """Raise `CapsvizError` where the exporter is missing."""
    if any(importlib.util.find_spec(each) is None for each in ("onnx", "onnxscript")):
        raise CapsvizError('this needs the ONNX exporter: pip install "capsviz[publish]"')


def _module(
    network: Network, iterations: int | None, wanted: tuple[str, ...]
) -> tuple[nn.Module, tuple[str, ...], int]:
    if not isinstance(network, CapsNet):
        return _Plain(network), ("probabilities",), 1
    rounds = network.rounds(iterations)
    module = _TraceModule(network, rounds, wanted)
    return module, module.outputs, rounds


class _Plain(nn.Module):
    """A network without capsules."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, image: Tensor) -> Tensor:
        return self.network(image).lengths


class _TraceModule(nn.Module):
    """All that a trace holds, of every iteration."""

    def __init__(self, network: CapsNet, rounds: int, wanted: tuple[str, ...]) -> None:
        super().__init__()
        self.network, self.rounds = network, rounds
        routing = network.routing
        more = {
            "activations": hasattr(routing, "activation"),
            "weights": routing.weighs,
            "unrouted": not routing.begins_uniform,
        }
        self.outputs = wanted or (*OUTPUTS, *(name for name, there in more.items() if there))

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        seen = steps(self.network, image, self.rounds)._asdict()
        u, routing = seen["primary"], self.network.routing
        seen["votes"] = self.network.votes(u)
        if "activations" in self.outputs:
            seen["activations"] = routing.activation(u)  # pyright: ignore[reportCallIssue]
        if "weights" in self.outputs:
            weights = routing.weigh(u, seen["couplings"][:, 0].transpose(1, 2))
            seen["weights"] = weights.transpose(1, 2).unsqueeze(1)
        if "unrouted" in self.outputs:
            seen["unrouted"] = routing.uniform_presence(u, seen["votes"])
        return tuple(seen[name] for name in self.outputs)


def _reason(error: Exception) -> str:
    """What the exporter met first, in one line: around it the exporter tells of itself."""
    while isinstance(error.__cause__, Exception):
        error = error.__cause__
    first = next(iter(str(error).strip().splitlines()), "")
    return (first.strip(" .") or type(error).__name__)[:300]


def _log_sigmoid(x: Any) -> Any:
    """As the exporter has it, ``Log(Sigmoid(x))``, it is -inf below -18; EM meets -22."""
    op: Any = import_module("onnxscript").opset20
    return op.Neg(op.Softplus(op.Neg(x)))


def _describe(
    model: Any,
    network: Network,
    name: str,
    classes: tuple[str, ...],
    outputs: tuple[str, ...],
    rounds: int,
) -> None:
    told = {
        "network": name,
        "published": network.describe_differences(network.config),
        "classes": json.dumps(classes),
        "iterations": str(rounds),
        **{f"meaning.{each}": MEANINGS[each] for each in ("image", *outputs)},
    }
    if isinstance(network, CapsNet):
        routing = network.routing
        words = {"sharing": routing.sharing, "presence": routing.meaning}
        told["routing"] = routing.title
        told |= {key: text.format(thing="class", count=len(classes)) for key, text in words.items()}
    for key, value in told.items():
        model.metadata_props.add(key=key, value=value)
    for value in (*model.graph.input, *model.graph.output):
        value.doc_string = MEANINGS[value.name]


@functools.cache
def _remember_translations() -> None:
    """The exporter parses the source of each of its 500 translations for every network anew."""
    kind: Any = import_module("onnxscript.values").TracedOnnxFunction
    parse = vars(kind).get("function_ir")
    if isinstance(parse, property) and parse.fget:
        # By identity, which is what a translation is known by: none is ever let go.
        kind.function_ir = property(functools.cache(parse.fget))


@contextmanager
def _quietly() -> Iterator[None]:
    """The exporter tells of its own versions and habits; what is wrong it raises."""
    noisy = [logging.getLogger(each) for each in ("torch.onnx", "onnxscript", "onnx_ir")]
    levels = [each.level for each in noisy]
    for each in noisy:
        each.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings(), redirect_stderr(StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        for each, level in zip(noisy, levels, strict=True):
            each.setLevel(level)
