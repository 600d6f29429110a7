"""Malformed requests, links and files cost one sentence: no 500, traceback or stall."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import runpy
import time
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from junk import octets, texts
from tiny_run import SETTINGS

if TYPE_CHECKING:
    from starlette.testclient import TestClient

HOME = Path(__file__).parents[2]
#: Seconds of this process's time that one answer may take: hundreds of times what one takes.
STALL = 10.0
DRAWING = {"s": [[92, 0, 300, 200, 280, 520, 700, 530]], "b": None}
READ = {"model": "dynamic", "iterations": 3, "center": True, "capsule": -1}


@pytest.fixture
def client(tiny_checkpoint, tmp_path, monkeypatch) -> Iterator[TestClient]:
    from starlette.applications import Starlette
    from starlette.testclient import TestClient

    from capsviz.monitoring import prewarm

    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("CAPSVIZ_ALLOW_TRAINING", "1")
    monkeypatch.setattr(prewarm, "spawn", lambda *_, **__: None)
    app: Any = runpy.run_path(str(HOME / "app.py"))["app"]
    guarded = Starlette(routes=app._user_routes, middleware=app._user_middleware)
    with TestClient(guarded, base_url="http://localhost:8501") as found:
        yield found


@pytest.fixture(autouse=True)
def nothing_is_told_to_the_log(caplog) -> Iterator[None]:
    with caplog.at_level(logging.ERROR):
        yield
    told = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not told, told


def list_runs(client: TestClient) -> Any:
    return client.post("/capsviz/train/do", json={"do": "list"})


def quick(act: Callable[[], Any], what: object) -> Any:
    began = time.process_time()
    found = act()
    assert time.process_time() - began < STALL, str(what)[:300]
    return found


def answered(client: TestClient, path: str, body: bytes) -> None:
    reply = quick(lambda: client.post(f"/capsviz/{path}", content=body), (path, body))
    assert reply.status_code < 500, (path, body[:300])
    if reply.status_code >= 400:
        assert reply.json()["error"], (path, body[:300])


BODIES = {
    "routing": {"drawing": DRAWING, **READ},
    "routing/tree": {"drawing": DRAWING, **READ},
    "numbers": {"drawing": DRAWING, **READ},
    "report": {"drawing": DRAWING, "settings": READ, "view": {"digit": 7}},
    "sprite": {"shape": 1, "factors": [0.5] * 5, **READ},
}


#: Requests that the network here does not receive.
OF_OTHERS = ("routing/tree", "sprite")


@pytest.mark.parametrize("path", BODIES)
def test_junk_requests_get_an_answer(client, path) -> None:
    reply = client.post(f"/capsviz/{path}", content=json.dumps(BODIES[path]))
    assert reply.status_code == 200 or path in OF_OTHERS
    for text in texts(BODIES[path], 25):
        answered(client, path, text.encode())


OVERLAID = {
    "seq": 1,
    "forced": None,
    "iterations": 3,
}
PACKED = {
    "decode": (READ, 10 * 16 * 4),
    "standing": ({"seq": 1, **READ}, 112 * 112),
    "overlap/read": (OVERLAID, 36 * 36),
    "viewpoint/read": ({"seq": 1, **READ}, 28 * 28),
    "viewpoint/curves": ({"digit": 7, **READ}, 3 * 28 * 28),
    "viewpoint/attack": ({"digit": 7, "epsilon": 0.1, "method": "fgsm", **READ}, 2 * 28 * 28),
}


@pytest.mark.parametrize("path", PACKED)
def test_junk_packed_requests_get_an_answer(client, path) -> None:
    header, raw = PACKED[path]
    for text in texts(header, 20):
        answered(client, path, len(text).to_bytes(4, "little") + text.encode() + bytes(raw))
    whole = json.dumps(header).encode()
    for body in octets(len(whole).to_bytes(4, "little") + whole + bytes(raw), 20):
        answered(client, path, body)


def test_junk_addresses_for_qr_codes_get_an_answer(client) -> None:
    for body in octets(b"http://localhost/?v=3abc", 15):
        answered(client, "qr", body)


@pytest.mark.parametrize("path", ["live", "viewpoint/live", "overlap/live"])
def test_junk_live_messages_get_a_reply(client, path) -> None:
    with client.websocket_connect(f"/capsviz/{path}") as socket:
        raw = bytes({"overlap/live": 36 * 36, "viewpoint/live": 28 * 28}.get(path, 112 * 112))
        for text in texts(OVERLAID if path == "overlap/live" else {"seq": 1, **READ}, 20):
            message = len(text).to_bytes(4, "little") + text.encode() + raw
            if len(message) > 112 * 112 + 2048:  # the socket would be closed
                continue
            socket.send_bytes(message)
            assert len(quick(socket.receive_bytes, text)) > 4


def test_junk_addresses_cause_no_server_error(client) -> None:
    runs = ("", "..", "x" * 5000, "%00", "\ud7ff", "a/b", "sound", "turn")
    steps = ("-1", "", "NaN", "9" * 30, "٣", "1e3", "--1")
    asked = [f"train/film?run={run}&since={step}" for run in runs for step in steps]
    asked += [f"train/film?run=sprites&lines={step}" for step in steps]
    asked += [f"test/{name}/{n}" for name in ("mnist", "..", "x") for n in steps]
    asked += [f"overlap/pair?index={step}&a={step}" for step in steps]
    asked += [f"{path}/{'x' * 3000}" for path in ("web", "poses", "decoder", "worksheet", "frames")]
    for path in asked:
        assert quick(lambda: client.get(f"/capsviz/{path}"), path).status_code < 500, path  # noqa: B023


# --- trainings


ORDERS = [
    {"do": "start", "owner": "x" * 43, "settings": {
        "data_set": "sprites", "shapes": 3, "routing": "dynamic", "iterations": 3, "batch": 16,
        "peak_rate": 0.001, "seed": 1, "clip": 0.0, "share": 0.5, "mistakes": ["axis"]}},
    *({"do": do, "run": "sound"} for do in ("pause", "play", "step", "rewind", "delete")),
    {"do": "rate", "run": "sound", "rate": 0.1},
    {"do": "slow", "run": "sound", "slow": True},
    {"do": "pin", "run": "sound", "drawing": DRAWING},
    {"do": "fork", "run": "sound", "step": 1, "peak_rate": 0.1, "clip": 1.0, "routing": "em"},
    {"do": "rename", "run": "sound", "name": "other"},
    {"do": "keep", "run": "sound", "name": "other"},
]  # fmt: skip
LINE = {"step": 1, "margin": 0.5, "error": 40.0, "rate": 0.002, "norm": 1.0, "seconds": 1.0}


def made(name: str) -> Any:
    from capsviz.monitoring import runs

    run = runs.make(SETTINGS, name)
    run.append(LINE)
    run.write("classes", {"classes": ["square", "triangle", "heart"]})
    run.keep_snapshot(1, {"lengths": np.ones(3, np.float32)}, {"step": 1, "checks": []})
    run.keep_snapshot(2, {"lengths": np.ones(3, np.float32)}, {"step": 2, "checks": []})
    return run


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order["do"])
def test_junk_orders_to_trainings_get_an_answer(client, order) -> None:
    from capsviz.monitoring import runs

    made("sound")
    for text in texts(order, 12):
        answered(client, "train/do", text.encode())
        if len(runs.all_runs()) > 10:
            for run in runs.all_runs():
                runs.delete(run)
            made("sound")
    assert list_runs(client).status_code == 200


def test_a_junk_run_folder_affects_no_other_run(client) -> None:
    from capsviz.monitoring.folder import RunFolder

    sound, broken = made("sound"), made("broken")
    film = client.get("/capsviz/train/film?run=sound").content
    said = {
        "settings": SETTINGS.to_plain()
        | {"fork": {"run": "first", "step": 8, "weights": [[8, 0.0005]]}},
        "status": {"state": "paused", "at": 1.0, "pid": 1, "sentence": "no"},
        "wanted": {"until": 0, "rate": 0.1, "slow": True, "end": False},
        "waiting": {"since": 1.0},
        "classes": {"classes": ["square", "triangle", "heart"]},
        "owner": {"proof": "0" * 64},
    }
    snapshot = broken.path / "snapshots" / "00000001.safetensors"
    whole = snapshot.read_bytes()
    for round_, cut in enumerate(octets(whole, 30)):
        for what, plain in said.items():
            (text,) = texts(plain, 1, seed=round_)
            (broken.path / f"{what}.json").write_text(text)
        (line,) = texts(LINE, 1, seed=round_)
        (broken.path / "metrics.jsonl").write_text(f"{json.dumps(LINE)}\n{line}\n")
        snapshot.write_bytes(cut)
        listed = quick(lambda: list_runs(client), said)
        assert listed.status_code == 200
        assert {"sound", "broken"} <= {run["name"] for run in listed.json()["runs"]}
        for path in ("film", "film.html"):
            reply = quick(lambda: client.get(f"/capsviz/train/{path}?run=broken"), said)  # noqa: B023
            assert reply.status_code in (200, 400)
        for do in ("pause", "play", "step", "rate", "fork"):
            answered(client, "train/do", json.dumps({"do": do, "run": "broken"}).encode())
        # Nobody else pays.
        assert client.get("/capsviz/train/film?run=sound").content == film
    assert isinstance(sound, RunFolder)


@pytest.mark.parametrize(
    "array", [np.ones(4, np.float32), np.ones(3, np.float16), np.ones((), bool), np.ones((2, 3))]
)
def test_mismatched_snapshots_are_left_out(client, array) -> None:
    from capsviz.ui.live.messages import unpack_arrays

    run = made("sound")
    run.keep_snapshot(3, {"lengths": array, "worst": array}, {"step": 3})
    header, arrays = unpack_arrays(client.get("/capsviz/train/film?run=sound").content)
    assert [moment["step"] for moment in header["moments"]] == [1, 2]
    assert arrays["lengths"].shape == (2, 3)


# --- classes


STROKE = [85, 0, 200, 200, 700, 220, 450, 850]
FIRST = [
    {"kind": "start", "key": "x" * 43},
    {"kind": "join", "code": "CODE", "visitor": [1]},
    {"kind": "present", "key": "x" * 43},
]
QUESTION = {"kind": "ask", "name": "q", "text": "why?", "answers": ["a", "b"], "right": 1}
OF_LECTURERS = [
    QUESTION,
    {"kind": "state", "page": "draw", "things": {
        "drawing": DRAWING, "settings": READ, "view.learn": {"lesson": "one", "step": 1}}},
    {"kind": "draw", "name": "b", "word": "7", "settings": READ, "hidden": ["x"], "open": True},
    {"kind": "hide", "name": "x", "on": True},
    {"kind": "counts"},
]  # fmt: skip
OF_VISITORS = [
    {"kind": "vote", "name": "q", "answer": 1},
    {"kind": "at", "page": "draw"},
    {"kind": "follow", "on": False},
    {"kind": "drawing", "name": "b", "drawing": {"s": [STROKE], "b": None}},
]


@pytest.fixture
def classes(clients) -> tuple[TestClient, Any]:
    """A client, and a session that is asked something and draws; nobody waits for their turn."""
    from capsviz.ui.classroom import routes
    from capsviz.ui.classroom.sessions import Sessions

    async def read(_drawing: object, _settings: object) -> dict[str, Any]:
        return {"class": 7, "says": "7", "length": 0.5, "misfit": 9.0, "sure": True}

    rooms = Sessions(read=read)
    room, _ = rooms.start(None, "here")
    for told in (QUESTION, OF_LECTURERS[2]):
        asyncio.run(room.hear_lecturer(told))
    return clients(routes.routes(rooms)), room


@pytest.mark.parametrize("good", FIRST, ids=lambda good: good["kind"])
def test_junk_first_messages_in_a_class_get_a_reply(classes, good) -> None:
    client, room = classes
    for text in (json.dumps(good), *texts(good, 15)):
        with client.websocket_connect("/capsviz/class") as socket:
            socket.send_bytes(text.replace("CODE", room.code).encode())
            told = json.loads(quick(socket.receive_bytes, text))
            assert told["kind"] in ("started", "joined", "presenting", "refused"), text


@pytest.mark.parametrize("lecturer", [True, False])
def test_junk_messages_in_a_class_leave_the_socket_open(classes, monkeypatch, lecturer) -> None:
    from capsviz.ui.server.limits import Bucket

    monkeypatch.setattr(Bucket, "wait", lambda *_: 0.0)
    client, room = classes
    first = {"kind": "start"} if lecturer else {"kind": "join", "code": room.code}
    with client.websocket_connect("/capsviz/class") as socket:
        socket.send_bytes(json.dumps(first).encode())
        for good in OF_LECTURERS if lecturer else OF_VISITORS:
            for text in texts(good, 25):
                socket.send_bytes(text.encode())
        # It is heard still: what is told last is answered.
        socket.send_bytes(b'{"kind": "nothing of this name"}')

        def last() -> dict[str, Any]:
            # Browsers receive JSON that they can parse.
            return json.loads(socket.receive_bytes(), parse_constant=pytest.fail)

        while "nothing of this" not in quick(last, good).get("sentence", ""):
            pass


# --- links


def pages() -> dict[str, Any]:
    import importlib

    names = [path.parent.name for path in (HOME / "capsviz/ui/pages").glob("*/view.py")]
    return {
        name: importlib.import_module(f"capsviz.ui.pages.{name}.view").View
        for name in sorted(names)
    }


@pytest.mark.parametrize(
    "page",
    [
        "compare",
        "dimensions",
        "draw",
        "learn",
        "network",
        "overlap",
        "parts",
        "routing",
        "train",
        "viewpoint",
    ],
)
def test_junk_links_raise_one_sentence_at_most(page) -> None:
    from capsviz.config import ModelConfig
    from capsviz.errors import CapsvizError
    from capsviz.ui.session.permalink import decode, encode

    view, network = pages()[page], ModelConfig()

    def opened(token: str) -> None:
        try:
            link = decode(token)
            found = view.from_plain(link.view, network)
        except CapsvizError:
            return
        # Accepted input can be shared again.
        assert view.from_plain(found.to_plain(), network) == found
        assert decode(encode(link)).page == link.page

    first = view.from_plain({}, network).to_plain()
    good = {"page": page, "drawing": DRAWING, "settings": READ, "view": first}
    for text in (json.dumps(good), *texts(good, 150)):
        for version in "123":
            packed = base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")
            quick(lambda token=version + packed: opened(token), text)
    whole = b"3" + base64.urlsafe_b64encode(zlib.compress(json.dumps(good).encode()))
    for token in octets(whole, 100):
        quick(lambda token=token: opened(token.decode("latin-1")), token)


# --- what lies beside a network


def calibration_page(path: Path) -> None:
    """Compare's page for the file: accepted data can be drawn and described."""
    from capsviz.analysis import calibration
    from capsviz.ui.languages import ENGLISH, messages
    from capsviz.ui.pages.compare.figures import reliability
    from capsviz.ui.pages.compare.reliability import calibration_sentence

    say = partial(messages.text, ENGLISH, "compare_sections")
    for row in calibration.ROWS.load(path):
        reliability([row], row["checkpoint"], {row["checkpoint"]: "A"}, say, "light")
        calibration_sentence(row, "A", "digit", say)


