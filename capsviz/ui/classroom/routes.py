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

#: Maximum size of a lecturer's and of a visitor's message, in bytes: a drawing with a picture under
#: it.
MAX_LECTURER_MESSAGE, MAX_VISITOR_MESSAGE = 300_000, 100_000
#: Messages at once and per second, for a lecturer (who drags a slider) and for a visitor.
_LECTURERS, _VISITORS = (60, 42.0), (20, 7.0)
#: Seconds within which a new socket must send its first message.
_FIRST_MESSAGE_TIMEOUT = 10.0
#: Seconds between two beats, which each browser answers. A browser that receives none has no
#: network. One that sends nothing is not counted after the first time, and gone after the second.
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
    """The socket of some sessions; by default of those of this server."""
    sessions = rooms or Sessions()
    return [endpoints.conversation("class", lambda opened: _talk(sessions, opened))]


async def _talk(rooms: Sessions, opened: WebSocket) -> None:
    line = Outbox()
    sending = asyncio.create_task(line.send(opened.send_bytes))
    beating: asyncio.Task[None] | None = None
    seat: _Seat | None = None
    try:
        try:
            async with asyncio.timeout(_FIRST_MESSAGE_TIMEOUT):
                message = await _read(await opened.receive_bytes(), MAX_LECTURER_MESSAGE)
                seat = _seat(rooms, line, message, browser_of(opened.cookies))
        except CapsvizError as error:
            line.tell("refused", sentence=refusals.word(error))
        except TimeoutError:
            line.tell("refused", sentence=refusals.word("nothing was said in time: try again"))
        if seat:
            beating = asyncio.create_task(_beat(line))
            await _listen(seat, line, opened)
            beating.cancel()
        line.end()
        await sending
        await opened.close()
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


async def _listen(seat: _Seat, line: Outbox, opened: WebSocket) -> None:
    while True:
        receiving = asyncio.create_task(opened.receive_bytes())
        try:
            heard, _ = await asyncio.wait([receiving], timeout=UNCOUNTED_AFTER)
            if not heard:
                seat.turn_quiet(True)
                heard, _ = await asyncio.wait([receiving], timeout=GONE_AFTER - UNCOUNTED_AFTER)
                if not heard:
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


def _seat(rooms: Sessions, line: Outbox, message: dict[str, Any], cookie: str) -> _Seat:
    """Seat of a browser by its first message; raises `CapsvizError`."""
    if message.get("kind") == "start":
        return _lecturer(rooms, line, message.get("key"))
    if message.get("kind") == "present":
        return _presenter(rooms, line, message.get("key"))
    if message.get("kind") == "join":
        return _visitor(rooms, line, message, cookie)
    raise CapsvizError("a session is started or joined first")


def _lecturer(rooms: Sessions, line: Outbox, key: object) -> _Seat:
    room, known = rooms.start(key, log.client.get())
    line.budget = room.told
    line.tell("started", code=room.code, key=known, names=reachable_names())
    room.lecturer_comes(line)

    async def hear(message: dict[str, Any]) -> None:
        if message.get("kind") == "end":
            rooms.end(room)
            raise _OverError
        await room.hear_lecturer(message)

    def leave() -> None:
        room.lecturer_goes(line)
        rooms.leave(room)

    return _Seat(hear, leave, Bucket(*_LECTURERS), MAX_LECTURER_MESSAGE)


def _presenter(rooms: Sessions, line: Outbox, key: object) -> _Seat:
    room = rooms.find(key)
    line.budget = room.told
    language = refusals.visitors_language.get()
    line.tell("presenting", code=room.code, plans=plain_plans(language), titles=titles(language))
    room.presenter_comes(line)

    def leave() -> None:
        room.presenter_goes(line)
        rooms.leave(room)

    return _Seat(room.hear_presenter, leave, Bucket(*_LECTURERS), MAX_LECTURER_MESSAGE)


def _visitor(rooms: Sessions, line: Outbox, message: dict[str, Any], cookie: str) -> _Seat:
    seat, address = message.get("visitor"), log.client.get()
    room = rooms.join(message.get("code"), seat, address)
    # An invented seat is refused: otherwise one phone could vote any number of times. Joining again
    # without the stored seat gives no second vote.
    browser = f"{address} {cookie}" if cookie else ""
    who = seat if room.seats.is_given(seat) else room.seats.give(browser)
    line.budget = room.told
    line.tell("joined", code=room.code, visitor=who)
    room.visitor_comes(who, line, address)

    def leave() -> None:
        room.visitor_goes(who, line)
        rooms.leave(room)

    return _Seat(
        lambda message: room.hear_visitor(who, message),
        leave,
        Bucket(*_VISITORS),
        MAX_VISITOR_MESSAGE,
        lambda quiet: room.turn_quiet(line, quiet),
    )
