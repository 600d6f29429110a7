"""The load is real: visitors get replies, failures are counted, rates are correct."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest
from serving import serve


@pytest.fixture
def served(tiny_checkpoint) -> Iterator[str]:
    """The app's own routes, without Streamlit, on a port of this machine."""
    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route

    from capsviz.engine import engine
    from capsviz.ui.pages.viewpoint import routes as viewpoint
    from capsviz.ui.server import routes as server

    engine()  # warm before the first visitor comes, as the app's own lifespan makes it
    # Streamlit's health check.
    health = Route("/_stcore/health", lambda request: PlainTextResponse("ok"))
    with serve(Starlette(routes=[health, *server.routes(), *viewpoint.routes()])) as address:
        yield address


def test_visitors_get_their_replies(served) -> None:
    from capsviz.development.bench import load

    found = load.run(served, visitors=3, rate=20.0, seconds=1.0)
    live = found["live"]
    assert live["errors"] == live["lost"] == 0
    assert 0 < live["bytes_up"] < 2000  # compressed, as a browser sends and gets them
    assert 0 < live["bytes_down"] < 5000
    # A request at the very start and one at each twentieth of the second, from each of three.
    assert 3 <= live["replies"] <= 3 * 21
    assert 0 < live["median_ms"] <= live["p95_ms"] <= live["longest_ms"]
    assert live["least_per_second"] <= live["updates_per_second"] <= 20
    assert "server" not in found  # the process of another server is not observed
    assert "3 visitors at 20 a second" in load.report(found)
    assert json.loads(json.dumps(found)) == found


def test_the_report_lists_heavy_visitors_separately(served) -> None:
    from capsviz.development.bench import load

    found = load.run(served, visitors=1, heavy=3, rate=10.0, seconds=0.5)
    assert found["heavy"]["routing"]["replies"] > 0
    assert found["heavy"]["attack"]["errors"] == 0
    assert "heavy, routing" in load.report(found)


def test_error_replies_and_lost_ones_are_counted() -> None:
    from capsviz.development.bench import load
    from capsviz.ui.live import messages

    class Socket:
        """Answers with an error, then with another's reply, then goes away."""

        up = down = 0

        def __init__(self) -> None:
            self.answers = [messages.encode_error(1, "busy"), messages.pack({"seq": 99}, b"")]

        async def send(self, question: bytes) -> None:
            self.asked = messages.unpack(question)

        async def recv(self) -> bytes:
            if not self.answers:
                raise ConnectionError("gone")
            return self.answers.pop(0)

    seen = load._Visitor()
    asyncio.run(
        load._draw(cast(load._Browser, Socket()), seen, [b"x"], 0, 1000.0, time.monotonic() + 5)
    )
    assert (seen.errors, seen.lost, len(seen.times)) == (2, 1, 2)


def test_a_drawing_grows_to_the_whole() -> None:
    from capsviz.data.drawing import render
    from capsviz.data.samples import first_sample
    from capsviz.development.bench import load

    drawing = first_sample().drawing
    stages = list(load._stages(drawing))
    ink = [int(np.frombuffer(stage, np.uint8).sum(dtype=np.int64)) for stage in stages]
    assert len(stages) == load.STAGES
    assert ink == sorted(ink)
    assert 0 < ink[0] < ink[-1]
    assert stages[-1] == render(drawing).tobytes()


def test_an_unreachable_server_gets_one_sentence() -> None:
    from capsviz.development.bench import load
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="no capsviz answers"):
        load.run("http://127.0.0.1:9", visitors=1, seconds=0.1)
    with pytest.raises(CapsvizError, match="positive"):
        load.run("http://127.0.0.1:9", visitors=-1)


def test_the_command_passes_its_options_on(monkeypatch, capsys) -> None:
    from capsviz import cli
    from capsviz.development.bench import load

    asked = {}

    def run(url, **options):
        asked.update(options, url=url)
        return {"visitors": 2}

    monkeypatch.setattr(load, "run", run)
    assert (
        cli.main(["bench", "load", "--visitors", "2", "--pages", "3", "--heavy", "1", "--json"])
        == 0
    )
    assert asked == {
        "url": None,
        "visitors": 2,
        "rate": 10.0,
        "seconds": 20.0,
        "heavy": 1,
        "opened": 3,
        "here": False,
    }
    assert json.loads(capsys.readouterr().out) == {"visitors": 2}


def test_two_apps_are_measured_in_turns_and_each_turn_gives_a_ratio(monkeypatch, tmp_path) -> None:
    from contextlib import nullcontext

    from capsviz.development.bench import load
    from capsviz.development.bench.live import RunningApp

    (tmp_path / "app.py").touch()
    waits, asked = iter([10, 40, 30, 60, 20, 20]), []

    def app_process(checkout=None):
        return nullcontext(RunningApp("there" if checkout else "here", 1))

    async def measure(address, *_):
        asked.append(address)
        live = {"replies": 100, "replies_per_second": 50.0, "median_ms": 5.0, "p95_ms": next(waits)}
        looks = [{"processor_s": taken, "memory_mb": 400.0} for taken in (1.0, 1.5)]
        return {"live": live, "server": looks}

    monkeypatch.setattr(load, "app_process", app_process)
    monkeypatch.setattr(load, "_measure", measure)
    compared = load.compare(tmp_path)
    assert asked == ["here", "there"] * 3
    assert (compared["here"]["p95_ms"], compared["there"]["p95_ms"]) == (20, 40)
    assert compared["ratios"]["p95_ms"] == 0.5  # median of the turns' ratios 0.25, 0.5 and 1
    assert compared["here"]["processor_ms_a_reply"] == 5.0
    assert "p95 ms" in load.report_comparison(compared)
