"""A queue in which nobody waits for all that somebody else asked for.

A visitor is named by an address and what tells it from others there: ``"192.0.2.7 cookie"``. A
browser can make up as many cookies as it likes, but hardly addresses. So addresses take turns,
and within each its visitors, each with one of theirs at a time.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

#: Visitors known of one address, and addresses; the address noted longest ago is forgotten first.
MAX_KNOWN, MAX_ADDRESSES = 500, 1000
#: Seconds after which a visitor may be forgotten where there is no room for another.
FORGOTTEN = 12 * 3600.0

Item = TypeVar("Item")


def address_of(who: str) -> str:
    """The part of a visitor's name that it cannot make up."""
    return who.partition(" ")[0]


class Turns(Generic[Item]):
    """Items that visitors wait for.

    Parameters
    ----------
    acquaintance : where given, of an address's visitors the one comes first who has been known or
        served longest ago; else they take turns.
    """

    def __init__(self, acquaintance: Acquaintance | None = None) -> None:
        self._since = acquaintance.since if acquaintance else lambda who: 0.0
        self._of: dict[str, dict[str, deque[Item]]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def of(self, who: str) -> int:
        """How many of this visitor's wait."""
        return len(self._of.get(address_of(who), {}).get(who, ()))

    def of_address(self, who: str) -> int:
        """How many wait of all visitors at this one's address."""
        return sum(map(len, self._of.get(address_of(who), {}).values()))

    def put(self, who: str, item: Item) -> None:
        """Have an item wait for its visitor's turn."""
        self._of.setdefault(address_of(who), {}).setdefault(who, deque()).append(item)
        self._count += 1

    def take(self) -> tuple[str, Item]:
        """The next item and whose it is: visitor and address are last in turn from now on."""
        address, visitors = next(iter(self._of.items()))
        who = min(visitors, key=self._since)
        waiting = visitors[who]
        item = waiting.popleft()
        del self._of[address], visitors[who]
        self._count -= 1
        if waiting:
            visitors[who] = waiting
        if visitors:
            self._of[address] = visitors
        return who, item

    def displace(self, who: str) -> Item | None:
        """Make room: the newest item of the visitor who comes last at this one's address.

        None, and nothing is taken, where none comes later than this visitor.
        """
        address = address_of(who)
        visitors = self._of.get(address, {})
        last = max(visitors, key=self._since, default=who)
        if self._since(last) <= self._since(who):
            return None
        item = visitors[last].pop()
        self._count -= 1
        if not visitors[last]:
            del visitors[last]
        if not visitors:
            del self._of[address]
        return item


class Acquaintance:
    """Since when each visitor is known, or when it was last served.

    A visitor who makes up a new name for each request is always the newest. Safe in threads.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of: dict[str, dict[str, float]] = {}
        self._guard = threading.Lock()

    def since(self, who: str) -> float:
        """When this visitor was last served or first seen, in seconds; infinite if never."""
        return self._of.get(address_of(who), {}).get(who, math.inf)

    def meet(self, who: str) -> None:
        """Note a visitor who may be new."""
        if self.since(who) == math.inf:
            self._note(who)

    def serve(self, who: str) -> None:
        """Note that a visitor has had a turn."""
        self._note(who)

    def _note(self, who: str) -> None:
        now, address = self._clock(), address_of(who)
        with self._guard:
            visitors = self._of.pop(address, {})
            if who not in visitors and len(visitors) >= MAX_KNOWN:
                visitors = {one: at for one, at in visitors.items() if now - at < FORGOTTEN}
            if who in visitors or len(visitors) < MAX_KNOWN:
                visitors[who] = now
            self._of[address] = visitors
            if len(self._of) > MAX_ADDRESSES:
                del self._of[next(iter(self._of))]
