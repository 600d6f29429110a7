"""What is on its way to one browser: of each thing only the newest."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from capsviz.ui.server.limits import Bucket


def encode(kind: str, **values: Any) -> bytes:
    """A message; one that goes to many is written once."""
    return json.dumps({"kind": kind, **values}, separators=(",", ":")).encode()


class Outbox:
    """Messages that wait for one browser.

    Who is slower than what is told skips what has been overtaken: a phone in the last row
    shows the newest state late, but never an older one after it, and holds up nobody.

    Attributes
    ----------
    budget : of bytes, shared with others who are told; None before it is known.
    """

    def __init__(self) -> None:
        self.budget: Bucket | None = None
        self._waiting: dict[str, bytes] = {}
        self._more = asyncio.Event()
        self._last = False

    def put(self, name: str, message: bytes) -> None:
        """Have a message sent.

        Parameters
        ----------
        name : of the thing it tells of; a message of this name that still waits gives way.
        """
        self._waiting[name] = message
        self._more.set()

    def tell(self, kind: str, **values: Any) -> None:
        """Write a message and have it sent."""
        self.put(kind, encode(kind, **values))

    def end(self) -> None:
        """Nothing more follows: `send` comes back when all is sent."""
        self._last = True
        self._more.set()

    async def send(self, out: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what waits, for as long as the line lasts."""
        while self._waiting or not self._last:
            while self._waiting:
                name = next(iter(self._waiting))
                if self.budget and (pause := self.budget.wait(len(self._waiting[name]))):
                    await asyncio.sleep(pause)
                await out(self._waiting.pop(name))
            if not self._last:
                self._more.clear()
                await self._more.wait()
