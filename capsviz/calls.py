"""Train, score and analyse from Python, each by one call that takes a torch Dataset."""

from __future__ import annotations

import dataclasses
import inspect
import math
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from capsviz.analysis.record import Analysis
from capsviz.analysis.record import analyse as analyse_dimensions
from capsviz.config import LIMITS, LabelSet, ModelConfig, TrainConfig
from capsviz.data.augment import AUGMENTATIONS, augmentation
from capsviz.data.pictures import Learning, Pictures, hold_out
from capsviz.data.sets import SETS, open_set
from capsviz.data.torch_dataset import label_set_of, pictures_of
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.networks import ARCHITECTURES, MODELS, Network, read_many
from capsviz.model.routing import ROUTINGS
from capsviz.tracing import check_iterations
from capsviz.training import checkpoint
from capsviz.training.callbacks import Callback
from capsviz.training.evaluate import answers, interval
from capsviz.training.results import confusion
from capsviz.training.state import Run
from capsviz.training.tasks import TASKS
from capsviz.training.train import state_beside
from capsviz.training.train import train as train_network

#: Share of the pictures that is held out where nobody says which.
_HELD_OUT = 0.15
#: Classes named in a sentence.
_NAMED = 12
#: Fields of a network that `train` takes beside the settings of a training.
_OF_THE_NETWORK = ("iterations", "digit_dim", "matrices", "routing")


@dataclass(frozen=True, slots=True)
class Epoch:
    """What is told after each pass over the pictures.

    Attributes
    ----------
    number : of the pass, from 1.
    accuracy : share of the validation pictures that are read rightly, 0..1; None without any.
    reconstruction_sse : their mean summed squared pixel error; None without a decoder.
    seconds : of training, since it began.
    """

    number: int
    accuracy: float | None
    reconstruction_sse: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How good a network is on n pictures.

    Attributes
    ----------
    n : pictures.
    accuracy : share that is read rightly, 0..1.
    interval : its 95 % interval (Wilson 1927).
    reconstruction_sse : mean summed squared pixel error of the decoded winner; None without a
        decoder.
    confusion : pictures of each class (row) that are read as each class (column), [J, J].
    classes : names of the J classes.
    """

    n: int
    accuracy: float
    interval: tuple[float, float]
    reconstruction_sse: float | None
    confusion: np.ndarray
    classes: tuple[str, ...]

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.accuracy:.2%} of {self.n:,} (95 % interval {low:.2%} to {high:.2%})"


class _Reporter(Callback):
    """Tells whoever asked of each epoch, and ends the training where the answer is True."""

    def __init__(self, on_epoch: Callable[[Epoch], object]) -> None:
        self.on_end_of_epoch = on_epoch
        self.ended = False

    def on_epoch(self, run: Run) -> None:
        scored = run.history[-1]
        accuracy, error = scored["accuracy"], scored["reconstruction_sse"]
        told = Epoch(len(run.history), accuracy, error, run.seconds)
        self.ended = self.on_end_of_epoch(told) is True

    def ending(self, run: Run) -> bool:
        return self.ended


def train(
    data: Any,
    network: str = "dynamic",
    *,
    validation: Any = None,
    out: str | os.PathLike[str] | None = None,
    classes: Sequence[str] | None = None,
    on_epoch: Callable[[Epoch], object] | None = None,
    resume: bool = False,
    overwrite: bool = False,
    device: str | torch.device | None = None,
    quiet: bool = False,
    **settings: Any,
) -> Network:
    """Train a network on pictures of one's own; ``capsviz train`` from Python.

    >>> model = capsviz.train(dataset, "compact", epochs=10, on_epoch=print)

    Parameters
    ----------
    data : a torch Dataset of (picture, class) pairs: square pictures, grey or in colour, all of
        one size, floats in 0..1 or bytes; classes counted from 0. Or the name of a set:
        NAMES_OF_SETS, or "folder:PATH".
    network : NAMES_OF_NETWORKS.
    validation : a Dataset that is scored after each epoch and not learnt from; by default 15 % of
        each class are held out, or what the named set holds out.
    out : where the checkpoint goes, a path that ends in ".safetensors"; by default none is kept.
    classes : what each class is called; by default as ``data.classes`` says, or by number.
    on_epoch : called after each epoch with an `Epoch`: number, accuracy, reconstruction_sse,
        seconds. Where it returns True the training ends there.
    resume : go on with what was kept beside `out`.
    overwrite : replace a finished checkpoint at `out`.
    device : "cpu", "cuda" or "cuda:1"; by default cuda where there is one.
    quiet : without a line for each epoch.
    settings : of the network, ``iterations`` (1 to 50), ``digit_dim`` (1 to 64), ``matrices``
        ("full", "shared", "groups:4", "low_rank:2") and ``routing``, with its setting as in
        "top_k:2" (NAMES_OF_ROUTINGS); and of the training, as
        `capsviz.config.TrainConfig` tells them (of a named set its own defaults):

        SETTINGS

    Returns
    -------
    The network, frozen, as `capsviz.load` gives others.

    Raises
    ------
    CapsvizError : pictures, network or a setting that cannot be, or a finished checkpoint at
        `out`, with what to do.
    """
    if network not in MODELS:
        raise CapsvizError(f"there is no network {network!r}: choose one of {list(MODELS)}")
    if on_epoch is not None and not callable(on_epoch):
        raise CapsvizError(f"on_epoch is called after each epoch: {on_epoch!r} is no function")
    if resume and out is None:
        raise CapsvizError("resume goes on with what lies beside out: name that too")
    learning, subject, usual = _learning(data, validation, classes)
    of_network = {name: settings.pop(name) for name in _OF_THE_NETWORK if name in settings}
    known = [field.name for field in dataclasses.fields(TrainConfig)]
    if unknown := [name for name in settings if name not in known]:
        raise CapsvizError(
            f"there is no setting {unknown[0]!r}: choose of {[*_OF_THE_NETWORK, *known]}"
        )
    config = TrainConfig(**{**usual, **settings})
    augmentation(config.augment)
    if config.task not in TASKS:
        raise CapsvizError(f"there is no task {config.task!r}: choose one of {list(TASKS)}")
    if "routing" in of_network and issubclass(ARCHITECTURES[MODELS[network].architecture], CNN):
        raise CapsvizError(f"{network} routes nothing: leave out routing")
    shape = learning.training(0).images.shape
    model = dataclasses.replace(
        MODELS[network],
        image_size=shape[-1] if config.task == "digits" else MODELS[network].image_size,
        channels=shape[1] if len(shape) == 4 else 1,
        classes=len(subject.classes),
        **of_network,
    )
    with _place(out) as path:
        end = train_network(
            model,
            config,
            learning,
            path,
            device=checkpoint.pick_device(device),
            subject=subject,
            resume=resume,
            overwrite=overwrite,
            say=(lambda _: None) if quiet else print,
            watcher=_Reporter(on_epoch) if on_epoch else None,
        )
        if end:
            state_beside(path).unlink(missing_ok=True)  # there is nothing left to go on with
        if not path.exists():
            raise CapsvizError("the training ended before its first epoch was done")
        return checkpoint.load(path, device).model


def _list_settings() -> str:
    """Every field of `TrainConfig` with its default, as its docstring describes it."""
    text = inspect.cleandoc(TrainConfig.__doc__ or "").partition("----------")[2]
    choices = f"        its choices: {', '.join(AUGMENTATIONS)}"
    lines: list[str] = []
    for line in text.strip().splitlines():
        name, colon, rest = line.partition(" : ")
        if colon and not line.startswith(" "):
            default = getattr(TrainConfig(), name)
            limit = f", {LIMITS[name]}" if name in LIMITS else ""
            lines.append(f"        {name} = {default!r}{limit} : {rest}")
            lines += [choices] if name == "augment" else []
        else:
            lines.append(f"        {line}")
    return "\n".join(lines).lstrip()


def _place(out: str | os.PathLike[str] | None) -> AbstractContextManager[Path]:
    """The checkpoint's path; where none is wanted, one that goes away."""
    if out is None:
        return _Temporary()
    path = Path(out)
    if path.suffix != ".safetensors":
        raise CapsvizError(f"{path} must end in .safetensors")
    return nullcontext(path)


