"""Routes of the Network page: what each block gives, live; one block, or the network, whole."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, UInt8
from starlette.responses import Response
from starlette.routing import BaseRoute
from torch import Tensor

from capsviz.analysis.ablation import Ablation
from capsviz.analysis.activations import Observation, Sampling, observe, sample
from capsviz.analysis.block_arrays import capsule_arrays, unit_arrays, vote_arrays
from capsviz.analysis.weight_patterns import hidden_pattern, kernels
from capsviz.config import ModelConfig
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing, render, shown_bytes, shown_planes, to_bytes
from capsviz.engine import ReadRequest, engine
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.plan import Plan, blocks, capsule_block, features_below, plan
from capsviz.ui.live import messages
from capsviz.ui.networks import cache
from capsviz.ui.networks.file_cache import cache_by_files
from capsviz.ui.server import endpoints

#: Largest request accepted, in bytes.
MAX_REQUEST = 300_000
#: Name by which the whole network is asked for in place of a block.
WHOLE_NETWORK = ""
#: Bytes of one block's sample of maps in a live reply.
_MAX_MAP_BYTES = 6400
#: Maps of a sample, the most that fit: all units of a full layer.
_COUNTS = (1024, 16, 9, 4)


@cache_by_files(cache.weights_of)
def plan_of(model: str) -> Plan:
    """A network's layers, counted once."""
    return plan(engine().checkpoint(model).model)


@cache_by_files(cache.weights_of)
def sampling_of(model: str) -> Sampling:
    """The displayed part of a network's units, chosen once from the bundled samples."""
    loaded = engine().checkpoint(model)
    # Networks for other pictures have no samples: then empty paper chooses.
    drawings = [one.drawing for one in cache.samples(model)] or [Drawing()]
    pictures = [loaded.draw(drawing) for drawing in drawings]
    return sample(loaded.model, plan_of(model), pictures)


def _observe(
    model: str, image: Float32[np.ndarray, "*c side side"], iterations: int, off: Ablation
) -> Observation:
    """Activations of the network as trained, without quantisation."""
    return observe(engine().checkpoint(model).model, plan_of(model), image, iterations, off)


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
    config = loaded.model.config
    picture = loaded.picture(request.raster, center=settings.center)
    seen = _observe(model, picture, settings.iterations, off)
    header: dict[str, Any] = {
        "seq": request.seq,
        "took": {name: round(1000 * took, 3) for name, took in seen.seconds.items()},
        "shown": {},
        "peaks": {},
    }
    arrays = {"input": _picture_bytes(seen.image, config), "lengths": _numbers(seen.lengths)}
    for name, maps in seen.maps.items():
        shown = strongest_maps(sampling.maps[name], tuple(maps.shape))
        header["shown"][name] = shown
        _add(header, arrays, f"maps/{name}", maps[shown])
    if seen.routed is not None:
        if config.rows != config.grid:
            header["columns"] = config.grid
        axes = torch.as_tensor(sampling.axes, device=seen.image.device)
        named = capsule_arrays(loaded.capsnet, seen.routed, axes)
        arrays["presence"] = to_bytes(np.nan_to_num(_numbers(named["presence"])))
        arrays["directions"] = _directions(_numbers(named["directions"]))
        arrays["s"] = _numbers(named["s"])
        _add(header, arrays, "flow", named["flow"])
        arrays["couplings"] = to_bytes(np.nan_to_num(_numbers(named["couplings"][-1])))
        for number, hidden in enumerate(seen.hidden):
            _add(header, arrays, f"hidden/{number}", hidden)
        if seen.picture is not None:
            arrays["picture"] = _picture_bytes(seen.picture, config)
    return messages.pack_arrays(header, arrays)


def _numbers(values: Tensor) -> np.ndarray:
    return values.detach().float().cpu().numpy()


def _picture_bytes(picture: Tensor, config: ModelConfig) -> np.ndarray:
    return shown_bytes(np.nan_to_num(_numbers(picture)), config.channels)


def strongest_maps(order: tuple[int, ...], shape: tuple[int, ...]) -> list[int]:
    """Which maps are sent: those that answer most, in the order of their numbers."""
    count = next((n for n in _COUNTS if n * shape[1] * shape[2] <= _MAX_MAP_BYTES), 1)
    return sorted(order[:count])


def _add(header: dict[str, Any], arrays: dict[str, np.ndarray], name: str, tensor: Tensor) -> None:
    """As bytes; the value that 255 stands for is the header's."""
    values = np.nan_to_num(_numbers(tensor))
    peak = float(values.max(initial=0.0))
    header["peaks"][name] = round(peak, 4)
    arrays[name] = to_bytes(np.maximum(values, 0) / (peak or 1.0))


