"""A queue in which nobody waits for all that somebody else asked for.

A visitor is named by an address and what tells it from others there: ``"192.0.2.7 cookie"``. A
browser can make up as many cookies as it likes, but hardly addresses. So addresses take turns,
and within each its visitors, each with one of theirs at a time.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


def address_of(who: str) -> str:
    """The part of a visitor's name that it cannot make up."""
    return who.partition(" ")[0]


class Turns(Generic[Item]):
    """Items that visitors wait for."""

    def __init__(self) -> None:
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
        who, waiting = next(iter(visitors.items()))
        item = waiting.popleft()
        del self._of[address], visitors[who]
        self._count -= 1
        if waiting:
            visitors[who] = waiting
        if visitors:
            self._of[address] = visitors
        return who, item
