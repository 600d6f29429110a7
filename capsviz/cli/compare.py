"""``capsviz compare``."""

from __future__ import annotations

import argparse
from pathlib import Path

from capsviz.analysis.compare import read_results
from capsviz.analysis.differences import differences, table
from capsviz.cli.parser import add_folder
from capsviz.training import checkpoint


def add_options(command: argparse.ArgumentParser) -> None:
    """Whose answers."""
    add_folder(command)
    command.add_argument(
        "file",
        type=Path,
        nargs="?",
        help="written by `evaluate --all --save`; by default results.json beside the networks",
    )


def run(options: argparse.Namespace) -> int:
    """Print McNemar's test for every pair; no picture is read."""
    print(table(differences(read_results(options.file or checkpoint.kept("results.json")))))
    return 0
