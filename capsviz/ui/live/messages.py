"""Messages of the live path: a JSON header followed by raw bytes.

``uint32 little-endian length of the header | header (UTF-8 JSON) | raw bytes``. A request contains
a raster; a reply contains named arrays: lengths and poses in single precision, and as bytes the
network's input, each capsule's reconstruction and the selected capsule's couplings after each
iteration. A browser that decodes poses itself requests no reconstructions.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NotRequired, TypedDict

import numpy as np
from jaxtyping import Float, Float32, UInt8

from capsviz.analysis.class_score import ClassScore
from capsviz.analysis.routing import Geometry
from capsviz.analysis.verdict import Thresholds
from capsviz.analysis.vote_weights import mixing
from capsviz.config import DIGITS, MAX_ITERATIONS, LabelSet, ModelConfig
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import RASTER_SIDE, RASTERS, shown_bytes, to_bytes
from capsviz.engine import Reading, ReadRequest
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import takes_what_ifs
from capsviz.model.routing import ROUTINGS, WHAT_IFS
from capsviz.model.routing.setting import Setting
from capsviz.trace_arrays import Trace
from capsviz.ui.live.request_json import read_json

#: Maximum size of a request in bytes: a header and one raster.
MAX_REQUEST = RASTERS[-1] + 2048

#: Types of arrays, and their types in a message.
WIRE_TYPES = {
    "float32": "<f4",
    "float64": "<f4",
    "int64": "<i4",
    "uint8": "|u1",
}


class ReplyHeader(TypedDict):
    """Header of a reply, as ``ReplyHeader`` of ``browser/engine/message.js``.

    "decoder" and further entries are from the "extra" of `encode_reply`.
    """

    seq: int
    model: str
    capsule: int
    misfit: Any
    decoder: NotRequired[dict[str, Any]]


class WhatIfSetting(TypedDict):
    """The parameter of a what-if routing, as ``WhatIfSetting`` of ``browser/what_if.js``."""

    symbol: str
    title: str
    usual: float
    least: float
    most: float
    step: float


class WhatIf(TypedDict):
    """A routing of `list_what_ifs`, as ``WhatIf`` of ``browser/what_if.js``."""

    name: str
    title: str
    iterative: bool
    solves: bool
    setting: WhatIfSetting | None


class NetworkWords(TypedDict):
    """Result of `describe_network`: the part of ``NetworkData`` that does not depend on files."""

    name: str
    classes: list[str]
    thing: str
    data_set: str
    digits: bool
    way: str
    measure: str
    meaning: str
    dimensions: int
    side: int
    channels: int
    tiles: list[int]
    shares: bool
    iterative: bool
    routing: str
    by_agreement: bool
    sharing: str
    couplings_over: str
    limits: dict[str, float]
    published: str
    build: str
    what_ifs: list[WhatIf]


def decode_request(message: bytes) -> ReadRequest:
    """Read a request; raises `CapsvizError` if it is invalid."""
    if len(message) > MAX_REQUEST:
        raise CapsvizError("the request has a wrong size")
    return read_request(*unpack_request(message))


def unpack_request(message: bytes) -> tuple[Any, bytes]:
    """The two parts of a browser's message; raises `CapsvizError`."""
    if len(message) < 4:
        raise CapsvizError("the request has a wrong size")
    (length,) = struct.unpack_from("<I", message)
    return read_json(message[4 : 4 + length]), message[4 + length :]


def read_seq(header: Any) -> int:
    """The client's number of a request, which identifies the reply; raises `CapsvizError`."""
    seq = header.get("seq") if isinstance(header, dict) else None
    if type(seq) is not int or not 0 <= seq < 2**53:
        raise CapsvizError("seq must be a whole number")
    return seq


def read_request(header: Any, raw: bytes) -> ReadRequest:
    """Check the two parts of a request; raises `CapsvizError`."""
    settings = ReadSettings.from_plain(header)
    if len(raw) not in RASTERS:
        raise CapsvizError(
            f"the raster must be {RASTER_SIDE} x {RASTER_SIDE} bytes, or that for each of up to "
            f"{len(RASTERS)} channels"
        )
    pictures = header.get("pictures", True)
    if not isinstance(pictures, bool):
        raise CapsvizError("pictures must be true or false")
    planes = np.frombuffer(raw, np.uint8).reshape(-1, RASTER_SIDE, RASTER_SIDE)
    raster = planes if len(planes) > 1 else planes[0]
    return ReadRequest(raster, settings, pictures, seq=read_seq(header))


