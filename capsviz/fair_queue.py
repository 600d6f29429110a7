"""A fair queue: no visitor waits for all requests of another.

A visitor is identified by an address and a cookie: ``"192.0.2.7 cookie"``. A browser can invent
cookies, but hardly addresses. Therefore addresses take turns, and within an address its visitors,
each with one request at a time.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


def address_of(visitor: str) -> str:
    """Return the address of a visitor, which it cannot invent."""
    return visitor.partition(" ")[0]


class FairQueue(Generic[Item]):
    """Queue of visitors' items."""

    def __init__(self) -> None:
        self._queues: dict[str, dict[str, deque[Item]]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def count_of(self, visitor: str) -> int:
        """Number of this visitor's waiting items."""
        return len(self._queues.get(address_of(visitor), {}).get(visitor, ()))

    def count_of_address(self, visitor: str) -> int:
        """Number of waiting items of all visitors at this one's address."""
        return sum(map(len, self._queues.get(address_of(visitor), {}).values()))

    def put(self, visitor: str, item: Item) -> None:
        """Queue an item for its visitor."""
        self._queues.setdefault(address_of(visitor), {}).setdefault(visitor, deque()).append(item)
        self._count += 1

    def take(self) -> tuple[str, Item]:
        """Return the next item and its visitor; visitor and address move to the queue's end."""
        address, visitors = next(iter(self._queues.items()))
        visitor, items = next(iter(visitors.items()))
        item = items.popleft()
        del self._queues[address], visitors[visitor]
        self._count -= 1
        if items:
            visitors[visitor] = items
        if visitors:
            self._queues[address] = visitors
        return visitor, item
