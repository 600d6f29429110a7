"""A network as a published site holds it: a graph, its weights beside it, and a card about both."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from capsviz import onnx_export
from capsviz.engine import engine
from capsviz.tracing import MOST_ITERATIONS
from capsviz.ui.networks import cache

#: Smaller arrays stay in the graph.
_LEAST = 256


@dataclasses.dataclass(frozen=True, slots=True)
class StoredNetwork:
    """Its two files.

    Attributes
    ----------
    graph : ONNX without the large weights, which it looks for in a file "weights" of float32.
    weights : these one after another, in half precision where that is exact.
    blocks : of the weights: how many numbers, and "f2" or "f4".
    """

    graph: bytes
    weights: bytes
    blocks: list[tuple[int, str]]


def store(model: Any) -> StoredNetwork:
    """Take the large weights out of an ``onnx.ModelProto``, which is changed."""
    parts, blocks, at = [], [], 0
    for tensor in model.graph.initializer:
        if tensor.data_type != tensor.FLOAT or len(tensor.raw_data) < 4 * _LEAST:
            continue
        values = np.frombuffer(tensor.raw_data, "<f4")
        with np.errstate(over="ignore"):
            half = values.astype("<f2")
        kind = "f2" if np.array_equal(half, values) else "f4"
        parts.append((half if kind == "f2" else values).tobytes())
        blocks.append((len(values), kind))
        tensor.ClearField("raw_data")
        tensor.data_location = tensor.EXTERNAL
        for key, value in (("location", "weights"), ("offset", at), ("length", 4 * len(values))):
            tensor.external_data.add(key=key, value=str(value))
        at += 4 * len(values)
    return StoredNetwork(model.SerializeToString(), b"".join(parts), blocks)


def write(name: str, folder: Path) -> None:
    """Write a network's files into the site; raises `CapsvizError` where it does not export."""
    loaded = engine().checkpoint(name)
    model = loaded.capsnet
    made = onnx_export.export(model, name, loaded.subject.classes, MOST_ITERATIONS)
    stored = store(made.model)
    decoder = cache.decoder(name)
    files = {
        "graph": (f"{name}-{_sha(stored.graph)}.onnx", stored.graph),
        "weights": (f"{name}-{_sha(stored.weights)}.bin", stored.weights),
    }
    for called, content in files.values():
        (folder / called).write_bytes(content)
    card = {
        "network": network(name),
        "decoder": cache.decoder_plain(name),
        "side": model.config.image_size,
        "blocks": stored.blocks,
        **{what: called for what, (called, _) in files.items()},
    }
    (folder / f"{name}.json").write_text(json.dumps(card), "utf-8")
    if decoder is not None:
        decoders = folder.parent / "decoders"
        decoders.mkdir(exist_ok=True)
        (decoders / f"{decoder.sha}.bin").write_bytes(decoder.data)


def network(name: str) -> dict[str, Any]:
    """What a page says of it: a browser calculates in float32."""
    return {**cache.network(name), "precision": "float32", "precision_differs": None}


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]
