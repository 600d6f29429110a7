"""A real server among many visitors, and among clients that send junk or read nothing.

No 500, no traceback, no stall, and whoever is honest is answered soon. Only loopback. The junk is
the same for the same seed; all of it takes some thirty seconds. Attackers are a process of their
own (this file, run with the server's address) that goes on until its input ends: an honest visitor
waits for the server, not for them to let go of the interpreter.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
import queue
import random
import re
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import pytest
from junk import octets, texts
from websockets import Subprotocol
from websockets.exceptions import ConnectionClosed

#: Seconds and visits of an honest visitor that attackers go on, whichever takes longer.
WHILE, VISITS = 6.0, 8
#: How many times as long as without attackers a visit may take, which is 25 ms on two cores that do
#: nothing else: two seconds in the middle, five the longest.
LONGER, LONGEST = 80, 200
#: Seconds of a visit without attackers that both are meant of; a faster processor asks for no less.
USUAL = 0.025
#: Milliseconds that the event loop may be seen at work on one thing, half as many after it began.
STALL = 50.0
#: Bytes that the system may hold for one connection that is not read, of the server's.
HELD = 1 << 19
#: Sockets whose pages run again and again, and who read nothing of it.
SILENT = 24
#: Sockets on which a message is begun and never ended, and connections that ask and ask.
UNFINISHED, GETTING = 150, 100
#: Bytes that the server's memory may grow by.
GROWTH = 50 * 2**20
#: Phones of a class, all behind one address.
PHONES = 60
DRAWING = {"s": [[92, 0, 300, 200, 280, 520, 700, 530]], "b": None}
READ = {"model": "dynamic", "iterations": 3, "center": True, "capsule": -1}
FILM = "dynamic from noise"
#: Address of an honest visitor, which differs from the attackers' if there is a second one.
ELSEWHERE = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
#: Log line of a request or socket that ended unexpectedly.
FAILURE = re.compile(r"Traceback|Exception|Error sending|failed|could not")


class Server(NamedTuple):
    """The app's address, what its log holds, and its process."""

    address: str
    log: Callable[[], str]
    pid: int


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    """The app; see `Server`."""
    from capsviz.development.bench.live import app_process
    from capsviz.training import checkpoint

    if "dynamic" not in checkpoint.names():
        pytest.skip("there is no checkpoint: set CAPSVIZ_CHECKPOINTS or train one")
    path = tmp_path_factory.mktemp("log") / "log"
    with path.open("w") as log, app_process(log=log.fileno()) as app:
        yield Server(app.address, lambda: path.read_text("utf-8", "replace"), app.pid)


def nothing_is_wrong(told: str) -> None:
    """No failure is in the log, and nothing kept the event loop."""
    wrong = FAILURE.search(told)
    assert not wrong, told[max(0, wrong.start() - 200) :][:6000]
    worked = [float(found) for found in re.findall(r"(\d+) or more in one callback", told)]
    assert max(worked, default=0) < STALL, told[-3000:]


# --- attackers


def streamlit_messages(chance: random.Random) -> Iterator[bytes]:
    """Messages of a page on Streamlit's own socket, corrupted in their bytes, JSON or link."""
    from streamlit.proto.BackMsg_pb2 import BackMsg

    good = {"settings": READ, "drawing": DRAWING, "order": 1}
    pages = ("", "compare", "dimensions", "viewpoint", "train", "learn", "../x", "x" * 3000)
    for text in texts(good, 200, chance.randrange(1000)):
        asked = BackMsg()
        packed = zlib.compress(text[:5000].encode("utf-8", "replace"))
        asked.rerun_script.query_string = "v=3" + base64.urlsafe_b64encode(packed).decode()
        asked.rerun_script.page_name = chance.choice(pages)
        state = asked.rerun_script.widget_states.widgets.add()
        state.id = "$$ID-0-network"
        state.json_value = text.encode("utf-8", "replace").decode()[:200_000]
        whole = asked.SerializeToString()
        yield whole
        yield from octets(whole[:5000], 2, chance.randrange(1000))


