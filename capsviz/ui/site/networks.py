"""A network as a published site holds it: graphs, their weights, and a card about both."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from capsviz import onnx_export
from capsviz.analysis.routing import Geometry
from capsviz.analysis.vote_weights import LAWS
from capsviz.engine import engine
from capsviz.model.capsnet import CapsNet
from capsviz.tracing import MOST_ITERATIONS
from capsviz.ui.networks import cache
from capsviz.ui.site import activations

#: Smaller arrays stay in the graph.
_LEAST = 256


@dataclasses.dataclass(frozen=True, slots=True)
class StoredNetwork:
    """Its graphs and what they share.

    Attributes
    ----------
    graphs : ONNX without the large weights, which they look for in a file "weights" of float32.
    weights : these one after another, in half precision where that is exact.
    blocks : of the weights: how many numbers, and "f2" or "f4".
    places : of each by its name: at which number it begins.
    """

    graphs: list[bytes]
    weights: bytes
    blocks: list[tuple[int, str]]
    places: dict[str, int]


def store(models: Sequence[Any]) -> StoredNetwork:
    """Take the large weights out of some ``onnx.ModelProto``, which are changed."""
    parts, blocks, places = [], [], {}
    known: dict[bytes, int] = {}
    count = 0
    for tensor in (each for model in models for each in model.graph.initializer):
        raw = tensor.raw_data
        if tensor.data_type != tensor.FLOAT or len(raw) < 4 * _LEAST:
            continue
        if raw not in known:
            values = np.frombuffer(raw, "<f4")
            with np.errstate(over="ignore"):
                half = values.astype("<f2")
            kind = "f2" if np.array_equal(half, values) else "f4"
            parts.append((half if kind == "f2" else values).tobytes())
            blocks.append((len(values), kind))
            known[raw] = count
            count += len(values)
        places[tensor.name] = at = known[raw]
        tensor.ClearField("raw_data")
        tensor.data_location = tensor.EXTERNAL
        for key, value in (("location", "weights"), ("offset", 4 * at), ("length", len(raw))):
            tensor.external_data.add(key=key, value=str(value))
    graphs = [model.SerializeToString() for model in models]
    return StoredNetwork(graphs, b"".join(parts), blocks, places)


def write(name: str, folder: Path) -> None:
    """Write a network's files into the site; raises `CapsvizError` where it does not export."""
    loaded = engine().checkpoint(name)
    model = loaded.capsnet
    made = onnx_export.export(model, name, loaded.subject.classes, MOST_ITERATIONS)
    graphs = {"read": made.model, **activations.graphs(name)}
    stored = store(list(graphs.values()))

    def put(content: bytes, what: str, kind: str) -> str:
        called = f"{name}-{what}-{_sha(content)}.{kind}"
        (folder / called).write_bytes(content)
        return called

    decoder = cache.decoder(name)
    card = {
        "network": network(name),
        "decoder": cache.decoder_plain(name),
        "side": model.config.image_size,
        "blocks": stored.blocks,
        "places": stored.places,
        "routing": _routing(model),
        "graphs": {
            what: put(graph, what, "onnx")
            for what, graph in zip(graphs, stored.graphs, strict=True)
        },
        "weights": put(stored.weights, "weights", "bin"),
        "sheet": put(activations.sheet(name), "sheet", "bin"),
    }
    (folder / f"{name}.json").write_text(json.dumps(card), "utf-8")
    if decoder is not None:
        decoders = folder.parent / "decoders"
        decoders.mkdir(exist_ok=True)
        (decoders / f"{decoder.sha}.bin").write_bytes(decoder.data)


def _routing(model: CapsNet) -> dict[str, Any]:
    """What the script that makes a `RoutingInfo` of a trace must know of its network."""
    kind, geometry = model.config.routing, Geometry.of(model.config)
    prior = getattr(model.routing, "B", None) if kind == "attention" else None
    return {
        **{"routing": kind, "title": model.routing.title, "iterative": model.routing.iterative},
        "level": model.routing.level,
        "adds_agreement": model.routing.adds_agreement,
        "geometry": dataclasses.asdict(geometry),
        "reach": geometry.reach().ravel().tolist(),
        "pose_size": model.pose_size,
        "own_weights": kind in LAWS,
        "floor": LAWS[kind].floor if kind in LAWS else None,
        "prior": None if prior is None else prior.detach().flatten().tolist(),
    }


def network(name: str) -> dict[str, Any]:
    """What a page says of it: a browser calculates in float32, with the routing of its graphs."""
    exact = {"precision": "float32", "precision_differs": None}
    return {**cache.network(name), **exact, "what_ifs": []}


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]
