"""Routes of the Network page: what each block gives, live; and one block whole."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
from jaxtyping import Float32, UInt8
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.analysis.ablation import Ablation
from capsviz.analysis.activations import (
    Activations,
    FeatureActivations,
    Sampling,
    look,
    sample,
)
from capsviz.analysis.weight_patterns import feeds, hidden_pattern, kernels
from capsviz.config import ModelConfig
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing, render, shown_bytes, shown_planes, to_bytes
from capsviz.engine import ReadRequest, engine
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.model.plan import Block, Plan, blocks, capsule_block, plan
from capsviz.ui.live import messages
from capsviz.ui.networks import cache
from capsviz.ui.networks.file_cache import fresh
from capsviz.ui.server import endpoints

#: Largest request accepted, in bytes.
MAX_REQUEST = 300_000
#: Bytes of one block's sample of maps in a live reply.
_MAX_MAP_BYTES = 6400
#: Maps of a sample, the most that fit: all units of a full layer.
_COUNTS = (1024, 16, 9, 4)


@fresh(cache.weights_of)
def plan_of(model: str) -> Plan:
    """A network's layers, counted once."""
    return plan(engine().checkpoint(model).model)


@fresh(cache.weights_of)
def sampling_of(model: str) -> Sampling:
    """The displayed part of a network's units, chosen once from the bundled samples."""
    loaded = engine().checkpoint(model)
    # Networks for other pictures have no samples: then empty paper chooses.
    drawings = [one.drawing for one in cache.samples(model)] or [Drawing()]
    pictures = [loaded.draw(drawing) for drawing in drawings]
    return sample(loaded.model, plan_of(model), pictures)


def _activations(
    model: str, image: Float32[np.ndarray, "*c side side"], iterations: int, off: Ablation
) -> FeatureActivations:
    """Activations of the network as trained, without quantisation."""
    return look(engine().checkpoint(model).model, plan_of(model), image, iterations, off)


# --- live --------------------------------------------------------------------------------


async def _read(header: Any, raw: bytes) -> bytes:
    """A header with what is switched off, and a raster."""
    request = messages.read_request(header, raw)
    off = Ablation.from_plain(header.get("off", {}))
    return await asyncio.wrap_future(engine().run(lambda: _reply(request, off)))


def first_reply(
    raster: UInt8[np.ndarray, "*c side side"], settings: ReadSettings, off: Ablation
) -> bytes:
    """Reply for the initial state of the page; raises `CapsvizError`."""
    return engine().run(lambda: _reply(ReadRequest(raster, settings), off)).result()


def _reply(request: ReadRequest, off: Ablation) -> bytes:
    settings, model = request.settings, request.settings.model
    loaded, sampling = engine().checkpoint(model), sampling_of(model)
    picture = loaded.picture(request.raster, center=settings.center)
    seen = _activations(model, picture, settings.iterations, off)
    lengths = np.nan_to_num(seen.lengths)
    header: dict[str, Any] = {
        "seq": request.seq,
        "took": {name: round(1000 * took, 3) for name, took in seen.seconds.items()},
        "shown": {},
        "peaks": {},
        "nan": _not_a_number(seen),
    }
    channels = loaded.model.config.channels
    arrays = {"input": shown_bytes(seen.image, channels), "lengths": lengths}
    for name, maps in seen.maps.items():
        shown = strongest_maps(sampling.maps[name], maps.shape)
        header["shown"][name] = shown
        _add(header, arrays, f"maps/{name}", maps[shown])
    if isinstance(seen, Activations):
        config = loaded.model.config
        if config.rows != config.grid:
            header["columns"] = config.grid
        _add_capsules(header, arrays, seen, sampling, config)
    return messages.pack_arrays(header, arrays)


def _not_a_number(seen: FeatureActivations) -> str:
    """The first part in which a number is none; "" where all are."""
    if isinstance(seen, Activations) and np.isnan(seen.primary).any():
        return "capsules"
    return "routing" if np.isnan(seen.lengths).any() else ""


def _add_capsules(
    header: dict[str, Any],
    arrays: dict[str, np.ndarray],
    seen: Activations,
    sampling: Sampling,
    config: ModelConfig,
) -> None:
    """Add the values from the first capsules on; values that are not finite become zero."""
    arrays["presence"] = to_bytes(np.nan_to_num(np.clip(seen.presence, 0, 1)))
    arrays["directions"] = _directions(seen, sampling)
    arrays["s"] = np.nan_to_num(np.linalg.norm(seen.totals, axis=-1))
    _add(header, arrays, "flow", seen.flow(config.primary_types))
    winner = int(arrays["lengths"][-1].argmax())
    arrays["couplings"] = to_bytes(np.sqrt(np.nan_to_num(seen.couplings[-1, :, winner])))
    for number, hidden in enumerate(seen.hidden):
        _add(header, arrays, f"hidden/{number}", hidden)
    if seen.picture is not None:
        arrays["picture"] = shown_bytes(np.nan_to_num(seen.picture), config.channels)


def strongest_maps(order: tuple[int, ...], shape: tuple[int, ...]) -> list[int]:
    """Which maps are sent: those that answer most, in the order of their numbers."""
    count = next((n for n in _COUNTS if n * shape[1] * shape[2] <= _MAX_MAP_BYTES), 1)
    return sorted(order[:count])


