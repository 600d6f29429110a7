"""The socket of a class session: a lecturer joins with a key, a visitor with a code."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.routing import BaseRoute
from starlette.websockets import WebSocket

from capsviz.errors import CapsvizError
from capsviz.ui.classroom.outbox import Outbox
from capsviz.ui.classroom.presenter.stops import plain_plans, titles
from capsviz.ui.classroom.sessions import Sessions
from capsviz.ui.languages import refusals
from capsviz.ui.server import endpoints, log
from capsviz.ui.server.browser_cookie import browser_of
from capsviz.ui.server.limits import Bucket
from capsviz.ui.server.reachability import reachable_names

#: Maximum size of a lecturer's and of a visitor's message, in bytes: a drawing with a picture.
MAX_LECTURER_MESSAGE, MAX_VISITOR_MESSAGE = 300_000, 100_000
#: Limits of messages at once and per second, for a lecturer (dragging a slider) and for a visitor.
_LECTURERS, _VISITORS = (60, 42.0), (20, 7.0)
#: Seconds until a new socket must have sent its first message.
_FIRST_MESSAGE_TIMEOUT = 10.0
#: Seconds between two heartbeats, which each browser answers; without a message a browser is not
#: counted after the second time, and removed after the third.
BEAT_INTERVAL, UNCOUNTED_AFTER, GONE_AFTER = 0.7, 2.0, 6.0


@dataclass(slots=True)
class _Seat:
    """A browser's role in a session."""

    hear: Callable[[dict[str, Any]], Awaitable[None]]
    leave: Callable[[], None]
    bucket: Bucket
    largest: int
    turn_quiet: Callable[[bool], None] = lambda quiet: None


def routes(rooms: Sessions | None = None) -> list[BaseRoute]:
    """The socket of sessions; by default of this server's sessions."""
    sessions = rooms or Sessions()
    return [endpoints.conversation("class", lambda socket: _talk(sessions, socket))]


async def _talk(sessions: Sessions, socket: WebSocket) -> None:
    line = Outbox()
    sending = asyncio.create_task(line.send(socket.send_bytes))
    beating: asyncio.Task[None] | None = None
    seat: _Seat | None = None
    try:
        try:
            async with asyncio.timeout(_FIRST_MESSAGE_TIMEOUT):
                message = await _read(await socket.receive_bytes(), MAX_LECTURER_MESSAGE)
                seat = _seat(sessions, line, message, browser_of(socket.cookies))
        except CapsvizError as error:
            line.tell("refused", sentence=refusals.word(error))
        except TimeoutError:
            line.tell("refused", sentence=refusals.word("nothing was said in time: try again"))
        if seat:
            beating = asyncio.create_task(_beat(line))
            await _listen(seat, line, socket)
            beating.cancel()
        line.end()
        await sending
        await socket.close()
    finally:
        sending.cancel()
        if beating:
            beating.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending
        if seat:
            seat.leave()


async def _beat(line: Outbox) -> None:
    while True:
        line.tell("beat")
        await asyncio.sleep(BEAT_INTERVAL)


async def _listen(seat: _Seat, line: Outbox, socket: WebSocket) -> None:
    while True:
        receiving = asyncio.create_task(socket.receive_bytes())
        try:
            finished, _ = await asyncio.wait([receiving], timeout=UNCOUNTED_AFTER)
            if not finished:
                seat.turn_quiet(True)
                finished, _ = await asyncio.wait([receiving], timeout=GONE_AFTER - UNCOUNTED_AFTER)
                if not finished:
                    return
                seat.turn_quiet(False)
        finally:
            receiving.cancel()
        message = receiving.result()
        await asyncio.sleep(seat.bucket.wait())
        try:
            content = await _read(message, seat.largest)
            if content.get("kind") != "beat":
                await seat.hear(content)
        except _OverError:
            return
        except CapsvizError as error:
            line.tell("trouble", sentence=refusals.word(error))


class _OverError(Exception):
    """The lecturer has ended the session."""


async def _read(message: bytes, largest: int) -> dict[str, Any]:
    if len(message) > largest:
        raise CapsvizError("this is too large for a class: draw less, or send a smaller picture")
    content = await endpoints.read_json(message)
    if not isinstance(content, dict):
        raise CapsvizError("a message must be a JSON object")
    return content


def _seat(sessions: Sessions, line: Outbox, message: dict[str, Any], cookie: str) -> _Seat:
    """A browser's seat, by its first message; raises `CapsvizError`."""
    if message.get("kind") == "start":
        return _lecturer(sessions, line, message.get("key"))
    if message.get("kind") == "present":
        return _presenter(sessions, line, message.get("key"))
    if message.get("kind") == "join":
        return _visitor(sessions, line, message, cookie)
    raise CapsvizError("a session is started or joined first")


def _lecturer(sessions: Sessions, line: Outbox, key: object) -> _Seat:
    session, session_key = sessions.start(key, log.client.get())
    line.budget = session.budget
    line.tell("started", code=session.code, key=session_key, names=reachable_names())
    session.lecturer_comes(line)

    async def hear(message: dict[str, Any]) -> None:
        if message.get("kind") == "end":
            sessions.end(session)
            raise _OverError
        await session.hear_lecturer(message)

    def leave() -> None:
        session.lecturer_goes(line)
        sessions.leave(session)

    return _Seat(hear, leave, Bucket(*_LECTURERS), MAX_LECTURER_MESSAGE)


def _presenter(sessions: Sessions, line: Outbox, key: object) -> _Seat:
    session = sessions.find(key)
    line.budget = session.budget
    language = refusals.visitors_language.get()
    line.tell("presenting", code=session.code, plans=plain_plans(language), titles=titles(language))
    session.presenter_comes(line)

    def leave() -> None:
        session.presenter_goes(line)
        sessions.leave(session)

    return _Seat(session.hear_presenter, leave, Bucket(*_LECTURERS), MAX_LECTURER_MESSAGE)


def _visitor(sessions: Sessions, line: Outbox, message: dict[str, Any], cookie: str) -> _Seat:
    seat, address = message.get("visitor"), log.client.get()
    session = sessions.join(message.get("code"), seat, address)
    # Reject forged seats: otherwise one phone could vote any number of times. Joining again without
    # the stored seat does not give a second vote.
    browser = f"{address} {cookie}" if cookie else ""
    visitor_id = seat if session.seats.is_given(seat) else session.seats.give(browser)
    line.budget = session.budget
    line.tell("joined", code=session.code, visitor=visitor_id)
    session.visitor_comes(visitor_id, line, address)

    def leave() -> None:
        session.visitor_goes(visitor_id, line)
        sessions.leave(session)

    return _Seat(
        lambda message: session.hear_visitor(visitor_id, message),
        leave,
        Bucket(*_VISITORS),
        MAX_VISITOR_MESSAGE,
        lambda quiet: session.turn_quiet(line, quiet),
    )
