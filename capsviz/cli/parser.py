"""Argument parser with one-line errors."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import NoReturn

from capsviz.bounds import Number


class Parser(argparse.ArgumentParser):
    """Parser that prints errors in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Exit with a message and status 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def add_number(
    command: argparse.ArgumentParser, flag: str, kind: Number, default: float | int, help: str
) -> None:
    """Add a number; its help text ends with its default."""
    command.add_argument(flag, type=kind, default=default, help=f"{help}, default {default:g}")


def add_switch(command: argparse._ActionsContainer, flag: str, help: str) -> None:
    """Add an option without a value."""
    command.add_argument(flag, action="store_true", help=help)


def add_path(command: argparse._ActionsContainer, flag: str, metavar: str, help: str) -> None:
    """Add an option for a file or folder."""
    command.add_argument(flag, type=Path, metavar=metavar, help=help)


def add_folder(command: argparse.ArgumentParser) -> None:
    """Add ``--checkpoints``, the folder of networks."""
    command.add_argument(
        "--checkpoints",
        type=_folder,
        metavar="FOLDER",
        help="folder of networks by name, instead of CAPSVIZ_CHECKPOINTS",
    )


def add_model(group: argparse._ActionsContainer, command: argparse.ArgumentParser) -> None:
    """Add a user's own network: ``--model`` to `group`, ``--weights`` to `command`."""
    group.add_argument(
        "--model",
        metavar="FILE:CLASS",
        help="a network of your own, as in my_net.py:Net, or a function that returns one: the file "
        "is run",
    )
    command.add_argument(
        "--with",
        dest="arguments",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an argument of --model's class or function, as in types=32; repeat for more",
    )
    command.add_argument(
        "--weights", metavar="FILE", help="state of --model: a .safetensors file, or torch.save's"
    )
    add_switch(command, "--lenient", "accept a --model with mistakes, and show these on the pages")


def _folder(text: str) -> str:
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    return text
