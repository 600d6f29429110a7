"""One run trains at a time; others stand in line. One that stands still makes room for them.

Who stands there is told by locks: each process holds that of its run folder, and the one whose
turn it is that of the whole. Both end with their process, so a crash leaves nobody behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from capsviz.monitoring.folder import RunFolder, every, hold_lock, is_locked, root
from capsviz.untrusted import is_number

#: Seconds between two looks at the line.
_LOOK = 0.3


@contextmanager
def turn(folder: RunFolder, leaving: Callable[[], bool]) -> Iterator[bool]:
    """Wait until no other run trains and none has waited for longer; False when given up.

    Parameters
    ----------
    leaving : asked while waiting: whether to give up.
    """
    folder.write("waiting", {"since": time.time()})
    try:
        while not leaving():
            if place(folder) == 0:
                try:
                    with hold_lock(_turn()):
                        folder.write("waiting", {})
                        yield True
                        return
                except BlockingIOError:
                    pass  # another was quicker
            time.sleep(_LOOK)
        yield False
    finally:
        if folder.path.is_dir():  # and was not deleted meanwhile
            folder.write("waiting", {})


def place(folder: RunFolder) -> int:
    """How many are before a run that stands in line: 0 when it is next and nobody trains."""
    since = _since(folder)
    if since is None:
        return 0
    before = [_since(each) for each in every() if each.busy()]
    others = sum(1 for one in before if one is not None and one < since)
    return others + somebody_trains()


def somebody_waits() -> bool:
    """Whether a run stands in line."""
    return any(_since(each) is not None and each.busy() for each in every())


def _since(folder: RunFolder) -> float | None:
    """When a run came into the line; None where it did not."""
    since = folder.read("waiting").get("since")
    return since if is_number(since) else None


def somebody_trains() -> bool:
    """Whether a run has its turn."""
    return is_locked(_turn())


def _turn() -> Path:
    return root() / "turn"
