"""The command line: ``capsviz train | evaluate``."""

from __future__ import annotations

import argparse
import dataclasses
import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from capsviz.analysis import record
from capsviz.analysis.dimensions import read_poses, statistics_of
from capsviz.config import ModelConfig, TrainConfig
from capsviz.data.mnist import load_mnist
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.training.evaluate import evaluate
from capsviz.training.train import train


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return options.command(options)
    except CapsvizError as error:
        print(f"capsviz: {error}", file=sys.stderr)
        return 2


def _train(options: argparse.Namespace) -> int:
    defaults = TrainConfig()
    config = dataclasses.replace(
        defaults,
        **{
            field.name: getattr(options, field.name)
            for field in dataclasses.fields(defaults)
            if getattr(options, field.name) is not None
        },
    )
    digits = load_mnist(options.data, train=True, download=options.download)
    test = load_mnist(options.data, train=False, download=options.download)
    finished = train(
        ModelConfig(),
        config,
        digits,
        test,
        options.out,
        device=checkpoint.pick_device(options.device),
        resume=options.resume,
        say=tqdm.write,
    )
    return 0 if finished else 130


def _evaluate(options: argparse.Namespace) -> int:
    loaded = checkpoint.load(options.checkpoint, options.device)
    scores = evaluate(loaded.model, load_mnist(options.data, train=False))
    result = {
        "checkpoint": loaded.name,
        **dataclasses.asdict(scores),
        "parameters": sum(parameter.numel() for parameter in loaded.model.parameters()),
        "sha256": loaded.digest,
    }
    if options.json:
        print(json.dumps(result))
    else:
        print(
            f"{loaded.name}: accuracy {scores.accuracy:.2%} on {scores.n:,} test images, "
            f"reconstruction error {scores.reconstruction_sse:.2f} per image, "
            f"{result['parameters']:,} parameters"
        )
    return 0


def _analyse(options: argparse.Namespace) -> int:
    loaded = checkpoint.load(options.checkpoint, options.device)
    digits = load_mnist(options.data, train=True)
    poses = read_poses(loaded.model, digits, say="training digits")
    path = record.beside(checkpoint.find(options.checkpoint))
    provenance = {
        "command": shlex.join(["capsviz", *sys.argv[1:]]),
        "checkpoint": loaded.name,
        "training_images": len(digits),
    }
    statistics = statistics_of(poses, loaded.model.config.classes)
    record.save(path, record.Analysis(loaded.digest, provenance, statistics))
    print(f"wrote {path}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="capsviz", description="See a capsule network think.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    data = argparse.ArgumentParser(add_help=False)
    data.add_argument("--data", type=Path, metavar="ROOT", help="folder that holds MNIST/raw")
    device = argparse.ArgumentParser(add_help=False)
    device.add_argument("--device", help="cpu or cuda; by default cuda where there is one")

    command = commands.add_parser("train", parents=[data, device], help="train a capsule network")
    command.set_defaults(command=_train)
    command.add_argument(
        "--out", type=Path, default=Path("checkpoints/dynamic.safetensors"), help="checkpoint"
    )
    command.add_argument("--resume", action="store_true", help="go on with an unfinished run")
    command.add_argument("--download", action="store_true", help="fetch MNIST where missing")
    for field in dataclasses.fields(TrainConfig):
        command.add_argument(
            f"--{field.name.replace('_', '-')}",
            type=type(field.default),
            help=f"default {field.default}",
        )

    command = commands.add_parser("evaluate", parents=[data, device], help="score a checkpoint")
    command.set_defaults(command=_evaluate)
    command.add_argument("--checkpoint", default="dynamic", help="name or path")
    command.add_argument("--json", action="store_true", help="print one JSON object")

    command = commands.add_parser(
        "analyse", parents=[data, device], help="measure what a checkpoint's dimensions mean"
    )
    command.set_defaults(command=_analyse)
    command.add_argument("--checkpoint", default="dynamic", help="name or path")
    return parser
