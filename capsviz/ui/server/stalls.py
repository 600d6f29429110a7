"""Logs when the event loop was blocked for more than 100 ms, and the reason.

A thread checks the loop's heartbeat. If it is late, the thread notes the loop's current code, and
after the next beat one line reports the delay and the location: one line per minute for each
location in our code, and one for all others. The loop's own computing time is reported separately
from waiting for the machine, another thread or garbage collection, together with the longest
callback's share, since many short ones run at once on a busy machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator
from types import FrameType
from typing import Any

from streamlit.logger import get_logger

from capsviz.ui.server.log import PAUSE

#: Maximum delay that is not logged, and interval of the loop's beats, in seconds.
LIMIT, BEAT = 0.1, 0.02

_log = get_logger("capsviz")


@contextlib.asynccontextmanager
async def watch(limit: float = LIMIT) -> AsyncIterator[None]:
    """Log code that blocks the running loop for more than `limit` seconds."""
    watching = _Watch(limit)
    beating = asyncio.create_task(watching.beat())
    looking = threading.Thread(target=watching.look, name="capsviz-stalls", daemon=True)
    looking.start()
    gc.callbacks.append(watching.collect)
    try:
        yield
    finally:
        gc.callbacks.remove(watching.collect)
        watching.over.set()
        beating.cancel()


class _Watch:
    def __init__(self, limit: float) -> None:
        self.over = threading.Event()
        self._limit, self._loop = limit, threading.get_ident()
        self._last, self._location = time.monotonic(), ""
        self._collected = self._started = self._longest = 0.0
        self._reported: dict[str, float] = {}
        # Processor time of the loop's thread, which is this one; not available to other threads on
        # Windows.
        clock = getattr(time, "pthread_getcpuclockid", None)
        self._clock: int | None = clock(self._loop) if clock else None

    async def beat(self) -> None:
        """Set the heartbeat, in the loop, and log when it was late."""
        worked = time.thread_time()
        while True:
            await asyncio.sleep(BEAT)
            now, work = time.monotonic(), time.thread_time()
            waited = now - self._last - BEAT
            if waited > self._limit:
                self._tell(now, waited, work - worked - self._collected)
            self._last, self._location, self._collected, worked = now, "", 0.0, work
            self._longest = 0.0

    def _tell(self, now: float, waited: float, work: float) -> None:
        location = self._location or "a place it has left"
        key = location if "capsviz" in location else ""
        if now - self._reported.get(key, -PAUSE) < PAUSE:
            return
        self._reported[key] = now
        _log.warning(
            "every request waited %.0f ms: the event loop worked %.0f ms of them, %.0f or more in "
            "one callback, and collected garbage for %.0f, in %s",
            *(1000 * waited, 1000 * work, 1000 * self._longest, 1000 * self._collected, location),
        )

    def collect(self, phase: str, _: dict[str, Any]) -> None:
        """Measure garbage collection in the loop's thread."""
        if threading.get_ident() != self._loop:
            return
        if phase == "start":
            self._started = time.thread_time()
        else:
            self._collected += time.thread_time() - self._started

    def look(self) -> None:
        """Note the location of a blocked loop, and since when; runs in its own thread."""
        callback, start, pause = None, 0.0, self._limit / 2
        while not self.over.wait(pause):
            late = time.monotonic() - self._last - BEAT > self._limit / 2
            pause = BEAT if late else self._limit / 2
            if not late:
                callback = None
                continue
            frame = sys._current_frames().get(self._loop)
            if not self._location:
                calls = traceback.extract_stack(frame)
                innermost = ([call for call in calls if "capsviz" in call.filename] or calls)[-1]
                self._location = f"{innermost.name} at {innermost.filename}:{innermost.lineno}"
            if self._clock is None:
                continue
            before, callback, work = callback, _callback_of(frame), time.clock_gettime(self._clock)
            if callback is None or callback is not before:
                start = work
            self._longest = max(self._longest, work - start)


def _callback_of(frame: FrameType | None) -> FrameType | None:
    """The frame of the loop's callback around a frame; a new object for each call."""
    while frame and frame.f_code is not asyncio.Handle._run.__code__:
        frame = frame.f_back
    return frame
