"""Limits of connections: their number per address, and the data received through them.

A web app sees a request only when its header is complete, and a message when its last fragment has
arrived. Everything before must be limited in the web server, whose protocols get their limits here:
on the time for a header, for a message and for reading a response, on the buffered bytes, and on
the work that these cause.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import TYPE_CHECKING, Any

from capsviz.ui.server.intake import MAX_UNFINISHED, PIECE, Budget, Intake
from capsviz.ui.server.log import address

if TYPE_CHECKING:
    from uvicorn import Config

#: Maximum number of connections per address: a class of three hundred behind one address, each
#: browser with two sockets and six simultaneous requests while a page loads, and a reserve.
MAX_PER_ADDRESS = 3000
#: Seconds until a request's header must be complete.
HEADER_TIME = 10.0
#: Seconds until a started message must be complete: a megabyte over a slow phone.
MESSAGE_TIME = 60.0
#: Maximum number of fragments of a message; browsers send a megabyte in eight.
MAX_FRAGMENTS = 256
#: Seconds in which a receiver must read a part of the sent data.
UNREAD_TIME = 20.0
#: Maximum size of a browser's message on any socket, in bytes, uncompressed: the three drawings of
#: 300 kB that a page can contain.
MAX_MESSAGE = 1_000_000
#: Compression level of messages, of 9. The default 6 takes an eighth of the server's work for a
#: drawing class; this level takes half of that, and readings are 5 % larger.
LEVEL = 1
#: Number of file descriptors requested from the system. A visitor takes five: two sockets, and
#: three for the event loop of a Streamlit session.
DESCRIPTORS = 16_384


def _refusal(status: str, sentence: str) -> bytes:
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(sentence)}\r\nConnection: close\r\n\r\n{sentence}"
    ).encode()


_FULL_REPLY = _refusal(
    "503 Service Unavailable",
    "too many connections are open: close some pages, or try again in a minute",
)
_SLOW_REPLY = _refusal("408 Request Timeout", "the request took too long: try again")


class ConnectionCount:
    """Counts the open connections of each address and in total, and has each address's `Intake`."""

    def __init__(self, per_address: int = MAX_PER_ADDRESS, total: int = 2 * MAX_PER_ADDRESS):
        # One address must not be able to take all connections.
        self.per_address, self.total = min(per_address, total // 2), total
        self.open: Counter[str] = Counter()
        self._budget, self._intakes = Budget(), dict[str, Intake]()

    def intake(self, client: str) -> Intake:
        """The intake of an address with a connection."""
        if client not in self._intakes:
            self._intakes[client] = Intake(client, self._budget)
        return self._intakes[client]

    def enter(self, client: str) -> bool:
        """Count a new connection; returns False if there are too many."""
        self.open[client] += 1
        return self.open[client] <= self.per_address and self.open.total() <= self.total

    def leave(self, client: str) -> None:
        """Count a closed connection."""
        self.open[client] -= 1
        if self.open[client] <= 0:
            del self.open[client]
            self._intakes.pop(client, None)


def stand_at(
    config: Config,
    connection_count: ConnectionCount,
    header_time: float = HEADER_TIME,
    unread_time: float = UNREAD_TIME,
    message_time: float = MESSAGE_TIME,
) -> None:
    """Make a server count its connections, and limit the time of both directions."""

    class Http(_Http, config.http_protocol_class):  # type: ignore[misc, name-defined]
        pass

    Http.connection_count, Http.unread_time, Http.header_time = (
        connection_count,
        unread_time,
        header_time,
    )
    config.http_protocol_class = Http
    config.ws_max_size = min(config.ws_max_size, MAX_MESSAGE)
    if config.ws_protocol_class is not None:

        class Socket(_Socket, config.ws_protocol_class):  # type: ignore[misc, name-defined]
            pass

        Socket.connection_count, Socket.unread_time, Socket.message_time = (
            connection_count,
            unread_time,
            message_time,
        )
        config.ws_protocol_class = Socket


class _Connection:
    """Turns and limits, added to the web server's protocols.

    Bytes are handed on in pieces, in the address's turn. Reading a response may take long, but the
    other side must read a part of it in `unread_time`.
    """

    connection_count: ConnectionCount
    unread_time: float
    client: tuple[str, int] | None
    transport: Any
    loop: asyncio.AbstractEventLoop

    #: Flag of the `Intake`.
    in_line = False
    #: Number of buffered bytes of unfinished messages or headers.
    _held = 0
    _unread: asyncio.TimerHandle | None = None
    #: Timeout of a started header or message.
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Start with an empty buffer."""
        self._waiting = bytearray()
        super().connection_made(transport)  # type: ignore[misc]

    @property
    def intake(self) -> Intake:
        """The intake of the client's address."""
        return self.connection_count.intake(_who(self))

    def data_received(self, data: bytes) -> None:
        """Receive bytes, and hand them on at once if it is this address's turn."""
        self._waiting += data
        self.intake.add(self)
        if self._waiting:
            self.transport.pause_reading()

    def hand_on(self) -> bool:
        """Hand on a piece; returns whether another may follow."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._waiting.clear()
        elif not self._is_full():
            chunk = bytes(self._waiting[:PIECE])
            del self._waiting[:PIECE]
            super().data_received(chunk)  # type: ignore[misc]
            self._note(len(chunk))
        if not self._waiting and not self._is_full():
            self.transport.resume_reading()
        return bool(self._waiting) and not self._is_full()

    def go_on(self) -> None:
        """Hand on the bytes that waited for earlier ones to be processed."""
        if self._waiting:
            self.intake.add(self)
        elif not self._is_full():
            self.transport.resume_reading()

    def hold(self, size: int) -> bool:
        """Count unfinished bytes; returns False if the address has too many."""
        intake, increase = self.intake, size - self._held
        intake.held += increase
        self._held = size
        return increase <= 0 or intake.held <= MAX_UNFINISHED

    def _is_full(self) -> bool:
        """Whether the bytes handed on must be processed before further ones."""
        raise NotImplementedError

    def _note(self, size: int) -> None:
        """Check the state after a piece of this size."""
        raise NotImplementedError

    def pause_writing(self) -> None:
        """Start to check that the buffer of unsent data shrinks."""
        super().pause_writing()  # type: ignore[misc]
        self._look_again(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self._stop_looking()
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_looking()
        self._cancel()
        self._waiting.clear()
        self.hold(0)
        self.connection_count.leave(_who(self))
        super().connection_lost(exc)  # type: ignore[misc]

    def _cancel(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _look_again(self, before: int) -> None:
        self._unread = self.loop.call_later(self.unread_time, self._look, before)

    def _look(self, before: int) -> None:
        remaining = self.transport.get_write_buffer_size()
        if remaining < before:
            self._look_again(remaining)
        else:
            self.transport.abort()

    def _stop_looking(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class _Http(_Connection):
    """Limits of requests, whose headers must arrive in time; a socket continues as `_Socket`."""

    header_time: float
    cycle: Any
    flow: Any

    #: The last counted request.
    _counted: Any = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        resume = self.flow.resume_reading

        def resume_reading() -> None:
            resume()
            self.go_on()

        self.flow.resume_reading = resume_reading
        if self.connection_count.enter(_who(self)):
            self._late = self.loop.call_later(self.header_time, self._turn_away, _SLOW_REPLY)
        else:
            self._turn_away(_FULL_REPLY)

    def _is_full(self) -> bool:
        return self.flow.read_paused

    def on_response_complete(self) -> None:
        super().on_response_complete()  # type: ignore[misc]
        self._count()

    def _count(self) -> None:
        """Count a started request, if any."""
        if self.cycle is not self._counted:
            self._counted = self.cycle
            self.intake.begin_request()

    def _note(self, size: int) -> None:
        going_on = self.transport.get_protocol() is not self or not (
            self.cycle is None or self.cycle.response_complete
        )
        self._count()
        if going_on:
            self._cancel()
            self.hold(0)
        elif not self.hold(self._held + size):
            self._turn_away(_FULL_REPLY)
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(self.header_time, self._turn_away, _SLOW_REPLY)

    def _turn_away(self, answer: bytes) -> None:
        self._late = None
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()


class _Socket(_Connection):
    """Limits of messages; a socket is counted as the request that opened it."""

    message_time: float
    conn: Any
    queue: asyncio.Queue[Any]
    frames: list[bytes]
    read_paused: bool
    writable: asyncio.Event
    handshake_initiated: bool
    disconnected: bool

    #: Bytes of complete messages that are not received yet.
    _queued = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        for extension in self.conn.available_extensions:
            extension.compress_settings["level"] = LEVEL

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            super().data_received(data)
        else:  # the request, which has already had its turn
            super(_Connection, self).data_received(data)  # type: ignore[misc]

    def send_receive_event_to_app(self) -> None:
        self._cancel()
        self._queued += sum(map(len, self.frames))
        super().send_receive_event_to_app()  # type: ignore[misc]

    async def receive(self) -> Any:
        message = await super().receive()  # type: ignore[misc]
        if not self.disconnected:
            if self.queue.empty():
                self._queued = 0
            self._note(0)
            self.go_on()
        return message

    def resume_writing(self) -> None:
        super().resume_writing()
        self.go_on()

    def _is_full(self) -> bool:
        # Pongs to a client that does not read them would wait in memory.
        return self.read_paused or not self.writable.is_set()

    def _note(self, size: int) -> None:
        if self.transport.is_closing():
            return
        current_size = self.conn.current_size
        unfinished = len(self.conn.reader.buffer) + (current_size or 0)
        if self._is_full() or (current_size is None and not unfinished):
            self._cancel()
        elif self._late is None:
            self._late = self.loop.call_later(
                self.message_time, self._fail, 1008, "the message took too long"
            )
        if len(self.frames) > MAX_FRAGMENTS:
            self._fail(1009, "too many fragments")
        elif not self.hold(unfinished + self._queued):
            self._fail(1013, "too much is sent from your address")

    def _fail(self, code: int, reason: str) -> None:
        self._cancel()
        self.conn.fail(code, reason)
        if self.conn.close_sent is None:  # not accepted yet
            self.transport.abort()
        else:
            self.handle_parser_exception()  # type: ignore[attr-defined]


def _who(protocol: _Connection) -> str:
    return address(protocol.client[0]) if protocol.client else ""


def room_of_this_machine() -> ConnectionCount:
    """A count limited by the file descriptors of the system."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ConnectionCount()
    with contextlib.suppress(ValueError, OSError):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
        if soft != resource.RLIM_INFINITY and soft < limit:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    granted = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if granted == resource.RLIM_INFINITY or granted > DESCRIPTORS:
        granted = DESCRIPTORS
    return ConnectionCount(total=2 * granted // 5)
