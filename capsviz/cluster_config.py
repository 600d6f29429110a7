"""Which engine the app works with, as one process of a command tells it to another."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass

#: The environment in which the processes of a command find what was chosen.
_ENGINE = "CAPSVIZ_ENGINE"


@dataclass(frozen=True, slots=True)
class Replicas:
    """Processes of a Ray cluster that read pictures.

    Attributes
    ----------
    address : of the cluster, such as "10.0.0.1:6379", or "auto" for the one that this machine
        belongs to; None starts one that ends with the app.
    count : of processes; with two, one may die and nobody waits for its successor.
    cores : of the processor for each; 0 for an equal share of this machine's.
    gpus : for each, such as 0.25 where four share one.
    """

    address: str | None = None
    count: int = 2
    cores: float = 0.0
    gpus: float = 0.0

    @property
    def threads(self) -> int:
        """Of torch in each of them: Ray only counts cores, it keeps nobody from using more."""
        return max(1, int(self.cores_each))

    @property
    def cores_each(self) -> float:
        """As `cores`, the share worked out."""
        return self.cores or float(max(1, (os.cpu_count() or 1) // self.count))


def choose(replicas: Replicas) -> None:
    """Let this program and those that it starts read on a cluster.

    Where that is one of their own, it listens beyond this machine: it lets in only what knows
    a token, which is made here. Ray reads it when it is imported.
    """
    os.environ[_ENGINE] = json.dumps(asdict(replicas))
    if replicas.address is None:
        os.environ.setdefault("RAY_AUTH_MODE", "token")
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))


def read_choice() -> Replicas | None:
    """What was chosen; None for this process alone."""
    choice = os.environ.get(_ENGINE)
    return Replicas(**json.loads(choice)) if choice else None


def replica_environment() -> dict[str, str]:
    """The environment of a replica: what it needs of this one's, and that it is no cluster."""
    mine = {name: value for name, value in os.environ.items() if name.startswith("CAPSVIZ_")}
    return {**mine, _ENGINE: ""}
