"""A trainer that has its imports behind it and waits, so that a run begins at once.

Torch and what a first optimiser brings take six seconds of a processor's time, which nobody should
wait for after pressing "start". While a page is open that can start a training, one process has
done that and waits for the path of a run on its standard input. It ends when that is closed, as by
the end of the server, and when nobody has come for some minutes: it takes as much memory as a
training.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import threading
from pathlib import Path

from capsviz.monitoring.run_queue import somebody_trains

#: In place of a run's folder: wait for one.
WAITING = "-"
#: Seconds that it waits.
_PATIENCE = 300.0

_lock = threading.Lock()
_waiting: subprocess.Popen[bytes] | None = None


def prepare() -> None:
    """Have one wait, where none does and nobody trains."""
    global _waiting
    if os.name != "posix" or somebody_trains():
        return
    with _lock:
        if _waiting is None or _waiting.poll() is not None:
            _waiting = spawn(WAITING, stdin=subprocess.PIPE, out=subprocess.DEVNULL)


def spawn(what: str, *, stdin: int, out: int) -> subprocess.Popen[bytes]:
    """A trainer's process, of a run's folder or `WAITING`, that outlives this one."""
    process = subprocess.Popen(
        [sys.executable, "-m", "capsviz.monitoring.trainer", what],
        stdin=stdin,
        stdout=out,
        stderr=out,
        start_new_session=True,  # it outlives the server, and does not hear its Ctrl-C
        env={**os.environ, "OMP_WAIT_POLICY": "PASSIVE"},
    )
    # Somebody has to hear of its end, or it stays in the table of processes.
    threading.Thread(target=process.wait, daemon=True).start()
    return process


def hand_over(run: Path) -> bool:
    """Give a run to the one that waits; False where none does."""
    global _waiting
    with _lock:
        process, _waiting = _waiting, None
        if process is None or process.stdin is None:
            return False
        with contextlib.suppress(OSError), process.stdin as pipe:  # it may just have ended
            pipe.write(f"{run}\n".encode())
            pipe.flush()
            return process.poll() is None
    return False


def wait_for_run() -> str:
    """Wait for a run, in such a process; nothing where none came."""
    _import_training()
    come, _, _ = select.select([sys.stdin], [], [], _PATIENCE)
    run = sys.stdin.readline().strip() if come else ""
    if run:
        _speak_into(Path(run) / "log.txt")
    return run


def _import_training() -> None:
    """Load what a training needs; making an optimiser and a step loads more."""
    import torch

    weights = torch.nn.Parameter(torch.zeros(1))
    torch.optim.Adam([weights], fused=True)


def _speak_into(log: Path) -> None:
    """What is printed from now on is the run's."""
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
