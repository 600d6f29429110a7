"""Limits of rates, and of unread bytes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

#: Maximum number of stored addresses; the least recently used is dropped first.
MAX_ADDRESSES = 4096


class Bucket:
    """A token bucket of at most `burst`, refilled by `rate` per second."""

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_updated")

    def __init__(
        self, burst: int | float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left: float = burst
        self._updated = clock()

    def take(self) -> bool:
        """Take one; returns False if the bucket is empty."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self, amount: int | float = 1) -> float:
        """Take an amount in advance; returns the seconds until it is available."""
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
    """Unread bytes of answers to each address, at most `maximum`.

    An answer to several clients of an address counts once.
    """

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._readers: Counter[tuple[str, int]] = Counter()
        self._bytes: Counter[str] = Counter()

    def enter(self, client: str, body: bytes) -> bool:
        """Count an answer; returns False, without counting, if it exceeds the maximum."""
        answer = (client, id(body))
        size = 0 if answer in self._readers else len(body)
        if self._bytes[client] + size > self._maximum:
            return False
        self._readers[answer] += 1
        self._bytes[client] += size
        return True

    def leave(self, client: str, body: bytes) -> None:
        """Stop counting an answer that was read or cancelled."""
        answer = (client, id(body))
        self._readers[answer] -= 1
        if not self._readers[answer]:
            del self._readers[answer]
            self._bytes[client] -= len(body)
        if not self._bytes[client]:
            del self._bytes[client]
