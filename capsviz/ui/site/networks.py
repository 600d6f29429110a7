"""A network of a published site: graphs, their weights, and a card about both."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from collections.abc import Sequence, Set
from pathlib import Path
from typing import Any

import numpy as np

from capsviz import onnx_export
from capsviz.config import MAX_SHOWN_ITERATIONS
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.training import checkpoint
from capsviz.ui.live.messages import describe_routing
from capsviz.ui.networks import cache
from capsviz.ui.site import activations, rounding

#: Outputs requested while the pen moves.
_LIVE = ("lengths", "couplings", "capsules")
#: Smaller arrays stay in the graph.
_MIN_VALUES = 256


@dataclasses.dataclass(frozen=True, slots=True)
class StoredNetwork:
    """The graphs of a network, and their shared weights.

    Attributes
    ----------
    graphs : ONNX without the large weights, which are in an external file "weights" of float32.
    weights : concatenated arrays, in half precision where that is exact; for rounded ones each
        row's step, then all numbers, a byte each.
    blocks : of the weights: count, "f2", "f4" or "i1", and number of rows with steps.
    """

    graphs: list[bytes]
    weights: bytes
    blocks: list[tuple[int, str, int]]


def store(models: Sequence[Any], coarse: Set[str] = frozenset()) -> StoredNetwork:
    """Remove the large weights from some ``onnx.ModelProto``, in place.

    Parameters
    ----------
    coarse : names of the network's parameters to round.
    """
    parts, blocks = [], []
    offsets: dict[bytes, int] = {}
    count = 0
    for tensor in (each for model in models for each in model.graph.initializer):
        raw = tensor.raw_data
        if tensor.data_type != tensor.FLOAT or len(raw) < 4 * _MIN_VALUES:
            continue
        if raw not in offsets:
            values = np.frombuffer(raw, "<f4")
            rows = tensor.dims[0] if tensor.name.removeprefix("network.") in coarse else 0
            kind, part = _pack(values, rows)
            parts.append(part)
            blocks.append((len(values), kind, rows))
            offsets[raw] = count
            count += len(values)
        tensor.ClearField("raw_data")
        tensor.data_location = tensor.EXTERNAL
        for key, value in (
            ("location", "weights"),
            ("offset", 4 * offsets[raw]),
            ("length", len(raw)),
        ):
            tensor.external_data.add(key=key, value=str(value))
    graphs = [model.SerializeToString() for model in models]
    return StoredNetwork(graphs, b"".join(parts), blocks)


def _pack(values: np.ndarray, rows: int) -> tuple[str, bytes]:
    if rows:
        numbers, steps = rounding.round_rows(values.reshape(rows, -1))
        return "i1", steps.astype("<f4").tobytes() + numbers.tobytes()
    with np.errstate(over="ignore"):
        half = values.astype("<f2")
    exact = np.array_equal(half, values)
    return ("f2", half.tobytes()) if exact else ("f4", values.tobytes())


@functools.cache
def _rounding(name: str) -> tuple[frozenset[str], float]:
    """Names of weights that can be rounded without changing answers, and the change of lengths."""
    loaded = engine().checkpoint(name)
    model, samples = loaded.model, cache.samples(name)
    if not isinstance(model, CapsNet):
        return frozenset(), 0.0
    names = rounding.large(model)
    if not (names and samples):
        return frozenset(), 0.0
    pictures = np.stack([loaded.draw(sample.drawing, center=True) for sample in samples])
    difference, changed = rounding.difference(model, rounding.round_weights(model), pictures)
    return (
        (names, difference)
        if difference <= rounding.MAX_DIFFERENCE and not changed
        else (frozenset(), 0.0)
    )


def write(name: str, folder: Path, *, inside: bool = True, rounded: bool = True) -> None:
    """Write a network's files into the site; raises `CapsvizError` if it cannot be published.

    Parameters
    ----------
    folder : of networks, in that of the site.
    inside : whether to write data for the Network page; never for networks without capsules.
    rounded : whether weights may be rounded if no answer to a sample changes.
    """
    loaded = engine().checkpoint(name)
    routed, classes = isinstance(loaded.model, CapsNet), loaded.subject.classes
    decoder = cache.decoder(name) if routed else None
    if routed and loaded.capsnet.decoder.exists and decoder is None:
        raise CapsvizError(
            f"{name} cannot be published: its decode does more than linear layers with ReLU "
            "between and a sigmoid behind, which is what a browser runs; without decode it can be"
        )
    exported = onnx_export.export(loaded.model, name, classes, MAX_SHOWN_ITERATIONS)
    graphs = {"read": exported.model}
    if routed:
        graphs["live"] = onnx_export.export(loaded.model, name, classes, output_names=_LIVE).model
    inside = inside and routed
    graphs |= activations.graphs(name) if inside else {}
    coarse = _rounding(name)[0] if rounded else frozenset[str]()
    stored = store(list(graphs.values()), coarse)

    def put(content: bytes, role: str, kind: str) -> str:
        file_name = f"{name}-{role}-{_sha(content)}.{kind}"
        (folder / file_name).write_bytes(content)
        return file_name

    card = {
        "network": site_network(name) if routed else _describe_cnn(name),
        "decoder": cache.decoder_plain(name) if routed else None,
        "iterations": exported.iterations if not routed else loaded.capsnet.rounds(),
        "plain": plain_beside(name) if routed else None,
        "side": loaded.model.config.image_size,
        "channels": loaded.model.config.channels,
        "blocks": stored.blocks,
        "routing": describe_routing(loaded.capsnet) if routed else None,
        "graphs": {
            role: put(graph, role, "onnx")
            for role, graph in zip(graphs, stored.graphs, strict=True)
        },
        "weights": put(stored.weights, "weights", "bin"),
        "sheet": put(activations.sheet(name), "sheet", "bin") if inside else None,
    }
    (folder / f"{name}.json").write_text(json.dumps(card), "utf-8")
    if decoder is not None:
        decoder_folder = folder.parent / "decoder"
        decoder_folder.mkdir(exist_ok=True)
        (decoder_folder / f"{decoder.sha}.bin").write_bytes(decoder.data)


def _describe_cnn(name: str) -> dict[str, Any]:
    """Data about a network without capsules, for pages."""
    reads = cache.subject(name)
    return {"name": name, "classes": list(reads.classes), "digits": reads.digits}


def plain_beside(name: str) -> str | None:
    """Name of the first network without capsules for the same data; None if there is none."""
    offers = checkpoint.list_offers(None, capsules=False, data_set=None)
    subject, pairs = offers[name].subject, offers[name].pairs
    fits = (
        other for other, offer in offers.items() if (offer.subject, offer.pairs) == (subject, pairs)
    )
    return next((other for other in fits if not offers[other].routing), None)


def site_network(name: str) -> dict[str, Any]:
    """Describe a network for pages: browsers compute in float32, with the graphs' routing.

    In addition to `cache.network_data`: "rounded" is the largest change of a sample's length if
    weights are rounded to a byte, or None.
    """
    names, difference = _rounding(name)
    exact = {
        "precision": "float32",
        "precision_differs": None,
        "rounded": difference if names else None,
    }
    return {**cache.network_data(name), **exact, "what_ifs": []}


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]