def encode_reply(
    reading: Reading,
    settings: ReadSettings,
    *,
    seq: int = 0,
    alone: bool = False,
    extra: Mapping[str, Any] | None = None,
) -> bytes:
    """Encode a reading as a reply message, from which pages derive their texts.

    Parameters
    ----------
    alone : add the longest capsule's reconstruction, if the reading has no others.
    extra : further entries of the header, for some pages.
    """
    image, lengths = reading.image, reading.lengths
    capsule, couplings = reading.select_capsule(settings.capsule)
    header: ReplyHeader = {
        "seq": seq,
        "model": reading.model,
        "capsule": capsule,
        "misfit": exact(reading.misfit),
    }
    arrays = {"lengths": lengths, "poses": reading.poses}
    channels = len(image) if image.ndim == 3 else 1
    arrays["input"] = shown_bytes(image, channels)
    if reading.complete:
        arrays["reconstructions"] = shown_bytes(reading.reconstructions, channels)
    elif alone and len(reading.reconstructions):
        arrays["reconstruction"] = shown_bytes(reading.reconstructions, channels)
    return pack_arrays(
        {**header, **(extra or {})}, {**arrays, "couplings": coupling_bytes(couplings)}
    )


def coupling_bytes(couplings: Float[np.ndarray, "*shape"]) -> UInt8[np.ndarray, "*shape"]:
    """Square roots of couplings as bytes: keeps the resolution of small values."""
    return to_bytes(np.sqrt(np.maximum(couplings, 0)))  # couplings with a prior may be negative


def describe_network(
    name: str, score: ClassScore, limits: Thresholds, config: ModelConfig
) -> NetworkWords:
    """Texts and properties that differ between networks, as plain values.

    "classes" are their names, "thing" the noun for one, and "data_set" theirs; "digits" is whether
    they are MNIST's, "way" how uploaded pictures are read. "measure" is the name of the results for
    classes, "meaning" their explanation, and "shares" whether they sum to 1. "routing" is the
    routing's name ("own" for a user's), "iterative" whether it has iterations, "sharing" how it
    shares votes, "couplings_over" the capsules over which couplings sum to 1, and "by_agreement"
    whether it follows the paper's procedure. "tiles" is the number of input capsules' types,
    columns and rows; "dimensions" that of a pose; "side" and "channels" those of a picture.
    "limits" are the verdict's thresholds; "published" describes the differences from the published
    network, which depend on the routing and on "build"; "what_ifs" is the result of
    `list_what_ifs`.
    """
    reads = score.subject
    return {
        "name": name,
        "classes": list(reads.classes),
        "thing": reads.noun,
        "data_set": reads.data_set,
        "digits": reads.digits,
        "way": "colours" if config.channels == 3 else reads.way,
        "measure": score.name,
        "meaning": score.meaning,
        "dimensions": config.digit_dim,
        "side": config.image_size,
        "channels": config.channels,
        "tiles": [config.primary_types, config.grid, config.rows],
        "shares": score.shares,
        "iterative": score.iterative,
        "routing": config.routing_name,
        "by_agreement": score.by_agreement,
        "sharing": score.sharing,
        "couplings_over": score.couplings_over,
        "limits": asdict(limits),
        "published": score.published,
        "build": _build(config),
        "what_ifs": list_what_ifs(config),
    }


def _build(config: ModelConfig) -> str:
    """Name of a network's layers, to translate `describe_differences`."""
    if config.routing_name == "own":
        return "own"
    if config.image_size > ModelConfig().image_size and config.architecture == "compact":
        return "compact_pairs"
    return f"{config.architecture}_padded" if config.padding else config.architecture


def list_what_ifs(config: ModelConfig) -> list[WhatIf]:
    """Routings to apply to a network's votes without training; empty for most networks.

    Each has its "name" and "title", whether it is "iterative" and "solves" an equation in steps,
    and its "setting": "symbol", "title", "usual", "least", "most" and "step", or None.
    """
    if not takes_what_ifs(config):
        return []
    return [
        {
            "name": name,
            "title": ROUTINGS[name].title,
            "iterative": ROUTINGS[name].iterative,
            "solves": ROUTINGS[name].solves,
            "setting": _plain_setting(ROUTINGS[name].setting),
        }
        for name in WHAT_IFS
    ]


def _plain_setting(setting: Setting | None) -> WhatIfSetting | None:
    if setting is None:
        return None
    limits = setting.limits
    return {
        "symbol": setting.symbol,
        "title": setting.title,
        "usual": setting.default,
        "least": limits.minimum,
        "most": limits.maximum,
        "step": setting.step,
    }


