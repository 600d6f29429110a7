"""Connections to a real web server on this machine: how many, and for how long unheard."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from capsviz.ui.server.connection_limits import ConnectionCount

#: More than the system takes off the server's hands, in bytes.
LARGE = 64 << 20
ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def served() -> Iterator[Callable[..., tuple[int, Any]]]:
    """Starts servers with a limit of connections and of seconds; gives port and room."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse, Response
    from starlette.routing import Mount, Route, Router, WebSocketRoute

    from capsviz.ui.server import endpoints
    from capsviz.ui.server.connection_limits import ConnectionCount, stand_at
    from capsviz.ui.server.guard import Guard

    async def echo(found: Any) -> None:
        await found.accept()
        with contextlib.suppress(Exception):
            while True:
                await found.send_bytes(await found.receive_bytes())

    running: list[tuple[uvicorn.Server, threading.Thread]] = []

    async def large(scope: Any, receive: Any, send: Any) -> None:
        head = {"type": "http.response.start", "status": 200, "headers": []}
        await send(head)
        await send({"type": "http.response.body", "body": bytes(LARGE)})

    def start(
        each: int = 100,
        header_time: float = 10.0,
        unread_time: float = 20.0,
        message_time: float = 60.0,
    ) -> tuple[int, Any]:
        async def own(_: Any) -> Response:
            return endpoints.octets(bytes(LARGE))

        async def shared(_: Any) -> Response:
            return endpoints.octets(of_all)

        of_all = bytes(LARGE)
        own_route, shared_route = endpoints.get("own", own), endpoints.get("shared", shared)

        async def length(request: Any) -> Response:
            return PlainTextResponse(str(len(await request.body())))

        routes = [
            Route("/length", length, methods=["POST"]),
            Route("/", lambda _: PlainTextResponse("ok")),
            Mount("/large", Guard(large)),
            WebSocketRoute("/live", echo),
            Mount("", Guard(Router([own_route, shared_route]))),
        ]
        config = uvicorn.Config(
            Starlette(routes=routes), port=0, log_level="critical", ws="websockets-sansio"
        )
        config.load()
        room = ConnectionCount(per_address=each, total=2 * each)
        stand_at(config, room, header_time, unread_time, message_time)
        server = uvicorn.Server(config)
        listening = socket.create_server(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        running.append((server, thread))
        while not server.started:
            time.sleep(0.01)
        return listening.getsockname()[1], room

    yield start
    for server, thread in running:
        server.should_exit = True
        thread.join(20)


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def until_empty(room: ConnectionCount) -> None:
    """Wait until nobody is connected any more."""
    deadline = time.monotonic() + 30
    while room.open:
        assert time.monotonic() < deadline, room.open
        time.sleep(0.05)


def heard(found: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    whole = b""
    with contextlib.suppress(ConnectionError):
        while part := found.recv(65536):
            whole += part
    return whole


def test_a_header_that_never_ends_is_not_waited_for(served) -> None:
    port, room = served(header_time=0.5)
    with connect(port) as silent, connect(port) as dripping:
        dripping.sendall(ASK)
        for _ in range(200):
            if not room.open:
                break
            time.sleep(0.1)
            with contextlib.suppress(OSError):
                dripping.sendall(b"X-More: 1\r\n")
        assert not room.open, "it drips on, and is still there"
        assert b"408" in heard(silent)
        heard(dripping)


def test_a_second_header_is_timed_like_the_first(served) -> None:
    port, _ = served(header_time=1.0)
    with connect(port) as found:
        found.sendall(ASK + b"\r\n")
        assert b"200 OK" in found.recv(65536)
        found.sendall(ASK)
        assert b"408" in heard(found)


def test_an_unread_answer_is_dropped(served) -> None:
    port, room = served(unread_time=1.0)
    with connect(port) as deaf, connect(port) as slow:
        for one in (deaf, slow):
            one.sendall(ASK.replace(b"/ ", b"/large/ ") + b"\r\n")
        assert deaf.recv(1)
        read = len(slow.recv(1 << 18))
        while room.open.total() == 2 and read < LARGE:  # it takes five seconds in all
            read += len(slow.recv(1 << 18))
            time.sleep(0.02)
        assert room.open.total() == 1, "who reads nothing is still there"
        while read < LARGE and (part := slow.recv(1 << 20)):  # who reads slowly gets all of it
            read += len(part)
        assert read >= LARGE


@pytest.mark.skipif(sys.platform != "linux", reason="only there loopback has more addresses")
def test_unread_answers_of_one_address_are_limited(served) -> None:
    from capsviz.ui.server.endpoints import MAX_UNREAD

    port, _ = served()
    room = MAX_UNREAD // LARGE

    def status(path: bytes, source: str = "127.0.0.1") -> bytes:
        asking = socket.create_connection(("127.0.0.1", port), 30, source_address=(source, 0))
        opened.enter_context(asking).sendall(ASK.replace(b"/ ", path + b" ") + b"\r\n")
        return asking.recv(12)[9:]

    with contextlib.ExitStack() as opened:
        found = [status(b"/capsviz/own") for _ in range(room + 3)]
        assert found == [b"200"] * room + [b"429"] * 3
        assert status(b"/capsviz/own", "127.0.0.2") == b"200"
    with contextlib.ExitStack() as opened:
        # A shared response is in memory once, for any number of receivers.
        assert [status(b"/capsviz/shared") for _ in range(room + 3)] == [b"200"] * (room + 3)


def test_a_whole_request_and_an_open_socket_are_left_alone(served) -> None:
    from websockets.sync.client import connect as open_socket

    port, room = served(header_time=1.0)
    with open_socket(f"ws://127.0.0.1:{port}/live") as live:
        time.sleep(1.5)
        live.send(b"x")
        assert live.recv(timeout=30) == b"x"
        assert room.open.total() == 1
    until_empty(room)


def test_connections_of_an_address_are_limited(served) -> None:
    port, room = served(each=20)
    with contextlib.ExitStack() as stack:
        found = [stack.enter_context(connect(port)) for _ in range(20)]
        for one in found:
            one.sendall(ASK + b"\r\n")
            assert b"200 OK" in one.recv(65536)
        with connect(port) as late:
            assert b"503" in heard(late)
    until_empty(room)
    with connect(port) as again:
        again.sendall(ASK + b"\r\n")
        assert b"200 OK" in again.recv(65536)


def test_a_message_that_no_page_sends_is_too_long_for_any_socket(served) -> None:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect as open_socket

    port, _ = served()
    with (
        open_socket(f"ws://127.0.0.1:{port}/live", max_size=None) as live,
        pytest.raises(ConnectionClosed) as closed,
    ):
        live.send(b"x" * 3_000_000) or live.recv(timeout=30)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1009


def test_messages_are_compressed_in_little_time(served) -> None:
    from websockets.sync.client import connect as open_socket

    port, _ = served()
    message = bytes(range(100)) * 30 + bytes(n * n % 251 for n in range(3000))
    sent: list[bytes] = []
    with open_socket(f"ws://127.0.0.1:{port}/live") as live:
        (extension,) = live.protocol.extensions
        decode = extension.decode

        def note(frame: Any, **limits: Any) -> Any:
            sent.append(bytes(frame.data))
            return decode(frame, **limits)

        extension.decode = note  # type: ignore[method-assign]
        live.send(message)
        assert live.recv(timeout=30) == message
    packed = {}
    for level in (1, 6):
        with_level = zlib.compressobj(level, zlib.DEFLATED, -12, 5)
        packed[level] = with_level.compress(message) + with_level.flush(zlib.Z_SYNC_FLUSH)
    assert packed[1] != packed[6]
    assert sent[0] == packed[1][:-4]


# --- what arrives, before it is whole ------------------------------------------------------


def send_raw(live: Any, opcode: str, data: bytes, *, fin: bool) -> None:
    """Send one frame, as no browser would."""
    getattr(live.protocol, f"send_{opcode}")(data, fin=fin)
    live.socket.sendall(b"".join(live.protocol.data_to_send()))


def ending(live: Any) -> int:
    """The code by which a server closes a socket; it sends nothing before."""
    from websockets.exceptions import ConnectionClosed

    with pytest.raises(ConnectionClosed) as closed:
        live.recv(timeout=30)
    assert closed.value.rcvd
    return closed.value.rcvd.code


def test_messages_and_requests_in_pieces_arrive_whole(served) -> None:
    from websockets.sync.client import connect as open_socket

    port, room = served()
    sizes = [0, 1, 125, 126, 2047, 2048, 2049, 70_000, 900_000, *range(200)]
    with open_socket(f"ws://127.0.0.1:{port}/live", max_size=None) as live:
        sender = threading.Thread(target=lambda: [live.send(bytes([n % 251]) * n) for n in sizes])
        sender.start()
        for size in sizes:
            assert live.recv(timeout=30) == bytes([size % 251]) * size
        sender.join()
        live.send([b"x" * 5000] * 20)
        assert live.recv(timeout=30) == b"x" * 100_000
        assert live.ping().wait(30)
    with connect(port) as found:
        body = b"y" * 3_000_000
        head = f"POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        found.sendall(head.encode() + body)
        told = b""
        while not told.endswith(b"3000000"):
            told += found.recv(65536)
        found.sendall((ASK + b"\r\n") * 500 + ASK + b"Connection: close\r\n\r\n")
        assert heard(found).count(b"200 OK") == 501
    until_empty(room)


def test_a_message_that_never_ends_is_not_waited_for(served) -> None:
    from websockets.sync.client import connect as open_socket

    port, room = served(message_time=0.5)
    address = f"ws://127.0.0.1:{port}/live"
    with open_socket(address) as fragment, open_socket(address) as half, open_socket(address) as ok:
        send_raw(fragment, "binary", b"x" * 100, fin=False)
        send_raw(fragment, "continuation", b"x" * 100, fin=False)
        half.socket.sendall(b"\x82\xfe\x10")
        time.sleep(1.0)
        for _ in range(3):
            ok.send(b"x")
            assert ok.recv(timeout=30) == b"x"
        assert ending(fragment) == 1008
        assert ending(half) == 1008
    until_empty(room)


def test_fragments_of_a_message_are_limited(served) -> None:
    from websockets.sync.client import connect as open_socket

    from capsviz.ui.server.connection_limits import MAX_FRAGMENTS

    port, _ = served()
    with open_socket(f"ws://127.0.0.1:{port}/live") as live:
        send_raw(live, "binary", b"x", fin=False)
        for _ in range(MAX_FRAGMENTS - 2):
            send_raw(live, "continuation", b"", fin=False)
        send_raw(live, "continuation", b"y", fin=True)
        assert live.recv(timeout=30) == b"xy"
        send_raw(live, "binary", b"x", fin=False)
        with contextlib.suppress(ConnectionError):
            for _ in range(MAX_FRAGMENTS):
                send_raw(live, "continuation", b"", fin=False)
        assert ending(live) == 1009


@pytest.mark.skipif(sys.platform != "linux", reason="only there loopback has more addresses")
def test_unfinished_messages_of_one_address_are_limited(served, monkeypatch) -> None:
    from websockets.sync.client import connect as open_socket

    from capsviz.ui.server import connection_limits

    monkeypatch.setattr(connection_limits, "MAX_UNFINISHED", 2_000_000)
    port, room = served()
    address = f"ws://127.0.0.1:{port}/live"
    with contextlib.ExitStack() as opened:
        found = [opened.enter_context(open_socket(address)) for _ in range(4)]
        for live in found:  # some bytes on the wire, which unpack to more
            send_raw(live, "binary", bytes(600_000), fin=False)
            time.sleep(0.1)
        assert ending(found[3]) == 1013
        elsewhere = opened.enter_context(open_socket(address, source_address=("127.0.0.2", 0)))
        send_raw(elsewhere, "binary", bytes(600_000), fin=False)
        for live in (*found[:3], elsewhere):
            send_raw(live, "continuation", b"", fin=True)
            assert live.recv(timeout=30) == bytes(600_000)
        # Messages that were refused or are done take no room.
        again = opened.enter_context(open_socket(address))
        again.send(bytes(900_000))
        assert again.recv(timeout=30) == bytes(900_000)
        assert room.intake("127.0.0.1").held == 0
    until_empty(room)


UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n"
)


def test_a_client_that_reads_no_pongs_is_not_read_from(served) -> None:
    port, _ = served()
    with connect(port) as deaf:
        deaf.sendall(UPGRADE)
        assert b"101" in deaf.recv(65536)
        deaf.settimeout(2)
        sent, pings = 0, (b"\x89\xfd" + bytes(4 + 125)) * 500
        with contextlib.suppress(TimeoutError):
            while sent < LARGE:
                sent += deaf.send(pings)
        assert sent < LARGE


class Pieces:
    """A connection that has so many pieces; each is said to take a millisecond."""

    in_line = False

    def __init__(self, clock: list[float], has: int = 10**9) -> None:
        self.clock, self.has, self.pieces = clock, has, 0

    def hand_on(self) -> bool:
        self.pieces += 1
        self.clock[0] += 0.001
        return self.pieces < self.has


def test_an_address_has_its_turn_and_then_the_others(monkeypatch) -> None:
    from capsviz.ui.server import intake

    clock = [0.0]
    monkeypatch.setattr(intake.time, "thread_time", lambda: clock[0])
    most = round(intake.TURN / 0.001) + 1

    async def run() -> None:
        budget = intake.Budget()
        busy, other = intake.Intake("10.0.0.1", budget), intake.Intake("10.0.0.2", budget)
        many = [Pieces(clock) for _ in range(100)]
        for each in many:
            busy.add(each)
        before = 0
        for _ in range(50):
            now = sum(each.pieces for each in many)
            assert before < now <= before + most
            before = now
            one = Pieces(clock, 1)
            other.add(one)
            await asyncio.sleep(0)
            assert one.pieces, "it waited for the other address"
        pieces = [each.pieces for each in many]
        assert max(pieces) - min(pieces) <= most

    asyncio.run(run())


def test_an_address_that_used_up_its_processor_time_waits(monkeypatch) -> None:
    from capsviz.ui.server import intake

    clock = [0.0]
    monkeypatch.setattr(intake.time, "thread_time", lambda: clock[0])
    monkeypatch.setattr(intake, "WORK", (0.05, 0.1))

    async def run() -> tuple[int, float]:
        one, began = Pieces(clock), time.monotonic()
        intake.Intake("10.0.0.1", intake.Budget()).add(one)
        await asyncio.sleep(0.5)
        return one.pieces, time.monotonic() - began

    pieces, took = asyncio.run(run())
    most = round(intake.TURN / 0.001) + 1
    assert 50 <= pieces <= 50 + 0.1 * took / 0.001 + most


def test_requests_of_an_address_in_each_turn_are_limited(served, monkeypatch) -> None:
    from capsviz.ui.server import intake

    turns: list[int] = []
    end_turn = intake.Intake._end_turn

    def note(self: Any) -> None:
        turns.append(self._begun)
        end_turn(self)

    monkeypatch.setattr(intake.Intake, "_end_turn", note)
    port, _ = served(each=200)
    with contextlib.ExitStack() as stack:
        found = [stack.enter_context(connect(port)) for _ in range(100)]
        for one in found:
            one.sendall(ASK + b"\r\n")
        for one in found:
            assert b"200 OK" in one.recv(65536)
    assert sum(turns) == 100
    assert max(turns) <= intake.MAX_BEGUN


def test_a_class_of_three_hundred_fits_behind_one_address() -> None:
    from capsviz.ui.server.connection_limits import ConnectionCount

    room = ConnectionCount()
    assert all(room.enter("10.0.0.1") for _ in range(300 * (2 + 6)))
    while room.enter("10.0.0.1"):
        pass
    assert room.enter("10.0.0.2")


def test_addresses_of_an_ipv6_network_count_as_one() -> None:
    from capsviz.ui.server.log import address

    assert address("2001:db8::1") == address("2001:db8::ffff:1") != address("2001:db8:0:1::1")
    assert address("::ffff:10.0.0.1") == "10.0.0.1"
    assert address("fe80::1%eth0") == address("fe80::2")
    assert address("testclient") == "testclient"


def test_the_connection_limits_apply_from_the_server_s_start() -> None:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.middleware import Middleware

    from capsviz.ui.server.connection_limits import MAX_MESSAGE
    from capsviz.ui.server.guard import Guard

    config = uvicorn.Config(
        Starlette(middleware=[Middleware(Guard)]), log_level="critical", lifespan="on"
    )
    config.load()

    async def start() -> None:
        lifespan = config.lifespan_class(config)
        await lifespan.startup()
        await lifespan.shutdown()

    asyncio.run(start())
    assert config.ws_max_size == MAX_MESSAGE
    assert hasattr(config.http_protocol_class, "connection_count")
    assert config.ws_protocol_class.connection_count is config.http_protocol_class.connection_count
