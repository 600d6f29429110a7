"""Connections to a real web server on this machine: how many, and for how long unheard."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import threading
import time
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
        each: int = 100, header_time: float = 10.0, unread_time: float = 20.0
    ) -> tuple[int, Any]:
        async def own(_: Any) -> Response:
            return endpoints.octets(bytes(LARGE))

        async def shared(_: Any) -> Response:
            return endpoints.octets(of_all)

        of_all = bytes(LARGE)
        own_route, shared_route = endpoints.get("own", own), endpoints.get("shared", shared)
        routes = [
            Route("/", lambda _: PlainTextResponse("ok")),
            Mount("/large", Guard(large)),
            WebSocketRoute("/live", echo),
            Mount("", Guard(Router([own_route, shared_route]))),
        ]
        config = uvicorn.Config(
            Starlette(routes=routes), port=0, log_level="critical", ws="websockets-sansio"
        )
        config.load()
        room = ConnectionCount(each=each, altogether=2 * each)
        stand_at(config, room, header_time, unread_time)
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


def test_an_answer_that_nobody_reads_is_given_up(served) -> None:
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
def test_what_waits_for_one_address_to_be_read_is_bounded(served) -> None:
    from capsviz.ui.server.endpoints import MOST_UNREAD

    port, _ = served()
    room = MOST_UNREAD // LARGE

    def status(path: bytes, source: str = "127.0.0.1") -> bytes:
        asking = socket.create_connection(("127.0.0.1", port), 30, source_address=(source, 0))
        opened.enter_context(asking).sendall(ASK.replace(b"/ ", path + b" ") + b"\r\n")
        return asking.recv(12)[9:]

    with contextlib.ExitStack() as opened:
        found = [status(b"/capsviz/own") for _ in range(room + 3)]
        assert found == [b"200"] * room + [b"429"] * 3
        assert status(b"/capsviz/own", "127.0.0.2") == b"200"
    with contextlib.ExitStack() as opened:
        # What all are sent is in memory once, for however many.
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


def test_an_address_may_hold_so_many_connections(served) -> None:
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


def test_a_class_of_three_hundred_fits_behind_one_address() -> None:
    from capsviz.ui.server.connection_limits import ConnectionCount

    room = ConnectionCount()
    assert all(room.enter("10.0.0.1") for _ in range(300 * (2 + 6)))
    while room.enter("10.0.0.1"):
        pass
    assert room.enter("10.0.0.2")


def test_networks_of_ipv6_are_one_address() -> None:
    from capsviz.ui.server.log import address

    assert address("2001:db8::1") == address("2001:db8::ffff:1") != address("2001:db8:0:1::1")
    assert address("::ffff:10.0.0.1") == "10.0.0.1"
    assert address("fe80::1%eth0") == address("fe80::2")
    assert address("testclient") == "testclient"


def test_the_guard_stands_at_the_door_when_the_server_starts() -> None:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.middleware import Middleware

    from capsviz.ui.server.connection_limits import LONGEST_MESSAGE
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
    assert config.ws_max_size == LONGEST_MESSAGE
    assert hasattr(config.http_protocol_class, "room")
    assert config.ws_protocol_class.room is config.http_protocol_class.room
