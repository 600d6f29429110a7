"""``capsviz sprites``."""

from __future__ import annotations

import argparse
from pathlib import Path

from capsviz.bounds import Number
from capsviz.data.sprites import SHAPES, write_folder


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for folder and numbers."""
    command.add_argument("folder", type=Path, help="target folder; it must not exist")
    command.add_argument(
        "--classes",
        type=Number(int, 2, len(SHAPES)),
        default=5,
        help="number of classes, default 5",
    )
    command.add_argument(
        "--each", type=Number(int, 1, 10_000), default=200, help="pictures per class, default 200"
    )
    command.add_argument(
        "--seed", type=Number(int, 0, 2**32 - 1), default=0, help="random seed, default 0"
    )


def run(options: argparse.Namespace) -> int:
    """Write the pictures."""
    write_folder(options.folder, options.classes, options.each, options.seed)
    print(f"wrote {options.classes * options.each:,} pictures to {options.folder}")
    return 0