def _add(header: dict[str, Any], arrays: dict[str, np.ndarray], name: str, values: Any) -> None:
    """As bytes; the value that 255 stands for is the header's."""
    values = np.nan_to_num(values)
    peak = float(values.max(initial=0.0))
    header["peaks"][name] = round(peak, 4)
    arrays[name] = to_bytes(np.maximum(values, 0) / (peak or 1.0))


def _directions(seen: Activations, sampling: Sampling) -> UInt8[np.ndarray, "I 2"]:
    """Direction of each capsule's pose in the displayed plane; 128 is the origin."""
    assert sampling.axes is not None  # of a network with capsules
    poses = np.nan_to_num(seen.primary[:, : sampling.axes.shape[1]])
    sizes = np.linalg.norm(poses, axis=1, keepdims=True)
    plane = poses @ sampling.axes.T / np.maximum(sizes, 1e-9)
    return np.clip(np.round(128 + 127 * plane), 0, 255).astype(np.uint8)


# --- inside one block ----------------------------------------------------------------------


async def inside(body: bytes) -> Response:
    """One block whole, for the drawing as it is."""
    plain = await endpoints.read_json(body)
    if not isinstance(plain, dict):
        raise CapsvizError("the request holds no drawing")
    return endpoints.octets(await endpoints.run_live(lambda _pause: _inside(plain)))


def _inside(plain: dict[str, Any]) -> bytes:
    settings = ReadSettings.from_plain(plain)
    loaded = engine().checkpoint(settings.model)
    network, name = loaded.model, plain.get("block")
    drawn = blocks(plan_of(settings.model))
    if name not in (known := [block.name for block in drawn]):
        raise CapsvizError(f"the block must be one of {', '.join(known)}")
    unit, digit = plain.get("unit", 0), plain.get("digit", -1)
    if type(unit) is not int or type(digit) is not int or not -1 <= digit < network.config.classes:
        raise CapsvizError("unit and digit must be whole numbers of what there is")
    off = Ablation.from_plain(plain.get("off", {}))
    drawing, channels = Drawing.from_plain(plain.get("drawing")), network.config.channels
    picture = loaded.picture(render(drawing, channels=channels), center=settings.center)
    seen = _activations(settings.model, picture, settings.iterations, off)
    digit = int(np.nan_to_num(seen.lengths[-1]).argmax()) if digit < 0 else digit
    header: dict[str, Any] = {"block": name, "digit": digit, "peaks": {}}
    shown = shown_planes(seen.image) if channels > 1 else seen.image
    arrays: dict[str, np.ndarray] = {"input": shown}
    if name in seen.maps and name != capsule_block(drawn):
        _add_maps(header, arrays, seen, network, drawn[known.index(name)])
    elif isinstance(network, CapsNet) and isinstance(seen, Activations):
        header["unit"] = min(unit, len(seen.primary) - 1)
        below = [block.name for block in drawn if block.part == "features"]
        if name == "decoder":
            _add_decoder(arrays, network, seen, unit)
        else:
            _add_capsule(arrays, network, seen, (header["unit"], digit), below)
    return messages.pack_arrays(header, arrays)


def _add_maps(
    header: dict[str, Any],
    arrays: dict[str, np.ndarray],
    seen: FeatureActivations,
    network: Network,
    block: Block,
) -> None:
    maps = seen.maps[block.name]
    _add(header, arrays, "maps", maps)
    arrays["strength"] = maps.mean((1, 2))
    layer = kernels(network, block)
    if layer is not None and layer.bias is not None:
        arrays["kernels"] = layer.weight[:, 0].detach().float().cpu().numpy()
        arrays["biases"] = layer.bias.detach().float().cpu().numpy()
        header["stride"] = layer.stride[0]


def _add_capsule(
    arrays: dict[str, np.ndarray],
    network: CapsNet,
    seen: Activations,
    vote: tuple[int, int],
    below: list[str],
) -> None:
    unit, digit = vote
    arrays["u"] = seen.primary[unit]
    if seen.before is not None:
        arrays["before"] = seen.before[unit]
    if network.W.ndim == 4 and len(network.W) == len(seen.primary):
        weight = network.W[unit, :, digit].detach().float().cpu().numpy()
        arrays["W"] = weight
        arrays["vote"] = seen.primary[unit] @ weight
    arrays |= {
        "logits": seen.logits[:, unit],
        "couplings": seen.couplings[:, unit],
        "vote_lengths": seen.vote_lengths[unit],
        "lengths": seen.lengths,
        "s": np.linalg.norm(seen.totals, axis=-1),
    }
    if below and (fed := feeds(network, seen, unit, below[-1])) is not None:
        arrays["feeds"] = fed


def _add_decoder(
    arrays: dict[str, np.ndarray], network: CapsNet, seen: Activations, unit: int
) -> None:
    """A unit is counted through all hidden layers."""
    arrays["poses"] = seen.capsules[-1]
    for number, hidden in enumerate(seen.hidden):
        arrays[f"hidden/{number}"] = hidden
        if 0 <= unit < len(hidden):
            pattern = hidden_pattern(network, seen.hidden, number, unit)
            if pattern is not None:
                arrays["pattern"] = pattern
        unit -= len(hidden)


def routes() -> list[BaseRoute]:
    """All of them."""
    return [
        *endpoints.live("network/", _read, messages.MAX_REQUEST),
        endpoints.post("network/inside", inside, MAX_REQUEST),
    ]