def encode_error(seq: int, sentence: str) -> bytes:
    """Encode an error as a reply."""
    return pack_arrays({"seq": seq, "error": sentence}, {})


def encode_routing(
    trace: Trace,
    votes: Float32[np.ndarray, "1 I J D"],
    network: CapsNet,
    model: str,
    subject: LabelSet = DIGITS,
) -> bytes:
    """All numbers of one image's routing, from which pages derive further numbers.

    Arrays have the names of `capsviz.onnx_export.MEANINGS`, but the shapes [r, I, J] and [r, J, D].
    Agreements are omitted, and so are logits that are their sum, and weights of votes that are the
    couplings. All values are in single precision, because pages compute with them and export them.

    Parameters
    ----------
    trace : trace of one image by `network`.
    votes : from `capsviz.tracing.votes`.
    """
    mixed = mixing(network, trace, votes)
    header = {
        "model": model,
        "classes": list(subject.classes),
        "thing": subject.noun,
        **describe_routing(network),
        "iterations": len(trace.couplings[0]),
        "most": network.rounds(MAX_ITERATIONS),
        "empty": not trace.images.any(),
    }
    image = shown_bytes(trace.images[0], network.config.channels)
    arrays = {"image": image, "votes": votes[0], "unrouted": mixed.unrouted}
    for name in ("primary", "primary_lengths", "couplings", "totals", "capsules", "lengths"):
        arrays[name] = getattr(trace, name)[0]
    if not network.routing.adds_agreement:
        arrays["logits"] = trace.logits[0]
    if mixed.own:
        arrays["weights"] = mixed.weights
    if mixed.activations is not None:
        arrays["activations"] = mixed.activations
    return pack_arrays(header, arrays)


def routing_kind(network: CapsNet) -> str:
    """Name of a routing for the Routing page.

    The name of a user's own routing depends on whether couplings sum to 1 over the classes, whether
    votes have further weights, whether the presence of a class is an activation, and whether it
    takes one pass.
    """
    name, routing = network.config.routing_name, network.routing
    if name != "own":
        return name
    facts = {
        "_weights": routing.couplings_over != "outputs",
        "_weighed": routing.weighs,
        "_activations": routing.activates,
        "_once": not routing.iterative,
    }
    return name + "".join(part for part, holds in facts.items() if holds)


def describe_routing(network: CapsNet) -> dict[str, Any]:
    """Properties from which pages derive the numbers of a network's routing, as plain values."""
    routing = network.routing
    return {
        "routing": routing_kind(network),
        "title": routing.title,
        "iterative": routing.iterative,
        "level": routing.level,
        "adds_agreement": routing.adds_agreement,
        "couplings_over": routing.couplings_over,
        "floor": routing.floor,
        "tree": network.config.conv_capsule_layers > 0,
        "pose_size": network.pose_size,
        **asdict(Geometry.of(network.config)),
    }


def pack(header: dict[str, Any], raw: bytes) -> bytes:
    """Join the two parts of a message."""
    text = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<I", len(text)) + text + raw


def pack_arrays(header: dict[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """Encode a message of named arrays, for a component that draws them.

    The header's "arrays" lists ``[name, type, shape]`` in the order of the raw bytes, which are
    little endian and row-major. Types are "f4" (also for float64), "i4" and "u1".
    """
    listed, blocks = [], []
    for name, array in arrays.items():
        values = np.asarray(array, WIRE_TYPES[array.dtype.name])
        listed.append([name, values.dtype.str[1:], list(values.shape)])
        blocks.append(values.tobytes())
    return pack({**header, "arrays": listed}, b"".join(blocks))


def unpack(message: bytes) -> tuple[dict[str, Any], bytes]:
    """The two parts of a message made by this program."""
    (length,) = struct.unpack_from("<I", message)
    return json.loads(message[4 : 4 + length]), message[4 + length :]


def unpack_arrays(message: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Header and named arrays of a message of `pack_arrays`."""
    header, raw = unpack(message)
    arrays, offset = {}, 0
    for name, kind, shape in header.pop("arrays"):
        count = math.prod(shape)
        arrays[name] = np.frombuffer(raw, f"<{kind}", count, offset).reshape(shape)
        offset += arrays[name].nbytes
    return header, arrays


_written = np.frompyfunc(lambda value: float(f"{value:.9g}"), 1, 1)


def exact(values: Float32[np.ndarray | np.float32, "..."]) -> Any:
    """A number, or nested lists of numbers, that convert back to the same float32."""
    return np.asarray(_written(values)).tolist()
