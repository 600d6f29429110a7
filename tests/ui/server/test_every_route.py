"""Every route answers every kind of network, picture and name without a failure of its own.

A request may be refused by one sentence; it never ends in a 500 or in a failure in the log.
"""

from __future__ import annotations

import itertools
import json
import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import TestClient

#: How a network of two objects was given its names.
NAMING = [{"labels": 1, "classes": [0, 1], "accuracy": None}]
SMALL = {"conv_channels": 4, "primary_types": 2, "decoder_hidden": (8, 8)}
#: Networks of each kind that reads pictures; `none` is in no folder.
NETWORKS = {
    "dynamic": {},
    "cnn": {"architecture": "cnn"},
    "overlap": {"architecture": "compact", "image_size": 36},
    "overlap_cnn": {"architecture": "compact_cnn", "image_size": 36},
    "colours": {"channels": 3, "image_size": 32, "classes": 3},
    "shapes": {"classes": 8},
    "letters": {"classes": 3, "image_size": 32},
    "letters_cnn": {"architecture": "cnn", "classes": 3},
}
OTHERS = ("parts", "none", "", "é" * 100, "../dynamic")
DRAWING = {"s": [[92, 0, 300, 200, 280, 520, 700, 530]], "b": None}
GREY, COLOURS = bytes(range(256)) * 49, bytes(range(256)) * 147


