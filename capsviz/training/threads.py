"""How many threads a training takes where nobody says."""

from __future__ import annotations

import os
import statistics
import time

import torch
from torch.nn import functional

#: Readings with each number, in turns, and the first ones that count for nothing.
ROUNDS, WARM = 5, 1


def choose_threads() -> int:
    """Of one thread and one a core that which calculates faster now.

    On cores that others use, threads wait for each other: two epochs that one thread did in 4
    seconds took two of them a minute. Takes a fraction of a second; ``OMP_NUM_THREADS`` is kept.
    """
    most = torch.get_num_threads()
    if most == 1 or "OMP_NUM_THREADS" in os.environ:
        return most
    seconds: dict[int, list[float]] = {1: [], most: []}
    for _ in range(ROUNDS):
        for threads, taken in seconds.items():
            torch.set_num_threads(threads)
            taken.append(_step())
    torch.set_num_threads(most)
    return min(seconds, key=lambda threads: statistics.median(seconds[threads][WARM:]))


def _step() -> float:
    """Seconds of a convolution as large as those of small networks, there and back."""
    images = torch.ones(16, 32, 20, 20)
    kernel = torch.ones(64, 32, 9, 9, requires_grad=True)
    begun = time.perf_counter()
    functional.conv2d(images, kernel, stride=2).sum().backward()
    return time.perf_counter() - begun
