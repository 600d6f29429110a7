"""A network out of its checkpoint, and what stands there for a choice."""

from __future__ import annotations

import functools
import os
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, UInt8
from torch import Tensor

from capsviz.config import DIGITS, LabelSet, ModelConfig
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
from capsviz.model.precision import EXACT, FASTEST, in_precision, possible, settle
from capsviz.model.routing import BUILT_IN, ROUTINGS
from capsviz.training.checkpoint import precision_agreement
from capsviz.training.checkpoint.file import digest_of, holds_parts, read, read_header
from capsviz.training.checkpoint.folders import every_name, find, find_name
from capsviz.training.checkpoint.user_model import UserModel, load_user_network, user_model


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A model and where it came from.

    Attributes
    ----------
    name : file name without its ending.
    model : in evaluation mode, float32 where not asked otherwise, its weights frozen.
    training : how it was made: command, epochs, seed, commit, hardware, ...
    digest : SHA-256 of the weights, 64 hexadecimal digits.
    subject : what it was made to read: data set and names of the classes.
    path : the file it was read from.
    samples : pictures kept in it with their owner's consent; None where there are none.
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
        """The model, where it has capsules to look into; else raises `CapsvizError`."""
        if not isinstance(self.model, CapsNet):
            raise CapsvizError(
                f"{self.name} is a plain CNN: it has no capsules, choose another model"
            )
        return self.model

    def picture(
        self, raster: UInt8[np.ndarray, "*c old old"], *, center: bool = True
    ) -> Float32[np.ndarray, "*d side side"]:
        """What the network is given of a drawing's raster: pixels in 0..1, at its own size.

        Digits are brought to MNIST's form. Other pictures are taken as they are, for where and
        how large a thing is may be what tells it apart.

        Parameters
        ----------
        raster : as for `capsviz.data.normalisation.normalise`; in colour [3, side, side].
        center : of digits: bring the ink to MNIST's size and place.
        """
        return format_input(
            raster, self.model.config.format, digits=self.subject.digits, center=center
        )

    def draw(self, drawing: Drawing, *, center: bool = True) -> Float32[np.ndarray, "*c side side"]:
        """What the network is given of a drawing, as of its raster."""
        raster = render(drawing, channels=self.model.config.channels)
        return self.picture(raster, center=center)

    def fastest(self) -> str:
        """The fastest precision that these weights can be read in here, agreeing or not."""
        able = possible(self.model)
        if not self.subject.digits and self.samples is None and able[-1] == "int8":
            return able[-2]  # digits would not show what range the values inside it take
        return able[-1]

    def route_instead(self, written: str) -> Checkpoint:
        """The same weights under another routing: `capsviz.model.networks.route_instead`."""
        return replace(self, model=route_instead(self.model, written)) if written else self

    def in_precision(self, name: str) -> Checkpoint:
        """The same weights in another precision; raises `CapsvizError`.

        Parameters
        ----------
        name : as for `capsviz.model.precision.in_precision`; the fastest is float32 where a
            faster one is on record for other answers
            (`capsviz.training.checkpoint.precision_agreement`).
        """

        def pictures(side: int) -> Tensor:
            if self.samples is not None:
                return self.samples.images.float() / 255
            return torch.tensor(sample_pictures(side))

        if name == FASTEST:
            name = self.fastest()
            if precision_agreement.is_inexact(self.path, self.digest, name):
                name = EXACT
        return replace(self, model=in_precision(self.model, name, pictures))


