"""Received bytes: addresses take turns in the event loop.

Frames, pings and headers take time of the event loop before any route sees them. Bytes of an
address are handed on in pieces, one connection after another, for a few milliseconds at a time,
with other work of the loop in between. An address that causes much work for long is paused.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Protocol, runtime_checkable

from capsviz.ui.server.limits import PerAddress

#: Size of a piece in bytes: about a hundred of the smallest frames.
PIECE = 2048
#: Maximum work of an address's turn in seconds, and maximum number of requests started in it.
TURN, MAX_BEGUN = 0.005, 8
#: Limits of an address's work, in seconds, and requests, at once and per second. In a class of
#: three hundred that opens a page, each requests 150 files.
WORK, REQUESTS = (5.0, 0.25), (45_000, 400.0)
#: Maximum number of buffered bytes of an address's unfinished messages and headers: three hundred
#: phones send 12 kB each.
MAX_UNFINISHED = 16 * 2**20


@runtime_checkable
class Connection(Protocol):
    """A connection with waiting bytes; `in_line` is a flag of the intake."""

    in_line: bool

    def hand_on(self) -> bool:
        """Hand on the next piece; returns whether another may follow."""
        ...


class Budget:
    """The limits of work and requests of each address, which outlast its connections."""

    def __init__(self) -> None:
        self.work, self.requests = PerAddress(*WORK), PerAddress(*REQUESTS)


class Intake:
    """Hands on the bytes received from an address, and counts unfinished ones."""

    def __init__(self, client: str, budget: Budget) -> None:
        self.held = 0
        self._work, self._requests = budget.work.of(client), budget.requests.of(client)
        self._line: deque[Connection] = deque()
        self._used, self._begun, self._turn = 0.0, 0, False

    def add(self, connection: Connection) -> None:
        """Hand on a connection's bytes, at once if it is this address's turn."""
        self._put(connection)
        self._hand_on()

    def begin_request(self) -> None:
        """Count a request."""
        self._begun += 1

    def _put(self, connection: Connection) -> None:
        if not connection.in_line:
            connection.in_line = True
            self._line.append(connection)

    def _hand_on(self) -> None:
        while self._line and self._used < TURN and self._begun < MAX_BEGUN:
            connection, start = self._line.popleft(), time.thread_time()
            connection.in_line = False
            if connection.hand_on():
                self._put(connection)
            self._used += time.thread_time() - start
        if not self._turn:
            self._turn = True
            asyncio.get_running_loop().call_soon(self._end_turn)

    def _end_turn(self) -> None:
        rest = max(self._work.wait(self._used), self._requests.wait(self._begun))
        if rest:
            asyncio.get_running_loop().call_later(rest, self._begin_turn)
        else:
            self._begin_turn()

    def _begin_turn(self) -> None:
        self._used, self._begun, self._turn = 0.0, 0, False
        if self._line:
            self._hand_on()