def _directions(along: Float32[np.ndarray, "I 2"]) -> UInt8[np.ndarray, "I 2"]:
    """128 is the origin."""
    return np.clip(np.round(128 + 127 * along), 0, 255).astype(np.uint8)


# --- inside one block ----------------------------------------------------------------------


async def block(body: bytes) -> Response:
    """One block whole, or the network, for the drawing as it is."""
    plain = await endpoints.read_json(body)
    if not isinstance(plain, dict):
        raise CapsvizError("the request holds no drawing")
    return endpoints.octets(await endpoints.run_live(lambda _pause: _read_block(plain)))


def _read_block(plain: dict[str, Any]) -> bytes:
    settings = ReadSettings.from_plain(plain)
    loaded = engine().checkpoint(settings.model)
    network, name = loaded.model, plain.get("block")
    drawn = blocks(plan_of(settings.model))
    if name not in (known := [WHOLE_NETWORK, *(block.name for block in drawn)]):
        raise CapsvizError(f"the block must be one of {', '.join(known[1:])}")
    unit, digit = plain.get("unit", 0), plain.get("digit", -1)
    if type(unit) is not int or type(digit) is not int or not -1 <= digit < network.config.classes:
        raise CapsvizError("unit and digit must be whole numbers of what there is")
    off = Ablation.from_plain(plain.get("off", {}))
    drawing, channels = Drawing.from_plain(plain.get("drawing")), network.config.channels
    picture = loaded.picture(render(drawing, channels=channels), center=settings.center)
    seen = _observe(settings.model, picture, settings.iterations, off)
    lengths, image = _numbers(seen.lengths), _numbers(seen.image)
    digit = int(np.nan_to_num(lengths[-1]).argmax()) if digit < 0 else digit
    header: dict[str, Any] = {"block": name, "digit": digit, "peaks": {}}
    arrays: dict[str, np.ndarray] = {"input": shown_planes(image) if channels > 1 else image}
    if name == WHOLE_NETWORK:
        for block in drawn:
            if block.part == "features" and block.name in seen.maps:
                _add(header, arrays, f"maps/{block.name}", seen.maps[block.name])
        if seen.routed is not None:
            named = vote_arrays(seen.routed)
            arrays["couplings"] = to_bytes(np.nan_to_num(_numbers(named["couplings"])))
            _add(header, arrays, "vote_lengths", named["vote_lengths"])
    elif name in seen.maps and name != capsule_block(drawn):
        maps = seen.maps[name]
        _add(header, arrays, "maps", maps)
        arrays["strength"] = _numbers(maps.mean((1, 2)))
        if (found := kernels(network, drawn[known.index(name) - 1])) is not None:
            arrays["kernels"], arrays["biases"], header["stride"] = found
    elif seen.routed is not None:
        header["unit"] = min(max(unit, 0), seen.routed.u.shape[1] - 1)
        if name == "decoder":
            _add_decoder(arrays, loaded.capsnet, seen, unit)
        else:
            at = torch.tensor([header["unit"]], device=seen.image.device)
            below = features_below(drawn)
            values = unit_arrays(loaded.capsnet, seen.routed, at, below)
            arrays |= {each: _numbers(value) for each, value in values.items()}
            if "W" in arrays:
                arrays["W"] = arrays["W"][:, digit]
            arrays["lengths"] = lengths
            arrays["s"] = np.linalg.norm(_numbers(seen.routed.stack("s")), axis=-1)
    return messages.pack_arrays(header, arrays)


def _add_decoder(
    arrays: dict[str, np.ndarray], network: CapsNet, seen: Observation, unit: int
) -> None:
    """A unit is counted through all hidden layers."""
    assert seen.routed is not None  # of a network with capsules
    arrays["poses"] = _numbers(seen.routed.steps[-1].v[0])
    for number, hidden in enumerate(seen.hidden):
        arrays[f"hidden/{number}"] = _numbers(hidden)
        if 0 <= unit < len(hidden):
            pattern = hidden_pattern(network, seen.hidden, number, unit)
            if pattern is not None:
                arrays["pattern"] = _numbers(pattern)
        unit -= len(hidden)


def routes() -> list[BaseRoute]:
    """All of them."""
    return [
        *endpoints.live("network/", _read, messages.MAX_REQUEST),
        endpoints.post("network/inside", block, MAX_REQUEST),
    ]
