"""What keeps the event loop stands in the log, and what does not keep it does not."""

from __future__ import annotations

import asyncio
import logging
import time


def keep_everyone() -> None:
    time.sleep(0.4)


def work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def lines(caplog, act, *arguments: float) -> list[str]:
    from capsviz.ui.server.stalls import watch

    async def run() -> None:
        async with watch():
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
    return [record.getMessage() for record in caplog.records]


def test_a_stall_is_told_with_its_place_and_its_length(caplog):
    async def act() -> None:
        keep_everyone()

    (line,) = lines(caplog, act)
    assert "keep_everyone" in line or "act at" in line
    assert int(line.split("waited ")[1].split(" ms")[0]) >= 300


def test_the_loop_s_own_work_is_told_apart_from_waiting(caplog):
    async def act(seconds: float) -> None:
        work(seconds)

    (line,) = lines(caplog, act, 0.3)
    assert int(line.split("worked ")[1].split(" ms")[0]) >= 280


def test_what_is_done_in_a_thread_keeps_nobody(caplog):
    async def act() -> None:
        await asyncio.to_thread(keep_everyone)

    assert lines(caplog, act) == []


def test_one_place_is_told_once_a_minute(caplog):
    async def act() -> None:
        for _ in range(3):
            keep_everyone()
            await asyncio.sleep(0.1)

    assert len(lines(caplog, act)) == 1
