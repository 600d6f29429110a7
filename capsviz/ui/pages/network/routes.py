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
    drawings = [sample.drawing for sample in cache.samples(model)] or [Drawing()]
    pictures = [loaded.draw(drawing) for drawing in drawings]
    return sample(loaded.model, plan_of(model), pictures)


def _observe(
    model: str, image: Float32[np.ndarray, "*c side side"], iterations: int, ablation: Ablation
) -> Observation:
    """Activations of the network as trained, without quantisation."""
    return observe(engine().checkpoint(model).model, plan_of(model), image, iterations, ablation)


# --- live --------------------------------------------------------------------------------


async def _read(header: Any, raw: bytes) -> bytes:
    """A header with what is switched off, and a raster."""
    request = messages.read_request(header, raw)
    ablation = Ablation.from_plain(header.get("off", {}))
    return await asyncio.wrap_future(engine().run(lambda: _reply(request, ablation)))


def first_reply(
    raster: UInt8[np.ndarray, "*c side side"], settings: ReadSettings, ablation: Ablation
) -> bytes:
    """Reply for the initial state of the page; raises `CapsvizError`."""
    return engine().run(lambda: _reply(ReadRequest(raster, settings), ablation)).result()


def _reply(request: ReadRequest, ablation: Ablation) -> bytes:
    settings, model = request.settings, request.settings.model
    loaded, sampling = engine().checkpoint(model), sampling_of(model)
    config = loaded.model.config
    picture = loaded.picture(request.raster, center=settings.center)
    observation = _observe(model, picture, settings.iterations, ablation)
    header: dict[str, Any] = {
        "seq": request.seq,
        "took": {name: round(1000 * took, 3) for name, took in observation.seconds.items()},
        "shown": {},
        "peaks": {},
    }
    arrays = {
        "input": _picture_bytes(observation.image, config),
        "lengths": _numbers(observation.lengths),
    }
    for name, maps in observation.maps.items():
        strongest = strongest_maps(sampling.maps[name], tuple(maps.shape))
        header["shown"][name] = strongest
        _add(header, arrays, f"maps/{name}", maps[strongest])
    if observation.routed is not None:
        if config.rows != config.grid:
            header["columns"] = config.grid
        axes = torch.as_tensor(sampling.axes, device=observation.image.device)
        capsules = capsule_arrays(loaded.capsnet, observation.routed, axes)
        arrays["presence"] = to_bytes(np.nan_to_num(_numbers(capsules["presence"])))
        arrays["directions"] = _directions(_numbers(capsules["directions"]))
        arrays["s"] = _numbers(capsules["s"])
        _add(header, arrays, "flow", capsules["flow"])
        arrays["couplings"] = to_bytes(np.nan_to_num(_numbers(capsules["couplings"][-1])))
        for number, hidden in enumerate(observation.hidden):
            _add(header, arrays, f"hidden/{number}", hidden)
        if observation.picture is not None:
            arrays["picture"] = _picture_bytes(observation.picture, config)
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


def _directions(directions: Float32[np.ndarray, "I 2"]) -> UInt8[np.ndarray, "I 2"]:
    """128 is the origin."""
    return np.clip(np.round(128 + 127 * directions), 0, 255).astype(np.uint8)


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
    layers = blocks(plan_of(settings.model))
    if name not in (names := [WHOLE_NETWORK, *(block.name for block in layers)]):
        raise CapsvizError(f"the block must be one of {', '.join(names[1:])}")
    unit, digit = plain.get("unit", 0), plain.get("digit", -1)
    if type(unit) is not int or type(digit) is not int or not -1 <= digit < network.config.classes:
        raise CapsvizError("unit and digit must be whole numbers of what there is")
    ablation = Ablation.from_plain(plain.get("off", {}))
    drawing, channels = Drawing.from_plain(plain.get("drawing")), network.config.channels
    picture = loaded.picture(render(drawing, channels=channels), center=settings.center)
    observation = _observe(settings.model, picture, settings.iterations, ablation)
    lengths, image = _numbers(observation.lengths), _numbers(observation.image)
    digit = int(np.nan_to_num(lengths[-1]).argmax()) if digit < 0 else digit
    header: dict[str, Any] = {"block": name, "digit": digit, "peaks": {}}
    arrays: dict[str, np.ndarray] = {"input": shown_planes(image) if channels > 1 else image}
    if name == WHOLE_NETWORK:
        for block in layers:
            if block.part == "features" and block.name in observation.maps:
                _add(header, arrays, f"maps/{block.name}", observation.maps[block.name])
        if observation.routed is not None:
            votes = vote_arrays(observation.routed)
            arrays["couplings"] = to_bytes(np.nan_to_num(_numbers(votes["couplings"])))
            _add(header, arrays, "vote_lengths", votes["vote_lengths"])
    elif name in observation.maps and name != capsule_block(layers):
        maps = observation.maps[name]
        _add(header, arrays, "maps", maps)
        arrays["strength"] = _numbers(maps.mean((1, 2)))
        if (weights := kernels(network, layers[names.index(name) - 1])) is not None:
            arrays["kernels"], arrays["biases"], header["stride"] = weights
    elif observation.routed is not None:
        header["unit"] = min(max(unit, 0), observation.routed.u.shape[1] - 1)
        if name == "decoder":
            _add_decoder(arrays, loaded.capsnet, observation, unit)
        else:
            unit_index = torch.tensor([header["unit"]], device=observation.image.device)
            features = features_below(layers)
            values = unit_arrays(loaded.capsnet, observation.routed, unit_index, features)
            arrays |= {each: _numbers(value) for each, value in values.items()}
            if "W" in arrays:
                arrays["W"] = arrays["W"][:, digit]
            arrays["lengths"] = lengths
            arrays["s"] = np.linalg.norm(_numbers(observation.routed.stack("s")), axis=-1)
    return messages.pack_arrays(header, arrays)


def _add_decoder(
    arrays: dict[str, np.ndarray], network: CapsNet, observation: Observation, unit: int
) -> None:
    """A unit is counted through all hidden layers."""
    assert observation.routed is not None  # of a network with capsules
    arrays["poses"] = _numbers(observation.routed.steps[-1].v[0])
    for number, hidden in enumerate(observation.hidden):
        arrays[f"hidden/{number}"] = _numbers(hidden)
        if 0 <= unit < len(hidden):
            pattern = hidden_pattern(network, observation.hidden, number, unit)
            if pattern is not None:
                arrays["pattern"] = _numbers(pattern)
        unit -= len(hidden)


def routes() -> list[BaseRoute]:
    """All of them."""
    return [
        *endpoints.live("network/", _read, messages.MAX_REQUEST),
        endpoints.post("network/inside", block, MAX_REQUEST),
    ]
