"""A visitor's words name what is in a catalogue: no route takes any of them for a file's path."""

from __future__ import annotations

import asyncio
import json
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import pytest

if TYPE_CHECKING:
    from starlette.routing import BaseRoute
    from starlette.testclient import TestClient

DRAWING = {"s": [[92, 0, 300, 200, 280, 520, 700, 530]], "b": None}
#: Parameters of addresses, as any route reads them.
PARAMETERS = ("run", "since", "lines", "seed", "wrong", "network", "page", "v", "theme")
#: Fields of messages and bodies in which a name, a word or a place is expected.
NAMES = ("model", "network", "run", "name", "routing", "block", "code", "page", "word", "data_set")
#: Everything that the Train page's route can be asked to do.
ACTS = ("start", "play", "fork", "rename", "delete", "keep", "remove", "pin", "list", "rewind")
#: Texts that no catalogue holds.
WORDS = (
    *(
        "/dev/zero",
        "/dev/stdin",
        "/etc/passwd",
        "/",
        ".",
        "..",
        "",
        "~",
        "NUL",
        "C:\\x",
        "\\\\h\\x",
    ),
    *(
        "../" * 40 + "dev/zero",
        "dynamic/",
        "./dynamic",
        "dynamic.safetensors",
        "%2e%2e%2fx",
        "a\0b",
    ),
    *("x" * 99, "y" * 2000, "/" * 1500, "\u7f51\u7edc", "\u0645\u0631", "\u202egnp", "\U0001f600"),
)


