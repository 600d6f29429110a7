"""Options for the engine: this process, or replicas on a Ray cluster."""

from __future__ import annotations

import argparse
import importlib.util

from capsviz.bounds import Number
from capsviz.cluster_config import Replicas, choose
from capsviz.errors import CapsvizError


def add_engine(command: argparse.ArgumentParser) -> None:
    """Add ``--engine`` and its options."""
    usual = Replicas()
    command.add_argument(
        "--engine",
        choices=("local", "ray"),
        default="local",
        help="run the networks in the app's own process, the default, or in "
        "replicas on a Ray cluster",
    )
    command.add_argument(
        "--address",
        metavar="HOST:PORT",
        dest="cluster",
        help="address of a Ray cluster to join, or auto; by default one is started on this machine",
    )
    command.add_argument(
        "--replicas",
        type=Number(int, 1, 1000),
        help=f"number of replicas, default {usual.count}",
    )
    command.add_argument(
        "--cores",
        type=Number(float, 0, 1024, above=True),
        help="cores for each replica, by default an equal share of this machine's",
    )
    command.add_argument(
        "--gpus",
        type=Number(float, 0, 64),
        help="GPUs for each replica, default 0; 0.25 is a quarter",
    )


def choose_engine(options: argparse.Namespace) -> None:
    """Select the engine for this program and its child processes.

    Raises
    ------
    CapsvizError : Ray is selected but not installed, or its options are given without it.
    """
    choice = {
        "address": options.cluster,
        "count": options.replicas,
        "cores": options.cores,
        "gpus": options.gpus,
    }
    given = {name: value for name, value in choice.items() if value is not None}
    if options.engine == "ray":
        if importlib.util.find_spec("ray") is None:
            raise CapsvizError('Ray is missing: install it with pip install "capsviz[ray]"')
        choose(Replicas(**given))
    elif given:
        raise CapsvizError("--address, --replicas, --cores and --gpus need --engine ray")
