"""Export of a network as an ONNX file, with every step of its routing, for any runtime.

The export is of `capsviz.tracing.steps`, so every runtime runs the one loop of each routing.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import logging
import re
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

#: Description of the file's input and outputs; n counts pictures, r iterations, I and J input and
#: output capsules, D the dimensions of an output capsule.
MEANINGS = {
    "image": "pixels in 0..1, ink bright on dark [n, side, side]; "
    "or in colour [n, channels, side, side]",
    "primary": "input capsules u [n, I, primary_dim]",
    "primary_lengths": "presence of each input capsule, in 0..1 [n, I]",
    "votes": "votes of every input capsule for every output capsule [n, I, J, D]",
    "logits": "b at the start of each iteration [r, n, J, I]",
    "couplings": "c of each iteration; over J they sum to 1 [r, n, J, I]",
    "totals": "s of each iteration, the coupled sum of the votes [r, n, J, D]",
    "capsules": "v of each iteration, the output capsules [r, n, J, D]",
    "agreement": "product of each vote and that iteration's output capsule [r, n, J, I]",
    "lengths": "presence of each class after each iteration, in 0..1 [r, n, J]",
    "activations": "separate activations of input capsules, in 0..1 [n, I]",
    "weights": "weight of each vote in s, if it is not the coupling [r, n, J, I]",
    "unrouted": "lengths for uniform couplings 1/J, if routing starts with others [n, J]",
    "probabilities": "probability of each class [n, J]",
    "reconstructions": "pictures that the last output capsules decode to, each alone, in 0..1 "
    "[n, J, side, side], or in colour [n, J, channels, side, side]",
}
#: Outputs of a network with capsules, in order: a complete trace, and the votes. Some routings
#: append "activations", "weights" and "unrouted".
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
    model : an ``onnx.ModelProto`` that includes the weights.
    outputs : names of its outputs, keys of `MEANINGS`.
    iterations : routing iterations, r.
    """

    model: Any
    outputs: tuple[str, ...]
    iterations: int

    @property
    def data(self) -> bytes:
        """Contents of the file."""
        return self.model.SerializeToString()


def export(
    network: Network,
    name: str,
    classes: tuple[str, ...],
    iterations: int | None = None,
    output_names: tuple[str, ...] = (),
    *,
    decoder: bool = False,
    batch: bool = False,
) -> OnnxFile:
    """Export a network in float32, for one picture at a time or for any number.

    Parameters
    ----------
    network : network in float32, as from `capsviz.load`.
    name : name of the network, for the file's metadata.
    classes : names of its output classes.
    iterations : routing iterations, 1 to 10; by default the network's own.
    output_names : outputs of a network with capsules, by default all; nothing else is computed.
    decoder : whether to append "reconstructions", if the network has a decoder.
    batch : whether the file takes any number of pictures, n, in place of one.

    Raises
    ------
    CapsvizError : the exporter is not installed, the network is not in float32, it does something
        that cannot be exported, or, with `batch`, its code fixes the number of pictures.
    """
    if network.precision is not torch.float32:
        raise CapsvizError(f"{name} calculates in {network.precision}: export it in float32")
    module, outputs, rounds = _module(network, iterations, output_names, decoder)
    # The exporter takes an axis of length 1 as fixed.
    image = torch.zeros(2 if batch else 1, *network.config.format.shape)
    model = convert(name, module, {"image": image}, outputs, batch=batch)
    # The exporter makes the axis as long as the example if the network's code fixes its length.
    if batch and not model.graph.input[0].type.tensor_type.shape.dim[0].dim_param:
        raise CapsvizError(
            f"{name} fixes the number of pictures of its file: write x.shape[0] in place of len(x)"
        )
    _describe(model, network, name, classes, outputs, rounds)
    return OnnxFile(model, outputs, rounds)


