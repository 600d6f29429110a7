"""Routes shared by pages: live readings, weights, samples, traces."""

from __future__ import annotations

import asyncio
import base64
import threading
from collections.abc import Hashable
from typing import Any

import numpy as np
from cachetools import LRUCache, cached
from jaxtyping import Float32
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from capsviz.analysis import export as taken_home
from capsviz.config import MAX_SHOWN_ITERATIONS
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.data.gallery import raster
from capsviz.engine import YieldPoint, engine
from capsviz.errors import CapsvizError
from capsviz.tracing import trace, votes
from capsviz.training.checkpoint import Checkpoint
from capsviz.ui.live import messages
from capsviz.ui.live.painting import paint, parse_poses
from capsviz.ui.live.request_json import read_json
from capsviz.ui.networks import cache
from capsviz.ui.server import endpoints, factors, replies, scripts
from capsviz.ui.server.guard import RefusedError

#: Maximum size of a drawing's description in bytes.
MAX_DRAWING = 300_000


async def _read(header: Any, raw: bytes) -> bytes:
    request = messages.read_request(header, raw)
    reading = await asyncio.wrap_future(engine().ask(request))
    return await replies.encode(reading, request.settings, seq=request.seq)


async def decode(body: bytes) -> Response:
    """Decode poses for a browser that cannot run the decoder."""
    model, poses = await endpoints.run_in_thread(_parse_poses, body)
    return endpoints.octets(
        await endpoints.run_live(lambda pause: paint(engine().fast(model).capsnet, poses, pause))
    )


def _parse_poses(body: bytes) -> tuple[str, Float32[np.ndarray, "n J D"]]:
    model = ReadSettings.from_plain(messages.unpack_request(body)[0]).model
    return model, parse_poses(engine().checkpoint(model).capsnet.config, body)


async def test_picture(request: Request) -> Response:
    """One test picture of a data set, if the data is on this machine."""
    try:
        test_set = await endpoints.run_in_thread(cache.test_set, request.path_params["set"])
    except CapsvizError as error:
        raise RefusedError(404, str(error)) from error
    text = request.path_params["index"]
    index = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else len(test_set)
    if index >= len(test_set):
        raise RefusedError(404, f"the test pictures are numbered 0 to {len(test_set) - 1}")
    encoded = base64.b64encode(raster(test_set.images[index].numpy()).tobytes()).decode()
    return JSONResponse({"label": int(test_set.labels[index]), "b": encoded})


async def routing(body: bytes) -> Response:
    """All numbers of one drawing's routing, for all iterations."""
    drawing, settings = await endpoints.run_in_thread(parse_reading, body)
    return endpoints.octets(
        await endpoints.run_live(lambda pause: trace_routing(drawing, settings, pause))
    )


async def numbers(body: bytes) -> Response:
    """All numbers and the votes in full precision, as a file for NumPy."""
    drawing, settings = await endpoints.run_in_thread(parse_reading, body)
    arrays, description = await endpoints.run_live(lambda pause: _numbers(drawing, settings, pause))
    return endpoints.octets(await endpoints.run_in_thread(taken_home.npz, arrays, description))


def _numbers(
    drawing: Drawing, settings: ReadSettings, pause: YieldPoint
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    loaded = engine().checkpoint(settings.model, settings.routing)
    network, image = loaded.capsnet, loaded.draw(drawing, center=settings.center)
    pause()
    record = trace(network, image, settings.iterations)
    pause()
    description = taken_home.describe(network, record, loaded.name, loaded.digest, ["drawing"])
    return taken_home.arrays(network, record), {
        **description,
        "classes": list(loaded.subject.classes),
    }


def parse_reading(body: bytes) -> tuple[Drawing, ReadSettings]:
    """Parse a drawing and its settings; raises `CapsvizError` if they are invalid."""
    plain = read_json(body)
    settings = ReadSettings.from_plain(plain)
    return Drawing.from_plain(plain.get("drawing")), settings


def trace_routing(drawing: Drawing, settings: ReadSettings, pause: YieldPoint) -> bytes:
    """A drawing's routing, with the requested number of iterations, at least ten.

    Its first iterations are those of a shorter routing. A routing without iterations has one step.
    """
    loaded = engine().checkpoint(settings.model, settings.routing)
    iterations = max(settings.iterations, MAX_SHOWN_ITERATIONS)
    return _encode_routing(loaded, drawing, settings.center, iterations, pause)


def _routed_key(
    loaded: Checkpoint, drawing: Drawing, center: bool, iterations: int, _: YieldPoint
) -> Hashable:
    return loaded.name, loaded.digest, loaded.capsnet.config.routing, drawing, center, iterations


# Each takes some megabytes; enough for the drawings of classes.
@cached(LRUCache(4), _routed_key, threading.Lock())
def _encode_routing(
    loaded: Checkpoint, drawing: Drawing, center: bool, iterations: int, pause: YieldPoint
) -> bytes:
    network, image = loaded.capsnet, loaded.draw(drawing, center=center)
    pause()
    record = trace(network, image, iterations)
    pause()
    u_hat = votes(network, record.primary)
    pause()
    return messages.encode_routing(record, u_hat, network, loaded.name, loaded.subject)


def routes() -> list[BaseRoute]:
    """All shared routes."""
    return [
        *endpoints.live("", _read, messages.MAX_REQUEST),
        endpoints.get_by_checksum("decoder/{sha}.bin", cache.decoder_by_sha),
        endpoints.post("decode", decode, MAX_DRAWING),
        endpoints.get_by_checksum("samples/{sha}.json", cache.samples_by_sha),
        endpoints.get_by_checksum("poses/{sha}.json", cache.poses_by_sha),
        endpoints.get("test/{set}/{index}", test_picture),
        *scripts.routes(),
        endpoints.post("sprite", factors.read, factors.MAX_REQUEST),
        endpoints.post("routing", routing, MAX_DRAWING),
        endpoints.post("numbers", numbers, MAX_DRAWING),
    ]