@pytest.fixture(scope="module")
def client(tmp_path_factory) -> Iterator[TestClient]:
    """All routes behind the guard, over a folder with one small network of each kind."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.testclient import TestClient

    from capsviz import engine
    from capsviz.ui.networks import cache
    from capsviz.ui.server.guard import Guard
    from capsviz.ui.startup.routes import routes

    folder = tmp_path_factory.mktemp("networks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CAPSVIZ_CHECKPOINTS", str(folder))
        patch.setenv("CAPSVIZ_RUNS", str(folder / "runs"))
        patch.setenv("CAPSVIZ_ALLOW_TRAINING", "1")
        fill(folder)
        engine.engine.cache_clear()
        cache.subject.cache_clear()
        app = Starlette(routes=routes(), middleware=[Middleware(Guard)])
        with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as found:
            yield found
    engine.engine.cache_clear()
    cache.subject.cache_clear()


def fill(folder: Path) -> None:
    import torch

    from capsviz.config import DIGITS, LabelSet, ModelConfig, PartsConfig
    from capsviz.data.sprites import SpriteSet
    from capsviz.model.networks import build
    from capsviz.model.parts import PartsNetwork
    from capsviz.training import checkpoint

    three = LabelSet("folder:letters", ("a", "b", "c"))
    reads = {"colours": three, "letters": three, "letters_cnn": three}
    reads["shapes"] = SpriteSet().subject
    torch.manual_seed(0)
    for name, sizes in NETWORKS.items():
        config = ModelConfig(**SMALL, **sizes)
        path = folder / f"{name}.safetensors"
        weights = build(config).state_dict()
        checkpoint.save(path, weights, config, {}, subject=reads.get(name, DIGITS))
    parts = PartsConfig(parts=2, objects=2, hidden=4)
    weights = PartsNetwork(parts).state_dict()
    checkpoint.save(folder / "parts.safetensors", weights, parts, {"naming": NAMING})


@pytest.fixture(autouse=True)
def no_failure_is_logged(caplog) -> Iterator[None]:
    with caplog.at_level(logging.ERROR):
        yield
    told = [each for each in caplog.get_records("call") if each.levelno >= logging.ERROR]
    assert not told, [each.getMessage() for each in told]


def drawn(**asked: Any) -> Any:
    """Makes JSON bodies with a drawing, one for each network."""
    return lambda settings: [json.dumps({"drawing": DRAWING, **settings, **asked}).encode()]


def packed(*rasters: bytes, **asked: Any) -> Any:
    """Makes packed bodies, by default of a grey and of a coloured raster."""

    def bodies(settings: dict[str, Any]) -> list[bytes]:
        text = json.dumps({"seq": 1, **settings, **asked}).encode()
        head = len(text).to_bytes(4, "little") + text
        return [head + raster for raster in rasters or (GREY, COLOURS)]

    return bodies


def told(text: str) -> Any:
    return lambda _: [text.encode()]


def report(settings: dict[str, Any]) -> list[bytes]:
    return [json.dumps({"drawing": DRAWING, "settings": settings, "view": {}}).encode()]


#: Picture of two digits.
PAIR = bytes(36 * 36)
#: Inputs of networks for digits, and for pictures in colour.
INPUTS = bytes(28 * 28), bytes(3 * 28 * 28)
#: By path: bodies that a page sends, of the settings of a network.
PAGES = (
    "draw", "network", "routing", "dimensions", "overlap", "parts", "viewpoint", "compare",
    "claims", "train", "learn",
)  # fmt: skip


def page_visits(settings: dict[str, Any]) -> list[bytes]:
    """A page with the network as the tab has kept it, and as a link brings it."""
    from capsviz.config.read_settings import ReadSettings
    from capsviz.ui.session.permalink import Link, encode

    kept = {"settings": settings, "before": settings["model"], "seen": True, "link": "3x"}
    link = encode(Link("draw", settings=ReadSettings(model=settings["model"])))
    return [json.dumps(each).encode() for each in (kept, {"link": link})]


POSTS: dict[str, Any] = {
    "read": packed(),
    "decode": lambda settings: [packed()(settings)[0][:-12544] + bytes(4 * 16 * 10)],
    "sprite": drawn(shape=1, factors=[0.5] * 5),
    "routing": drawn(),
    "numbers": drawn(),
    "qr": told("http://localhost/"),
    "report": report,
    "standing": packed(),
    "network/read": packed(),
    "network/inside": drawn(block="primary", unit=0),
    "routing/tree": drawn(),
    "overlap/read": packed(PAIR),
    "viewpoint/read": packed(*INPUTS),
    "viewpoint/curves": packed(*INPUTS),
    "viewpoint/attack": packed(*INPUTS, epsilon=0.1, method="fgsm"),
    "claims/read": lambda settings: packed(networks=[settings["model"]])(settings),
    "train/do": lambda settings: [
        json.dumps({"do": do, "run": settings["model"], "name": settings["model"]}).encode()
        for do in ("pause", "play", "rewind", "delete", "rename", "keep", "remove", "list")
    ],
    **{f"page/{name}": page_visits for name in PAGES},
}


def routes_of(method: str) -> list[str]:
    from starlette.routing import Route

    from capsviz.ui.startup.routes import routes

    return [
        each.path.removeprefix("/capsviz/")
        for each in routes()
        if isinstance(each, Route) and method in (each.methods or ())
    ]


def answered(client: TestClient, method: str, path: str, body: bytes = b"") -> None:
    reply = client.request(method, f"/capsviz/{path}", content=body)
    assert reply.status_code < 500 or reply.status_code == 503, (path, body[:200], reply.text)


def test_every_path_is_in_the_table() -> None:
    assert sorted(routes_of("POST")) == sorted(POSTS)


@pytest.mark.parametrize("model", [*NETWORKS, *OTHERS])
@pytest.mark.parametrize("path", POSTS)
def test_every_route_answers_for_every_network(client, path, model) -> None:
    settings = {"model": model, "iterations": 3, "center": True, "capsule": 0}
    for body in POSTS[path](settings):
        answered(client, "POST", path, body)


NAMES = ("x" * 300, "é" * 200, "..", "%00", "%2e%2e%2fdynamic", "%2fdev%2fnull", "a.json", "-1")


@pytest.mark.parametrize("name", NAMES)
def test_every_route_answers_for_every_name_in_its_address(client, name) -> None:
    for path in routes_of("GET"):
        places = re.findall(r"{\w+(?::path)?}", path)
        for chosen in itertools.product((name, "dynamic"), repeat=len(places)):
            asked = path
            for place, value in zip(places, chosen, strict=True):
                asked = asked.replace(place, value, 1)
            answered(client, "GET", f"{asked}?run={name}&index={name}&since={name}")


def test_the_header_s_texts_are_kept_for_good_at_their_own_address(client) -> None:
    from capsviz.ui.shell.tools import _texts_checksum

    def kept(checksum: str, language: str) -> bool:
        reply = client.get(f"/capsviz/tools/{checksum}/{language}")
        assert "texts" in reply.json()
        return "immutable" in reply.headers.get("cache-control", "")

    assert kept(_texts_checksum(), "de")
    assert not kept(_texts_checksum(), "xx")
    assert not kept("0" * 16, "de")


def test_a_style_sheet_is_kept_for_good_at_its_own_address_alone(client) -> None:
    from capsviz.ui.browser import HEADER, sheet, sheet_addresses

    for address, name in zip(sheet_addresses("draw"), (HEADER, "draw"), strict=True):
        reply = client.get(address)
        assert reply.text == sheet(name)
        assert reply.headers["content-type"].startswith("text/css")
        assert "immutable" in reply.headers["cache-control"]
        old = client.get(f"/capsviz/style/{'0' * 16}/{name}.css")
        assert old.text == sheet(name)
        assert "immutable" not in old.headers.get("cache-control", "")
    assert client.get(f"/capsviz/style/{'0' * 16}/none.css").status_code == 404


@pytest.fixture
def broken_in_a_folder(client, monkeypatch, tmp_path) -> str:
    """Has every network fail with a sentence that names files; gives the folders' names."""
    from capsviz.engine import engine
    from capsviz.errors import CapsvizError
    from capsviz.ui.networks import cache

    folder = tmp_path / "of Jane Doe" / "my networks"
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(folder))

    def fail(*_: object, **__: object) -> None:
        raise CapsvizError(
            f"{folder}/one.safetensors, '/srv/of Jane Doe/two', /opt/of-jane/three: none is whole"
        )

    for name in ("checkpoint", "ask", "run", "work", "fast"):
        monkeypatch.setattr(engine(), name, fail)
    for name in ("complaint", "subject"):
        getattr(cache, name).cache_clear()
    return "Jane|of-jane|my networks|/opt|/srv|pytest"


