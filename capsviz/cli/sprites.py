"""``capsviz sprites``."""

from __future__ import annotations

import argparse
from pathlib import Path

from capsviz.bounds import Number
from capsviz.cli.parser import add_number
from capsviz.data.sprites import SHAPES, write_folder


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for folder and numbers."""
    command.add_argument("folder", type=Path, help="target folder; it must not exist")
    add_number(command, "--classes", Number(int, 2, len(SHAPES)), 5, "number of classes")
    add_number(command, "--each", Number(int, 1, 10_000), 200, "pictures per class")
    add_number(command, "--seed", Number(int, 0, 2**32 - 1), 0, "random seed")


def run(options: argparse.Namespace) -> int:
    """Write the pictures."""
    write_folder(options.folder, options.classes, options.each, options.seed)
    print(f"wrote {options.classes * options.each:,} pictures to {options.folder}")
    return 0
