"""Exports networks in parallel processes: the exporter uses one core."""

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

#: Maximum number of parallel processes; each takes up to 1 GB.
_MAX_PROCESSES = 4
#: Seconds between two checks whether the parent process still exists.
_CHECK_INTERVAL = 0.5


def export(
    names: Sequence[str], besides: Sequence[str], folder: Path, say: Callable[[str], None]
) -> None:
    """Write networks into a folder.

    Parameters
    ----------
    names : of networks that visitors choose from.
    besides : names of further networks that pages use, without data for the Network page and
        unrounded.
    say : called with a sentence about each written network.

    Raises
    ------
    CapsvizError : one of them cannot be exported; the others are not awaited.
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles it
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    torch.set_num_threads(1)


def end_with(parent: int) -> None:
    """End this process when its parent process has ended in any way."""
    while os.getppid() == parent:
        time.sleep(_CHECK_INTERVAL)
    os._exit(1)
