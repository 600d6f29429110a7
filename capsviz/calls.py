"""Training, evaluation and analysis from Python, each by one call on a torch Dataset."""

from __future__ import annotations

import dataclasses
import math
import os
import tempfile
import textwrap
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from capsviz.analysis.record import Analysis
from capsviz.analysis.record import analyse as analyse_dimensions
from capsviz.config import LIMITS, PICTURE_SIDES, LabelSet, ModelConfig, TrainConfig
from capsviz.data.augment import AUGMENTATIONS, augmentation
from capsviz.data.pictures import Learning, Pictures, hold_out
from capsviz.data.sets import OWN_SOURCES, SETS, name_source, open_set
from capsviz.data.torch_dataset import class_names_of, label_set_of, pictures_of
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.networks import ARCHITECTURES, MODELS, Network, read_many
from capsviz.model.routing import ROUTINGS
from capsviz.tracing import check_iterations, remedy_shape
from capsviz.training import checkpoint
from capsviz.training.callbacks import Callback
from capsviz.training.evaluate import answers, interval
from capsviz.training.results import confusion
from capsviz.training.state import Run, state_beside
from capsviz.training.tasks import TASKS
from capsviz.training.train import train as train_network

#: Default share of the validation pictures.
_HELD_OUT_SHARE = 0.15
#: Maximum number of classes named in a sentence.
_MAX_NAMED = 12
#: Settings of the network that `train` accepts besides those of the training.
_MODEL_SETTINGS = ("iterations", "digit_dim", "matrices", "routing")


@dataclass(frozen=True, slots=True)
class Epoch:
    """Progress after an epoch.

    Attributes
    ----------
    number : number of the epoch, from 1.
    accuracy : accuracy on the validation pictures, 0..1; None without any.
    reconstruction_sse : their mean summed squared pixel error; None without a decoder.
    seconds : seconds of training so far.
    class_loss : mean class loss of the training pictures in this epoch: margin, spread or
        cross-entropy loss.
    reconstruction_loss : mean weighted reconstruction loss of the same; 0 without a decoder.
    rate : learning rate of the epoch's last step.
    """

    number: int
    accuracy: float | None
    reconstruction_sse: float | None
    seconds: float
    class_loss: float
    reconstruction_loss: float
    rate: float

    @property
    def loss(self) -> float:
        """Sum of both losses, which the training minimises."""
        return self.class_loss + self.reconstruction_loss

    @property
    def error(self) -> float | None:
        """Share of the validation pictures that are classified wrongly; None without any."""
        return None if self.accuracy is None else 1 - self.accuracy

    def to_dict(self) -> dict[str, float | int]:
        """Return all known numbers by name, as loggers take them."""
        names = [*(field.name for field in dataclasses.fields(self)), "loss", "error"]
        values = {name: getattr(self, name) for name in names}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Results of a network on n pictures.

    Attributes
    ----------
    n : number of pictures.
    accuracy : share of correct predictions, 0..1.
    interval : its 95 % interval (Wilson 1927).
    reconstruction_sse : mean summed squared pixel error of the decoded winner; None without a
        decoder.
    confusion : number of pictures of each class (row) predicted as each class (column), [J, J].
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
    """Reports each epoch to the caller, and ends the training if the callback returns True."""

    def __init__(self, on_epoch: Callable[[Epoch], object]) -> None:
        self.on_end_of_epoch = on_epoch
        self.ended = False
        self._losses: list[tuple[float, float]] = []

    def on_step(self, run: Run, margin: float, error: float) -> None:
        self._losses.append((margin, run.config.reconstruction_weight * error))

    def on_epoch(self, run: Run) -> None:
        scores = run.history[-1]
        margin, error = np.mean(self._losses or [(math.nan, math.nan)], axis=0).tolist()
        self._losses.clear()
        epoch = Epoch(
            number=len(run.history),
            accuracy=scores["accuracy"],
            reconstruction_sse=scores["reconstruction_sse"],
            seconds=run.seconds,
            class_loss=margin,
            reconstruction_loss=error,
            rate=run.optimiser.param_groups[0]["lr"],
        )
        self.ended = self.on_end_of_epoch(epoch) is True

    def ending(self, run: Run) -> bool:
        return self.ended


