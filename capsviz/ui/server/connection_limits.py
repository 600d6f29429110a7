"""Connections: how many an address may hold open, how long a header and silence may take.

A web app sees a request only when its header is whole. What comes before, or never, can be
limited at the web server alone; so its protocol is given the two limits here.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import TYPE_CHECKING, Any

from capsviz.ui.server.log import address

if TYPE_CHECKING:
    from uvicorn import Config

#: Connections one address may hold: a class of three hundred behind one, each browser with
#: two sockets and six requests at a time while a page loads, and some to spare.
MOST_PER_ADDRESS = 3000
#: Seconds until a request's header must be whole.
HEADER_TIME = 10.0
#: Seconds in which who is sent something must take some of it.
UNREAD_TIME = 20.0
#: Longest message taken from a browser by any socket, in bytes, unpacked: the three drawings of
#: 300 kB that a page can hold.
LONGEST_MESSAGE = 1_000_000
#: File descriptors asked of the system. A visitor takes five: two sockets, and three of the
#: event loop that Streamlit gives each session.
DESCRIPTORS = 16_384


def _refusal(status: str, sentence: str) -> bytes:
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(sentence)}\r\nConnection: close\r\n\r\n{sentence}"
    ).encode()


_FULL = _refusal(
    "503 Service Unavailable",
    "too many connections are open: close some pages, or try again in a minute",
)
_SLOW = _refusal("408 Request Timeout", "the request took too long: try again")


class ConnectionCount:
    """Counts the open connections of each address.

    Parameters
    ----------
    each, altogether : most connections of one address, and of all.
    """

    def __init__(self, each: int = MOST_PER_ADDRESS, altogether: int = 2 * MOST_PER_ADDRESS):
        # One address must never be able to take all the room.
        self.each, self.altogether = min(each, altogether // 2), altogether
        self.open: Counter[str] = Counter()

    def enter(self, who: str) -> bool:
        """Count one more connection; False where there is no room for it."""
        self.open[who] += 1
        return self.open[who] <= self.each and self.open.total() <= self.altogether

    def leave(self, who: str) -> None:
        """Count one connection less."""
        self.open[who] -= 1
        if self.open[who] <= 0:
            del self.open[who]


def stand_at(
    config: Config,
    room: ConnectionCount,
    header_time: float = HEADER_TIME,
    unread_time: float = UNREAD_TIME,
) -> None:
    """Have the server that this configures count its connections and time both directions."""

    class Http(_Http, config.http_protocol_class):  # type: ignore[misc, name-defined]
        pass

    Http.room, Http.unread_time, Http.header_time = room, unread_time, header_time
    config.http_protocol_class = Http
    config.ws_max_size = min(config.ws_max_size, LONGEST_MESSAGE)
    if config.ws_protocol_class is not None:

        class Socket(_Socket, config.ws_protocol_class):  # type: ignore[misc, name-defined]
            pass

        Socket.room, Socket.unread_time = room, unread_time
        config.ws_protocol_class = Socket


class _Connection:
    """What is added to the web server's protocols: the end of those who take nothing.

    What waits for a connection may take long to be read, but some of it must be in `unread_time`.
    """

    room: ConnectionCount
    unread_time: float
    client: tuple[str, int] | None
    transport: Any
    loop: asyncio.AbstractEventLoop

    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """More waits than the system takes: from now on it must become less."""
        super().pause_writing()  # type: ignore[misc]
        self._look_again(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self._stop_looking()
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_looking()
        self.room.leave(_who(self))
        super().connection_lost(exc)  # type: ignore[misc]

    def _look_again(self, before: int) -> None:
        self._unread = self.loop.call_later(self.unread_time, self._look, before)

    def _look(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if left < before:
            self._look_again(left)
        else:
            self.transport.abort()

    def _stop_looking(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class _Http(_Connection):
    """The same of requests, whose headers must come in time; a socket goes on to `_Socket`."""

    header_time: float
    cycle: Any

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)  # type: ignore[misc]
        if self.room.enter(_who(self)):
            self._late = self.loop.call_later(self.header_time, self._turn_away, _SLOW)
        else:
            self._turn_away(_FULL)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)  # type: ignore[misc]
        going_on = self.transport.get_protocol() is not self or not (
            self.cycle is None or self.cycle.response_complete
        )
        if going_on:
            self._cancel()
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(self.header_time, self._turn_away, _SLOW)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        super().connection_lost(exc)

    def _turn_away(self, answer: bytes) -> None:
        self._late = None
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()

    def _cancel(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class _Socket(_Connection):
    """A socket has been counted as the request that it began as."""


def _who(protocol: _Connection) -> str:
    return address(protocol.client[0]) if protocol.client else ""


def room_of_this_machine() -> ConnectionCount:
    """Room for as many connections as the system grants descriptors for."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ConnectionCount()
    with contextlib.suppress(ValueError, OSError):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    granted = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if granted == resource.RLIM_INFINITY or granted > DESCRIPTORS:
        granted = DESCRIPTORS
    return ConnectionCount(altogether=2 * granted // 5)
