"""Choice of the engine, passed from one process of a command to another."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass

#: Environment variable with the choice, for the processes of a command.
_ENGINE = "CAPSVIZ_ENGINE"


@dataclass(frozen=True, slots=True)
class Replicas:
    """Replicas of the engine on a Ray cluster.

    Attributes
    ----------
    address : address of the cluster, such as "10.0.0.1:6379", or "auto" for the one that this
        machine belongs to; None starts one that ends with the app.
    count : number of processes; with two, one may fail without an interruption.
    cores : CPU cores for each; 0 for an equal share of this machine's.
    gpus : GPUs for each, such as 0.25 for four on one GPU.
    """

    address: str | None = None
    count: int = 2
    cores: float = 0.0
    gpus: float = 0.0

    @property
    def threads(self) -> int:
        """Number of torch threads in each replica: Ray only counts cores, without a limit."""
        return max(1, int(self.cores_each))

    @property
    def cores_each(self) -> float:
        """Cores of each replica, with the default resolved."""
        return self.cores or float(max(1, (os.cpu_count() or 1) // self.count))


def choose(replicas: Replicas) -> None:
    """Select a cluster for this program and its child processes.

    A cluster that the app starts listens beyond this machine. It only accepts connections with a
    token, which is created here and read by Ray on import.
    """
    os.environ[_ENGINE] = json.dumps(asdict(replicas))
    if replicas.address is None:
        os.environ.setdefault("RAY_AUTH_MODE", "token")
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))


def read_choice() -> Replicas | None:
    """Return the selected cluster; None for this process alone."""
    choice = os.environ.get(_ENGINE)
    return Replicas(**json.loads(choice)) if choice else None


def replica_environment() -> dict[str, str]:
    """Return the environment of a replica, in which no cluster is selected."""
    mine = {name: value for name, value in os.environ.items() if name.startswith("CAPSVIZ_")}
    return {**mine, _ENGINE: ""}