def sockets() -> list[str]:
    from starlette.routing import WebSocketRoute

    from capsviz.ui.startup.routes import routes

    return [each.path for each in routes() if isinstance(each, WebSocketRoute)]


@pytest.mark.parametrize("path", ["", "network/", "overlap/", "viewpoint/"])
def test_every_live_path_reports_errors_in_one_form(client, monkeypatch, caplog, path) -> None:
    from capsviz.engine import engine
    from capsviz.ui.live.messages import pack, unpack

    def reply(raw: bytes, **header: Any) -> dict[str, Any]:
        body = pack({"seq": 7, **header}, raw)
        with client.websocket_connect(f"/capsviz/{path}live") as socket:
            socket.send_bytes(body)
            (said, rest), posted = unpack(socket.receive_bytes()), f"/capsviz/{path}read"
        assert unpack(client.post(posted, content=body).content) == (said, rest) == (said, b"")
        return said

    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret")

    good = {"iterations": 3}
    raster = {"overlap/": PAIR, "viewpoint/": INPUTS[0]}.get(path, bytes(112 * 112))
    asked = reply(raster, **good | {"iterations": 99})
    assert asked["seq"] == 7
    assert f"1 to {10 if path == 'overlap/' else 50}" in asked["error"]
    assert reply(b"", **good)["seq"] == 7
    assert "seq must be" in reply(raster, **good | {"seq": "7"})["error"]
    for name in ("ask", "run"):
        monkeypatch.setattr(engine(), name, fail)
    broken = reply(raster, **good)
    assert broken == {"seq": 7, "arrays": [], "error": "the server could not read this: try again"}
    assert [each.getMessage() for each in caplog.records] == ["a live request failed"] * 2
    caplog.clear()


@pytest.mark.parametrize("path", POSTS)
def test_no_answer_names_a_folder(client, broken_in_a_folder, path) -> None:
    for body in POSTS[path]({"model": "dynamic", "iterations": 3, "center": True, "capsule": 0}):
        text = client.post(f"/capsviz/{path}", content=body).text
        assert not re.search(broken_in_a_folder, text)


def test_no_reply_of_a_socket_names_a_folder(client, broken_in_a_folder) -> None:
    bodies = {"overlap": packed(PAIR)}
    told = 0
    for path in sockets():
        with client.websocket_connect(path) as socket:
            page = path.split("/")[-2]
            socket.send_bytes(bodies.get(page, packed())({"model": "dynamic", "iterations": 3})[0])
            reply = socket.receive_bytes()
            told += b"none is whole" in reply
            assert not re.search(broken_in_a_folder.encode(), reply)
    assert told >= 3
