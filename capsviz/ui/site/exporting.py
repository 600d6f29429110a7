"""Networks exported side by side, each in a process of its own: the exporter uses one core."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import torch

from capsviz.ui.site import networks

#: Processes at a time; each takes up to 1 GB.
_MAX_PROCESSES = 4
#: Seconds between two looks whether the parent process is still there.
_CHECK_INTERVAL = 0.5


def export(
    names: Sequence[str], besides: Sequence[str], folder: Path, say: Callable[[str], None]
) -> None:
    """Write networks into a folder.

    Parameters
    ----------
    names : of networks that a visitor chooses from.
    besides : of networks that pages ask besides: without what Network shows, and not rounded.
    say : is told of each network that is written.

    Raises
    ------
    CapsvizError : one of them cannot be exported; the others are not waited for.
    """
    count = min(_MAX_PROCESSES, os.cpu_count() or 1)
    context = multiprocessing.get_context("spawn")  # torch's threads do not survive a fork
    pool = ProcessPoolExecutor(count, context, _begin, (os.getpid(),))
    try:
        jobs = {pool.submit(networks.write, name, folder): name for name in names}
        for name in besides:
            job = pool.submit(networks.write, name, folder, inside=False, rounded=False)
            jobs[job] = name
        for job in as_completed(jobs):
            job.result()
            say(f"{jobs[job]}: exported")
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends the others
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    torch.set_num_threads(1)


def end_with(parent: int) -> None:
    """End this process when its parent process has ended, however that was."""
    while os.getppid() == parent:
        time.sleep(_CHECK_INTERVAL)
    os._exit(1)
