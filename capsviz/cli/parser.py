"""How a command's options are read: what is wrong is one line."""

from __future__ import annotations

import argparse
import os
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """End the program with a sentence and status 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def add_folder(command: argparse.ArgumentParser) -> None:
    """Where networks lie: ``--checkpoints``."""
    command.add_argument(
        "--checkpoints",
        type=_folder,
        metavar="FOLDER",
        help="of networks that are looked up by name, in place of what CAPSVIZ_CHECKPOINTS names",
    )


def add_model(which: argparse._ActionsContainer, command: argparse.ArgumentParser) -> None:
    """A network of one's own: ``--model`` in `which`, ``--weights`` beside it."""
    which.add_argument(
        "--model",
        metavar="FILE:CLASS",
        help="a network of your own, as in my_net.py:Net: the file is run",
    )
    command.add_argument(
        "--weights", metavar="FILE", help="of --model: a .safetensors file of its state"
    )
    command.add_argument(
        "--lenient",
        action="store_true",
        help="take a --model that makes a mistake too: it is told, and stands on the pages",
    )


def _folder(text: str) -> str:
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    return text
