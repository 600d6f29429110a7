"""Our own routes beside Streamlit's: the live WebSocket, pictures in, weights out.

Streamlit's CORS and XSRF protection do not cover these routes: each checks the request's
Origin, its size and, where it is repeated, its rate.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import json
import os
import socket
import stat
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.logger import get_logger
from streamlit.runtime.pages_manager import PagesManager

from capsviz.analysis.routing import RoutingInfo, routing_info
from capsviz.data.drawing import FIELD, Drawing, render
from capsviz.data.upload import read_picture
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.trace import MOST_ITERATIONS, votes
from capsviz.ui import cache, messages, web

#: Largest picture file accepted, in bytes.
LARGEST_PICTURE = 5 * 1024 * 1024
#: Largest description of a drawing accepted, in bytes.
LARGEST_DRAWING = 300_000
#: Live requests a second one visitor may make; the rest wait, the pen never does.
MOST_PER_SECOND = 120

_log = get_logger("capsviz")


async def live(socket: WebSocket) -> None:
    """Read one raster after another, as fast as the visitor draws and the engine answers."""
    await serve(socket, _reply)


async def serve(
    socket: WebSocket,
    reply: Callable[[bytes], Awaitable[bytes]],
    largest: int = messages.LARGEST_REQUEST,
) -> None:
    """Answer a visitor's messages one after another, within limits of size and rate."""
    if not same_origin(socket):
        await socket.close(code=1008)
        return
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            began = time.monotonic()
            message = await socket.receive_bytes()
            if len(message) > largest:
                await socket.close(code=1009)
                return
            await socket.send_bytes(await reply(message))
            pause = 1 / MOST_PER_SECOND - (time.monotonic() - began)
            if pause > 0:
                await asyncio.sleep(pause)


async def _reply(message: bytes) -> bytes:
    seq = 0
    try:
        request = messages.decode_request(message)
        seq, began = request.seq, time.perf_counter()
        reading = await asyncio.wrap_future(
            engine().read(
                request.raster,
                model=request.settings.model,
                iterations=request.settings.iterations,
                center=request.settings.center,
            )
        )
        return messages.encode_reply(
            reading,
            request.settings,
            seq=seq,
            milliseconds=(time.perf_counter() - began) * 1000,
            thresholds=cache.thresholds(request.settings.model),
        )
    except CapsvizError as error:
        return messages.encode_error(seq, str(error))
    except Exception:
        _log.exception("a live request failed")
        return messages.encode_error(seq, "the server could not read this drawing: try again")


async def decoder(request: Request) -> Response:
    """A model's decoder for the browser, found by the checksum in its address."""
    found = await run_in_threadpool(cache.decoder_by_sha, request.path_params["sha"])
    if found is None:
        return _error(404, "there is no decoder with this checksum")
    return Response(found, media_type="application/octet-stream", headers=web.FOREVER)


async def samples(request: Request) -> Response:
    """The gallery of sample digits."""
    sha, text = cache.samples_json()
    if request.path_params["sha"] != sha:
        return _error(404, "there are no samples with this checksum")
    return Response(text, media_type="application/json", headers=web.FOREVER)


async def poses(request: Request) -> Response:
    """The range each dimension takes on real digits."""
    text = cache.poses_by_sha(request.path_params["sha"])
    if text is None:
        return _error(404, "there are no pose statistics with this checksum")
    return Response(text, media_type="application/json", headers=web.FOREVER)


async def picture(request: Request) -> Response:
    """Turn an uploaded picture file into a drawing's raster."""
    if not same_origin(request):
        return _error(403, "pictures are taken from capsviz's own page only")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_PICTURE:
            return _error(413, "this file is larger than 5 MB: choose a smaller picture")
    try:
        raster = await run_in_threadpool(read_picture, bytes(body))
    except CapsvizError as error:
        return _error(400, str(error))
    return Response(raster.tobytes(), media_type="application/octet-stream")


