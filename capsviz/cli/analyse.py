"""``capsviz analyse``."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from capsviz.analysis import factor_report, orientation, record
from capsviz.cli.networks import data_set_for, keep_samples, load, note
from capsviz.cli.options import add_checkpoints, add_data, add_device, network_name
from capsviz.cli.parser import add_switch
from capsviz.data.factors import FactorSource, source_of
from capsviz.data.normalisation import INPUT
from capsviz.data.pictures import DataSet
from capsviz.data.sets import name_of
from capsviz.errors import CapsvizError
from capsviz.files import writable
from capsviz.model.capsnet import CapsNet
from capsviz.training import checkpoint, results
from capsviz.wording import amount_of


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for networks and pictures."""
    add_data(command)
    add_device(command)
    add_checkpoints(command, all_help="every network with capsules")
    add_switch(
        command,
        "--standing",
        "only measure how often rotated digits are detected, without test "
        "pictures; earlier results are kept",
    )


def run(options: argparse.Namespace) -> int:
    """Analyse networks and save the results beside their weights."""
    set_name = options.data_set and name_of(options.data_set)
    names = checkpoint.list_offers(None, data_set=set_name)
    if not options.all:
        names = [network_name(options)]
    elif not names:
        raise CapsvizError("no checkpoint here is a network with capsules: train one first")
    networks = load(names, options.device)
    pairs = [(loaded, data_set_for(options, loaded)) for loaded in networks]
    for loaded in networks:
        _check(loaded)
    if options.standing:
        _measure_detection([pair for pair in pairs if _stands(pair[0])])
        return 0
    for loaded, data_set in pairs:
        if isinstance(loaded.model, CapsNet):
            _dimensions(loaded, data_set)
        if source := source_of(loaded.subject):
            _factors(loaded, source)
    return 0


def _check(loaded: checkpoint.Checkpoint) -> None:
    """Raise `CapsvizError` if there is nothing to analyse or no room for the results."""
    source = source_of(loaded.subject)
    if source:
        writable(factor_report.path_beside(loaded.path), ".json")
    if isinstance(loaded.model, CapsNet):
        writable(record.path_beside(loaded.path), ".json")
    elif not source:
        raise CapsvizError(
            f"{loaded.name} is a plain CNN: it has no dimensions to measure, choose another model"
        )


def _stands(loaded: checkpoint.Checkpoint) -> bool:
    """Return whether it classifies single digits, which may be rotated."""
    return loaded.subject.digits and loaded.model.config.image_size <= INPUT


def _dimensions(loaded: checkpoint.Checkpoint, data_set: DataSet) -> None:
    """Analyse the capsules' dimensions on real pictures."""
    test = data_set.test()
    keep_samples(loaded, data_set)
    note(loaded, "analyse", len(test), record=True)
    if not loaded.training:  # no test results exist for a user's own network
        print(results.table([results.result_of(loaded, test)]))
        print(f"\nof {amount_of(len(test), 'picture')}")
    if not loaded.capsnet.decoder.exists:
        print(f"{loaded.name} has no decoder: what its dimensions do cannot be measured")
        return
    learning = data_set.learning()
    analysis = record.analyse(
        loaded.capsnet,
        loaded.digest,
        learning.whole().training(0),
        test,
        provenance=_provenance(loaded),
    )
    if _stands(loaded) and learning.validation:
        rates = orientation.measure(loaded.capsnet, learning.validation, loaded.picture)
        analysis = replace(analysis, standing=rates)
    record.save(record.path_beside(loaded.path), analysis)
    _tell(record.path_beside(loaded.path))


def _measure_detection(pairs: list[tuple[checkpoint.Checkpoint, DataSet]]) -> None:
    """Measure the detection of rotated digits again; the rest of each analysis does not change."""
    if not pairs:
        raise CapsvizError("--standing needs a network for single digits")
    analyses = [record.load(record.path_beside(loaded.path), loaded.digest) for loaded, _ in pairs]
    for (loaded, data_set), analysis in zip(pairs, analyses, strict=True):
        rates = orientation.measure(loaded.capsnet, data_set.held_out(), loaded.picture)
        command = f"{_provenance(loaded)['command']} --standing"
        provenance = {**analysis.provenance, "standing": command}
        updated = replace(analysis, standing=rates, provenance=provenance)
        record.save(record.path_beside(loaded.path), updated)
        _tell(record.path_beside(loaded.path))


def _tell(path: Path) -> None:
    print(f"wrote {path}", flush=True)


def _factors(loaded: checkpoint.Checkpoint, source: FactorSource) -> None:
    """Measure poses, or a hidden layer, against exactly known factors."""
    report = factor_report.find_out(loaded.model, loaded.digest, _provenance(loaded), source)
    factor_report.save(factor_report.path_beside(loaded.path), report)
    print(factor_report.table(report))
    _tell(factor_report.path_beside(loaded.path))


def _provenance(loaded: checkpoint.Checkpoint) -> dict[str, Any]:
    return {
        "command": f"capsviz analyse {checkpoint.option(loaded.name)}",
        "checkpoint": loaded.name,
    }
