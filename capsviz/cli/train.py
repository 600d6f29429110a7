"""``capsviz train``."""

from __future__ import annotations

import argparse
import dataclasses
import shlex
import signal
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from capsviz.bounds import Number
from capsviz.cli import parts
from capsviz.cli.networks import side_of_singles
from capsviz.cli.options import add_data, add_device
from capsviz.cli.parser import Parser, add_folder, add_path, add_switch
from capsviz.config import (
    CHANNELS,
    DIGIT_DIM,
    LIMITS,
    MAX_ITERATIONS,
    PICTURE_SIDES,
    SIZE_LIMIT,
    ModelConfig,
    TrainConfig,
)
from capsviz.data import folder_samples
from capsviz.data.augment import AUGMENTATIONS, augmentation
from capsviz.data.folder import Folder
from capsviz.data.pictures import DataSet, Learning, Pictures
from capsviz.data.sets import OWN_SOURCES, SOLIDS, open_set, plain_name
from capsviz.errors import CapsvizError
from capsviz.files import writable
from capsviz.model.cnn import CNN
from capsviz.model.networks import ARCHITECTURES, MODELS, check
from capsviz.model.routing import BUILT_IN, DYNAMIC, ROUTINGS
from capsviz.model.vote_matrices import FULL
from capsviz.monitoring.pictures import Material
from capsviz.monitoring.runs import record_training, recording
from capsviz.monitoring.settings import RunSettings
from capsviz.training import checkpoint, results
from capsviz.training.distributed import is_main_process
from capsviz.training.recipes import DEFAULTS
from capsviz.training.state import End, state_beside
from capsviz.training.tasks import TASKS
from capsviz.training.threads import choose_threads
from capsviz.training.train import train
from capsviz.wording import amount_of

#: Tasks with separate networks, one with capsules and one without, and their input.
_TASKS = {"expanded": "digits on a larger canvas", "overlap": "two digits"}