def train(
    data: Any,
    network: str = "dynamic",
    *,
    validation: Any = None,
    side: int | None = None,
    out: str | os.PathLike[str] | None = None,
    classes: Sequence[str] | None = None,
    on_epoch: Callable[[Epoch], object] | None = None,
    resume: bool = False,
    overwrite: bool = False,
    device: str | torch.device | None = None,
    quiet: bool = False,
    **settings: Any,
) -> Network:
    """Train a network on your own pictures; ``capsviz train`` from Python.

    Parameters
    ----------
    data : a torch Dataset of (picture, class) pairs: square pictures, grey or in colour, all of one
        size, floats in 0..1 or bytes; classes counted from 0. Or two arrays: all pictures, and
        their classes. Or the name of a set: NAMES_OF_SETS, "folder:PATH", "file:PATH",
        "torchvision:KMNIST" or "hf:USER/NAME"; or the `Path` of a folder or file.
    network : NAMES_OF_NETWORKS.
    validation : validation Dataset, scored after each epoch; by default 15 % of each class, or the
        named set's own validation pictures.
    side : height and width, 16 to 128, to which the pictures of a named source of your own are
        resized; by default their own, or 28, or 32 in colour.
    out : path of the checkpoint, ending in ".safetensors"; by default none is kept.
    classes : name of each class; by default ``data.classes``, or its number.
    on_epoch : called after each epoch with an `Epoch`, whose ``to_dict()`` gives all numbers:
        accuracy, error, losses by part, rate. If it returns True, the training ends.
    resume : resume from the state beside `out`.
    overwrite : replace a finished checkpoint at `out`.
    device : "cpu", "cuda" or "cuda:1"; by default cuda if available.
    quiet : whether to omit the line for each epoch, and the progress bar.
    settings : settings of the network, ``iterations`` (1 to 50), ``digit_dim`` (1 to 64),
        ``matrices`` ("full", "shared", "groups:4", "low_rank:2") and ``routing``, with its setting
        as in "top_k:2" (NAMES_OF_ROUTINGS); and of the training, as in `capsviz.config.TrainConfig`
        (a named set has its own defaults):

        SETTINGS

    Returns
    -------
    The network, frozen, like those of `capsviz.load`.

    Raises
    ------
    CapsvizError : pictures, network or a setting are invalid, or a finished checkpoint exists at
        `out`; the message says what to do.

    Examples
    --------
    >>> import torch
    >>> from torch.utils.data import TensorDataset
    >>> pictures = TensorDataset(torch.rand(40, 28, 28), torch.arange(40) % 2)
    >>> mine = capsviz.train(pictures, "compact", epochs=1, quiet=True)
    """
    if network not in MODELS:
        raise CapsvizError(f"there is no network {network!r}: choose one of {', '.join(MODELS)}")
    if on_epoch is not None and not callable(on_epoch):
        raise CapsvizError(f"on_epoch must be a function, not {on_epoch!r}")
    if resume and out is None:
        raise CapsvizError("resume needs the state beside out: give out too")
    data = name_source(data)
    _check_side(side, data)
    learning, subject, defaults = _training_data(data, validation, classes, side)
    model_settings = {name: settings.pop(name) for name in _MODEL_SETTINGS if name in settings}
    if "iterations" in model_settings:
        model_settings["iterations"] = check_iterations(model_settings["iterations"])
    names = [field.name for field in dataclasses.fields(TrainConfig)]
    if unknown := [name for name in settings if name not in names]:
        raise CapsvizError(
            f"there is no setting {unknown[0]!r}: choose of {', '.join([*_MODEL_SETTINGS, *names])}"
        )
    config = TrainConfig(**{**defaults, **settings})
    augmentation(config.augment)
    if config.task not in TASKS:
        raise CapsvizError(f"there is no task {config.task!r}: choose one of {', '.join(TASKS)}")
    if "routing" in model_settings and issubclass(ARCHITECTURES[MODELS[network].architecture], CNN):
        raise CapsvizError(f"{network} routes nothing: leave out routing")
    shape = learning.training(0).images.shape
    model = dataclasses.replace(
        MODELS[network],
        image_size=shape[-1] if config.task == "digits" else MODELS[network].image_size,
        channels=shape[1] if len(shape) == 4 else 1,
        classes=len(subject.classes),
        **model_settings,
    )
    with _checkpoint_path(out) as path:
        end = train_network(
            model,
            config,
            learning,
            path,
            device=checkpoint.pick_device(device),
            subject=subject,
            resume=resume,
            overwrite=overwrite,
            log=(lambda _: None) if quiet else print,
            progress=not quiet,
            callback=_Reporter(on_epoch) if on_epoch else None,
        )
        if end:
            state_beside(path).unlink(missing_ok=True)  # nothing is left to resume
        if not path.exists():
            raise CapsvizError("the training ended before its first epoch was done")
        return checkpoint.load(path, device).model