async def mnist(request: Request) -> Response:
    """One MNIST test digit, where the data is on this machine."""
    index = request.path_params["index"]
    try:
        digits = await run_in_threadpool(cache.mnist_test)
    except CapsvizError as error:
        return _error(404, str(error))
    if not 0 <= index < len(digits):
        return _error(404, f"MNIST's test digits are numbered 0 to {len(digits) - 1}")
    image = digits.images[index].numpy()
    raster = np.kron(image, np.ones((FIELD // 28, FIELD // 28), np.uint8))
    encoded = base64.b64encode(raster.tobytes()).decode()
    return JSONResponse({"label": int(digits.labels[index]), "b": encoded})


async def routing(request: Request) -> Response:
    """Everything about one drawing's routing, all iterations at once."""
    if not same_origin(request):
        return _error(403, "drawings are taken from capsviz's own page only")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_DRAWING:
            return _error(413, "this drawing is too large: draw less")
    try:
        found = await run_in_threadpool(_routing, bytes(body))
    except CapsvizError as error:
        return _error(400, str(error))
    except Exception:
        _log.exception("a drawing's routing failed")
        return _error(500, "the server could not route this drawing: try again")
    return Response(found, media_type="application/octet-stream")


def _routing(body: bytes) -> bytes:
    try:
        plain = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise CapsvizError("the request is not JSON") from error
    settings = messages.Settings.from_plain(plain)
    info = routed(Drawing.from_plain(plain.get("drawing")), settings)
    return messages.encode_routing(info, settings.model)


def routed(drawing: Drawing, settings: messages.Settings) -> RoutingInfo:
    """Ten iterations of a drawing's routing, the beginning of which is that of any fewer.

    A routing without iterations has its one step.
    """
    network = engine().loaded(settings.model).capsnet
    reading = engine().read(
        render(drawing),
        model=settings.model,
        iterations=MOST_ITERATIONS,
        center=settings.center,
    )
    seen = reading.result().trace
    return routing_info(seen, votes(network, seen.primary), network)


def routes() -> list[BaseRoute]:
    """All of them, below the base path that the server is configured to live under."""
    base = web.base_path() + web.PREFIX
    return [
        WebSocketRoute(f"{base}/live", live),
        Route(f"{base}/decoder/{{sha}}.bin", decoder),
        Route(f"{base}/samples/{{sha}}.json", samples),
        Route(f"{base}/poses/{{sha}}.json", poses),
        Route(f"{base}/picture", picture, methods=["POST"]),
        Route(f"{base}/routing", routing, methods=["POST"]),
        Route(f"{base}/mnist/{{index:int}}", mnist),
        web.route(),
    ]


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a browser sent this from our own page; programs send no Origin and may pass."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


@contextlib.asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[dict[str, Any] | None]:
    """Load and warm the model before the first visitor comes."""
    _send_without_delay()
    # A folder named pages beside the script is taken for the app's whole navigation until
    # st.navigation has run once: the first visitor would get a page without frame.
    PagesManager.uses_pages_directory = False
    await run_in_threadpool(engine)
    gc.collect()
    gc.freeze()  # what is loaded by now stays; the collector need not walk it again
    yield None


def _send_without_delay() -> None:
    """Set TCP_NODELAY on the listening sockets, which hand it on to every connection.

    Streamlit binds its socket in a way that makes asyncio leave Nagle's algorithm on; two
    quick messages to a browser are then 40 ms apart.
    """
    if os.name != "posix":
        return
    for descriptor in range(3, 256):
        with contextlib.suppress(OSError):
            if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                continue
            with socket.socket(fileno=os.dup(descriptor)) as found:
                if found.type == socket.SOCK_STREAM and found.family in (
                    socket.AF_INET,
                    socket.AF_INET6,
                ):
                    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _error(status: int, sentence: str) -> Response:
    return Response(
        json.dumps({"error": sentence}), status_code=status, media_type="application/json"
    )