def family_lines(path: Path) -> None:
    """Output of the command and of the page for a record."""
    from capsviz.analysis import family_record
    from capsviz.analysis.family_table import describe, table, to_csv

    rows = family_record.ROWS.load(path)
    if rows:
        table(rows)
        describe(rows)
        to_csv(rows)


def loads() -> dict[str, Callable[[Path, dict[str, Any]], object]]:
    """By the end of a file's name: what reads it, given the good one's values too."""
    from capsviz.analysis import compare, factor_report, overlap, record, robustness, viewpoint
    from capsviz.training import test_set_log
    from capsviz.training.checkpoint import precision_agreement

    def network(path: Path) -> Path:
        return path.with_name(f"{path.name.split('.')[0]}.safetensors")

    return {
        "em.analysis.json": lambda path, good: record.load(path, good["sha256"]),
        "dynamic.viewpoint.json": lambda path, good: viewpoint.load(path, good["sha256"]),
        "results.json": lambda path, _: compare.read_results(path),
        "calibration.json": lambda path, _: calibration_page(path),
        "affine.json": lambda path, _: robustness.ROWS.load(path),
        "family.json": lambda path, _: family_lines(path),
        "overlap.json": lambda path, _: overlap.ROWS.load(path),
        "em.readings.json": lambda path, _: test_set_log.read(network(path)),
        "em.agreement.json": lambda path, good: precision_agreement.differences(
            network(path), good["sha256"], "bfloat16"
        ),
        "factors": lambda path, good: factor_report.load(path, good["digest"]),
    }


@pytest.mark.parametrize(
    "name",
    ["em.analysis.json", "dynamic.viewpoint.json", "results.json", "affine.json", "overlap.json",
     "calibration.json", "family.json", "em.readings.json", "em.agreement.json", "factors"],
)  # fmt: skip
def test_junk_files_beside_a_network_raise_one_sentence_at_most(tmp_path, name) -> None:
    from capsviz.errors import CapsvizError

    shipped = HOME / "checkpoints" / name
    if name == "factors":
        shipped = next((HOME / "checkpoints").glob("*.factors.json"))
    good, load = json.loads(shipped.read_text()), loads()[name]
    path = tmp_path / shipped.name
    path.write_text(json.dumps(good))
    load(path, good)
    for text in texts(good, 40):
        path.write_text(text)
        try:
            quick(lambda: load(path, good), text)
        except CapsvizError:
            continue
