"""Slots for work, with visitors in fair turns."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future

from capsviz.fair_queue import FairQueue


class WorkSlots:
    """A number of slots for visitors, in the order of `FairQueue`."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._waiting: FairQueue[Future[None]] = FairQueue()
        self._guard = threading.Lock()

    @contextlib.contextmanager
    def hold(self, visitor: str) -> Iterator[None]:
        """Hold a slot within the context; for threads."""
        self._ask(visitor).result()
        try:
            yield
        finally:
            self._give_on()

    @contextlib.asynccontextmanager
    async def hold_async(self, visitor: str) -> AsyncIterator[None]:
        """Hold a slot within the context; for an event loop."""
        slot = self._ask(visitor)
        try:
            await asyncio.wrap_future(slot)
        except asyncio.CancelledError:
            if not slot.cancel():
                self._give_on()  # the slot was granted at the same time
            raise
        try:
            yield
        finally:
            self._give_on()

    def _ask(self, visitor: str) -> Future[None]:
        slot: Future[None] = Future()
        with self._guard:
            if self._free:
                self._free -= 1
                slot.set_result(None)
            else:
                self._waiting.put(visitor, slot)
        return slot

    def _give_on(self) -> None:
        with self._guard:
            while len(self._waiting):
                _, slot = self._waiting.take()
                if slot.set_running_or_notify_cancel():
                    slot.set_result(None)
                    return
            self._free += 1