#: Options that may change in a resumed training.
_RESUMABLE = {"threads", "device"}
#: Sizes of a network that an option sets, and their descriptions.
_SIZES = {
    "primary_types": "types of primary capsules at each place",
    "primary_dim": "dimensions of a primary capsule",
}


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for network, pictures, and every setting of a training."""
    add_data(command)
    add_device(command)
    add_folder(command)
    command.add_argument(
        "--network",
        choices=[*(name for name in MODELS if not name.startswith(tuple(_TASKS))), parts.NAME],
        default="dynamic",
        help="the paper's network under a routing; or efficient, matrix, "
        "matrix_32 with the sizes of its paper's best, deep_2 to deep_4 "
        "with two to four layers of vector capsules, compact, cnn, "
        "strided_cnn, compact_cnn, or parts: unsupervised parts and objects",
    )
    command.add_argument(
        "--routing",
        metavar="NAME[:SETTING]",
        help=f"routing instead of the network's own, as in top_k:2; one of {', '.join(ROUTINGS)}",
    )
    parts.add_options(command)
    command.add_argument(
        "--matrices",
        default=FULL,
        metavar="NAME[:NUMBER]",
        help="form of the transformation matrices: full, unconstrained; shared, "
        "the same at every place; groups:4, the same within this many "
        "groups of types; low_rank:2, of this rank",
    )
    command.add_argument(
        "--iterations",
        type=Number(int, 1, MAX_ITERATIONS),
        help="routing iterations in training and afterwards; by default the network's own",
    )
    command.add_argument(
        "--digit-dim",
        type=DIGIT_DIM,
        help="dimensions of each output capsule; by default the network's own",
    )
    for name, description in _SIZES.items():
        command.add_argument(
            f"--{name.replace('_', '-')}",
            type=Number(int, 1, SIZE_LIMIT),
            help=f"{description}; by default the network's own",
        )
    add_switch(
        command,
        "--primary-norm",
        "batch normalisation before the primary capsules' squash, in the paper's network",
    )
    command.add_argument(
        "--decoder-hidden",
        type=Number(int, 1, SIZE_LIMIT),
        nargs=2,
        metavar="N",
        help="widths of the decoder's two hidden layers; by default the network's own",
    )
    command.add_argument(
        "--side",
        type=Number(int, *PICTURE_SIDES),
        help="side in pixels to which pictures of your own are resized, by "
        "default their own, or 28, or 32 in colour; or of solids, by default 32",
    )
    command.add_argument(
        "--channels",
        type=int,
        choices=CHANNELS,
        help="channels of your own pictures: 1 for grey, 3 for colours, 2 or 4 for others, such as "
        "a stereo pair, out of a file of arrays; by default those of most pictures",
    )
    command.add_argument(
        "--out", help="name or path of the checkpoint; by default my_ and the network's"
    )
    command.add_argument(
        "--keep-samples",
        type=Number(int, 0, 100),
        default=0,
        metavar="N",
        help="store N pictures of each class in the checkpoint, visible to "
        "everyone who receives it; on this machine the pages show a few "
        "from the folder itself",
    )
    command.add_argument(
        "--run",
        metavar="NAME",
        help="also write a run folder: every step's numbers, snapshots and checks",
    )
    add_path(
        command,
        "--tensorboard",
        "DIR",
        "also write the same for TensorBoard to a folder of the run's name,"
        " with its settings; needs an optional dependency",
    )
    add_switch(
        command, "--keep-epochs", "keep a checkpoint of every epoch, as in NAME,epoch=1.safetensors"
    )
    add_switch(
        command,
        "--resume",
        "resume an unfinished run; with --out alone, the original options are used",
    )
    add_switch(
        command,
        "--overwrite",
        "replace a finished checkpoint of this name; shipped ones are never replaced",
    )
    command.add_argument(
        "--threads",
        type=Number(int, 1, 1024),
        help="number of torch threads; by default one, or one per core if that "
        "is faster at the start",
    )
    add_switch(command, "--download", "download missing pictures")
    _add_settings(command)


def _add_settings(command: argparse.ArgumentParser) -> None:
    """Add an option for each field of a `TrainConfig`, described as in its docstring."""
    descriptions = TrainConfig.describe()
    for field in dataclasses.fields(TrainConfig):
        flag = f"--{field.name.replace('_', '-')}"
        limit, default = LIMITS.get(field.name), field.default
        names = ", ".join(AUGMENTATIONS) if field.name == "augment" else ""
        notes = [str(limit or names)] if limit or names else []
        kwargs: dict[str, Any] = {"type": limit or str, "metavar": field.name.upper()}
        if isinstance(default, bool):
            kwargs = {"action": "store_true", "default": None}
        elif isinstance(default, tuple):
            kwargs = {"type": float, "nargs": len(default), "metavar": ("M+", "M-")}
            default = " ".join(map(str, default))
        if default != "" and default is not False:
            notes.append(f"by default {default}")
        description = descriptions.get(field.name, "").rstrip(".").replace("%", "%%")
        text = f"{description} ({', '.join(notes)})" if notes else description
        command.add_argument(flag, **kwargs, help=text)


def run(options: argparse.Namespace, *, confusion: bool = True) -> int:
    """Train one network; the status is 0, or 128 + a signal's number, 130 for Ctrl-C.

    `confusion` prints the confusions at the end.
    """
    options = _recall(options)
    if options.threads or options.device.type == "cpu":
        torch.set_num_threads(options.threads or choose_threads())
    if options.network == parts.NAME:
        return parts.train(options)
    name_of_set, task = options.data_set or "mnist", options.task or TrainConfig().task
    network, routing = choose_network(options)
    name = network_for(network, task)
    data_set = _open_set(options, name, task)
    defaults = TrainConfig(**{**data_set.usual, **DEFAULTS.get(name, {})})
    config = dataclasses.replace(
        defaults,
        **{
            field.name: getattr(options, field.name)
            for field in dataclasses.fields(defaults)
            if getattr(options, field.name) is not None
        },
    )
    augmentation(config.augment)
    model = _model(options, name, routing)
    stem = name if name_of_set == "mnist" else plain_name(data_set.name)
    if model.routing != MODELS[name].routing:
        stem = f"{stem}_{model.routing_name}"
    out = writable(_checkpoint_path(options.out or checkpoint.default_name(stem)), ".safetensors")
    if not options.resume:
        checkpoint.require_free(out, overwrite=options.overwrite)
    if is_main_process() and (description := data_set.describe()):
        print(description, flush=True)
    learning = data_set.learning()
    model = dataclasses.replace(
        model,
        classes=len(data_set.classes),
        digit_dim=_digit_dim(options, name),
        image_size=MODELS[name].image_size if task in _TASKS else data_set.side,
        channels=data_set.channels,
    )
    material = Material(learning, data_set.subject)
    run, board, resume = options.run or "", options.tensorboard, options.resume
    recorder = None
    if (run or board) and is_main_process():
        settings = RunSettings(model, config, data_set.subject.data_set)
        recorder = recording(run, settings, material, resume=resume, board=board, new_name=out.stem)

    def training() -> End:
        return train(
            model,
            config,
            learning,
            out,
            device=options.device,
            subject=data_set.subject,
            samples=_samples(learning, options.keep_samples),
            resume=options.resume,
            overwrite=options.overwrite,
            keep_epochs=options.keep_epochs,
            log=tqdm.write,
            callback=recorder,
        )

    end = record_training(recorder, training)
    if not end:
        return 128 + (end.signal or signal.SIGINT)
    if is_main_process():
        state_beside(out).unlink(missing_ok=True)  # completed: nothing is left to resume
    if is_main_process() and isinstance(data_set, Folder):
        folder_samples.note(out.with_name(folder_samples.FILE), data_set)
    confusion &= is_main_process() and task == "digits" and not config.all
    if confusion and learning.validation:
        _tell_confusion(out, learning.validation, options.device)
    return 0


def _recall(options: argparse.Namespace) -> argparse.Namespace:
    """Return the original options of a training resumed with --resume and --out alone."""
    parser = Parser(prog="capsviz train")
    add_options(parser)
    defaults = vars(
        parser.parse_args(["--resume", *(["--out", options.out] if options.out else [])])
    )
    changed = {
        name: value for name, value in vars(options).items() if defaults.get(name, value) != value
    }
    state = state_beside(_checkpoint_path(options.out or ""))
    if not options.resume or not options.out or changed.keys() - _RESUMABLE or not state.is_file():
        return options
    command = shlex.split(checkpoint.read(state).training["origin"]["command"])
    if command[:2] != ["capsviz", "train"]:
        return options
    before = parser.parse_args(command[2:])
    overrides = {name: getattr(options, name) for name in ("resume", "out", "device", *changed)}
    return argparse.Namespace(**{**vars(options), **vars(before), **overrides})


def _open_set(options: argparse.Namespace, name: str, task: str) -> DataSet:
    """Open the training pictures, in the given or a derived format."""
    data_set = options.data_set or "mnist"
    resizable = data_set.startswith((*OWN_SOURCES, SOLIDS)) and task not in _TASKS
    if (options.side or options.channels) and not resizable:
        raise CapsvizError(
            "--side and --channels are for one picture at a time, of a source of your own or "
            "solids: leave them out"
        )
    side, channels = options.side, options.channels
    if not resizable:
        side, channels = side_of_singles(MODELS[name], task), 1
    return open_set(data_set, options.data, download=options.download, side=side, channels=channels)


def choose_network(options: argparse.Namespace) -> tuple[str, str]:
    """Return the network and its other routing; "" for the network's own.

    A routing that names a network, such as "em", selects that network.
    """
    if options.network == DYNAMIC and options.routing in MODELS:
        return options.routing, ""
    return options.network, options.routing or ""


def _model(options: argparse.Namespace, name: str, routing: str) -> ModelConfig:
    """Return the configuration of this network, with the requested routing and iterations."""
    config = MODELS[name]
    if routing:
        if issubclass(ARCHITECTURES[config.architecture], CNN):
            raise CapsvizError(f"{name} routes nothing: leave out --routing")
        config = dataclasses.replace(config, routing=routing)
    config = dataclasses.replace(config, matrices=options.matrices, **_sizes(options, name))
    check(config)
    if not options.iterations:
        return config
    iterates = {**ROUTINGS, **BUILT_IN}[config.routing_name].iterative
    if not iterates or issubclass(ARCHITECTURES[config.architecture], CNN):
        raise CapsvizError(f"{routing or name} has no routing iterations: leave out --iterations")
    return dataclasses.replace(config, iterations=options.iterations)


def _sizes(options: argparse.Namespace, name: str) -> dict[str, Any]:
    """Return the given sizes of layers; raises `CapsvizError` if the network's are fixed."""
    changed = (*_SIZES, "primary_norm")
    sizes = {field: getattr(options, field) for field in changed if getattr(options, field)}
    if options.decoder_hidden:
        sizes["decoder_hidden"] = tuple(options.decoder_hidden)
    if sizes and MODELS[name].architecture not in ("capsnet", "compact"):
        option = next(iter(sizes)).replace("_", "-")
        raise CapsvizError(f"{name} has sizes of its own: leave out --{option}")
    if options.primary_norm and MODELS[name].architecture != "capsnet":
        raise CapsvizError(f"{name} has normalisation of its own: leave out --primary-norm")
    return sizes


