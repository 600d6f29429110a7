"""How often something may happen, and how much may wait to be read."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

#: Addresses remembered; the one that asked for something longest ago is forgotten first.
MAX_ADDRESSES = 4096


class Bucket:
    """Holds `burst` at most and fills up by `rate` a second; what happens takes one out."""

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_updated")

    def __init__(
        self, burst: int | float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left: float = burst
        self._updated = clock()

    def take(self) -> bool:
        """Take one out; False where there is none, and nothing is taken."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self, amount: int | float = 1) -> float:
        """Take this much out in advance; the seconds until it is there."""
        self._fill()
        self._left -= amount
        return max(0.0, -self._left / self._rate)

    def empty(self) -> bool:
        """Whether nothing can be taken."""
        self._fill()
        return self._left < 1

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._updated) * self._rate)
        self._updated = now


class PerAddress:
    """A `Bucket` for each address."""

    def __init__(
        self, burst: int | float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._of: dict[str, Bucket] = {}

    def of(self, client: str) -> Bucket:
        """The bucket of an address."""
        bucket = self._of.pop(client, None) or Bucket(self._burst, self._rate, self._clock)
        self._of[client] = bucket
        if len(self._of) > MAX_ADDRESSES:
            del self._of[next(iter(self._of))]
        return bucket


class Unread:
    """Bytes of answers on their way to each address, `maximum` at a time.

    An answer that many there are sent counts once.
    """

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._readers: Counter[tuple[str, int]] = Counter()
        self._bytes: Counter[str] = Counter()

    def enter(self, client: str, body: bytes) -> bool:
        """Count an answer; False where there is no room for it, and nothing is counted."""
        answer = (client, id(body))
        size = 0 if answer in self._readers else len(body)
        if self._bytes[client] + size > self._maximum:
            return False
        self._readers[answer] += 1
        self._bytes[client] += size
        return True

    def leave(self, client: str, body: bytes) -> None:
        """It is read, or given up."""
        answer = (client, id(body))
        self._readers[answer] -= 1
        if not self._readers[answer]:
            del self._readers[answer]
            self._bytes[client] -= len(body)
        if not self._bytes[client]:
            del self._bytes[client]
