"""The server answers before torch is there; what needs it waits."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from pages import MAIN

APP = Path(__file__).parents[3] / "app.py"


def test_the_server_starts_without_torch() -> None:
    code = f"import runpy, sys; runpy.run_path({str(APP)!r}); print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


def test_a_first_visit_waits_for_no_library_that_it_does_not_use(tiny_checkpoint) -> None:
    code = (
        "import sys\n"
        "from streamlit.testing.v1 import AppTest\n"
        f"at = AppTest.from_file({str(MAIN)!r}, default_timeout=60).run()\n"
        "assert not at.exception\n"
        "print({'pandas', 'pyarrow', 'torchvision', 'sympy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.fixture
def loaded(monkeypatch) -> Future[Any]:
    """Loads as soon as the test sets it."""
    from capsviz.ui.startup import background_import

    found: Future[Any] = Future()
    monkeypatch.setattr(background_import, "begin", lambda: found)
    return found


async def ask(answers: list[str]) -> None:
    from capsviz.ui.startup.background_import import OwnRoutes

    async def send(message: Any) -> None:
        answers.append(message)

    async def receive() -> Any:
        raise AssertionError

    await OwnRoutes().handle({"type": "http", "path": "/capsviz/x"}, receive, send)


async def answer(scope: Any, _receive: Any, send: Any) -> None:
    await send(scope["path"])


def test_requests_during_the_import_are_answered_after_it_unless_they_leave(loaded) -> None:
    answers: list[str] = []

    async def visit() -> None:
        leaving, waiting = (asyncio.create_task(ask(answers)) for _ in range(2))
        await asyncio.sleep(0.01)
        leaving.cancel()
        await asyncio.sleep(0.01)
        assert answers == []
        loaded.set_result(answer)
        await waiting

    asyncio.run(visit())
    assert answers == ["/capsviz/x"]


def test_only_our_own_routes_wait_for_the_import() -> None:
    from starlette.routing import Match

    from capsviz.ui.startup.background_import import OwnRoutes

    def matched(path: str) -> bool:
        return OwnRoutes().matches({"type": "http", "path": path})[0] is Match.FULL

    assert [matched(path) for path in ("/capsviz/live", "/capsviz", "/_stcore/health")] == [
        True,
        False,
        False,
    ]


def test_a_failed_import_is_logged_and_ends_the_server(loaded, monkeypatch, caplog) -> None:
    import logging
    import signal

    from capsviz.ui.startup import lifespan

    told: list[int] = []
    monkeypatch.setattr(signal, "raise_signal", told.append)
    logging.getLogger("capsviz").addHandler(caplog.handler)
    loaded.set_exception(ImportError("libtorch_cpu.so is missing"))
    asyncio.run(lifespan._load_and_watch())
    logging.getLogger("capsviz").removeHandler(caplog.handler)
    assert told == [signal.SIGTERM]
    assert "libtorch_cpu.so is missing" in caplog.text
