"""A waiting trainer that has finished its imports, so that a run starts at once.

Importing torch and creating the first optimiser take six seconds of processor time, which nobody
should wait for after pressing "start". While a page that can start a training is open, one process
that has done this waits for the path of a run on its standard input. It ends when its input is
closed, as at the end of the server, and after some idle minutes, since it takes as much memory as a
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

#: Argument in place of a run's folder: wait for one.
NO_RUN = "-"
#: Seconds that it waits.
_MAX_WAIT = 300.0

_lock = threading.Lock()
_waiting: subprocess.Popen[bytes] | None = None


def prepare() -> None:
    """Start a waiting trainer, unless there is one or a run is being trained."""
    global _waiting
    if os.name != "posix" or somebody_trains():
        return
    with _lock:
        if _waiting is not None and _waiting.poll() is None:
            return
        if _waiting is not None and _waiting.stdin is not None:
            _waiting.stdin.close()  # the one before ended without a run
        _waiting = spawn(NO_RUN, stdin=subprocess.PIPE, out=subprocess.DEVNULL)


def spawn(run: str, *, stdin: int, out: int) -> subprocess.Popen[bytes]:
    """Start a trainer for a run's folder or `NO_RUN`; it outlives this process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "capsviz.monitoring.trainer", run],
        stdin=stdin,
        stdout=out,
        stderr=out,
        start_new_session=True,  # it outlives the server and ignores its Ctrl-C
        env={**os.environ, "OMP_WAIT_POLICY": "PASSIVE"},
    )
    # Wait for its end, or it remains a zombie process.
    threading.Thread(target=process.wait, daemon=True).start()
    return process


def hand_over(run: Path) -> bool:
    """Hand a run to the waiting trainer; False if there is none."""
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
    """Wait for the path of a run on standard input; "" if none arrives."""
    _import_training()
    ready, _, _ = select.select([sys.stdin], [], [], _MAX_WAIT)
    run = sys.stdin.readline().strip() if ready else ""
    if run:
        _redirect_output(Path(run) / "log.txt")
    return run


def _import_training() -> None:
    """Import all modules of a training; creating an optimiser and a step imports more."""
    import torch

    weights = torch.nn.Parameter(torch.zeros(1))
    torch.optim.Adam([weights], fused=True)


def _redirect_output(log: Path) -> None:
    """Redirect all further output to the run's log."""
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
