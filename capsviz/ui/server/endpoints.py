"""Functions to define routes, with everything common to them.

A page's ``routes.py`` defines paths and answers; reading bodies, limits of size and rate, and
errors are the same for all.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.logger import get_logger

from capsviz.engine import BusyError, YieldPoint, engine, visitor
from capsviz.errors import CapsvizError
from capsviz.monitoring import throttle
from capsviz.ui.catalogue.assets import IMMUTABLE, PREFIX, base_path
from capsviz.ui.languages import refusals
from capsviz.ui.live import messages, request_json
from capsviz.ui.server import log
from capsviz.ui.server.browser_cookie import browser_of
from capsviz.ui.server.guard import RefusedError, refusal
from capsviz.ui.server.limits import Unread
from capsviz.ui.server.work_slots import WorkSlots

#: Maximum number of live requests per second and visitor; further ones wait.
MAX_PER_SECOND = 120
#: Maximum number of requests processed at a time; waiting ones do not block Streamlit's own
#: threads.
MAX_RUNNING = 16
#: Maximum number of unread bytes of answers to one address: films for a class, counted once.
MAX_UNREAD = 256 * 2**20
BYTES = "application/octet-stream"

_log = get_logger("capsviz")
_slots, _threads = WorkSlots(MAX_RUNNING), CapacityLimiter(MAX_RUNNING)
_unread = Unread(MAX_UNREAD)

Result = TypeVar("Result")


def get(path: str, answer: Callable[[Request], Awaitable[Response]]) -> Route:
    """A GET route below our own prefix; a `CapsvizError` becomes an error response."""

    async def endpoint(request: Request) -> ASGIApp:
        return _count_unread(await _respond(_until_disconnect(request, answer(request))))

    return Route(_address(path), endpoint)


def get_by_checksum(path: str, find: Callable[[str], bytes | str | None]) -> Route:
    """A route to immutable files, with ``{sha}`` in its path.

    `find` runs in a thread and returns bytes, JSON as text, or None if the file does not exist.
    """

    async def answer(request: Request) -> Response:
        content = await run_in_thread(find, request.path_params["sha"])
        if content is None:
            raise RefusedError(404, "there is no such file: load the page again")
        kind = BYTES if isinstance(content, bytes) else "application/json"
        return Response(content, media_type=kind, headers=IMMUTABLE)

    return get(path, answer)


def post(path: str, answer: Callable[[bytes], Awaitable[Response]], largest: int) -> Route:
    """A POST route for a body of at most `largest` bytes; otherwise as `get`."""

    async def read_and_answer(request: Request) -> Response:
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > largest:
                raise RefusedError(413, _too_large(largest))
        return await _until_disconnect(request, answer(bytes(body)))

    async def endpoint(request: Request) -> ASGIApp:
        return _count_unread(await _respond(read_and_answer(request)))

    return Route(_address(path), endpoint, methods=["POST"])


def live(
    path: str, answer: Callable[[Any, bytes], Awaitable[bytes]], largest: int
) -> list[BaseRoute]:
    """A socket at ``PATHlive`` that answers a visitor's messages one after another.

    ``PATHread`` does the same by plain HTTP, for networks that block WebSockets. `answer` gets a
    message's header and raw bytes, together at most `largest` bytes.
    """

    async def reply(message: bytes) -> bytes:
        seq = 0
        try:
            header, raw = messages.unpack_request(message)
            seq = messages.read_seq(header)
            throttle.somebody_draws()
            return await answer(header, raw)
        except CapsvizError as error:
            return messages.encode_error(seq, refusals.word(error))
        except Exception:
            _log.exception("a live request failed")
            sentence = refusals.word("the server could not read this: try again")
            return messages.encode_error(seq, sentence)

    async def read(body: bytes) -> Response:
        return octets(await reply(body))

    async def talk(socket: WebSocket) -> None:
        while True:
            start = time.monotonic()
            message = await socket.receive_bytes()
            if len(message) > largest:
                await socket.close(code=1009)
                return
            await socket.send_bytes(await reply(message))
            pause = 1 / MAX_PER_SECOND - (time.monotonic() - start)
            if pause > 0:
                await asyncio.sleep(pause)

    return [conversation(f"{path}live", talk), post(f"{path}read", read, largest)]


def conversation(path: str, talk: Callable[[WebSocket], Awaitable[None]]) -> WebSocketRoute:
    """A socket on which both sides send at any time; `talk` limits size and rate."""

    async def endpoint(socket: WebSocket) -> None:
        visitor.set(_visitor(socket))
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            await talk(socket)

    return WebSocketRoute(_address(path), endpoint)


async def run_live(work: Callable[[YieldPoint], Result]) -> Result:
    """Run an engine task in pieces; it is cancelled with its request."""
    return await asyncio.wrap_future(engine().work(work))


async def run_in_thread(work: Callable[..., Result], *arguments: Any) -> Result:
    """Run slow work in a thread, a few at a time; visitors take turns."""
    async with _slots.hold_async(visitor.get()):
        return await anyio.to_thread.run_sync(work, *arguments, limiter=_threads)


async def read_json(text: bytes) -> Any:
    """Plain values as of `request_json.read_json`; long texts are parsed in a thread."""
    if len(text) < request_json.MAX_SHORT:
        return request_json.read_json(text)
    return await run_in_thread(request_json.read_json, text)


def octets(content: bytes, headers: dict[str, str] | None = None) -> Response:
    """An answer of bytes."""
    return Response(content, media_type=BYTES, headers=headers)


async def _until_disconnect(request: Request, answer: Awaitable[Response]) -> Response:
    """The answer, cancelled when the visitor disconnects."""
    visitor.set(_visitor(request))
    answering, leaving = (
        asyncio.ensure_future(answer),
        asyncio.ensure_future(_disconnection(request)),
    )
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done() and leaving.exception() is None:
            raise ClientDisconnect
        return await answering
    finally:
        answering.cancel()
        leaving.cancel()


async def _disconnection(request: Request) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _visitor(connection: HTTPConnection) -> str:
    """Key of the requesting browser: its address and cookie."""
    return f"{log.client.get()} {browser_of(connection.cookies)}"


async def _respond(answer: Awaitable[Response]) -> Response:
    """An answer, or an error response."""
    try:
        return await answer
    except BusyError as error:
        return refusal(RefusedError(429, str(error)))
    except CapsvizError as error:
        return refusal(error)
    except ClientDisconnect:
        return Response(status_code=400)  # the client does not read more
    except Exception:
        _log.exception("a request failed")
        return refusal(RefusedError(500, "the server could not do this: try again"))


def _count_unread(response: Response) -> ASGIApp:
    """The answer, or an error if too many unread bytes wait for its address."""

    async def send_it(scope: Scope, receive: Receive, send: Send) -> None:
        client, body = log.client.get(), bytes(response.body)
        if not _unread.enter(client, body):
            sentence = "too much is on its way to your address: try again in a moment"
            await refusal(RefusedError(429, sentence))(scope, receive, send)
            return
        try:
            await response(scope, receive, send)
        finally:
            _unread.leave(client, body)

    return send_it


def _address(path: str) -> str:
    return f"{base_path()}{PREFIX}/{path}"


def _too_large(largest: int) -> str:
    size = f"{largest >> 20} MB" if largest >= 2**20 else f"{largest // 1000} kB"
    return f"this is larger than {size}: send a smaller picture, or draw less"
