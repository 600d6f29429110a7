"""A few slots for work, which visitors hold in fair turns."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future

from capsviz.fair_queue import FairQueue


class WorkSlots:
    """A number of slots that visitors hold in turn, in the order of `FairQueue`."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._waiting: FairQueue[Future[None]] = FairQueue()
        self._guard = threading.Lock()

    @contextlib.contextmanager
    def hold(self, who: str) -> Iterator[None]:
        """Hold a slot within the context; for threads."""
        self._ask(who).result()
        try:
            yield
        finally:
            self._give_on()

    @contextlib.asynccontextmanager
    async def hold_async(self, who: str) -> AsyncIterator[None]:
        """Hold a slot within the context; for an event loop."""
        turn = self._ask(who)
        try:
            await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            if not turn.cancel():
                self._give_on()  # it came just as nobody waited for it any more
            raise
        try:
            yield
        finally:
            self._give_on()

    def _ask(self, who: str) -> Future[None]:
        turn: Future[None] = Future()
        with self._guard:
            if self._free:
                self._free -= 1
                turn.set_result(None)
            else:
                self._waiting.put(who, turn)
        return turn

    def _give_on(self) -> None:
        with self._guard:
            while len(self._waiting):
                _, turn = self._waiting.take()
                if turn.set_running_or_notify_cancel():
                    turn.set_result(None)
                    return
            self._free += 1