class _Temporary(tempfile.TemporaryDirectory):
    def __enter__(self) -> Path:
        return Path(super().__enter__()) / "network.safetensors"


def _learning(
    data: Any, validation: Any, classes: Sequence[str] | None
) -> tuple[Learning, LabelSet, dict[str, Any]]:
    """What is learnt from, what it is, and how a training on it differs from the defaults."""
    if isinstance(data, str):
        chosen = open_set(data, side=None, channels=None)
        learning, subject, usual = chosen.learning(), chosen.subject, dict(chosen.usual)
    else:
        pictures = pictures_of(data)
        if bool((pictures.labels == pictures.labels[0]).all()):
            raise CapsvizError("all pictures are of one class: give some of another")
        subject, usual = label_set_of(data, pictures.labels, classes), {}
        if validation is None:
            learning = hold_out(pictures, max(1, math.floor(_HELD_OUT * len(pictures))))
        else:
            learning = Learning.of(pictures, None)
    if validation is not None:
        held = dataclasses.replace(learning, validation=pictures_of(validation))
        learning = dataclasses.replace(held, how="validation pictures that were given beside them")
    return learning, subject, usual


def evaluate(
    model: Network,
    data: Any,
    *,
    classes: Sequence[str] | None = None,
    iterations: int | None = None,
) -> Evaluation:
    """How good a network is on labelled pictures, as ``capsviz evaluate`` counts it.

    Parameters
    ----------
    model : from `capsviz.train`, `capsviz.load` or `capsviz.adapt`.
    data : as for `capsviz.train`; of a named set its test pictures.
    classes : the name of each class of the network; by default the names it has itself. The
        data's classes must have the same names, in the same order.
    iterations : of the routing, 1 to 50; by default the network's own.

    Returns
    -------
    Evaluation
        Accuracy and what else ``capsviz evaluate`` tells, as its own docstring says.

    Raises
    ------
    CapsvizError : pictures that the network does not read, or of classes that it does not have.
    """
    _must_be_network(model)
    config = model.config
    if iterations is not None:
        iterations = check_iterations(iterations)
    names = tuple(classes or model.class_names or map(str, range(config.classes)))
    if len(names) != config.classes:
        raise CapsvizError(f"the network has {config.classes} classes, and {len(names)} are named")
    if isinstance(data, str):
        chosen = open_set(data, side=config.image_size, channels=config.channels)
        _must_name_alike(names, chosen.classes)
        pictures = chosen.test()
    else:
        _must_name_alike(names, getattr(data, "classes", None) or names)
        pictures = pictures_of(data)
    _must_fit(model, pictures)
    read_many(model, next(model.parameters()).device)
    said, error = answers(model, pictures, iterations)
    accuracy, n = float((said == pictures.labels).float().mean()), len(pictures)
    counts = np.array(confusion(pictures.labels, said, config.classes))
    return Evaluation(n, accuracy, interval(accuracy, n), error, counts, names)


