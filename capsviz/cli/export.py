"""``capsviz export``."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from capsviz import onnx_export
from capsviz.cli.options import add_iterations
from capsviz.cli.parser import add_folder, add_model
from capsviz.config import MAX_SHOWN_ITERATIONS
from capsviz.errors import CapsvizError
from capsviz.files import writable, write_file
from capsviz.training import checkpoint
from capsviz.wording import amount_of


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for the network and the file."""
    command.add_argument("checkpoint", nargs="?", metavar="NAME", help="name or path of a network")
    add_model(command, command)
    add_folder(command)
    command.add_argument("--out", type=Path, required=True, metavar="FILE", help="a .onnx file")
    add_iterations(command, MAX_SHOWN_ITERATIONS)


def run(options: argparse.Namespace) -> int:
    """Export a network, and describe the file's outputs."""
    user_model = checkpoint.user_model()
    if bool(options.checkpoint) == bool(user_model):
        raise CapsvizError("say which one network: a NAME, or --model FILE.py:CLASS")
    onnx_export.require_exporter()
    writable(options.out, ".onnx")
    loaded = checkpoint.load(user_model.name if user_model else options.checkpoint, "cpu")
    classes = loaded.subject.classes
    export = partial(
        onnx_export.export, loaded.model, loaded.name, classes, options.iterations, decoder=True
    )
    try:
        exported = export(batch=True)
    except CapsvizError as error:
        if not user_model:
            raise
        exported = export()
        print(f"the file takes one picture at a time, since {error}")
    write_file(options.out, exported.data)
    size, rounds = f"{len(exported.data) / 1e6:.1f} MB", amount_of(exported.iterations, "iteration")
    print(f"wrote {options.out}: {size}, {rounds}")
    for value in (*exported.model.graph.input, *exported.model.graph.output):
        print(f"  {value.name:16} {value.doc_string}")
    return 0
