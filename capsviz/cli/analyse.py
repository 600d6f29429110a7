"""``capsviz analyse``."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from capsviz.analysis import record, standing, truth
from capsviz.cli.networks import note, set_for
from capsviz.cli.options import add_checkpoints, add_data, add_device, named
from capsviz.data.drawing import INPUT
from capsviz.data.pictures import DataSet
from capsviz.data.sprites import SpriteSet
from capsviz.errors import CapsvizError
from capsviz.files import writable
from capsviz.model.capsnet import CapsNet
from capsviz.training import checkpoint


def add_options(command: argparse.ArgumentParser) -> None:
    """Which networks on which pictures."""
    add_data(command)
    add_device(command)
    add_checkpoints(command, every="every network with capsules")


def run(options: argparse.Namespace) -> int:
    """Measure networks and keep what was found beside their weights."""
    chosen = checkpoint.offered(None, data_set=options.data_set)
    if not options.all:
        chosen = [named(options)]
    elif not chosen:
        raise CapsvizError("no checkpoint here is a network with capsules: train one first")
    networks = [checkpoint.load(name, options.device) for name in chosen]
    ready = [(loaded, set_for(options, loaded)) for loaded in networks]
    for loaded in networks:
        _check(loaded)
    for loaded, chosen in ready:
        if isinstance(loaded.model, CapsNet):
            _dimensions(loaded, chosen)
        if _of_sprites(loaded):
            _factors(loaded)
    return 0


def _check(loaded: checkpoint.Checkpoint) -> None:
    """Raise `CapsvizError` where there is nothing to find out or no room to keep it."""
    if _of_sprites(loaded):
        writable(truth.beside(loaded.path), ".json")
    if isinstance(loaded.model, CapsNet):
        writable(record.beside(loaded.path), ".json")
    elif not _of_sprites(loaded):
        raise CapsvizError(
            f"{loaded.name} is a plain CNN: it has no dimensions to measure, choose another model"
        )


def _of_pairs(loaded: checkpoint.Checkpoint) -> bool:
    return loaded.model.config.image_size > INPUT


def _of_sprites(loaded: checkpoint.Checkpoint) -> bool:
    return loaded.subject == SpriteSet().subject


def _dimensions(loaded: checkpoint.Checkpoint, chosen: DataSet) -> None:
    """What the dimensions of capsules do on real pictures."""
    test = chosen.test()
    note(loaded, "analyse", len(test))
    learning = chosen.learning()
    found = record.analyse(
        loaded.capsnet,
        loaded.digest,
        learning.whole().training(0),
        test,
        provenance=_provenance(loaded),
    )
    if loaded.subject.digits and learning.validation and not _of_pairs(loaded):
        rates = standing.measure(loaded.capsnet, learning.validation, loaded.picture)
        found = replace(found, standing=rates)
    record.save(record.beside(loaded.path), found)
    print(f"wrote {record.beside(loaded.path)}", flush=True)


def _factors(loaded: checkpoint.Checkpoint) -> None:
    """What poses, or a hidden layer, say of factors that are known exactly."""
    found = truth.find_out(loaded.model, loaded.digest, _provenance(loaded))
    truth.save(truth.beside(loaded.path), found)
    print(truth.table(found))
    print(f"wrote {truth.beside(loaded.path)}", flush=True)


def _provenance(loaded: checkpoint.Checkpoint) -> dict[str, Any]:
    return {
        "command": f"capsviz analyse {checkpoint.option(loaded.name)}",
        "checkpoint": loaded.name,
    }
