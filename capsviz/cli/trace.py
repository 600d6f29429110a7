"""``capsviz trace``."""

from __future__ import annotations

import argparse
from pathlib import Path

from capsviz.analysis import export
from capsviz.cli import pictures
from capsviz.cli.options import add_reading, network_name
from capsviz.errors import CapsvizError
from capsviz.files import writable, write_file
from capsviz.tracing import trace
from capsviz.training import checkpoint
from capsviz.wording import amount_of


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for pictures, network and file."""
    command.add_argument("pictures", nargs="+", metavar="PICTURE", help=pictures.HELP)
    command.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="a .npz file of all arrays, or a .zip of CSV tables",
    )
    command.set_defaults(reading="trace")
    add_reading(command)


def run(options: argparse.Namespace) -> int:
    """Trace the pictures and save all arrays."""
    if options.out.suffix not in (".npz", ".zip"):
        raise CapsvizError(f"{options.out} must end in .npz (arrays) or .zip (CSV tables)")
    writable(options.out, options.out.suffix)
    if options.out.exists() and not export.is_trace(options.out):
        raise CapsvizError(f"{options.out} exists and is no trace: choose another name")
    loaded = checkpoint.load(network_name(options), options.device)
    model = loaded.capsnet
    names, images = pictures.read_pictures(options, loaded)
    traced = trace(model, images, options.iterations)
    about = export.describe(model, traced, loaded.name, loaded.digest, names)
    about["classes"] = list(loaded.subject.classes)
    if options.out.suffix == ".npz":
        content = export.npz(export.arrays(model, traced), about)
    else:
        content = export.tables(model, traced, about)
    write_file(options.out, content)
    print(f"wrote {options.out}: {amount_of(len(names), 'picture')}, {len(content) / 1e6:.1f} MB")
    return 0
