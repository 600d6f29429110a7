"""``capsviz analyse``."""

from __future__ import annotations

import argparse
import shlex

from capsviz.analysis import record
from capsviz.cli.networks import note, set_for
from capsviz.cli.options import add_checkpoints, add_data, add_device
from capsviz.files import writable
from capsviz.training import checkpoint


def add_options(command: argparse.ArgumentParser) -> None:
    """Which networks on which pictures."""
    add_data(command)
    add_device(command)
    add_checkpoints(command, every="every network with capsules")


def run(options: argparse.Namespace) -> int:
    """Measure networks and keep what was found beside their weights."""
    every = checkpoint.offered(None, data_set=options.data_set)
    networks = [
        checkpoint.load(name, options.device)
        for name in (every if options.all else [options.checkpoint])
    ]
    ready = [(loaded, loaded.capsnet, set_for(options, loaded)) for loaded in networks]
    for loaded, _, _ in ready:
        writable(record.beside(loaded.path), ".json")
    for loaded, network, chosen in ready:
        test = chosen.test()
        note(loaded, "analyse", len(test))
        found = record.analyse(
            network,
            loaded.digest,
            chosen.learning().whole().training(0),
            test,
            provenance={
                "command": shlex.join(["capsviz", "analyse", "--checkpoint", loaded.name]),
                "checkpoint": loaded.name,
            },
        )
        record.save(record.beside(loaded.path), found)
        print(f"wrote {record.beside(loaded.path)}", flush=True)
    return 0
