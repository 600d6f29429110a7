"""Options shared by several commands."""

from __future__ import annotations

import argparse

import torch

from capsviz.bounds import Number
from capsviz.cli.parser import add_folder, add_model, add_path, add_switch
from capsviz.config import MAX_ITERATIONS
from capsviz.data.sets import FILE, FOLDER, HUB, SETS, TORCHVISION, TURNED_SPRITES, VIEWED
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint


def add_data(command: argparse.ArgumentParser) -> None:
    """Add ``--data`` and ``--data-set``."""
    add_path(command, "--data", "ROOT", "folder that contains MNIST/raw")
    command.add_argument(
        "--data-set",
        metavar="SET",
        help=f"{', '.join(SETS)}, {TURNED_SPRITES}30 for sprites that are turned by 30 degrees "
        f"each way at most, {VIEWED}azimuth or {VIEWED}elevation for solids from a third of these, "
        f"or {FOLDER}PATH for a folder of your own with a folder for each class, or "
        f"{FILE}PATH for a .npz, .csv, .parquet or IDX file or a list of files, "
        f"{TORCHVISION}KMNIST for any set of torchvision, {HUB}USER/NAME for one of the Hugging "
        "Face Hub; by default mnist, or what the checkpoint learnt from",
    )


def add_device(command: argparse.ArgumentParser) -> None:
    """Add ``--device``, parsed as a `torch.device`."""
    command.add_argument(
        "--device",
        type=_device,
        default="",  # argparse also parses a default that is text
        help="cpu, cuda or cuda:1; by default cuda if available",
    )


def add_checkpoints(command: argparse.ArgumentParser, all_help: str) -> None:
    """Add ``--checkpoint``, ``--all`` with the help text `all_help`, and ``--checkpoints``."""
    add_folder(command)
    group = command.add_mutually_exclusive_group()
    group.add_argument("--checkpoint", help="name or path, by default dynamic")
    add_switch(group, "--all", all_help)
    add_model(group, command)


def add_reading(command: argparse.ArgumentParser) -> None:
    """Add options for the network, its device and its iterations."""
    add_data(command)
    add_device(command)
    add_folder(command)
    group = command.add_mutually_exclusive_group()
    group.add_argument("--checkpoint", help="name or path, by default dynamic")
    add_model(group, command)
    add_iterations(command)


def add_iterations(
    command: argparse.ArgumentParser,
    maximum: int = MAX_ITERATIONS,
    help: str = "routing iterations, by default the network's own",
) -> None:
    """Add ``--iterations``, from 1 to `maximum`."""
    command.add_argument("--iterations", type=Number(int, 1, maximum), help=help)


def network_name(options: argparse.Namespace, default: str = "dynamic") -> str:
    """Return the name of the one selected network: the user's own, the given one, or `default`."""
    user_model = checkpoint.user_model() if getattr(options, "model", None) else None
    return user_model.name if user_model else options.checkpoint or default


def _device(text: str) -> torch.device:
    try:
        return checkpoint.pick_device(text)
    except CapsvizError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