def live_messages(chance: random.Random) -> Iterator[bytes]:
    """Requests of pages on their live sockets, corrupted in header or bytes."""
    header = {"seq": 1, "pictures": True, "forced": None, **READ}
    for text in texts(header, 200, chance.randrange(1000)):
        head = text.encode("utf-8", "replace")[:1500]
        good = struct.pack("<I", len(head)) + head + bytes(chance.choice((112, 36, 28)) ** 2)
        yield good
        yield from octets(good, 1, chance.randrange(1000))


def class_messages(chance: random.Random) -> Iterator[bytes]:
    """A session is started; then what lecturers and visitors say, spoilt."""
    yield b'{"kind": "start"}'
    said = [
        {"kind": "state", "page": "draw", "things": {"drawing": DRAWING, "settings": READ}},
        {"kind": "ask", "name": "q", "text": "why?", "answers": ["a", "b"], "right": 1},
        {"kind": "draw", "name": "b", "word": "7", "settings": READ, "hidden": ["x"], "open": True},
        {"kind": "vote", "name": "q", "answer": 1},
    ]
    for good in said:
        for text in texts(good, 20, chance.randrange(1000)):
            yield text.encode("utf-8", "replace")[:90_000]


def talk(
    over: threading.Event,
    address: str,
    path: str,
    messages: Callable[[random.Random], Iterator[bytes]],
) -> None:
    """Say what `messages` makes up, on one socket after another; never read an answer."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    chance = random.Random(path)
    while not over.is_set():
        with contextlib.suppress(WebSocketException, OSError, TimeoutError):
            url = f"{address.replace('http', 'ws')}/{path}"
            with connect(url, subprotocols=[Subprotocol("streamlit")], close_timeout=0.2) as opened:
                for message in messages(chance):
                    opened.send(message)
                    if over.is_set():
                        break


def read_nothing(over: threading.Event, address: str, held: list[int]) -> None:
    """Ask for films, and for whole pages, on many connections, and take none of it."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    where = urlsplit(address)
    asked = (
        f"GET /capsviz/train/film?run={quote(FILM)} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n"
    ).encode()
    stream = f"{address.replace('http', 'ws')}/_stcore/stream"
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            opened = socket.create_connection((where.hostname, where.port), 5)
            stack.enter_context(opened).sendall(12 * asked)
        # The client takes a few messages of such a socket off its own system, and then no more.
        pages = [
            stack.enter_context(
                connect(
                    stream, subprotocols=[Subprotocol("streamlit")], max_queue=1, close_timeout=0.2
                )
            )
            for _ in range(SILENT)
        ]
        while not over.wait(0.2):
            for page in pages:
                with contextlib.suppress(WebSocketException, OSError):
                    page.send(ask_for("viewpoint"))
            held.append(most_held(int(where.port or 0)))


def ask_for(page: str) -> bytes:
    """A message that has the page's script run."""
    from streamlit.proto.BackMsg_pb2 import BackMsg

    asked = BackMsg()
    asked.rerun_script.query_string = ""
    asked.rerun_script.page_name = page
    return asked.SerializeToString()


def most_held(port: int) -> int:
    """Most bytes that Linux holds of what one connection of the server is sent."""
    table = Path("/proc/net/tcp")
    rows = table.read_text().splitlines()[1:] if table.is_file() else []
    parts = [row.split() for row in rows]
    of_server = [part[4] for part in parts if int(part[1].split(":")[1], 16) == port]
    return max((int(queues.split(":")[0], 16) for queues in of_server), default=0)


def post_junk(over: threading.Event, address: str, wrong: list[str]) -> None:
    """Send every route that takes a body what is none of its own."""
    good = {"drawing": DRAWING, "settings": {"model": "dynamic"}, "view": {}}
    bodies = [text.encode("utf-8", "replace") for text in texts(good, 60)]
    bodies += [f"http://localhost/{'x' * n}".encode() for n in (10, 500, 1100, 2000)]
    routes = ("qr", "routing", "numbers", "decode", "sprite", "report", "viewpoint/read")
    chance = random.Random(0)
    while not over.is_set():
        url, body = f"{address}/capsviz/{chance.choice(routes)}", chance.choice(bodies)
        post_one(url, body, wrong)


# Attackers below a request: their bytes are never a whole one, or cost little to send.


