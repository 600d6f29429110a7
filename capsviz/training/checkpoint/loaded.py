"""Networks loaded from checkpoints, and listings of checkpoints."""

from __future__ import annotations

import functools
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from jaxtyping import Float32, UInt8
from torch import Tensor, nn

from capsviz.config import DIGITS, OWN_SET, LabelSet, ModelConfig
from capsviz.data.drawing import Drawing, render
from capsviz.data.normalisation import format_input
from capsviz.data.overlap import SIDE
from capsviz.data.pictures import Pictures
from capsviz.data.samples import sample_pictures
from capsviz.errors import CapsvizError
from capsviz.files import stamp
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.mistakes import mislead
from capsviz.model.networks import (
    ARCHITECTURES,
    MODELS,
    Network,
    frame,
    route_instead,
    title,
)
from capsviz.model.precision import EXACT, FASTEST, convert_precision, possible, settle
from capsviz.model.routing import BUILT_IN, ROUTINGS
from capsviz.training.checkpoint import precision_agreement
from capsviz.training.checkpoint.file import (
    CheckpointContents,
    Config,
    digest_of,
    holds_parts,
    read,
    read_header,
)
from capsviz.training.checkpoint.folders import all_names, find, find_name
from capsviz.training.checkpoint.user_model import UserModel, load_user_network, user_model

_Model = TypeVar("_Model", bound=nn.Module)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A model and its origin.

    Attributes
    ----------
    name : file name without its ending.
    model : network in evaluation mode with frozen weights, float32 unless another precision is
        requested.
    training : record of its training: command, epochs, seed, commit, hardware, ...
    digest : SHA-256 of the weights, 64 hexadecimal digits.
    subject : data set and names of the classes.
    path : the file it was read from.
    samples : pictures stored with their owner's consent, or None.
    """

    name: str
    model: Network
    training: dict[str, Any]
    digest: str
    subject: LabelSet
    path: Path
    samples: Pictures | None = None

    @property
    def capsnet(self) -> CapsNet:
        """The model, if it has capsules; else raises `CapsvizError`."""
        if not isinstance(self.model, CapsNet):
            raise CapsvizError(
                f"{self.name} is a plain CNN: it has no capsules, choose another model"
            )
        return self.model

    def picture(
        self, raster: UInt8[np.ndarray, "*c old old"], *, center: bool = True
    ) -> Float32[np.ndarray, "*d side side"]:
        """Return the network's input for a drawing's raster: pixels in 0..1, at its own size.

        Digits are normalised as in MNIST. Other pictures are only resized, since position and size
        may be what distinguishes the classes.

        Parameters
        ----------
        raster : as for `capsviz.data.normalisation.normalise`; in colour [3, side, side].
        center : for digits, scale and centre the ink as in MNIST.
        """
        return format_input(
            raster, self.model.config.format, digits=self.subject.digits, center=center
        )

    def draw(self, drawing: Drawing, *, center: bool = True) -> Float32[np.ndarray, "*c side side"]:
        """Return the network's input for a drawing; see `picture`."""
        raster = render(drawing, channels=self.model.config.channels)
        return self.picture(raster, center=center)

    def fastest(self) -> str:
        """Return this machine's fastest precision for these weights; predictions may differ."""
        precisions = possible(self.model)
        if not self.subject.digits and self.samples is None and precisions[-1] == "int8":
            return precisions[-2]  # its range cannot be calibrated on digits
        return precisions[-1]

    def route_instead(self, routing: str) -> Checkpoint:
        """Use another routing: see `capsviz.model.networks.route_instead`."""
        return replace(self, model=route_instead(self.model, routing)) if routing else self

    def in_precision(self, name: str) -> Checkpoint:
        """Use another precision; raises `CapsvizError`.

        Parameters
        ----------
        name : as for `capsviz.model.precision.convert_precision`. "fastest" is float32 if too many
        predictions differ in the faster one (`capsviz.training.checkpoint.precision_agreement`).
        """

        def pictures(side: int) -> Tensor:
            if self.samples is not None:
                return self.samples.images.float() / 255
            return torch.tensor(sample_pictures(side))

        if name == FASTEST:
            name = self.fastest()
            if precision_agreement.is_inexact(self.path, self.digest, name):
                name = EXACT
        return replace(self, model=convert_precision(self.model, name, pictures))


def load(
    name_or_path: str | os.PathLike[str] = "dynamic", device: str | torch.device | None = None
) -> Checkpoint:
    """Load a checkpoint and build its model.

    Raises `CapsvizError` if the file does not exist, or is not a readable checkpoint.

    Parameters
    ----------
    name_or_path : a name in the clone's ``checkpoints`` folder (or in the folder of the environment
        variable ``CAPSVIZ_CHECKPOINTS``), the name of the command line's own network, or a path.
    device : device of the model; by default CUDA if available, else the CPU.
    """
    if (selected := _user_model(name_or_path)) is not None:
        return load_own(selected, pick_device(device))
    path = find(name_or_path)
    stored = read(path)
    model = fill(frame, stored, path, device)
    name = path.name.removesuffix(".safetensors")
    model.class_names = stored.subject.classes
    mistakes = stored.training.get("mistakes")
    if isinstance(mistakes, dict):
        mislead(model, mistakes)
        model.mistakes = tuple(map(str, mistakes.values()))
    return Checkpoint(
        name, model, stored.training, stored.digest, stored.subject, path, stored.samples
    )


