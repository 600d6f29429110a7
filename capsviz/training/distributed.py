"""Distributed training of one network by several processes, as ``torchrun`` starts them.

All processes draw the same batches; each computes its share of every one, and
`DistributedDataParallel` averages the gradients. A single process is a team of one.
"""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import torch
from torch import distributed, nn
from torch.nn.parallel import DistributedDataParallel

from capsviz.errors import CapsvizError


@dataclass(frozen=True, slots=True)
class Team:
    """The processes of a training, from the view of one of them.

    Attributes
    ----------
    rank : rank of this process, from 0.
    size : number of processes.
    device : device of this process.
    """

    rank: int
    size: int
    device: torch.device

    @property
    def is_main(self) -> bool:
        """Whether this process writes files and messages."""
        return self.rank == 0

    def sharing(self, network: nn.Module) -> nn.Module:
        """Wrap the network so that gradients are averaged over the team."""
        return network if self.size == 1 else DistributedDataParallel(network)

    def share(self, count: int) -> slice:
        """Return this process's slice of so many images."""
        return slice(self.rank * count // self.size, (self.rank + 1) * count // self.size)

    def sum_over(self, numbers: Sequence[float]) -> list[float]:
        """Sum each of these numbers over the team."""
        if self.size == 1:
            return list(numbers)
        sums = torch.tensor(numbers, dtype=torch.float64, device=self.device)
        distributed.all_reduce(sums)
        return sums.tolist()

    def broadcast(self, numbers: Sequence[float]) -> list[float]:
        """Return the first process's numbers; the others must pass as many."""
        return self.sum_over(numbers if self.is_main else [0.0] * len(numbers))


#: Team of a process that was started alone.
ALONE = Team(0, 1, torch.device("cpu"))


def holding_back(network: nn.Module, condition: bool) -> contextlib.AbstractContextManager[None]:
    """Accumulate a chunk's gradients in this process until the last chunk."""
    if condition and isinstance(network, DistributedDataParallel):
        return network.no_sync()
    return contextlib.nullcontext()


def is_distributed() -> bool:
    """Return whether ``torchrun`` started this process."""
    return distributed.is_torchelastic_launched()


def is_main_process() -> bool:
    """Return whether this process writes files and messages, also outside of a team."""
    return not is_distributed() or os.environ["RANK"] == "0"


@contextlib.contextmanager
def join(device: torch.device) -> Iterator[Team]:
    """Join the team of this process for the duration of a training.

    Raises `CapsvizError` if there are fewer GPUs than processes.

    `device` is the CPU, or any GPU: each process takes its own.
    """
    if not is_distributed():
        yield replace(ALONE, device=device)
        return
    if device.type == "cuda":
        device = _own_gpu(int(os.environ["LOCAL_RANK"]))
    distributed.init_process_group("nccl" if device.type == "cuda" else "gloo")
    try:
        yield Team(distributed.get_rank(), distributed.get_world_size(), device)
    finally:
        # A network that is still wrapped keeps the group's threads alive. They would end with the
        # interpreter, which aborts the process now and then.
        gc.collect()
        distributed.destroy_process_group()


def _own_gpu(rank: int) -> torch.device:
    count = torch.cuda.device_count()
    if rank >= count:
        raise CapsvizError(
            f"this machine has {count} CUDA devices: start torchrun with --nproc-per-node {count}, "
            "or train with --device cpu"
        )
    device = torch.device("cuda", rank)
    torch.cuda.set_device(device)
    return device
