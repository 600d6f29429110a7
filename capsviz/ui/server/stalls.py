"""Logs when the event loop was blocked for more than 100 ms, and by what.

A thread checks the loop's beat. If there was none for some while, the thread notes the loop's
present code, and after the next beat one line reports how long everyone waited, and where: one line
per minute for each place in our code, and one for all others. The loop's own computing time is
reported apart from waiting for the machine, another thread or garbage collection; and of that, the
longest callback's share, since on a busy machine many short ones come at once.
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

#: Seconds that everyone may have to wait unnoticed, and between two beats of the loop.
LIMIT, BEAT = 0.1, 0.02

_log = get_logger("capsviz")


@contextlib.asynccontextmanager
async def watch(limit: float = LIMIT) -> AsyncIterator[None]:
    """Log what keeps the running loop longer than `limit` seconds."""
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
        # Processor time of this thread, which is the loop's; Windows does not report another
        # thread's.
        clock = getattr(time, "pthread_getcpuclockid", None)
        self._clock: int | None = clock(self._loop) if clock else None

    async def beat(self) -> None:
        """Say time and again, on the loop, that it is not kept."""
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
        """Time what the collector does in the loop's thread."""
        if threading.get_ident() != self._loop:
            return
        if phase == "start":
            self._started = time.thread_time()
        else:
            self._collected += time.thread_time() - self._started

    def look(self) -> None:
        """In a thread of its own: note where the loop is that does not beat, and since when."""
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
    """The call of the loop's callback that a frame is in, another object for each call."""
    while frame and frame.f_code is not asyncio.Handle._run.__code__:
        frame = frame.f_back
    return frame