def analyse(
    model: CapsNet, data: Any, test: Any, *, seed: int = 0, quiet: bool = False
) -> Analysis:
    """What each dimension of each output capsule does, as ``capsviz analyse`` measures it.

    Parameters
    ----------
    model : with capsules and a decoder.
    data : pictures whose poses say what is usual, as for `capsviz.train`; at most 10,000 of them
        are read.
    test : pictures that the network never saw, on which labels are confirmed.
    seed : of the choice of pictures and starting poses.
    quiet : without progress bars.

    Returns
    -------
    ``effects`` has what each dimension does to each measure, ``poses`` which poses real pictures
    take; `capsviz.analysis.record.save` keeps it for the pages beside a checkpoint.

    Raises
    ------
    CapsvizError : a network without capsules or decoder, or pictures that it does not read.
    """
    _must_be_network(model)
    if not isinstance(model, CapsNet):
        raise CapsvizError("a plain CNN has no dimensions to measure: give a capsule network")
    model.decoder.must_be_there()
    learnt, unseen = (_pictures_for(model, each, at) for at, each in enumerate((data, test)))
    digest = checkpoint.wrap(model).digest
    return analyse_dimensions(model, digest, learnt, unseen, seed=seed, quiet=quiet)


def _pictures_for(model: CapsNet, data: Any, part: int) -> Pictures:
    config = model.config
    if isinstance(data, str):
        chosen = open_set(data, side=config.image_size, channels=config.channels)
        pictures = chosen.test() if part else chosen.learning().whole().training(0)
    else:
        pictures = pictures_of(data)
    _must_fit(model, pictures)
    return pictures


def _must_be_network(model: object) -> None:
    if not isinstance(getattr(model, "config", None), ModelConfig):
        what = f"load({model!r})" if isinstance(model, str) else "load, train or adapt"
        raise CapsvizError(
            f"{type(model).__name__} is no network of capsviz: give what capsviz.{what} gives"
        )


def _must_name_alike(network: Sequence[str], data: Sequence[object]) -> None:
    """Raise `CapsvizError` where the data's classes are not the network's, in their order."""
    if [_plain_name(name) for name in network] != [_plain_name(name) for name in data]:
        ours, theirs = (", ".join(map(str, each[:_NAMED])) for each in (network, data))
        raise CapsvizError(
            f"the network's classes are {ours}, those of the data {theirs}: choose other pictures, "
            "or say with classes= what the network's classes are called"
        )


def _plain_name(name: object) -> str:
    """A class's name without case; torchvision calls digits "7 - seven"."""
    first, dash, _ = str(name).partition(" - ")
    return (first if dash and first.isdecimal() else str(name)).casefold()


def _must_fit(model: Network, pictures: Pictures) -> None:
    config, shape = model.config, tuple(pictures.images.shape[1:])
    if shape != config.format.shape:
        raise CapsvizError(
            f"the pictures have the shape {list(shape)}, the network reads {config.format}: resize "
            "them first"
        )
    if int(pictures.labels.max()) >= config.classes:
        raise CapsvizError(
            f"there are pictures with the label {int(pictures.labels.max())}, the network has "
            f"{config.classes} classes, counted from 0"
        )


if train.__doc__:  # python -OO has none
    train.__doc__ = (
        train.__doc__.replace("NAMES_OF_SETS", ", ".join(f'"{name}"' for name in SETS))
        .replace("NAMES_OF_NETWORKS", f"one of {', '.join(MODELS)}")
        .replace("NAMES_OF_ROUTINGS", ", ".join(ROUTINGS))
        .replace("SETTINGS", _list_settings())
    )