def _digit_dim(options: argparse.Namespace, name: str) -> int:
    """Return the dimensions of an output capsule: the given ones, or the network's own."""
    config = MODELS[name]
    if not options.digit_dim:
        return config.digit_dim
    if config.routing in BUILT_IN or issubclass(ARCHITECTURES[config.architecture], CNN):
        raise CapsvizError(f"{name} has no capsules of a size to choose: leave out --digit-dim")
    return options.digit_dim


def network_for(network: str, task: str) -> str:
    """Return the name in `MODELS` of the network to train."""
    if task not in TASKS:
        raise CapsvizError(f"there is no task {task!r}: choose one of {', '.join(TASKS)}")
    if task not in _TASKS:
        return network
    if network not in ("dynamic", "cnn"):
        raise CapsvizError(f"for {_TASKS[task]} there are --network dynamic and --network cnn")
    return task if network == "dynamic" else f"{task}_cnn"


def _checkpoint_path(name_or_path: str) -> Path:
    """Return the path of a checkpoint; a plain name goes to the folder of checkpoints."""
    path = Path(name_or_path)
    if path.suffix or len(path.parts) > 1:
        return path
    return checkpoint.folders()[0] / f"{name_or_path}.safetensors"


def _samples(learning: Learning, per_class: int) -> Pictures | None:
    """Return the pictures of each class to store in the checkpoint; None by default."""
    if not per_class:
        return None
    return (learning.validation or learning.training(0)).some(per_class)


def _tell_confusion(path: Path, validation: Pictures, device: torch.device) -> None:
    loaded = checkpoint.load(path, device)
    result = results.result_of(loaded, validation)
    print(
        f"{result['accuracy']:.2%} of {amount_of(result['n'], 'validation picture')} classified "
        "correctly:"
    )
    print(results.confusion_table(result))
