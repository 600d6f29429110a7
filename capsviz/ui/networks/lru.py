"""What many visitors ask for at the same time: a class that follows looks at one drawing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Recent(Generic[Made]):
    """Keeps what was made last, by all that it depends on.

    Two that ask for the same at the same moment may both make it: inside the engine's threads,
    where one works at a time, the second finds what the first has made.

    Parameters
    ----------
    most : kept; the one that was asked for longest ago gives way.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Made] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made for this key, or is made now; what ``make`` raises is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
