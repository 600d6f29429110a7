"""Unsupervised parts and objects: ``--network parts`` of train, and their evaluation."""

from __future__ import annotations

import argparse
import dataclasses
import json
import signal
from typing import Any

from tqdm import tqdm

from capsviz.analysis.parts_references import belief, object_factors, references
from capsviz.bounds import Number
from capsviz.cli.networks import name_of_pictures, note
from capsviz.cli.parser import add_switch
from capsviz.config import PARTS_LIMIT, PARTS_LIMITS, PartsConfig, PartsTrainConfig, TrainConfig
from capsviz.data import folder_samples
from capsviz.data.folder import Folder
from capsviz.data.normalisation import INPUT
from capsviz.data.sets import FOLDER, OWN_SOURCES, SETS, open_set
from capsviz.errors import CapsvizError
from capsviz.files import writable
from capsviz.monitoring.pictures import Material
from capsviz.monitoring.runs import record_training, recording
from capsviz.monitoring.settings import PartsSettings
from capsviz.training import checkpoint
from capsviz.training.parts import train_parts
from capsviz.training.parts_card import parts_card, parts_result, parts_table
from capsviz.training.state import End

#: The name for ``--network``.
NAME = "parts"


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options that only apply to this network."""
    size = Number(int, 1, PARTS_LIMIT)
    defaults = PartsConfig()
    command.add_argument(
        "--parts", type=size, help=f"number of part templates, default {defaults.parts}"
    )
    command.add_argument(
        "--objects", type=size, help=f"number of objects of parts, default {defaults.objects}"
    )
    add_switch(command, "--no-poses", "train objects of parts on presences alone, an ablation")
    command.add_argument(
        "--object-epochs",
        type=PARTS_LIMITS["object_epochs"],
        help="epochs for objects of parts, after the epochs of the parts",
    )
    command.add_argument(
        "--restarts",
        type=PARTS_LIMITS["restarts"],
        help="number of initialisations of the objects of parts, of which the "
        f"likeliest is kept, default {PartsTrainConfig().restarts}",
    )
    command.add_argument(
        "--parts-of", metavar="NAME", help="use this network's parts, and train the objects alone"
    )


def train(options: argparse.Namespace) -> int:
    """Train parts and objects; the status is that of ``capsviz train``."""
    for field in dataclasses.fields(TrainConfig):
        if field.name not in PARTS_LIMITS and getattr(options, field.name) is not None:
            raise CapsvizError(
                f"parts are learnt without --{field.name.replace('_', '-')}: leave it out"
            )
    for name in ("iterations", "digit_dim", "keep_samples", "channels"):
        if getattr(options, name):
            raise CapsvizError(
                f"--{name.replace('_', '-')} is not for --network parts: leave it out"
            )
    if options.epochs == 0 and not options.parts_of:
        raise CapsvizError("untrained parts find nothing: leave out --epochs 0")
    set_name, side = options.data_set or "mnist", options.side or INPUT
    if options.side and not set_name.startswith(OWN_SOURCES):
        raise CapsvizError("--side is for pictures of a source of your own: leave it out")
    data_set = open_set(set_name, options.data, download=options.download, side=side)
    train_settings, model = _settings(options, PartsTrainConfig), _settings(options, PartsConfig)
    source = options.parts_of and checkpoint.load_parts(options.parts_of, options.device)
    if source:
        if train_settings.setdefault("epochs", 0):
            raise CapsvizError("with --parts-of no parts are learnt: leave out --epochs")
        source_config = source.model.config
        model = {"parts": source_config.parts, "template": source_config.template, **model}
    stem = NAME if data_set.name == "mnist" else f"{NAME}_{data_set.name.removeprefix(FOLDER)}"
    name = options.out or checkpoint.default_name(stem)
    network = PartsConfig(**model, image_size=side, poses=not options.no_poses)
    config = PartsTrainConfig(**train_settings)
    learning = data_set.learning()
    out = writable(checkpoint.folders()[0] / f"{name}.safetensors", ".safetensors")
    if not options.resume:
        checkpoint.require_free(out, overwrite=options.overwrite)
    material = Material(learning, data_set.subject)
    run, board, resume = options.run or "", options.tensorboard, options.resume
    recorder = None
    if run or board:
        settings = PartsSettings(network, config, data_set.subject.data_set)
        recorder = recording(run, settings, material, resume=resume, board=board, new_name=out.stem)

    def training() -> End:
        return train_parts(
            network,
            config,
            learning,
            out,
            device=options.device,
            subject=data_set.subject,
            resume=options.resume,
            overwrite=options.overwrite,
            parts_of=source,
            log=tqdm.write,
            callback=recorder,
        )

    end = record_training(recorder, training)
    if isinstance(data_set, Folder):
        folder_samples.note(out.with_name(folder_samples.FILE), data_set)
    return 0 if end else 128 + (end.signal or signal.SIGINT)


def _settings(options: argparse.Namespace, kind: type) -> dict[str, Any]:
    """Return the given options that are fields of a dataclass."""
    values = {field.name: getattr(options, field.name, None) for field in dataclasses.fields(kind)}
    return {name: value for name, value in values.items() if value is not None}


def evaluate(options: argparse.Namespace) -> int:
    """Evaluate how well objects match classes, by best matching."""
    for name in ("save", "precision", "iterations"):
        if getattr(options, name):
            raise CapsvizError(f"--{name} is not for parts and objects: leave it out")
    if options.set != "digits":
        raise CapsvizError("parts and objects read one thing at a time: leave out --set")
    loaded = checkpoint.load_parts(options.checkpoint, options.device)
    name = options.data_set or loaded.subject.data_set
    if name not in SETS and not name.startswith(OWN_SOURCES):
        raise CapsvizError(f"say where the pictures of {name!r} are with --data-set {FOLDER}PATH")
    data_set = open_set(name, options.data, side=loaded.model.config.image_size)
    pictures = data_set.held_out() if options.validation else data_set.test()
    result = parts_result(loaded, pictures)
    if not options.validation:
        label = name_of_pictures(options, loaded, result["set"])
        note(loaded, label, result["n"], record=options.record)
    if options.references:
        training = data_set.learning().training(0)
        classes = len(data_set.classes)
        result["references"] = references(loaded.model, training, pictures, classes)
        result["belief"] = belief(loaded.model, pictures)
        if data_set.name == "sprites":
            result["factors"] = object_factors(loaded.model)
    if options.json:
        print(json.dumps(result))
    elif options.card:
        print(parts_card(loaded, result))
    else:
        print(parts_table(result))
    return 0