def upgraded(where: Any) -> socket.socket:
    """A live socket, as bare as it is."""
    opened = socket.create_connection((where.hostname, where.port), 5)
    opened.sendall(
        b"GET /capsviz/live HTTP/1.1\r\nHost: %b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"
        b"Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n" % where.netloc.encode()
    )
    opened.recv(4096)
    return opened


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True, packed: bool = False) -> bytes:
    """A frame under a mask of zeros."""
    first = opcode | fin << 7 | packed << 6
    size = len(payload)
    head = bytes([first, 128 | size]) if size < 126 else struct.pack(">BBH", first, 254, size)
    return head + bytes(4) + payload


def flood(over: threading.Event, address: str, wrong: list[str], frames: bytes) -> None:
    """Send the same frames again and again, as fast as they are taken, and read what comes."""
    where = urlsplit(address)
    while not over.is_set():
        with contextlib.suppress(OSError), upgraded(where) as opened:
            opened.settimeout(0.2)
            while not over.is_set():
                with contextlib.suppress(TimeoutError):
                    opened.sendall(frames)
                with contextlib.suppress(TimeoutError):
                    if not opened.recv(1 << 20):
                        break


def begin_messages(over: threading.Event, address: str, wrong: list[str]) -> None:
    """Begin a message on each of many sockets, a kilobyte that unpacks to a megabyte, and wait."""
    where, packer = urlsplit(address), zlib.compressobj(wbits=-12)
    packed = packer.compress(bytes(990_000)) + packer.flush(zlib.Z_SYNC_FLUSH)
    begun = frame(2, packed, fin=False, packed=True)
    with contextlib.ExitStack() as stack:
        for _ in range(UNFINISHED):
            with contextlib.suppress(OSError):
                stack.enter_context(upgraded(where)).sendall(begun)
        over.wait()


def get_everything(over: threading.Event, address: str, wrong: list[str]) -> None:
    """Ask over many connections for pages, made-up files, and paths in place of every name."""
    where = urlsplit(address)
    head = f" HTTP/1.1\r\nHost: {where.netloc}\r\nAccept-Encoding: gzip\r\n\r\n"
    names = [quote(name, safe="") for name in ("/dev/zero", "../../etc/passwd", "a\0b", "x" * 3000)]
    own = (
        "test/{}/0",
        "networks/{}",
        "networks/{}.json",
        "decoder/{}.bin",
        "worksheet/{}",
        "tips/{}",
    )
    asked = [f"/capsviz/{place.format(name)}" for place in own for name in names]
    asked += [f"/capsviz/train/film?run={name}&since={name}" for name in names]
    chance = random.Random(1)
    with contextlib.ExitStack() as stack:
        found = [
            stack.enter_context(socket.create_connection((where.hostname, where.port), 5))
            for _ in range(GETTING)
        ]
        while not over.is_set():
            for one in found:
                made_up = f"/static/js/{chance.random()}{'x' * 1000}.js"
                path = chance.choice([*asked, made_up, made_up, "/", "/_stcore/health"])
                with contextlib.suppress(OSError):
                    one.sendall(f"GET {path}{head}".encode())
            for one in found:
                one.settimeout(5)
                with contextlib.suppress(OSError):
                    failed = re.findall(rb"HTTP/1.1 (5\d\d)", one.recv(1 << 20))
                    wrong += [status.decode() for status in failed if status != b"503"]


def post_paths(over: threading.Event, address: str, wrong: list[str]) -> None:
    """Name a file, or a device that never ends, where a network's name is expected."""
    names = ("/dev/zero", "/dev/stdin", "/proc/self/mem", "../" * 30 + "dev/zero", "x" * 90)
    routes = ("sprite", "report", "routing", "numbers", "viewpoint/curves", "network/inside")
    while not over.is_set():
        for name in names:
            named = {**READ, "model": name}
            sprite = {"shape": 0, "factors": [0.0] * 6}
            body = json.dumps({**named, **sprite, "drawing": DRAWING, "settings": named}).encode()
            for route in routes:
                post_one(f"{address}/capsviz/{route}", body, wrong)


