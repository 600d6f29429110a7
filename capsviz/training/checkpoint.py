"""Weights on disk: safetensors with the configuration in the header, never pickle."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as serialise
from torch import Tensor

from capsviz.config import DIGITS, ModelConfig, Subject
from capsviz.data.pictures import Pictures
from capsviz.data.samples import sample_pictures
from capsviz.errors import CapsvizError
from capsviz.files import replacing
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.networks import ARCHITECTURES, MODELS, Network, build, check, title
from capsviz.model.precision import in_precision
from capsviz.model.routing import ROUTINGS

FORMAT = 1
#: Longest header, in bytes, that the safetensors format allows.
HEADER_LIMIT = 100_000_000
#: Number types of stored weights, by the format's names; the last is for counts.
NUMBER_TYPES = ("F16", "BF16", "F32", "I64")
#: Where pictures lie among the weights.
_IMAGES, _LABELS = "samples.images", "samples.labels"
_CLONE = Path(__file__).parents[2]


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
    subject: Subject
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

    def in_precision(self, name: str) -> Checkpoint:
        """The same weights in another precision, or in the fastest; raises `CapsvizError`.

        Parameters
        ----------
        name : as for `capsviz.model.precision.in_precision`.
        """

        def pictures(side: int) -> Tensor:
            return torch.tensor(sample_pictures(side))

        return replace(self, model=in_precision(self.model, name, pictures))


@dataclass(frozen=True, slots=True)
class Stored:
    """What a checkpoint file holds.

    Attributes
    ----------
    weights : by name, as they lie on disk.
    config : the network they are of.
    training, digest, subject, samples : as of a `Checkpoint`.
    """

    weights: dict[str, Tensor]
    config: ModelConfig
    training: dict[str, Any]
    digest: str
    subject: Subject
    samples: Pictures | None


def folders() -> list[Path]:
    """Where a checkpoint's name is looked up: ``CAPSVIZ_CHECKPOINTS``, or the clone's own."""
    named = os.environ.get("CAPSVIZ_CHECKPOINTS")
    return [Path(named)] if named else [_CLONE / "checkpoints"]


def find(name_or_path: str | os.PathLike[str]) -> Path:
    """The file behind a checkpoint's name; whatever is no known name is a path."""
    text = os.fspath(name_or_path)
    if (known := place(text)) is not None:
        return known
    path = Path(text)
    if not os.path.isfile(path):  # also where the folder lets nobody look
        raise CapsvizError(
            f"there is no checkpoint {text!r}: give the path of a .safetensors file or one of "
            f"the names {sorted(names())}"
        )
    return path


def place(name: str) -> Path | None:
    """The file of a checkpoint that `names` lists; None for every other name."""
    if os.sep in name or name.endswith(".resume"):
        return None
    candidates = [folder / f"{name}.safetensors" for folder in folders()]
    return next((path for path in candidates if os.path.isfile(path)), None)


def names() -> list[str]:
    """Names of all checkpoints found, in alphabetical order.

    Raises
    ------
    CapsvizError : a folder of checkpoints is there and cannot be read.
    """
    found: set[str] = set()
    for folder in folders():
        try:
            found.update(os.listdir(folder))
        except FileNotFoundError:
            continue  # the first training makes it
        except OSError as error:
            raise CapsvizError(
                f"the folder of checkpoints, {folder}, cannot be read: {error.strerror}"
            ) from error
    named = {name.removesuffix(".safetensors") for name in found if name.endswith(".safetensors")}
    return sorted(name for name in named if not name.endswith(".resume"))


@dataclass(frozen=True, slots=True)
class Offer:
    """What a page must know of a network before it loads it.

    Attributes
    ----------
    title : what people call it.
    routing : name of its routing in ``capsviz.model.routing.ROUTINGS``; "" without capsules.
    iterates : whether its routing has iterations.
    subject : what it was made to read.
    """

    title: str
    routing: str
    iterates: bool
    subject: Subject = DIGITS


