"""A real server among clients that send junk or read nothing: no 500, traceback or stall.

Only loopback. What is sent is the same for the same seed; all of it takes some seconds.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
import socket
import struct
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from urllib.parse import quote, urlsplit

import pytest
from junk import octets, texts

#: Seconds that attackers go on, and that an honest visitor may wait at most meanwhile.
WHILE, PATIENCE = 6.0, 5.0
#: Milliseconds that the event loop may work on one thing.
STALL = 100.0
DRAWING = {"s": [[92, 0, 300, 200, 280, 520, 700, 530]], "b": None}
FILM = "dynamic from noise"


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[tuple[str, Callable[[], str]]]:
    """The app's address, and what its log holds."""
    from capsviz.bench.live import app_process
    from capsviz.training import checkpoint

    if "dynamic" not in checkpoint.names():
        pytest.skip("there is no checkpoint: set CAPSVIZ_CHECKPOINTS or train one")
    path = tmp_path_factory.mktemp("log") / "log"
    with path.open("w") as log, app_process(log=log.fileno()) as app:
        yield app.address, lambda: path.read_text("utf-8", "replace")


def streamlit_messages(chance: random.Random) -> Iterator[bytes]:
    """What a page sends through Streamlit's own socket, spoilt in its bytes or in its JSON."""
    from streamlit.proto.BackMsg_pb2 import BackMsg

    good = {"settings": {"model": "dynamic", "iterations": 3}, "drawing": DRAWING, "order": 1}
    for text in texts(good, 200, chance.randrange(1000)):
        asked = BackMsg()
        asked.rerun_script.query_string = quote(text[:200])
        state = asked.rerun_script.widget_states.widgets.add()
        state.id = "$$ID-0-network"
        state.json_value = text.encode("utf-8", "replace").decode()[:200_000]
        whole = asked.SerializeToString()
        yield whole
        yield from octets(whole[:5000], 2, chance.randrange(1000))


def live_messages(chance: random.Random) -> Iterator[bytes]:
    header = {"seq": 1, "pictures": True, "model": "dynamic", "iterations": 3, "center": True}
    for text in texts(header, 200, chance.randrange(1000)):
        head = text.encode("utf-8", "replace")[:100_000]
        good = struct.pack("<I", len(head)) + head + bytes(112 * 112)
        yield good
        yield from octets(good, 1, chance.randrange(1000))


def talk(address: str, path: str, messages: Callable[[random.Random], Iterator[bytes]]) -> None:
    """Say what `messages` makes up, on one socket after another; never read an answer."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    chance, end = random.Random(path), time.monotonic() + WHILE
    while time.monotonic() < end:
        with contextlib.suppress(WebSocketException, OSError, TimeoutError):
            url = f"{address.replace('http', 'ws')}/{path}"
            with connect(url, subprotocols=["streamlit"], close_timeout=0.2) as opened:
                for message in messages(chance):
                    opened.send(message)
                    if time.monotonic() > end:
                        break


def read_nothing(address: str) -> None:
    """Ask for films, twelve on each connection, and take none."""
    where = urlsplit(address)
    asked = (
        f"GET /capsviz/train/film?run={quote(FILM)} HTTP/1.1\r\nHost: {where.netloc}\r\n"
        "Accept-Encoding: gzip\r\n\r\n"
    ).encode()
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            opened = socket.create_connection((where.hostname, where.port), 5)
            stack.enter_context(opened).sendall(12 * asked)
        time.sleep(WHILE)


def post_junk(address: str, wrong: list[str]) -> None:
    """Send every route that takes a body what is none of its own."""
    good = {"drawing": DRAWING, "settings": {"model": "dynamic"}, "view": {}}
    bodies = [text.encode("utf-8", "replace") for text in texts(good, 60)]
    bodies += [f"http://localhost/{'x' * n}".encode() for n in (10, 500, 1100, 2000)]
    routes = ("qr", "routing", "numbers", "decode", "picture", "sprite", "report", "viewpoint/read")
    chance, end = random.Random(0), time.monotonic() + WHILE
    while time.monotonic() < end:
        url, body = f"{address}/capsviz/{chance.choice(routes)}", chance.choice(bodies)
        try:
            with urllib.request.urlopen(urllib.request.Request(url, body), timeout=20) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            if error.code >= 500 and error.code != 503:
                wrong.append(f"{error.code} of {url} for {body[:200]!r}")
        except OSError:
            pass


def visit(address: str, waited: list[float]) -> None:
    """Draw, ask for a QR code and a file of the page, as somebody honest does."""
    from websockets.sync.client import connect

    head = json.dumps({"seq": 1, "pictures": True, "model": "dynamic", "iterations": 3}).encode()
    drawn = struct.pack("<I", len(head)) + head + bytes(112 * 112)
    end = time.monotonic() + WHILE
    with connect(f"{address.replace('http', 'ws')}/capsviz/live", max_size=None) as live:
        while time.monotonic() < end:
            began = time.monotonic()
            live.send(drawn)
            assert live.recv(timeout=30)
            code = urllib.request.Request(f"{address}/capsviz/qr", b"http://localhost/draw?v=3")
            for asked in (code, f"{address}/_stcore/health"):
                with urllib.request.urlopen(asked, timeout=30) as answer:
                    assert answer.read()
            waited.append(time.monotonic() - began)
            time.sleep(0.05)


def test_nobody_keeps_the_others_waiting_or_brings_the_server_to_an_error(server) -> None:
    address, log = server
    wrong: list[str] = []
    waited: list[float] = []
    attackers = [
        (talk, (address, "_stcore/stream", streamlit_messages)),
        (talk, (address, "capsviz/live", live_messages)),
        (read_nothing, (address,)),
        (post_junk, (address, wrong)),
    ]
    threads = [threading.Thread(target=act, args=given) for act, given in attackers]
    for thread in threads:
        thread.start()
    visit(address, waited)
    for thread in threads:
        thread.join(60)
    assert not wrong, wrong[0]
    assert len(waited) > 5
    assert max(waited) < PATIENCE, sorted(waited)[-5:]
    told = log()
    assert "Traceback" not in told, told[-3000:]
    worked = [float(found) for found in re.findall(r"the event loop worked (\d+) ms", told)]
    assert max(worked, default=0) < STALL, told[-3000:]
