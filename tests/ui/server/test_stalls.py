"""Code that blocks the event loop is logged, and other code is not."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Any

import pytest

#: Seconds that a busy machine may keep a loop without anything of ours in the way.
LIMIT = 0.25


#: A function that blocks a loop as if it were our code: the log names no place in others' code.
OURS = """
import time

def keep_everyone():
    time.sleep(0.4)

def work(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
"""
ours: dict[str, Any] = {}
exec(compile(OURS, "capsviz/keeps.py", "exec"), ours)
keep_everyone, work = ours["keep_everyone"], ours["work"]


def lines(caplog, act, *arguments: float) -> list[str]:
    """Log lines about `OURS` while `act` runs; a busy machine blocks a loop elsewhere."""
    from capsviz.ui.server.stalls import watch

    async def run() -> None:
        async with watch(LIMIT):
            await asyncio.sleep(0.2)
            await act(*arguments)
            await asyncio.sleep(0.1)

    caplog.clear()
    log = logging.getLogger("capsviz")  # Streamlit's loggers hand nothing on
    log.addHandler(caplog.handler)
    try:
        asyncio.run(run())
    finally:
        log.removeHandler(caplog.handler)
    told = [record.getMessage() for record in caplog.records]
    return [line for line in told if "capsviz/keeps.py" in line]


def test_a_stall_is_logged_with_its_place_and_duration(caplog):
    async def act() -> None:
        keep_everyone()

    (line,) = lines(caplog, act)
    assert "keep_everyone at capsviz/keeps.py" in line
    assert int(line.split("waited ")[1].split(" ms")[0]) >= 300


def test_the_stall_log_separates_work_from_waiting(caplog):
    async def act(seconds: float) -> None:
        work(seconds)

    (line,) = lines(caplog, act, 0.3)
    assert int(line.split("worked ")[1].split(" ms")[0]) >= 280


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="another thread's time")
def test_one_long_callback_is_distinguished_from_many_short_ones(caplog):
    async def act(times: int, seconds: float) -> None:
        for _ in range(times):
            asyncio.get_running_loop().call_soon(work, seconds)
        await asyncio.sleep(0)

    def longest(*given: float) -> int:
        (line,) = lines(caplog, act, *given)
        return int(line.split(" or more in one callback")[0].split()[-1])

    assert longest(1, 0.6) >= 300
    assert longest(60, 0.01) <= 100


def test_work_in_a_thread_is_not_logged_as_a_stall(caplog):
    async def act() -> None:
        await asyncio.to_thread(keep_everyone)

    assert lines(caplog, act) == []


def test_a_stall_of_one_place_is_logged_once_a_minute(caplog):
    async def act() -> None:
        for _ in range(3):
            keep_everyone()
            await asyncio.sleep(0.1)

    assert len(lines(caplog, act)) == 1


def drawn() -> dict[str, object]:
    return {"s": [[85, 0, 200, 200, 700, 220, 450, 850]], "b": None}


@pytest.mark.parametrize(
    ("module", "name", "request_"),
    [
        ("capsviz.ui.shell.share", "qr_svg", ("POST", "qr", b"http://localhost/draw")),
        ("capsviz.ui.classroom.presenter.routes", "page", ("GET", "presenter", b"")),
        ("capsviz.ui.lessons.routes", "names", ("GET", "worksheet/none", b"")),
        ("capsviz.ui.classroom.frames", "frames", ("GET", "frames/none.json", b"")),
    ],
)
def test_slow_functions_run_off_the_event_loop(
    clients, monkeypatch, module, name, request_
) -> None:
    import importlib

    found = importlib.import_module(module)
    where = watched(monkeypatch, found, name)
    routes = found.routes()
    method, path, body = request_
    clients(routes).request(method, f"/capsviz/{path}", content=body)
    assert where == ["thread"]


def test_class_messages_are_checked_off_the_event_loop(clients, monkeypatch) -> None:
    from capsviz.ui.classroom import routes, session

    checks = [watched(monkeypatch, getattr(session, name), "from_plain") for name in CHECKED]
    client = clients(routes.routes())
    with (
        client.websocket_connect("/capsviz/class") as lecturer,
        client.websocket_connect("/capsviz/class") as phone,
    ):
        lecturer.send_bytes(b'{"kind": "start"}')
        code = json.loads(lecturer.receive_bytes())["code"]
        phone.send_bytes(json.dumps({"kind": "join", "code": code}).encode())
        for told in (
            {"kind": "state", "page": "draw", "things": {"drawing": drawn()}},
            {"kind": "draw", "name": "b", "word": "7"},
        ):
            lecturer.send_bytes(json.dumps(told).encode())
        while json.loads(phone.receive_bytes())["kind"] != "board":
            pass
        phone.send_bytes(json.dumps({"kind": "drawing", "name": "b", "drawing": drawn()}).encode())
        while json.loads(phone.receive_bytes()).get("board", {}).get("sent") is not True:
            pass
    assert checks == [["thread"], ["thread"]]


#: Functions that check a visitor's drawing, and a lecturer's page.
CHECKED = ("Strokes", "Change")


def watched(monkeypatch, holder: object, name: str) -> list[str]:
    """Record whether a function of `holder` is called on an event loop, or in a thread."""
    function, where = getattr(holder, name), []

    def instead(*given: object) -> object:
        try:
            asyncio.get_running_loop()
            where.append("loop")
        except RuntimeError:
            where.append("thread")
        return function(*given)

    monkeypatch.setattr(holder, name, instead)
    return where
