"""``capsviz compare``."""

from __future__ import annotations

import argparse
from pathlib import Path

from capsviz.analysis import label_quality, record
from capsviz.analysis.compare import read_results
from capsviz.analysis.mcnemar import affine_differences, differences, table
from capsviz.analysis.robustness import load_affine
from capsviz.cli.parser import add_folder
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint


def add_options(command: argparse.ArgumentParser) -> None:
    """Whose answers, or that it is about dimensions."""
    add_folder(command)
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        "--labels",
        action="store_true",
        help="instead, how well the labels of each network's dimensions hold: R² on sweeps and r "
        "on real pictures, as `analyse` found them",
    )
    which.add_argument(
        "--affine",
        action="store_true",
        help="instead, on digits turned, sheared, resized and moved after affNIST's full ranges",
    )
    which.add_argument(
        "file",
        type=Path,
        nargs="?",
        help="written by `evaluate --all --save`; by default results.json beside the networks",
    )


def run(options: argparse.Namespace) -> int:
    """Print McNemar's test for every pair, or what labels are worth; no picture is read."""
    if options.labels:
        print(label_quality.table(_label_qualities()))
        return 0
    if options.affine:
        print(table(affine_differences(load_affine(checkpoint.sidecar("affine.json")))))
        return 0
    print(table(differences(read_results(options.file or checkpoint.sidecar("results.json")))))
    return 0


def _label_qualities() -> list[label_quality.Strength]:
    """Every network here with capsules and an analysis."""
    qualities = []
    for name in checkpoint.list_offers(None, data_set=None):
        path = record.beside(checkpoint.find(name))
        if path.exists():
            effects = record.load(path, checkpoint.digest(name)).effects
            qualities.append(label_quality.strength(name, effects))
    if not qualities:
        raise CapsvizError("no network here has an analysis: run `capsviz analyse --all` first")
    return qualities