def load(
    name_or_path: str | os.PathLike[str] = "dynamic", device: str | torch.device | None = None
) -> Checkpoint:
    """Read a checkpoint and build its model.

    Parameters
    ----------
    name_or_path : a name in the clone's ``checkpoints`` folder (or in the folder that the
        environment variable ``CAPSVIZ_CHECKPOINTS`` names), that of the network which the
        command line brought, or a path.
    device : where the model shall live; by default CUDA where there is one, else the CPU.

    Raises
    ------
    CapsvizError : there is no such file, or it is not a readable checkpoint.
    """
    if (own := _user_model(name_or_path)) is not None:
        return load_own(own, pick_device(device))
    path = find(name_or_path)
    stored = read(path)
    weights, config = stored.weights, stored.config
    # Compared on the meta device first: a header may lie about sizes and ask for terabytes.
    with torch.device("meta"):
        own = frame(config).state_dict()
    expected = {key: value.shape for key, value in own.items()}
    shapes = {key: value.shape for key, value in weights.items()}
    if shapes != expected:
        wrong = sorted(key for key in {*shapes, *expected} if shapes.get(key) != expected.get(key))
        raise CapsvizError(
            f"{path.name} does not fit its own configuration: {wrong[0]} has shape "
            f"{_shape(shapes.get(wrong[0]))}, expected {_shape(expected.get(wrong[0]))}"
        )
    for key, value in own.items():
        if value.is_floating_point() != weights[key].is_floating_point():
            raise CapsvizError(
                f"{path.name} does not fit its own configuration: {key} is stored as "
                f"{weights[key].dtype}, expected {value.dtype}"
            )
    if not all(bool(torch.isfinite(value).all()) for value in weights.values()):
        raise CapsvizError(f"{path.name} holds weights that are not finite numbers")
    model = frame(config)
    model.load_state_dict(weights)
    name = path.name.removesuffix(".safetensors")
    model = model.to(pick_device(device)).eval().requires_grad_(False)
    model.class_names = stored.subject.classes
    made = stored.training.get("mistakes")
    if isinstance(made, dict):
        mislead(model, made)
        model.mistakes = tuple(map(str, made.values()))
    return Checkpoint(
        name, model, stored.training, stored.digest, stored.subject, path, stored.samples
    )


def _user_model(name: str | os.PathLike[str]) -> UserModel | None:
    """What the command line brought, where it is called so."""
    own = user_model()
    return own if own is not None and os.fspath(name) == own.name else None


def load_own(own: UserModel, device: torch.device) -> Checkpoint:
    """A network out of a Python file; raises `CapsvizError`."""
    model = load_user_network(own, device)
    weights = {key: value.cpu() for key, value in model.network.state_dict().items()}
    return Checkpoint(own.name, model, {}, digest_of(weights), model.subject, own.path)


def wrap(model: CapsNet) -> Checkpoint:
    """A network that lives in this program alone, as one out of a checkpoint."""
    own = getattr(model, "network", model)
    weights = {key: value.cpu() for key, value in own.state_dict().items()}
    classes = model.class_names or tuple(map(str, range(model.config.classes)))
    subject = getattr(model, "subject", None) or LabelSet(
        DIGITS.data_set if classes == DIGITS.classes else "own", classes
    )
    return Checkpoint(type(own).__name__, model, {}, digest_of(weights), subject, Path())


def pick_device(device: str | torch.device | None = None) -> torch.device:
    """The device asked for, or CUDA where there is one, else the CPU.

    Raises
    ------
    CapsvizError : it is neither the processor nor a CUDA device of this machine.
    """
    try:
        chosen = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    except RuntimeError:
        chosen = None
    if chosen is None or chosen.type not in ("cpu", "cuda"):
        raise CapsvizError(f"there is no device {str(device)!r}: choose cpu or cuda")
    here = torch.cuda.device_count() if chosen.type == "cuda" else 1
    if not here:
        raise CapsvizError("there is no CUDA device on this machine: choose cpu")
    if (chosen.index or 0) >= here:
        raise CapsvizError(f"there is no device {chosen}: this machine has {here} of its kind")
    settle(chosen)
    return chosen


def _shape(shape: torch.Size | None) -> str:
    return "missing" if shape is None else str(tuple(shape))


@dataclass(frozen=True, slots=True)
class Offer:
    """What a page must know of a network before it loads it.

    Attributes
    ----------
    title : what people call it.
    routing : name of its routing in ``capsviz.model.routing``; "" without capsules.
    iterates : whether its routing has iterations.
    subject : what it was made to read.
    pairs : whether it reads two digits over each other.
    shipped : whether it is called as those that come along are: those of `MODELS`, and one with
        capsules and a plain one for each other data set.
    """

    title: str
    routing: str
    iterates: bool
    subject: LabelSet = DIGITS
    pairs: bool = False
    shipped: bool = False


def names() -> list[str]:
    """Names of all networks that tell classes apart, as `every_name` lists them.

    Those of parts and objects are asked for by `capsviz.training.checkpoint.list_parts`.

    Raises
    ------
    CapsvizError : a folder of checkpoints is there and cannot be read.
    """
    return [name for name in every_name() if not is_parts(name)]