def fill(
    frame: Callable[[Config], _Model],
    stored: CheckpointContents[Config],
    path: Path,
    device: str | torch.device | None,
) -> _Model:
    """Build the model of a file on a device and give it the file's weights, frozen.

    `frame` builds a model with any weights.

    Raises `CapsvizError` if the weights do not fit the configuration, or are not finite.
    """
    weights = stored.weights
    # Compare shapes on the meta device first: a damaged header may request terabytes.
    with torch.device("meta"):
        state = frame(stored.config).state_dict()
    expected = {key: value.shape for key, value in state.items()}
    shapes = {key: value.shape for key, value in weights.items()}
    if shapes != expected:
        wrong = sorted(key for key in {*shapes, *expected} if shapes.get(key) != expected.get(key))
        raise CapsvizError(
            f"{path.name} does not fit its own configuration: {wrong[0]} has shape "
            f"{_shape(shapes.get(wrong[0]))}, expected {_shape(expected.get(wrong[0]))}"
        )
    for key, value in state.items():
        if value.is_floating_point() != weights[key].is_floating_point():
            raise CapsvizError(
                f"{path.name} does not fit its own configuration: {key} is stored as "
                f"{weights[key].dtype}, expected {value.dtype}"
            )
    if not all(bool(torch.isfinite(value).all()) for value in weights.values()):
        raise CapsvizError(f"{path.name} holds weights that are not finite numbers")
    model = frame(stored.config)
    model.load_state_dict(weights)
    return model.to(pick_device(device)).eval().requires_grad_(False)


def _user_model(name: str | os.PathLike[str]) -> UserModel | None:
    """Return the command line's own network, if it has this name."""
    selected = user_model()
    return selected if selected is not None and os.fspath(name) == selected.name else None


def load_own(source: UserModel, device: torch.device) -> Checkpoint:
    """Load a network from a Python file; raises `CapsvizError`."""
    model = load_user_network(source, device)
    weights = {key: value.cpu() for key, value in model.network.state_dict().items()}
    return Checkpoint(source.name, model, {}, digest_of(weights), model.subject, source.path)


def wrap(model: CapsNet) -> Checkpoint:
    """Wrap a network that only exists in this program."""
    network = getattr(model, "network", model)
    weights = {key: value.cpu() for key, value in network.state_dict().items()}
    classes = model.class_names or tuple(map(str, range(model.config.classes)))
    subject = getattr(model, "subject", None) or LabelSet(
        DIGITS.data_set if classes == DIGITS.classes else "own", classes
    )
    return Checkpoint(type(network).__name__, model, {}, digest_of(weights), subject, Path())


def pick_device(device: str | torch.device | None = None) -> torch.device:
    """Return the given device, or CUDA if available, else the CPU.

    Raises `CapsvizError` if it is neither the CPU nor a CUDA device of this machine.
    """
    try:
        resolved = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    except RuntimeError:
        resolved = None
    if resolved is None or resolved.type not in ("cpu", "cuda"):
        raise CapsvizError(f"there is no device {str(device)!r}: choose cpu or cuda")
    count = torch.cuda.device_count() if resolved.type == "cuda" else 1
    if not count:
        raise CapsvizError("there is no CUDA device on this machine: choose cpu")
    if (resolved.index or 0) >= count:
        raise CapsvizError(f"there is no device {resolved}: this machine has {count} of its kind")
    settle(resolved)
    return resolved


def _shape(shape: torch.Size | None) -> str:
    return "missing" if shape is None else str(tuple(shape))


@dataclass(frozen=True, slots=True)
class Offer:
    """Data about a network that a page needs before loading it.

    Attributes
    ----------
    title : usual name.
    routing : name of its routing in ``capsviz.model.routing``; "" without capsules.
    iterates : whether its routing has iterations.
    subject : data set and classes.
    pairs : whether it classifies two overlapping digits.
    shipped : whether its name is one of the shipped networks': those of `MODELS`, and one with and
        one without capsules for each other data set.
    """

    title: str
    routing: str
    iterates: bool
    subject: LabelSet = DIGITS
    pairs: bool = False
    shipped: bool = False


def names() -> list[str]:
    """Return the names of all classifiers, as in `all_names`.

    `capsviz.training.checkpoint.list_parts` lists the networks of parts and objects.

    Raises `CapsvizError` if a folder of checkpoints exists, but cannot be read.
    """
    return [name for name in all_names() if not is_parts(name)]


