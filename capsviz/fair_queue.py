"""A fair queue: nobody waits for all requests of somebody else.

A visitor is identified by an address and a cookie: ``"192.0.2.7 cookie"``. A browser can invent
cookies, but hardly addresses. Therefore addresses take turns, and within an address its visitors,
each with one request at a time.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


def address_of(who: str) -> str:
    """Return the address of a visitor, which it cannot invent."""
    return who.partition(" ")[0]


class FairQueue(Generic[Item]):
    """Queue of visitors' items."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, deque[Item]]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def of(self, who: str) -> int:
        """Number of this visitor's waiting items."""
        return len(self._of.get(address_of(who), {}).get(who, ()))

    def of_address(self, who: str) -> int:
        """Number of waiting items of all visitors at this one's address."""
        return sum(map(len, self._of.get(address_of(who), {}).values()))

    def put(self, who: str, item: Item) -> None:
        """Queue an item for its visitor."""
        self._of.setdefault(address_of(who), {}).setdefault(who, deque()).append(item)
        self._count += 1

    def take(self) -> tuple[str, Item]:
        """Return the next item and its visitor; visitor and address move to the queue's end."""
        address, visitors = next(iter(self._of.items()))
        who, waiting = next(iter(visitors.items()))
        item = waiting.popleft()
        del self._of[address], visitors[who]
        self._count -= 1
        if waiting:
            visitors[who] = waiting
        if visitors:
            self._of[address] = visitors
        return who, item