def _check_side(side: int | None, data: Any) -> None:
    if side is None:
        return
    if not (isinstance(data, str) and data.startswith(OWN_SOURCES)):
        raise CapsvizError("side is for a named source of your own: resize other pictures first")
    low, high = PICTURE_SIDES
    if not (type(side) is int and low <= side <= high):
        raise CapsvizError(f"side must be a whole number from {low} to {high}, not {side!r}")


def _list_settings() -> str:
    """Return every field of `TrainConfig` with its default, from its docstring."""
    lines: list[str] = []
    for name, text in TrainConfig.describe().items():
        limit = f", {LIMITS[name]}" if name in LIMITS else ""
        entry = f"{name} = {getattr(TrainConfig(), name)!r}{limit} : {text}"
        if name == "augment":
            entry += f" Its choices: {', '.join(AUGMENTATIONS)}."
        lines += textwrap.wrap(entry, 100, initial_indent=8 * " ", subsequent_indent=12 * " ")
    return "\n".join(lines).lstrip()


def _checkpoint_path(out: str | os.PathLike[str] | None) -> AbstractContextManager[Path]:
    """Return the checkpoint's path, or a temporary one."""
    if out is None:
        return _Temporary()
    path = Path(out)
    if path.suffix != ".safetensors":
        raise CapsvizError(f"{path} must end in .safetensors")
    return nullcontext(path)


class _Temporary(tempfile.TemporaryDirectory):
    def __enter__(self) -> Path:
        return Path(super().__enter__()) / "network.safetensors"


def _training_data(
    data: Any, validation: Any, classes: Sequence[str] | None, side: int | None
) -> tuple[Learning, LabelSet, dict[str, Any]]:
    """Return the training data, their subject, and settings that differ from the defaults."""
    if isinstance(data, str):
        dataset = open_set(data, side=side, channels=None)
        learning, subject, defaults = dataset.learning(), dataset.subject, dict(dataset.usual)
    else:
        pictures = pictures_of(data)
        if bool((pictures.labels == pictures.labels[0]).all()):
            raise CapsvizError("all pictures are of one class: give some of another")
        subject, defaults = label_set_of(data, pictures.labels, classes), {}
        if validation is None:
            learning = hold_out(pictures, max(1, math.floor(_HELD_OUT_SHARE * len(pictures))))
        else:
            learning = Learning.of(pictures, None)
    if validation is not None:
        how = "validation pictures that were given beside them"
        learning = dataclasses.replace(learning, validation=pictures_of(validation), how=how)
    return learning, subject, defaults


def evaluate(
    model: Network,
    data: Any,
    *,
    classes: Sequence[str] | None = None,
    iterations: int | None = None,
) -> Evaluation:
    """Evaluate a network on labelled pictures, as ``capsviz evaluate`` does.

    Parameters
    ----------
    model : network from `capsviz.train`, `capsviz.load` or `capsviz.adapt`.
    data : as for `capsviz.train`; a named set uses its test pictures.
    classes : name of each class of the network; by default its own names. The data's classes must
        have the same names, in the same order.
    iterations : routing iterations, 1 to 50; by default the network's own.

    Returns
    -------
    Evaluation
        Accuracy and the other results of ``capsviz evaluate``; see its docstring.

    Raises
    ------
    CapsvizError : the pictures do not fit the network's input, or have other classes.

    Examples
    --------
    >>> import torch
    >>> from torch.utils.data import TensorDataset
    >>> digits = TensorDataset(torch.tensor(images), torch.tensor([0, 1]))
    >>> result = capsviz.evaluate(model, digits)
    >>> result.n, result.accuracy
    (2, 1.0)
    """
    _require_network(model)
    config = model.config
    if iterations is not None:
        iterations = check_iterations(iterations)
    known_names = model.class_names or range(config.classes)
    names = tuple(map(str, known_names if classes is None else classes))
    if len(names) != config.classes:
        raise CapsvizError(
            f"the network has {config.classes} classes: name as many, not {len(names)}"
        )
    data = name_source(data)
    if isinstance(data, str):
        dataset = open_set(data, side=config.image_size, channels=config.channels)
        _check_class_names(names, dataset.classes)
        pictures = dataset.test()
    else:
        _check_class_names(names, class_names_of(data) or names)
        pictures = pictures_of(data)
    _check_fit(model, pictures)
    read_many(model, next(model.parameters()).device)
    predictions, error = answers(model, pictures, iterations)
    accuracy, n = float((predictions == pictures.labels).float().mean()), len(pictures)
    counts = np.array(confusion(pictures.labels, predictions, config.classes))
    return Evaluation(n, accuracy, interval(accuracy, n), error, counts, names)


