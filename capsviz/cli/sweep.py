"""``capsviz sweep``."""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path

from capsviz.bounds import Number
from capsviz.cli import train
from capsviz.cli.parser import Parser
from capsviz.errors import CapsvizError
from capsviz.files import write_file
from capsviz.training import sweep

#: Options of a training that the sweep sets itself.
_SWEEP_OPTIONS = ("out", "seed", "resume", "overwrite")

#: Options of a training that do not affect its result.
_INCIDENTAL = ("data", "device", "download", "keep_epochs", "run", "tensorboard", "threads")


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for folder, variations and seeds; all others belong to ``capsviz train``."""
    command.add_argument("folder", type=Path, help="folder of the checkpoints and of sweep.json")
    command.add_argument(
        "--vary",
        type=_variation,
        action="append",
        default=[],
        metavar="OPTION=A,B,C",
        help="an option of train and the values to try; several options are combined",
    )
    command.add_argument(
        "--seeds",
        type=Number(int, 1, 100),
        default=3,
        help="number of seeds, from 0: default 3",
    )
    command.set_defaults(further=[])


def run(options: argparse.Namespace) -> int:
    """Run the remaining trainings one after another, then print means and intervals.

    Raises `CapsvizError` if the folder has checkpoints of a sweep with other options, or of no
    sweep.
    """
    vary = dict(options.vary)
    options.folder.mkdir(parents=True, exist_ok=True)
    trials = list(sweep.trials(vary, options.seeds))
    parsed = [
        _parse([*options.further, *trial.options]) for trial in trials
    ]  # check all before the first
    record = options.folder / "sweep.json"
    _check_record(record, options.further, trials)
    if not record.exists():
        _write(record, options.further, [])
    for number, (trial, training) in enumerate(zip(trials, parsed, strict=True), 1):
        out = options.folder / f"{trial.name}.safetensors"
        if sweep.is_done(out):
            continue
        print(f"{number} of {len(trials)}: {trial.name}", flush=True)
        training.out = str(out)
        training.overwrite = True  # an existing checkpoint is incomplete
        training.resume = out.with_name(f"{trial.name}.resume.safetensors").exists()
        if status := train.run(training, confusion=False):
            return status
    summaries = sweep.summarise(options.folder, trials)
    _write(record, options.further, summaries)
    print(sweep.table(summaries))
    return 0


def _write(record: Path, further: list[str], summaries: list[sweep.Summary]) -> None:
    plain = {"options": further, "results": [dataclasses.asdict(summary) for summary in summaries]}
    write_file(record, json.dumps(plain, indent=1))


def _check_record(record: Path, further: list[str], trials: list[sweep.Trial]) -> None:
    """Raise `CapsvizError` if checkpoints of these names are not of a sweep with these options.

    They would count as completed, or be replaced.
    """
    existing = [
        trial.name for trial in trials if record.with_name(f"{trial.name}.safetensors").exists()
    ]
    if not record.exists():
        if existing:
            raise CapsvizError(
                f"{record.parent} holds {existing[0]}.safetensors, which no sweep made: name "
                "another folder"
            )
        return
    try:
        recorded = json.loads(record.read_text("utf-8"))["options"]
        same = _training_options(recorded) == _training_options(further)
    except (OSError, ValueError, KeyError, TypeError, SystemExit) as error:
        raise CapsvizError(f"{record} is no record of a sweep: name another folder") from error
    if not same:
        text = " ".join(recorded) or "no options"
        raise CapsvizError(
            f"{record.parent} holds a sweep with {text}: name another folder, or repeat these "
            "options"
        )


def _training_options(arguments: list[str]) -> dict[str, object]:
    """Return the options of a training that affect its result."""
    parsed = vars(_parse(arguments))
    return {name: value for name, value in parsed.items() if name not in _INCIDENTAL}


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(prog="capsviz sweep")
    train.add_options(parser)
    options, further = parser.parse_known_args(arguments)
    if further:
        parser.error(f"there is no such option of a training: {' '.join(further)}")
    return options


def _variation(text: str) -> tuple[str, list[str]]:
    option, equals, values = text.partition("=")
    if not (option and equals and all(values.split(","))):
        raise argparse.ArgumentTypeError(f"{text!r} is not OPTION=A,B,C, as in iterations=1,3,5")
    option = option.removeprefix("--")
    if option in _SWEEP_OPTIONS:
        raise argparse.ArgumentTypeError(f"the sweep sets {option} itself: vary another option")
    return option, values.split(",")
