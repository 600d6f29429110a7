"""Bytes that arrive: an address has so much of the event loop, and the others have their turn.

Frames, pings and headers cost the event loop before any route sees them. Bytes from one address
are handed on in pieces, one connection after the other, for a few milliseconds at a time; other
work of the loop goes in between. An address that causes much work for long rests as well.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Protocol, runtime_checkable

from capsviz.ui.server.limits import PerAddress

#: Bytes handed on at a time: some hundred of the smallest frames.
PIECE = 2048
#: Seconds of work of one address, and requests that it begins, until the others have their turn.
TURN, MAX_BEGUN = 0.005, 8
#: Seconds of work that one address may cause at once, and in each second from then on; requests
#: likewise. A class of three hundred that opens a page asks for 150 files each.
WORK, REQUESTS = (5.0, 0.25), (45_000, 400.0)
#: Bytes of unfinished messages and headers that are held for one address: three hundred phones
#: send 12 kB each.
MAX_UNFINISHED = 16 * 2**20


@runtime_checkable
class Connection(Protocol):
    """A connection whose bytes wait to be handed on; `in_line` is the intake's own mark."""

    in_line: bool

    def hand_on(self) -> bool:
        """Hand on the next piece; whether another may follow it."""
        ...


class Budget:
    """The work and the requests of each address; kept when its connections have closed."""

    def __init__(self) -> None:
        self.work, self.requests = PerAddress(*WORK), PerAddress(*REQUESTS)


class Intake:
    """Hands on what the connections of one address have sent, and counts their unfinished bytes."""

    def __init__(self, client: str, budget: Budget) -> None:
        self.held = 0
        self._work, self._requests = budget.work.of(client), budget.requests.of(client)
        self._line: deque[Connection] = deque()
        self._used, self._begun, self._turn = 0.0, 0, False

    def add(self, connection: Connection) -> None:
        """Hand on what a connection has got, at once if it is this address's turn."""
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
