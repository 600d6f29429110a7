"""Parsing of the command line, and dispatch to a command's module."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NoReturn

import capsviz
from capsviz.cli import SIGNAL_MESSAGES, complain
from capsviz.cli.parser import Parser
from capsviz.errors import CapsvizError

#: Modules of this package, each with `add_options` and `run`.
COMMANDS = {
    "train": "train a network",
    "sweep": "train networks that differ in a few settings, each with several seeds",
    "evaluate": "score checkpoints",
    "claims": "list claims about capsules, and the measurements that test them",
    "compare": "test which of the scored networks differ by more than chance",
    "calibrate": "measure the accuracy by the length of the winning capsule",
    "analyse": "measure what a checkpoint's dimensions mean",
    "viewpoint": "fit how poses follow transforms of a digit, and attack the network",
    "summary": "list the layers of a network: shapes, parameters, multiply-adds, bytes",
    "trace": "save every step of a network's routing for some pictures",
    "figure": "draw one figure of a network's routing for some pictures",
    "publish": "write the pages as a static site that runs networks in the browser",
    "export": "write a network as an ONNX file, with every step of its routing",
    "sprites": "write sprites as PNG files, a folder per class, as an example data set",
    "app": "start the app; further options go to Streamlit",
    "bench": "measure speed",
}


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the arguments; `command` holds the command's name. Exits on errors."""
    argv = sys.argv[1:] if arguments is None else list(arguments)
    parser = Parser(prog="capsviz", description="See a capsule network think.")
    parser.add_argument("--version", action="version", version=f"capsviz {capsviz.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, purpose in COMMANDS.items():
        if name == "bench" and not find_spec("capsviz.development"):
            continue  # a tool of clones, missing in wheels
        command = commands.add_parser(name, help=purpose, description=purpose)
        if argv[:1] == [name]:
            module = import_module(f"capsviz.cli.{name}")
            command.set_defaults(command=module.run)
            module.add_options(command)
    _check_values(parser, argv)
    options, further = parser.parse_known_args(argv)
    if "streamlit" in options:
        options.streamlit = further
    elif "further" in options:  # options of a training, which the command checks before it starts
        options.further = further
    elif isinstance(names := getattr(options, "pictures", None), list) and not any(
        word.startswith("-") for word in further
    ):
        names += further  # argparse ends a list of names at the first option
    elif further:
        parser.error(f"there is no such option here: {' '.join(further)}")
    return options


def _check_values(parser: Parser, argv: Sequence[str]) -> None:
    """Exit if a value is empty, as from an unset variable of a script.

    It would count as a missing option, or as the current folder.
    """
    for before, word in zip(["", *argv], argv, strict=False):
        option, equals, value = word.partition("=")
        if not word.strip():
            prefix = f"argument {before}: " if before.startswith("-") else ""
            parser.error(f"{prefix}{word!r} names nothing: give a value, or leave it out")
        if option.startswith("--") and equals and not value.strip():
            parser.error(f"argument {option}: {value!r} names nothing: give a value")


def run(options: argparse.Namespace) -> int:
    """Run a command; returns the exit status."""
    if folder := getattr(options, "checkpoints", None):
        os.environ["CAPSVIZ_CHECKPOINTS"] = folder  # for child processes as well
    try:
        _bring(options)
        with _terminable():
            status = options.command(options)
            sys.stdout.flush()  # a full disk raises here
            return status
    except CapsvizError as error:
        return complain(str(error), 2)
    except BrokenPipeError:  # the reader has closed the pipe
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        return 0
    except OSError as error:  # such as a full disk
        path = error.filename or "the output"
        return complain(f"{path} cannot be read or written: {error.strerror or error}", 2)
    except _Termination:
        return complain(SIGNAL_MESSAGES[signal.SIGTERM], 128 + signal.SIGTERM)


def _bring(options: argparse.Namespace) -> None:
    """Select the user's own network, also for child processes."""
    model, weights = getattr(options, "model", None), getattr(options, "weights", None)
    if model:
        lenient = getattr(options, "lenient", False)
        import_module("capsviz.training.checkpoint").bring(
            model, weights, strict=not lenient, arguments=getattr(options, "arguments", ())
        )
    elif getattr(options, "arguments", None):
        raise CapsvizError("--with needs --model FILE.py:CLASS: add it")
    elif weights:
        raise CapsvizError("--weights needs --model FILE.py:CLASS: add it")


class _Termination(BaseException):
    """SIGTERM was received."""


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM unwind the program as Ctrl-C does, so that everything is cleaned up."""

    def end(*_: object) -> NoReturn:
        raise _Termination

    previous = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