def offered(
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
    found: dict[str, Offer] = {}
    for name in sorted(names(), key=lambda name: order.index(name) if name in order else 99):
        try:
            header = _header(find(name))
        except CapsvizError:
            found[name] = Offer(name, "dynamic", iterates=True)
            continue
        config, subject = header["model"], header["data"]
        plain = issubclass(ARCHITECTURES[config.architecture], CNN)
        fits = side in (None, config.image_size) and data_set in (None, subject.data_set)
        if fits and not (capsules and plain):
            called = title(config) if name in MODELS else name
            routing = "" if plain else config.routing
            iterates = not plain and ROUTINGS[routing].iterative
            found[name] = Offer(called, routing, iterates, subject)
    return found


def save(
    path: Path,
    weights: Mapping[str, Tensor],
    config: ModelConfig,
    training: dict[str, Any],
    dtype: torch.dtype | None = None,
    subject: Subject | None = None,
    samples: Pictures | None = None,
) -> None:
    """Write weights and their configuration; the file appears whole or not at all.

    Parameters
    ----------
    dtype : precision on disk of all floats, by default that of each tensor.
    subject : what the network reads; by default MNIST's digits.
    samples : pictures to keep in the file, whose owner agrees.

    Raises
    ------
    CapsvizError : the file cannot be written.
    """
    # Converted on the CPU: contiguous there means row-major, whatever the model's layout.
    stored = {
        key: value.detach()
        .to("cpu", dtype if value.is_floating_point() else None)
        .contiguous(memory_format=torch.contiguous_format)
        for key, value in weights.items()
    }
    if samples is not None:
        stored |= {_IMAGES: samples.images.contiguous(), _LABELS: samples.labels.contiguous()}
    header = {
        "format": FORMAT,
        "model": config.to_dict(),
        "data": (subject or _counted(config)).to_dict(),
        "training": training,
        "sha256": _digest(stored),
    }
    # Written by ourselves: the library would leave a file that only its owner can read.
    content = serialise(stored, metadata={"capsviz": json.dumps(header)})
    with replacing(path) as partial:
        partial.write_bytes(content)


def read(path: Path) -> Stored:
    """All that a checkpoint file holds.

    Raises
    ------
    CapsvizError : the file is no safetensors file of ours, is cut short or damaged, or holds
        numbers of another type than `NUMBER_TYPES`.
    """
    header = _header(path)
    try:
        with safe_open(path, framework="pt") as file:
            for key in file.keys():  # noqa: SIM118
                _must_be_usual(path, key, file.get_slice(key).get_dtype())
            weights = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise CapsvizError(_why_unreadable(path, error)) from error
    if header["sha256"] != _digest(weights):
        raise CapsvizError(
            f"{path.name} is damaged, its weights fail their checksum: fetch it again"
        )
    samples = _samples(path, weights, header["model"])
    return Stored(
        weights, header["model"], header["training"], header["sha256"], header["data"], samples
    )


def _samples(path: Path, weights: dict[str, Tensor], config: ModelConfig) -> Pictures | None:
    """Take the pictures out of what a file holds; None where there are none."""
    images, labels = weights.pop(_IMAGES, None), weights.pop(_LABELS, None)
    if images is None and labels is None:
        return None
    side = config.image_size
    if (
        images is None
        or labels is None
        or (images.dtype, labels.dtype) != (torch.uint8, torch.int64)
        or images.shape != (len(images), side, side)
        or labels.shape != images.shape[:1]
        or not bool(((labels >= 0) & (labels < config.classes)).all())
    ):
        raise CapsvizError(f"{path.name} keeps samples that do not fit it: fetch it again")
    return Pictures(images, labels)


def digest(name_or_path: str | os.PathLike[str]) -> str:
    """SHA-256 of a checkpoint's weights, as its header says; the weights are not looked at."""
    return _header(find(name_or_path))["sha256"]


def _header(path: Path) -> dict[str, Any]:
    """What a checkpoint says about itself, its "model" and its "data" as dataclasses."""
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
    except (SafetensorError, OSError) as error:
        raise CapsvizError(_why_unreadable(path, error)) from error
    if "capsviz" not in metadata:
        raise CapsvizError(f"{path.name} is a safetensors file, but not one that capsviz wrote")
    try:
        header = json.loads(metadata["capsviz"])
        header["model"] = ModelConfig.from_dict(header["model"])
        # Files from before there were other data sets say nothing of theirs.
        named = header.get("data")
        header["data"] = Subject.from_dict(named) if named else _counted(header["model"])
        header["training"] = dict(header["training"])
        version, _ = header["format"], header["sha256"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CapsvizError(f"{path.name} has a damaged header: fetch it again") from error
    if version != FORMAT:
        raise CapsvizError(f"{path.name} has format {version}; this program reads {FORMAT}")
    named, classes = len(header["data"].classes), header["model"].classes
    if named != classes:
        raise CapsvizError(
            f"{path.name} does not fit its own configuration: it names {named} classes of {classes}"
        )
    check(header["model"])
    return header


def _counted(config: ModelConfig) -> Subject:
    """What a network reads of which nothing is said: MNIST, its classes by their numbers."""
    return replace(DIGITS, classes=tuple(str(k) for k in range(config.classes)))


def load(
    name_or_path: str | os.PathLike[str] = "dynamic", device: str | torch.device | None = None
) -> Checkpoint:
    """Read a checkpoint and build its model.

    Parameters
    ----------
    name_or_path : a name in the clone's ``checkpoints`` folder (or in the folder that the
        environment variable ``CAPSVIZ_CHECKPOINTS`` names), or a path.
    device : where the model shall live; by default CUDA where there is one, else the CPU.

    Raises
    ------
    CapsvizError : there is no such file, or it is not a readable checkpoint.
    """
    path = find(name_or_path)
    stored = read(path)
    weights, config = stored.weights, stored.config
    # Compared on the meta device first: a header may lie about sizes and ask for terabytes.
    with torch.device("meta"):
        own = build(config).state_dict()
    expected = {key: value.shape for key, value in own.items()}
    found = {key: value.shape for key, value in weights.items()}
    if found != expected:
        wrong = sorted(key for key in {*found, *expected} if found.get(key) != expected.get(key))
        raise CapsvizError(
            f"{path.name} does not fit its own configuration: {wrong[0]} has shape "
            f"{_shape(found.get(wrong[0]))}, expected {_shape(expected.get(wrong[0]))}"
        )
    for key, value in own.items():
        if value.is_floating_point() != weights[key].is_floating_point():
            raise CapsvizError(
                f"{path.name} does not fit its own configuration: {key} is stored as "
                f"{weights[key].dtype}, expected {value.dtype}"
            )
    if not all(bool(torch.isfinite(value).all()) for value in weights.values()):
        raise CapsvizError(f"{path.name} holds weights that are not finite numbers")
    model = build(config)
    model.load_state_dict(weights)
    name = path.name.removesuffix(".safetensors")
    model = model.to(pick_device(device)).eval().requires_grad_(False)
    return Checkpoint(
        name, model, stored.training, stored.digest, stored.subject, path, stored.samples
    )


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
    return chosen


def _digest(weights: Mapping[str, Tensor]) -> str:
    total = hashlib.sha256()
    for key in sorted(weights):
        total.update(key.encode())
        total.update(weights[key].contiguous().flatten().view(torch.uint8).numpy().data)
    return total.hexdigest()


def _must_be_usual(path: Path, key: str, number_type: str) -> None:
    if number_type not in NUMBER_TYPES and key != _IMAGES:
        raise CapsvizError(
            f"{path.name} stores {key} as {number_type}, of which nothing is known here: convert "
            f"it to one of {', '.join(NUMBER_TYPES[:-1])}"
        )


def _shape(shape: torch.Size | None) -> str:
    return "missing" if shape is None else str(tuple(shape))


def _why_unreadable(path: Path, error: Exception) -> str:
    try:
        with path.open("rb") as file:
            start = file.read(8)
    except OSError:
        return f"{path.name} cannot be read ({error})"
    if _is_pickle(start):
        return (
            f"{path.name} is a pickle; pickles can run code and are never loaded: save the "
            "weights as safetensors"
        )
    return f"{path.name} is not a whole safetensors file, it may be cut short: fetch it again"


def _is_pickle(start: bytes) -> bool:
    """Whether a file that begins with these 8 bytes is a pickle, or a zip of them as torch's.

    A safetensors file begins with its header's length in 8 bytes, the lowest first, which may
    be a pickle's first byte; but read as a length, a pickle's beginning is past all limits.
    """
    too_long = len(start) < 8 or int.from_bytes(start, "little") > HEADER_LIMIT
    return start[:4] == b"PK\x03\x04" or (start[:1] == b"\x80" and too_long)
