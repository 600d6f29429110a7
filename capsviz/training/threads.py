"""Numbers of threads: the default of a training, and one within a block."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch.nn import functional

#: Number of timings with each candidate, in turns, and of the first ones to discard.
ROUNDS, WARM = 5, 1


def choose_threads() -> int:
    """Choose between one thread and one per core, by which is faster at present.

    On busy cores threads wait for each other: two epochs that took one thread 4 seconds took two
    threads a minute. The choice takes a fraction of a second; ``OMP_NUM_THREADS`` takes precedence.
    """
    maximum = torch.get_num_threads()
    if maximum == 1 or "OMP_NUM_THREADS" in os.environ:
        return maximum
    seconds: dict[int, list[float]] = {1: [], maximum: []}
    for _ in range(ROUNDS):
        for threads, durations in seconds.items():
            torch.set_num_threads(threads)
            durations.append(_step())
    torch.set_num_threads(maximum)
    return min(seconds, key=lambda threads: statistics.median(seconds[threads][WARM:]))


def _step() -> float:
    """Time a convolution of the size of small networks, forward and backward, in seconds."""
    images = torch.ones(16, 32, 20, 20)
    kernel = torch.ones(64, 32, 9, 9, requires_grad=True)
    start = time.perf_counter()
    functional.conv2d(images, kernel, stride=2).sum().backward()
    return time.perf_counter() - start


@contextmanager
def set_threads(count: int) -> Iterator[None]:
    """Use this number of torch threads within."""
    previous = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(previous)