def is_parts(network: str | Path) -> bool:
    """Whether a file says that it is of parts and objects; False where it says nothing.

    Parameters
    ----------
    network : as of `find_name`.
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
    """Checkpoints that read images of `side` x `side` pixels, or of any size, by name.

    The paper's network under each routing comes first. Only headers are looked at; a file
    without a readable one keeps its place, and whoever chooses it is told what is wrong.

    Parameters
    ----------
    capsules : leave out networks that have none.
    data_set : only networks made to read these pictures; None for all.
    """
    order = list(MODELS)
    offers: dict[str, Offer] = {}
    for name in sorted(names(), key=lambda name: order.index(name) if name in order else 99):
        try:
            reads, size, offer = _offer(name)
        except CapsvizError:
            offers[name] = Offer(name, "dynamic", iterates=True, shipped=name in MODELS)
            continue
        fits = side in (None, size) and data_set in (None, reads.data_set)
        if fits and (offer.routing or not capsules):
            offers[name] = offer
    return offers


def _offer(name: str) -> tuple[LabelSet, int, Offer]:
    """What a network reads, at which side, and what is offered of it; raises `CapsvizError`."""
    if (own := _user_model(name)) is not None:
        model = load_user_network(own, pick_device())
        offer = Offer(name, model.config.routing, iterates=True, subject=model.subject)
        return model.subject, model.config.image_size, offer
    path = find_name(name)
    return _describe(name, path, stamp(path))


@functools.lru_cache(maxsize=256)
def _describe(name: str, path: Path, version: object) -> tuple[LabelSet, int, Offer]:
    """The same by the header of a file, which is read once for each version of it."""
    header = read_header(path)
    said, reads = header["model"], header["data"]
    plain = issubclass(ARCHITECTURES[said.architecture], CNN)
    shipped = name in MODELS or name.removesuffix("_cnn") == reads.data_set
    offer = Offer(
        title(said) if shipped else name,
        routing="" if plain else said.routing,
        iterates=not plain and {**ROUTINGS, **BUILT_IN}[said.routing_name].iterative,
        subject=reads,
        pairs=reads.digits and said.image_size == SIDE,
        shipped=shipped,
    )
    return reads, said.image_size, offer


def singles(*, capsules: bool = True, reads: LabelSet | None = None) -> dict[str, Offer]:
    """The checkpoints that read one thing at a time, by name, those for digits first.

    Parameters
    ----------
    capsules : leave out networks that have none.
    reads : only networks made to read just this; None for all.
    """
    offers = list_offers(None, capsules=capsules, data_set=reads and reads.data_set)
    sets = list(dict.fromkeys([DIGITS.data_set, *(o.subject.data_set for o in offers.values())]))
    order = sorted(offers, key=lambda name: sets.index(offers[name].subject.data_set))
    return {
        name: offers[name]
        for name in order
        if not offers[name].pairs and reads in (None, offers[name].subject)
    }


def option(name: str) -> str:
    """How the command line is told of a network: "--checkpoint dynamic"."""
    own = _user_model(name)
    if own is None:
        data_set = subject(name).data_set
        where = ["--data-set", data_set] if ":" in data_set else []
        return shlex.join(["--checkpoint", name, *where])
    weights = ["--weights", own.weights.name] if own.weights else []
    lenient = [] if own.strict else ["--lenient"]
    return shlex.join(["--model", f"{own.file.name}:{own.name}", *weights, *lenient])


def config(network: str | Path) -> ModelConfig:
    """A network's dimensions, as its header says; `network` and errors as of `find_name`."""
    if (own := _user_model(network)) is not None:
        return load_user_network(own, pick_device()).config
    return read_header(find_name(network))["model"]


def subject(network: str | Path) -> LabelSet:
    """The classes that a network reads, as its header says; `network` as of `find_name`."""
    if (own := _user_model(network)) is not None:
        return load_user_network(own, pick_device()).subject
    return read_header(find_name(network))["data"]


def digest(network: str | Path) -> str:
    """SHA-256 of a network's weights, as its header says; `network` as of `find_name`."""
    if _user_model(network) is not None:
        return load(network).digest
    return read_header(find_name(network))["sha256"]