def analyse(
    model: CapsNet, data: Any, test: Any, *, seed: int = 0, quiet: bool = False
) -> Analysis:
    """Measure the effect of each dimension of each output capsule, as ``capsviz analyse`` does.

    Parameters
    ----------
    model : network with capsules and a decoder.
    data : pictures for the distribution of poses, as for `capsviz.train`; at most 10,000 of them
        are used.
    test : pictures outside of the training set, to confirm labels.
    seed : seed of the choice of pictures and starting poses.
    quiet : whether to omit progress bars.

    Returns
    -------
    The analysis: ``effects`` holds the effect of each dimension on each measure, ``poses`` the
    distribution of real poses. `capsviz.analysis.record.save` stores it beside a checkpoint for the
    pages.

    Raises
    ------
    CapsvizError : the network has no capsules or no decoder, or the pictures do not fit its input.

    Examples
    --------
    >>> analysis = capsviz.analyse(mine, pictures, test)  # doctest: +SKIP
    >>> analysis.effects.slope.shape  # doctest: +SKIP
    (2, 16, 9)
    """
    _require_network(model)
    if not isinstance(model, CapsNet):
        raise CapsvizError("a plain CNN has no dimensions to measure: give a capsule network")
    model.decoder.require()
    training, unseen = (_pictures_for(model, part, i) for i, part in enumerate((data, test)))
    digest = checkpoint.wrap(model).digest
    return analyse_dimensions(model, digest, training, unseen, seed=seed, quiet=quiet)


def _pictures_for(model: CapsNet, data: Any, is_test: int) -> Pictures:
    config = model.config
    data = name_source(data)
    if isinstance(data, str):
        dataset = open_set(data, side=config.image_size, channels=config.channels)
        pictures = dataset.test() if is_test else dataset.learning().whole().training(0)
    else:
        pictures = pictures_of(data)
    _check_fit(model, pictures)
    return pictures


def _require_network(model: object) -> None:
    if not isinstance(getattr(model, "config", None), ModelConfig):
        example = f"load({model!r})" if isinstance(model, str) else "load, train or adapt"
        raise CapsvizError(
            f"{type(model).__name__} is not a network of capsviz: give one from capsviz.{example}"
        )


def _check_class_names(network: Sequence[str], data: Sequence[object]) -> None:
    """Raise `CapsvizError` if the data's classes differ from the network's, or their order does."""
    if [_plain_name(name) for name in network] != [_plain_name(name) for name in data]:
        ours, theirs = (", ".join(map(str, names[:_MAX_NAMED])) for names in (network, data))
        raise CapsvizError(
            f"the network's classes are {ours}, those of the data {theirs}: choose other pictures, "
            "or name the network's classes with classes="
        )


def _plain_name(name: object) -> str:
    """Return a class's name in lower case; torchvision names digits "7 - seven"."""
    first, dash, _ = str(name).partition(" - ")
    return (first if dash and first.isdecimal() else str(name)).casefold()


def _check_fit(model: Network, pictures: Pictures) -> None:
    config, shape = model.config, tuple(pictures.images.shape[1:])
    if shape != config.format.shape:
        raise CapsvizError(
            f"the pictures have the shape {list(shape)}, the network reads {config.format}: "
            f"{remedy_shape(shape, config.format)}"
        )
    if int(pictures.labels.max()) >= config.classes:
        raise CapsvizError(
            f"there are pictures with the label {int(pictures.labels.max())}, the network has "
            f"{config.classes} classes, counted from 0"
        )


if train.__doc__:  # python -OO strips docstrings
    train.__doc__ = (
        train.__doc__.replace("NAMES_OF_SETS", ", ".join(f'"{name}"' for name in SETS))
        .replace("NAMES_OF_NETWORKS", f"one of {', '.join(MODELS)}")
        .replace("NAMES_OF_ROUTINGS", ", ".join(ROUTINGS))
        .replace("SETTINGS", _list_settings())
    )