def post_one(url: str, body: bytes, wrong: list[str]) -> None:
    """Send a body; an answer of a failure is noted."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body), timeout=20) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        if error.code >= 500 and error.code != 503:
            wrong.append(f"{error.code} of {url} for {body[:200]!r}")
    except OSError:
        pass


def attack(address: str, how: str) -> None:
    """All attackers of a kind until this process's input ends; then tell what went wrong."""
    over, wrong, held = threading.Event(), list[str](), list[int]()
    below: list[tuple[Callable[..., None], tuple[Any, ...]]] = [
        (flood, (wrong, 5000 * frame(9))),
        (flood, (wrong, 2000 * (frame(2, b"x", fin=False) + frame(0, b"y")))),
        (flood, (wrong, frame(2, b"x", fin=False) + 5000 * frame(0, fin=False))),
        (begin_messages, (wrong,)),
        (get_everything, (wrong,)),
        (post_paths, (wrong,)),
    ]
    above: list[tuple[Callable[..., None], tuple[Any, ...]]] = [
        (talk, ("_stcore/stream", streamlit_messages)),
        *(
            (talk, (f"capsviz/{path}", live_messages))
            for path in ("live", "overlap/live", "viewpoint/live")
        ),
        (talk, ("capsviz/class", class_messages)),
        (read_nothing, (held,)),
        (post_junk, (wrong,)),
    ]
    attackers = above if how == "junk" else below
    with ThreadPoolExecutor(len(attackers)) as pool:
        acting = [pool.submit(act, over, address, *given) for act, given in attackers]
        print("begun", flush=True)
        sys.stdin.read()
        over.set()
        for act in acting:
            act.result(60)
    print(json.dumps({"wrong": wrong, "held": held}))


@contextlib.contextmanager
def attackers(address: str, how: str = "junk") -> Iterator[subprocess.Popen[str]]:
    """Their process, which is at it."""
    command = [sys.executable, __file__, address, how]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=paths) as started:
        try:
            assert started.stdout
            assert started.stdout.readline() == "begun\n"
            yield started
        finally:
            started.kill()


# --- the honest


def post(address: str, path: str, body: bytes, who: str, source: str) -> bytes:
    """The answer to a visitor's request; fails where there is none."""
    where = urlsplit(address)
    asking = http.client.HTTPConnection(
        where.hostname or "", where.port, timeout=60, source_address=(source, 0)
    )
    with contextlib.closing(asking):
        asking.request("POST", f"/capsviz/{path}", body, {"Cookie": f"capsviz_browser={who}"})
        answer = asking.getresponse()
        found = answer.read()
        assert answer.status == 200, (path, answer.status, found[:200])
        return found


def drawn() -> bytes:
    head = json.dumps({"seq": 1, "pictures": True, **READ}).encode()
    return struct.pack("<I", len(head)) + head + bytes(range(0, 256, 2)) * 98


def visits(address: str, seconds: float, least: int) -> list[float]:
    """Draw, ask for a QR code and a trace, as somebody honest does; how long each time took."""
    from websockets.sync.client import connect

    trace = json.dumps({"drawing": DRAWING, **READ}).encode()
    waited, end = list[float](), time.monotonic() + seconds
    url = f"{address.replace('http', 'ws')}/capsviz/live"
    with connect(url, max_size=None, ping_interval=None, source_address=(ELSEWHERE, 0)) as live:
        while len(waited) < least or time.monotonic() < end:
            began = time.monotonic()
            live.send(drawn())
            assert live.recv(timeout=30)
            post(address, "qr", b"http://localhost/draw?v=3", "honest", ELSEWHERE)
            post(address, "routing", trace, "honest", ELSEWHERE)
            waited.append(time.monotonic() - began)
            time.sleep(0.05)
    return waited


