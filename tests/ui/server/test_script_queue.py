"""Scripts run one at a time, and an address whose scripts work for long pauses between them."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest


@pytest.fixture
def visitor(monkeypatch) -> threading.local:
    """The address of the script that runs in a thread, which each thread sets for itself."""
    from capsviz.ui.server import script_queue

    here: Any = threading.local()

    class Context:
        cookies: dict[str, str] = {}  # noqa: RUF012

        @property
        def ip_address(self) -> str | None:
            return here.address

    monkeypatch.setattr(script_queue, "st", SimpleNamespace(context=Context()))
    return here


def test_every_script_runs_and_only_one_at_a_time(visitor) -> None:
    from capsviz.ui.server.script_queue import turn

    at_work, most = [], []

    def run(address: str | None) -> None:
        visitor.address = address
        with turn():
            at_work.append(address)
            most.append(len(at_work))
            time.sleep(0.005)
            at_work.remove(address)

    addresses = [None, "192.0.2.1", "192.0.2.2", None, "192.0.2.1", None]
    threads = [threading.Thread(target=run, args=(address,), daemon=True) for address in addresses]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert most == [1] * len(addresses)


def test_an_address_whose_scripts_worked_long_pauses_and_others_do_not(
    visitor, monkeypatch
) -> None:
    from capsviz.ui.server import script_queue
    from capsviz.ui.server.limits import PerAddress

    now, paused = [0.0], []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        now[0] += seconds

    clock = SimpleNamespace(sleep=pause, thread_time=lambda: now[0])
    monkeypatch.setattr(script_queue, "time", clock)
    monkeypatch.setattr(script_queue, "_work", PerAddress(1.0, 0.1, lambda: now[0]))

    def run(address: str | None, seconds: float) -> None:
        visitor.address = address
        with script_queue.turn():
            now[0] += seconds

    run("192.0.2.1", 3.0)
    run("192.0.2.2", 0.5)
    run(None, 0.5)
    assert not paused
    run("192.0.2.1", 0.5)
    # It worked for two seconds more than it may at once; a tenth came back meanwhile.
    assert sum(paused) == pytest.approx((2.0 - 0.1) / 0.1)


def test_a_script_that_fails_gives_its_turn_on(visitor) -> None:
    from capsviz.ui.server.script_queue import turn

    visitor.address = "192.0.2.1"
    for _ in range(2):
        with pytest.raises(ValueError, match="wrong"), turn():
            raise ValueError("wrong")
