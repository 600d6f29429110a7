"""Several processes that train one network together, as ``torchrun`` starts them.

All of them draw the same batches; each learns from its share of every one, and
`DistributedDataParallel` adds up what they found. One process alone is a team of one.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import torch
from torch import distributed, nn
from torch.nn.parallel import DistributedDataParallel

from capsviz.errors import CapsvizError


@dataclass(frozen=True, slots=True)
class Team:
    """Who trains, seen from one of them.

    Attributes
    ----------
    number : of this process, from 0.
    size : how many there are.
    device : that this one calculates on.
    """

    number: int
    size: int
    device: torch.device

    @property
    def first(self) -> bool:
        """Whether this is the one that writes and speaks."""
        return self.number == 0

    def sharing(self, network: nn.Module) -> nn.Module:
        """The network with gradients that are the mean over the team's."""
        return network if self.size == 1 else DistributedDataParallel(network)

    def share(self, count: int) -> slice:
        """Which of so many images this process learns from."""
        return slice(self.number * count // self.size, (self.number + 1) * count // self.size)

    def sum_over(self, numbers: Sequence[float]) -> list[float]:
        """Each of these numbers, added up over the team."""
        if self.size == 1:
            return list(numbers)
        sums = torch.tensor(numbers, dtype=torch.float64, device=self.device)
        distributed.all_reduce(sums)
        return sums.tolist()

    def broadcast(self, numbers: Sequence[float]) -> list[float]:
        """What the first of the team gave here; the others' numbers count for their number."""
        return self.sum_over(numbers if self.first else [0.0] * len(numbers))


#: The team of a process that was started by itself.
ALONE = Team(0, 1, torch.device("cpu"))


def holding_back(shared: nn.Module, wanted: bool) -> contextlib.AbstractContextManager[None]:
    """Keep a piece's gradients in this process, for a later piece's to go with them."""
    if wanted and isinstance(shared, DistributedDataParallel):
        return shared.no_sync()
    return contextlib.nullcontext()


def is_distributed() -> bool:
    """Whether ``torchrun`` started this process."""
    return distributed.is_torchelastic_launched()


def first_of_all() -> bool:
    """Whether this process writes and speaks, also before and after a team is together."""
    return not is_distributed() or os.environ["RANK"] == "0"


@contextlib.contextmanager
def join(device: torch.device) -> Iterator[Team]:
    """The team that this process was started in, while it trains.

    Parameters
    ----------
    device : the processor, or any of the GPUs: each process takes one of its own.

    Raises
    ------
    CapsvizError : there are fewer GPUs here than processes.
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
        distributed.destroy_process_group()


def _own_gpu(number: int) -> torch.device:
    here = torch.cuda.device_count()
    if number >= here:
        raise CapsvizError(
            f"this machine has {here} CUDA devices: start torchrun with --nproc-per-node {here}, "
            "or train with --device cpu"
        )
    device = torch.device("cuda", number)
    torch.cuda.set_device(device)
    return device
