"""Pending messages for one browser: only the newest of each name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from capsviz.ui.server.limits import Bucket


def encode(kind: str, **values: Any) -> bytes:
    """Encode a message, once for many browsers."""
    return json.dumps({"kind": kind, **values}, separators=(",", ":")).encode()


class Outbox:
    """Messages that wait for one browser.

    A slow browser skips outdated messages. A phone with a poor connection shows the newest state
    late, never an older state after it, and delays no other browser.

    Attributes
    ----------
    budget : bytes, shared with the other recipients; None until known.
    quiet : whether the browser has been silent for a while.
    """

    def __init__(self) -> None:
        self.budget: Bucket | None = None
        self.quiet = False
        self._waiting: dict[str, bytes] = {}
        self._more = asyncio.Event()
        self._last = False

    def put(self, name: str, message: bytes) -> None:
        """Queue a message, replacing a waiting one of this name."""
        self._waiting[name] = message
        self._more.set()

    def tell(self, kind: str, **values: Any) -> None:
        """Encode a message and queue it."""
        self.put(kind, encode(kind, **values))

    def end(self) -> None:
        """Accept no more messages: `send` returns when all are sent."""
        self._last = True
        self._more.set()

    async def send(self, out: Callable[[bytes], Awaitable[None]]) -> None:
        """Send waiting messages until the connection ends."""
        while self._waiting or not self._last:
            while self._waiting:
                name = next(iter(self._waiting))
                if self.budget and (pause := self.budget.wait(len(self._waiting[name]))):
                    await asyncio.sleep(pause)
                await out(self._waiting.pop(name))
            if not self._last:
                self._more.clear()
                await self._more.wait()


def put_all(lines: Iterable[Outbox], name: str, message: bytes) -> None:
    """Queue a message for several browsers, as `Outbox.put` does."""
    for line in lines:
        line.put(name, message)


def tell_all(lines: Iterable[Outbox], kind: str, **values: Any) -> None:
    """Encode a message once and queue it for several browsers."""
    put_all(lines, kind, encode(kind, **values))