@pytest.fixture
def bait(tiny_checkpoint: Path, tmp_path_factory, monkeypatch) -> Path:
    """A good checkpoint that lies elsewhere, in the folder that the server runs in."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shutil.copyfile(tiny_checkpoint, elsewhere / "bait1.safetensors")
    monkeypatch.chdir(elsewhere)
    monkeypatch.setenv("CAPSVIZ_RUNS", str(elsewhere / "runs"))
    return elsewhere / "bait1.safetensors"


@pytest.fixture
def opened(monkeypatch) -> list[tuple[str, bool]]:
    """Each checkpoint file that is opened, and whether that is done on an event loop."""
    from capsviz.training.checkpoint import file

    found, open_file = list[tuple[str, bool]](), file.safe_open

    def open_and_note(path: Any, *given: Any, **named: Any) -> Any:
        try:
            asyncio.get_running_loop()
            found.append((str(path), True))
        except RuntimeError:
            found.append((str(path), False))
        return open_file(path, *given, **named)

    monkeypatch.setattr(file, "safe_open", open_and_note)
    return found


@pytest.fixture
def routes(monkeypatch) -> list[BaseRoute]:
    from capsviz.errors import CapsvizError
    from capsviz.ui.pages.train import routes as train
    from capsviz.ui.site import runtime
    from capsviz.ui.startup.routes import routes

    def refuse(_run: Any) -> None:
        raise CapsvizError("nothing is trained here")

    # More can be said where trainings are allowed; nothing is trained, exported or read.
    monkeypatch.setattr(train, "is_allowed", lambda: True)
    monkeypatch.setattr(train.runs, "start", refuse)
    monkeypatch.setattr(runtime, "require_files", lambda: None)
    return routes()


def kind(route: Any) -> str:
    """GET or POST; of a socket "socket"."""
    methods = getattr(route, "methods", None)
    return "socket" if methods is None else "POST" if "POST" in methods else "GET"


def framed(plain: dict[str, Any]) -> bytes:
    """A message of the live path: a header, and a raster behind it."""
    head = json.dumps(plain).encode()
    return struct.pack("<I", len(head)) + head + bytes(112 * 112)


def bodies(word: str, model: str) -> Iterator[bytes]:
    """Bodies that hold a word in place of every name, or of all but the model."""
    named = {**dict.fromkeys(NAMES, word), "model": model, "drawing": DRAWING}
    settings = {"model": model, "iterations": 3}
    whole = {**named, "settings": settings, "view": {}, "seq": 1, "shape": 0}
    whole |= {"factors": [0.0] * 6, "networks": [model], "off": {}, "owner": word}
    yield json.dumps(whole).encode()
    yield framed({key: value for key, value in whole.items() if key != "drawing"})
    yield word.encode("utf-8", "replace")


def ask(client: TestClient, route: Any, word: str, model: str) -> Iterator[tuple[int, bytes]]:
    """Status and body of all that a route answers to a word; of a socket what it sends."""
    path = route.path
    for name in route.param_convertors:
        path = path.replace(f"{{{name}}}", quote(word, safe="")).replace(
            f"{{{name}:path}}", quote(word)
        )
    if kind(route) == "GET":
        yield from found(client, "GET", path)
        yield from found(client, "GET", f"{path}?{urlencode(dict.fromkeys(PARAMETERS, word))}")
    elif kind(route) == "POST":
        acts = ACTS if path.endswith("/do") else ("",)
        for body in bodies(word, model):
            for act in acts:
                yield from found(
                    client,
                    "POST",
                    path,
                    body.replace(b"{", b'{"do": "%s", ' % act.encode(), 1) if act else body,
                )
    else:
        yield from told(client, path, [*bodies(word, model)][: 1 if "class" in path else 2])


def found(
    client: TestClient, method: str, path: str, body: bytes = b""
) -> Iterator[tuple[int, bytes]]:
    answer = client.request(method, path, content=body or None)
    yield answer.status_code, answer.content


def told(client: TestClient, path: str, messages: list[bytes]) -> Iterator[tuple[int, bytes]]:
    from starlette.websockets import WebSocketDisconnect

    for message in messages:
        with client.websocket_connect(path) as socket:
            if path.endswith("/class"):
                for each in ("start", "join", "state", "draw", "ask"):
                    socket.send_bytes(message.replace(b"{", b'{"kind": "%s", ' % each.encode(), 1))
            else:
                socket.send_bytes(message)
            try:
                answer = socket.receive_bytes()
            except WebSocketDisconnect as closed:
                yield closed.code, b""
                continue
            # A session's code and key are other ones each time.
            yield 101, answer[:20] if path.endswith("/class") else answer


def plain_answers(
    client: TestClient, routes: list[BaseRoute], word: str
) -> list[tuple[str, int, bytes]]:
    """All answers of all routes to a word, without the word itself in them."""
    said = {word, repr(word), json.dumps(word)[1:-1], repr(word)[1:-1], Path(word).name}
    answers = []
    for route in routes:
        for status, body in ask(client, route, word, word):
            if "/page/" in route.path and status == 200:  # type: ignore[attr-defined]
                # The first reply on a page holds the milliseconds that it took.
                body = json.dumps(json.loads(body)["complaints"]).encode()
            for each in sorted(said, key=len, reverse=True):
                body = body.replace(each.encode("utf-8", "replace"), b"WORD") if each else body
            # A sentence may cut a long word off, anywhere in it.
            body = body.replace(b"bait2", b"bait1")
            answers.append((route.path, status, body))  # type: ignore[attr-defined]
    return answers


def test_no_answer_reveals_whether_a_file_exists(bait, opened, routes, clients) -> None:
    client = clients(routes)
    for place in (str(bait), bait.name, bait.stem, f"../{bait.parent.name}/{bait.name}"):
        there, absent = place, place.replace("bait1", "bait2")
        here, nowhere = (plain_answers(client, routes, word) for word in (there, absent))
        assert here == nowhere
    assert not [path for path, _ in opened if "bait" in path]


@pytest.mark.parametrize("word", WORDS, ids=lambda word: ascii(word)[:30])
def test_an_unknown_name_gets_one_sentence(bait, opened, routes, clients, word) -> None:
    client, folder = clients(routes), str(bait.parents[1])
    for model in (word, "dynamic"):
        for route in routes:
            for status, body in ask(client, route, word, model):
                assert status < 500 or status in (1007, 1009), (route.path, status, body[:300])  # type: ignore[attr-defined]
                assert b"Traceback" not in body
    assert all(Path(path).is_relative_to(folder) or "dynamic" in path for path, _ in opened)


def test_no_checkpoint_is_read_on_the_event_loop(bait, opened, routes, clients) -> None:
    from capsviz.engine import engine
    from capsviz.training.checkpoint import loaded

    engine()  # which the app makes before its first visitor
    opened.clear()
    client = clients(routes)
    for route in routes:
        for model in ("dynamic", str(bait)):
            for function in (loaded._holds_parts, loaded._describe):
                function.cache_clear()
            list(ask(client, route, "dynamic", model))
    assert opened
    assert [path for path, on_loop in opened if on_loop] == []
