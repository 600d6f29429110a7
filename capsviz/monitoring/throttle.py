"""Cores for those who draw while a training runs.

Whoever answers drawings touches a file; a trainer that sees it touched a moment ago keeps all its
threads on half the cores, and rests after each step for much longer than the step took: also from
the other half it slows those who draw, for cores share caches and often more. It has as many
threads as before, so its numbers stay the same.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from pathlib import Path

from capsviz.monitoring.folder import place_of_all

#: Seconds since the last drawing for which room is left, between two touches, between two looks.
_RECENT, _TOUCHED, _LOOK = 1.0, 0.25, 0.1
#: Share of its time that a trainer works while somebody draws.
_SHARE = 0.1
_last = 0.0
#: Whether this process makes room.
_makes = False


def somebody_draws() -> None:
    """Tell the training of this machine, where there ever was one."""
    global _last
    now = time.monotonic()
    if now - _last >= _TOUCHED:
        _last = now
        with contextlib.suppress(OSError):
            os.utime(_file())


def yield_while_drawing() -> None:
    """From now on, have this process make room."""
    global _makes
    _makes = True
    with contextlib.suppress(OSError):
        _file().touch()
        os.utime(_file(), (0, 0))
    if not hasattr(os, "sched_setaffinity"):
        return  # it has all cores, and rests
    whole = os.sched_getaffinity(0)
    half = {*sorted(whole)[len(whole) // 2 :]}
    threading.Thread(target=_leave, args=(whole, half), daemon=True).start()


def pace(worked: float) -> float:
    """Seconds that shall lie between the beginnings of two steps, of which one took so many."""
    return worked / _SHARE if _makes and _is_drawing() else 0.0


def _leave(whole: set[int], half: set[int]) -> None:
    now = whole
    while True:
        wanted = half if _is_drawing() else whole
        if wanted != now:
            _keep_to(wanted)
            now = wanted
        time.sleep(_LOOK)


def _is_drawing() -> bool:
    try:
        return time.time() - _file().stat().st_mtime < _RECENT
    except OSError:
        return False


def _keep_to(cores: set[int]) -> None:
    """Each thread has cores of its own; those that are made later take over their maker's."""
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # just ended
            os.sched_setaffinity(int(thread.name), cores)


def _file() -> Path:
    return place_of_all() / "drawn"
