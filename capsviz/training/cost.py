"""Estimates of the size, memory and time of a training."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import torch

from capsviz.config import ModelConfig, TrainConfig
from capsviz.errors import CapsvizError
from capsviz.model.networks import build, frame
from capsviz.model.plan import plan
from capsviz.training.step import MICRO_BATCH, losses
from capsviz.training.tasks import Batch

#: Copies of the weights in a training: weights, average, gradients, the optimiser's two moments.
_COPIES = 5
#: Memory of a training step in outputs of all layers: outputs, their gradients, copies. Measured
#: on the CPU: 3.1 to 4.2.
_MEMORY_FACTOR = 4.2
#: Images of a timed step, maximum number of steps, and seconds after which no further one begins.
_TIMED_IMAGES, _TIMED_STEPS, _MAX_SECONDS = 4, 3, 2.0


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of a training.

    Attributes
    ----------
    parameters : number of weights, the decoder's too.
    memory : estimated bytes of a step, without the program and the pictures.
    seconds : estimated seconds per epoch.
    """

    parameters: int
    memory: int
    seconds: float

    def __str__(self) -> str:
        size = f"{self.parameters:,} parameters, about {format_bytes(self.memory)} of memory"
        return f"{size} and {_format_time(self.seconds)} an epoch"


def training_cost(
    model: ModelConfig, config: TrainConfig, images: int, device: torch.device
) -> Cost:
    """Estimate the cost of a training, by timing steps of a few images.

    Raises `CapsvizError` if the training does not fit the memory of the device.

    `images` is the number of training images in an epoch.
    """
    with torch.device("meta"):
        network = frame(model)
    parameters = sum(weights.numel() for weights in network.parameters())
    outputs = sum(layer.output_bytes for layer in plan(network).layers)
    chunk_size = config.batch if device.type == "cuda" else min(config.batch, MICRO_BATCH)
    memory = round(4 * _COPIES * parameters + _MEMORY_FACTOR * chunk_size * outputs)
    free = free_memory(device)
    if free is not None and memory > free:
        raise CapsvizError(
            f"a network of {parameters:,} parameters needs about {format_bytes(memory)} of memory "
            f"to learn pictures of {model.format}, and {format_bytes(free)} are free: choose a "
            "smaller side or batch, or a smaller network such as compact"
        )
    with torch.random.fork_rng(devices=[]):
        seconds = images * _time_image(model, config, device)
    return Cost(parameters, memory, seconds)


def _time_image(model: ModelConfig, config: TrainConfig, device: torch.device) -> float:
    """Time the losses and gradients of an image, in seconds: the fastest of a few steps."""
    network = build(model).to(device)
    images = torch.rand(_TIMED_IMAGES, *model.format.shape, device=device)
    classes = torch.zeros(_TIMED_IMAGES, 1, dtype=torch.int64, device=device)
    batch = Batch(images, classes, images.unsqueeze(1))
    durations: list[float] = []
    while len(durations) < _TIMED_STEPS and sum(durations) < _MAX_SECONDS:
        start = time.perf_counter()
        margin, error = losses(network, batch, config)
        (margin + config.reconstruction_weight * error).backward()
        if device.type == "cuda":
            torch.cuda.synchronize(device)
        durations.append(time.perf_counter() - start)
    return min(durations) / _TIMED_IMAGES


def free_memory(device: torch.device) -> int | None:
    """Return the free bytes of a device, within the limit of its container; None if unknown."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    limits: list[int] = []
    with suppress(OSError, ValueError, IndexError):
        text = Path("/proc/meminfo").read_text()
        limits.append(1024 * int(text.partition("MemAvailable:")[2].split()[0]))
    with suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        used = int((group / "memory.current").read_text())
        limits.append(int((group / "memory.max").read_text()) - used)
    with suppress(OSError, ValueError, AttributeError):
        if not limits:  # without /proc, use the total memory
            limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return min(limits, default=None)


def format_bytes(n: int) -> str:
    """Write a number of bytes: "1.3 GB", "240 MB"."""
    return f"{n / 2**30:.1f} GB" if n >= 2**30 else f"{n / 2**20:.0f} MB"


def _format_time(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, seconds):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