class ClassSocket:
    """A browser's end of a session's socket, which answers beats whatever else the browser does."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def say(self, kind: str, **values: Any) -> None:
        self.socket.send(json.dumps({"kind": kind, **values}).encode())

    def hear(self, patience: float) -> dict[str, Any]:
        return self.heard.get(timeout=patience)

    def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            for packet in self.socket:
                message = json.loads(packet)
                if message["kind"] == "beat":
                    self.say("beat")
                else:
                    self.heard.put(message)


def phone(address: str, number: int, code: str) -> None:
    """One of a class: joins, opens a page, draws, votes, shares, asks for the whole trace."""
    from websockets.sync.client import connect

    sockets, who = address.replace("http", "ws"), f"phone-{number}"
    cookie = {"Cookie": f"capsviz_browser={who}"}

    def enter(path: str, **values: Any) -> Any:
        url = f"{sockets}/{path}"
        return connect(
            url,
            max_size=None,
            open_timeout=60,
            ping_interval=None,
            additional_headers=cookie,
            **values,
        )

    with enter("capsviz/class") as opened, enter("capsviz/live") as live:
        room = ClassSocket(opened)
        room.say("join", code=code)
        room.say("drawing", name="b", drawing=DRAWING)
        room.say("vote", name="q", answer=number % 2)
        for _ in range(5):
            live.send(drawn())
            assert b"lengths" in live.recv(timeout=60)
        here = "127.0.0.1"
        trace = json.dumps({"drawing": DRAWING, **READ}).encode()
        assert post(address, "routing", trace, who, here)
        assert b"<svg" in post(address, "qr", f"{address}/draw?v={number}".encode(), who, here)
        if number % 10 == 0:
            with enter("_stcore/stream", subprotocols=[Subprotocol("streamlit")]) as page:
                page.send(ask_for("dimensions"))
                while b"cv cv-dimensions" not in page.recv(timeout=60):
                    pass
        while room.hear(60).get("board", {}).get("sent") is not True:
            pass


@pytest.mark.slow
def test_sixty_phones_behind_one_address_are_all_served(server) -> None:
    from websockets.sync.client import connect

    address, log, _ = server
    room = f"{address.replace('http', 'ws')}/capsviz/class"
    # A client that reads nothing for a while, as here while all phones come, sees no answer to a
    # ping.
    with connect(room, max_size=None, ping_interval=None) as opened:
        lecturer = ClassSocket(opened)
        lecturer.say("start")
        code = lecturer.hear(30)["code"]
        lecturer.say("ask", name="q", text="why?", answers=["a", "b"], right=1)
        lecturer.say("draw", name="b", word="7", settings=READ)
        with ThreadPoolExecutor(PHONES) as class_:
            phones = [class_.submit(phone, address, n, code) for n in range(PHONES)]
            for one in phones:
                one.result(120)
        answered = 0
        while answered < PHONES:
            told = lecturer.hear(30)
            answered = told["answered"] if told["kind"] == "votes" else answered
    nothing_is_wrong(log())


@pytest.mark.slow
def test_attackers_neither_delay_visitors_nor_cause_errors(server) -> None:
    address, log, _ = server
    # Duration of a visit on this machine, which may have other work: before and after.
    usual = [USUAL, median(visits(address, 0, VISITS))]
    with attackers(address) as process:
        waited = visits(address, WHILE, VISITS)
        told = json.loads(process.communicate(timeout=120)[0])
    usual.append(median(visits(address, 0, VISITS)))
    assert not told["wrong"], told["wrong"][0]
    assert median(waited) < LONGER * max(usual), (usual, sorted(waited))
    assert max(waited) < LONGEST * max(usual), (usual, sorted(waited))
    assert max(told["held"]) < HELD, told["held"]
    nothing_is_wrong(log())


@pytest.mark.slow
def test_incomplete_requests_do_not_slow_other_visitors(server) -> None:
    from capsviz.development.bench.process import memory

    address, log, pid = server
    visits(address, 1, VISITS)
    # A checksum that nothing has reads every network, which then stays in memory.
    for place in ("decoder/none.bin", "samples/none.json", "poses/none.json", "parts/none.bin"):
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}/capsviz/{place}", timeout=120).close()
    usual, before = [USUAL, median(visits(address, 0, VISITS))], memory(pid)
    with attackers(address, "bytes") as process:
        waited = visits(address, WHILE, VISITS)
        held = memory(pid)
        told = json.loads(process.communicate(timeout=120)[0])
    usual.append(median(visits(address, 0, VISITS)))
    assert not told["wrong"], told["wrong"][0]
    assert median(waited) < LONGER * max(usual), (usual, sorted(waited))
    assert max(waited) < LONGEST * max(usual), (usual, sorted(waited))
    assert max(held, memory(pid)) - before < GROWTH
    nothing_is_wrong(log())


if __name__ == "__main__":
    attack(*sys.argv[1:])
