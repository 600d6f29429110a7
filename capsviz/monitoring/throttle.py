"""Throttling of a training while a visitor draws.

The process that answers drawings touches a file. A trainer that finds a recent touch moves all its
threads to half the cores, and rests after each step for much longer than the step took, since cores
share caches and more. The number of threads does not change, so the results do not either.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from pathlib import Path

from capsviz.monitoring.folder import runs_folder

#: Seconds of throttling after the last drawing, between two touches, and between two polls.
_THROTTLED_TIME, _TOUCH_INTERVAL, _POLL_INTERVAL = 1.0, 0.25, 0.1
#: Share of its time that a trainer works while a visitor draws.
_SHARE = 0.1
_last_touch = 0.0
#: Whether this process throttles itself.
_enabled = False


def somebody_draws() -> None:
    """Notify a training on this machine that a visitor draws."""
    global _last_touch
    now = time.monotonic()
    if now - _last_touch >= _TOUCH_INTERVAL:
        _last_touch = now
        with contextlib.suppress(OSError):
            os.utime(_file())


def yield_while_drawing() -> None:
    """Throttle this process from now on."""
    global _enabled
    _enabled = True
    with contextlib.suppress(OSError):
        _file().touch()
        os.utime(_file(), (0, 0))
    if not hasattr(os, "sched_setaffinity"):
        return  # it keeps all cores, but rests
    all_cores = os.sched_getaffinity(0)
    half_cores = {*sorted(all_cores)[len(all_cores) // 2 :]}
    threading.Thread(target=_adjust_cores, args=(all_cores, half_cores), daemon=True).start()


def pace(worked: float) -> float:
    """Return the interval between the starts of two steps, given the seconds of one."""
    return worked / _SHARE if _enabled and _is_drawing() else 0.0


def _adjust_cores(all_cores: set[int], half_cores: set[int]) -> None:
    current = all_cores
    while True:
        target = half_cores if _is_drawing() else all_cores
        if target != current:
            _set_affinity(target)
            current = target
        time.sleep(_POLL_INTERVAL)


def _is_drawing() -> bool:
    try:
        return time.time() - _file().stat().st_mtime < _THROTTLED_TIME
    except OSError:
        return False


def _set_affinity(cores: set[int]) -> None:
    """Pin each thread to these cores; new threads inherit them."""
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # just ended
            os.sched_setaffinity(int(thread.name), cores)


def _file() -> Path:
    return runs_folder() / "drawn"
