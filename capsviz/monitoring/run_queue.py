"""Queue of runs: one trains at a time, others wait. A paused run yields to them.

The queue consists of locks: each process holds its run folder's, and the training one the queue's.
Both end with their process, so a crash leaves no entry behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from capsviz.monitoring.folder import RunFolder, all_runs, hold_lock, is_locked, root
from capsviz.untrusted import is_number

#: Seconds between two polls of the queue.
_POLL_INTERVAL = 0.3


@contextmanager
def turn(folder: RunFolder, gives_up: Callable[[], bool]) -> Iterator[bool]:
    """Wait until no other run trains and none has waited longer; False when given up.

    `gives_up` is polled while waiting; it returns whether to give up.
    """
    folder.write("waiting", {"since": time.time()})
    try:
        while not gives_up():
            if count_ahead(folder) == 0:
                try:
                    with hold_lock(_turn()):
                        folder.write("waiting", {})
                        yield True
                        return
                except BlockingIOError:
                    pass  # another process was faster
            time.sleep(_POLL_INTERVAL)
        yield False
    finally:
        if folder.path.is_dir():  # not deleted while waiting
            folder.write("waiting", {})


def count_ahead(folder: RunFolder) -> int:
    """Return the number of runs ahead of a waiting run: 0 if it is next and no run trains."""
    since = _joined_at(folder)
    if since is None:
        return 0
    join_times = [_joined_at(run) for run in all_runs() if run.busy()]
    ahead = sum(1 for joined_at in join_times if joined_at is not None and joined_at < since)
    return ahead + somebody_trains()


def somebody_waits() -> bool:
    """Return whether a run is waiting."""
    return any(_joined_at(run) is not None and run.busy() for run in all_runs())


def _joined_at(folder: RunFolder) -> float | None:
    """Return when a run joined the queue; None if it did not."""
    since = folder.read("waiting").get("since")
    return since if is_number(since) else None


def somebody_trains() -> bool:
    """Return whether a run is being trained."""
    return is_locked(_turn())


def _turn() -> Path:
    return root() / "turn"