def convert(
    name: str,
    module: nn.Module,
    inputs: dict[str, Tensor],
    outputs: tuple[str, ...],
    *,
    batch: bool = False,
) -> Any:
    """Convert any module to an ``onnx.ModelProto``; its weights keep their names.

    Parameters
    ----------
    name : name of the network, for error messages.
    module : takes the inputs in order, and returns the outputs in order.
    batch : whether the first axis of every input may have any length, n.

    Raises
    ------
    CapsvizError : as for `export`.
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
                dynamic_shapes=tuple({0: torch.export.Dim("n")} for _ in inputs) if batch else None,
                # The optimiser treats values below 1e-8 as 0, such as the 1e-9 that keeps EM from
                # dividing by zero: matrix capsules were off by 2e-3 to 0.04.
                optimize=False,
                verbose=False,
                custom_translation_table={torch.ops.aten.log_sigmoid.default: _log_sigmoid},
            )
    except Exception as error:  # anything may be raised by the exporter or a user's network
        reason = _reason(error)
        missing = re.search(r"No ONNX function found for .*'\w+\.(\w+)'", reason)
        if missing:
            raise CapsvizError(
                f"{name} cannot be exported as ONNX, which has no {missing[1]}: calculate it from "
                "other functions of torch"
            ) from error
        raise CapsvizError(
            f"{name} cannot be exported as ONNX ({reason}): let it calculate with tensors of torch "
            "alone, without branches on their values"
        ) from error
    assert program is not None  # no file was requested
    model = program.model_proto
    for node in model.graph.node:  # the exporter records each node's source file
        node.ClearField("metadata_props")
        node.ClearField("doc_string")
    model.graph.ClearField("value_info")
    return model


def require_exporter() -> None:
    """Raise `CapsvizError` if the exporter is missing."""
    if any(importlib.util.find_spec(package) is None for package in ("onnx", "onnxscript")):
        raise CapsvizError('this needs the ONNX exporter: pip install "capsviz[publish]"')


def _module(
    network: Network, iterations: int | None, output_names: tuple[str, ...], decoder: bool
) -> tuple[nn.Module, tuple[str, ...], int]:
    if not isinstance(network, CapsNet):
        return _Plain(network), ("probabilities",), 1
    rounds = network.rounds(iterations)
    module = _TraceModule(network, rounds, output_names, decoder and network.decoder.exists)
    return module, module.outputs, rounds


class _Plain(nn.Module):
    """A network without capsules."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, image: Tensor) -> Tensor:
        return self.network(image).lengths


class _TraceModule(nn.Module):
    """All arrays of a trace, for every iteration."""

    def __init__(
        self, network: CapsNet, rounds: int, output_names: tuple[str, ...], decoder: bool
    ) -> None:
        super().__init__()
        self.network, self.rounds = network, rounds
        routing = network.routing
        optional = {
            "activations": hasattr(routing, "activation"),
            "weights": routing.weighs,
            "unrouted": not routing.begins_uniform,
            "reconstructions": decoder,
        }
        self.outputs = output_names or (*OUTPUTS, *(name for name in optional if optional[name]))

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        arrays = steps(self.network, image, self.rounds)._asdict()
        u, routing = arrays["primary"], self.network.routing
        arrays["votes"] = self.network.votes(u)
        if "activations" in self.outputs:
            arrays["activations"] = routing.activation(u)  # pyright: ignore[reportCallIssue]
        if "weights" in self.outputs:
            c = arrays["couplings"].flatten(0, 1).transpose(1, 2)
            # One picture's capsules broadcast over the iterations, which keeps its file small.
            weights = routing.weigh(u if u.shape[0] == 1 else u.repeat(self.rounds, 1, 1), c)
            arrays["weights"] = weights.transpose(1, 2).unflatten(0, (self.rounds, -1))
        if "unrouted" in self.outputs:
            arrays["unrouted"] = routing.uniform_presence(u, arrays["votes"])
        if "reconstructions" in self.outputs:
            poses = arrays["capsules"][-1]
            classes = poses.shape[1]
            alone = torch.eye(classes).unsqueeze(-1) * poses.unsqueeze(1)
            decoded = self.network.decoder.decode_all(alone.flatten(0, 1))
            arrays["reconstructions"] = decoded.unflatten(0, (-1, classes))
        return tuple(arrays[name] for name in self.outputs)


def _reason(error: Exception) -> str:
    """Return the exporter's first error in one line, without its own reports."""
    while isinstance(error.__cause__, Exception):
        error = error.__cause__
    first = next(iter(str(error).strip().splitlines()), "")
    return (first.strip(" .") or type(error).__name__)[:300]


def _log_sigmoid(x: Any) -> Any:
    """Replace the exporter's ``Log(Sigmoid(x))``, which is -inf below -18; EM reaches -22."""
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
    metadata = {
        "network": name,
        "published": network.describe_differences(network.config),
        "classes": json.dumps(classes),
        "iterations": str(rounds),
        **{f"meaning.{output}": MEANINGS[output] for output in ("image", *outputs)},
    }
    if isinstance(network, CapsNet):
        routing = network.routing
        texts = {"sharing": routing.sharing, "presence": routing.meaning}
        metadata["routing"] = routing.title
        count = len(classes)
        metadata |= {key: text.format(thing="class", count=count) for key, text in texts.items()}
    for key, value in metadata.items():
        model.metadata_props.add(key=key, value=value)
    for value in (*model.graph.input, *model.graph.output):
        value.doc_string = MEANINGS[value.name]


@functools.cache
def _remember_translations() -> None:
    """Cache the exporter's 500 translations, which it would parse again for every network."""
    function_class: Any = import_module("onnxscript.values").TracedOnnxFunction
    parse = vars(function_class).get("function_ir")
    if isinstance(parse, property) and parse.fget:
        # Keyed by identity, which is safe since translations are never freed.
        function_class.function_ir = property(functools.cache(parse.fget))


@contextmanager
def _quietly() -> Iterator[None]:
    """Silence the exporter's reports on versions; it raises its errors."""
    loggers = [logging.getLogger(name) for name in ("torch.onnx", "onnxscript", "onnx_ir")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings(), redirect_stderr(StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
