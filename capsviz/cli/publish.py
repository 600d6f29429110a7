"""``capsviz publish``."""

from __future__ import annotations

import argparse
import functools
from pathlib import Path

from capsviz import onnx_export
from capsviz.cli.parser import add_folder, add_model, add_path, add_switch
from capsviz.ui.shell import presets
from capsviz.ui.site import build
from capsviz.ui.site.document import SPACE_CARD, Origin


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for folder and networks."""
    command.add_argument(
        "folder", type=Path, metavar="DIR", help="new or empty folder, or an earlier site"
    )
    command.add_argument(
        "--networks",
        metavar="NAMES",
        help="comma-separated names; by default all shipped networks for single "
        "pictures, and --model",
    )
    command.add_argument(
        "--languages",
        metavar="NAMES",
        help="comma-separated languages besides English; by default all that there are",
    )
    add_path(
        command, "--presets", "FILE", "file of pages prepared for a class, shown as a page of links"
    )
    command.add_argument(
        "--address", metavar="URL", help="address of the site, for search engines and 404.html"
    )
    command.add_argument(
        "--source", metavar="URL", help="address of the repository, linked in the footer"
    )
    add_switch(
        command, "--space", "add the README.md that makes the folder a static Hugging Face Space"
    )
    add_folder(command)
    add_model(command, command)


def run(options: argparse.Namespace) -> int:
    """Write the site and print its size."""
    onnx_export.require_exporter()
    origin = Origin.read(options.address, options.source)
    names = build.choose(options.networks)
    pages = presets.read(options.presets) if options.presets else None
    languages = build.choose_languages(options.languages)
    log = functools.partial(print, flush=True)
    build.build(options.folder, names, log, pages, origin, languages)
    if options.space:
        (options.folder / "README.md").write_text(SPACE_CARD, "utf-8")
    files = [path for path in options.folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    print(f"wrote {options.folder}: {len(files)} files, {size / 1e6:.1f} MB, {', '.join(names)}")
    return 0