def is_parts(network: str | Path) -> bool:
    """Return whether a file has a network of parts and objects; False if its header is unreadable.

    `network` is as for `find_name`.
    """
    try:
        path = find_name(network)
        return _holds_parts(path, stamp(path))
    except (CapsvizError, OSError):
        return False


@functools.lru_cache(maxsize=256)
def _holds_parts(path: Path, version: object) -> bool:
    return holds_parts(path)


def list_offers(
    side: int | None, *, capsules: bool = True, data_set: str | None = "mnist"
) -> dict[str, Offer]:
    """Return the checkpoints for images of `side` x `side` pixels, or of any size, by name.

    The paper's network under each routing comes first. Only headers are read; a file without a
    readable one is listed, and loading it reports the error.

    `capsules` omits networks without capsules, `data_set` those for other data sets.
    """
    order = list(MODELS)
    offers: dict[str, Offer] = {}
    for name in sorted(names(), key=lambda name: order.index(name) if name in order else 99):
        try:
            label_set, size, offer = _offer(name)
        except CapsvizError:
            offers[name] = Offer(name, "dynamic", iterates=True, shipped=name in MODELS)
            continue
        fits = side in (None, size) and data_set in (None, label_set.data_set)
        if fits and (offer.routing or not capsules):
            offers[name] = offer
    return offers


def _offer(name: str) -> tuple[LabelSet, int, Offer]:
    """Return a network's subject, its input side and its offer; raises `CapsvizError`."""
    if (selected := _user_model(name)) is not None:
        model = load_user_network(selected, pick_device())
        offer = Offer(name, model.config.routing, iterates=True, subject=model.subject)
        return model.subject, model.config.image_size, offer
    path = find_name(name)
    return _describe(name, path, stamp(path))


@functools.lru_cache(maxsize=256)
def _describe(name: str, path: Path, version: object) -> tuple[LabelSet, int, Offer]:
    """Read these from a file's header, cached for each version of the file."""
    header = read_header(path)
    config, label_set = header["model"], header["data"]
    plain = issubclass(ARCHITECTURES[config.architecture], CNN)
    shipped = name in MODELS or name.removesuffix("_cnn") == label_set.data_set
    offer = Offer(
        title(config) if shipped else name,
        routing="" if plain else config.routing,
        iterates=not plain and {**ROUTINGS, **BUILT_IN}[config.routing_name].iterative,
        subject=label_set,
        pairs=label_set.digits and config.image_size == SIDE,
        shipped=shipped,
    )
    return label_set, config.image_size, offer


def singles(*, capsules: bool = True, label_set: LabelSet | None = None) -> dict[str, Offer]:
    """Return the checkpoints that classify single objects, by name, those for digits first.

    `capsules` omits networks without capsules, `label_set` those with another subject.
    """
    offers = list_offers(None, capsules=capsules, data_set=label_set and label_set.data_set)
    sets = list(dict.fromkeys([DIGITS.data_set, *(o.subject.data_set for o in offers.values())]))
    order = sorted(offers, key=lambda name: sets.index(offers[name].subject.data_set))
    return {
        name: offers[name]
        for name in order
        if not offers[name].pairs and label_set in (None, offers[name].subject)
    }


def option(name: str) -> str:
    """Return the command-line option that selects a network: "--checkpoint dynamic"."""
    selected = _user_model(name)
    if selected is None:
        data_set = subject(name).data_set
        if data_set.startswith("file:"):  # the header holds its title, not its path
            data_set = "file:PATH"
        data_option = ["--data-set", data_set] if ":" in data_set else []
        return shlex.join(["--checkpoint", name, *data_option])
    weights = ["--weights", selected.weights.name] if selected.weights else []
    lenient = [] if selected.strict else ["--lenient"]
    arguments = [word for argument in selected.arguments for word in ("--with", argument)]
    data_option = ["--data-set", "SET"] if subject(name).data_set == OWN_SET else []
    model = ["--model", f"{selected.file.name}:{selected.name}"]
    return shlex.join([*model, *arguments, *weights, *lenient, *data_option])


def config(network: str | Path) -> ModelConfig:
    """Read a network's configuration from its header; `network` and errors as for `find_name`."""
    if (selected := _user_model(network)) is not None:
        return load_user_network(selected, pick_device()).config
    return read_header(find_name(network))["model"]


def subject(network: str | Path) -> LabelSet:
    """Read a network's classes from its header; `network` as for `find_name`."""
    if (selected := _user_model(network)) is not None:
        return load_user_network(selected, pick_device()).subject
    return read_header(find_name(network))["data"]


def digest(network: str | Path) -> str:
    """Read the SHA-256 of a network's weights from its header; `network` as for `find_name`."""
    if _user_model(network) is not None:
        return load(network).digest
    return read_header(find_name(network))["sha256"]
