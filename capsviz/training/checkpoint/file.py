"""A checkpoint file: safetensors with the configuration in the header, never pickle."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as serialise
from torch import Tensor

from capsviz import untrusted
from capsviz.config import DIGITS, LabelSet, ModelConfig, PartsConfig
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.files import write_file
from capsviz.model.networks import check

FORMAT = 1
#: Maximum length of a header in bytes, by the safetensors format.
HEADER_LIMIT = 100_000_000
#: Allowed types of stored weights, by the format's names; the last is for counters.
NUMBER_TYPES = ("F16", "BF16", "F32", "I64")
#: Names of the stored sample pictures.
_IMAGES, _LABELS = "samples.images", "samples.labels"
#: Header entries with the configuration of a network of classes, or of parts and objects.
_MODEL, _PARTS = "model", "parts"

Config = TypeVar("Config", ModelConfig, PartsConfig)


@dataclass(frozen=True, slots=True)
class CheckpointContents(Generic[Config]):
    """Contents of a checkpoint file.

    Attributes
    ----------
    weights : tensors by name, as stored.
    config : configuration of the network.
    training, digest, subject, samples : as in `Checkpoint`.
    """

    weights: dict[str, Tensor]
    config: Config
    training: dict[str, Any]
    digest: str
    subject: LabelSet
    samples: Pictures | None = None


def save(
    path: Path,
    weights: Mapping[str, Tensor],
    config: ModelConfig | PartsConfig,
    training: dict[str, Any],
    dtype: torch.dtype | None = None,
    subject: LabelSet | None = None,
    samples: Pictures | None = None,
) -> None:
    """Save weights and their configuration atomically.

    Raises `CapsvizError` if the file cannot be written.

    Parameters
    ----------
    dtype : precision on disk of all floats, by default that of each tensor.
    subject : data set and classes; by default MNIST's digits. For an unsupervised network of parts
        these are the pictures' classes.
    samples : pictures to store in the file, with their owner's consent.
    """
    # Converted on the CPU, where contiguous means row-major, whatever the model's layout.
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
        _PARTS if isinstance(config, PartsConfig) else _MODEL: config.to_dict(),
        "data": (subject or _default_labels(config)).to_dict(),
        "training": training,
        "sha256": digest_of(stored),
    }
    # The library would create a file that only its owner can read.
    content = serialise(stored, metadata={"capsviz": json.dumps(header)})
    write_file(path, content)


def read(path: Path) -> CheckpointContents[ModelConfig]:
    """Read a checkpoint file.

    Raises `CapsvizError` if the file is not a checkpoint of capsviz, is truncated or damaged, or
    has a type not in `NUMBER_TYPES`.
    """
    header = read_header(path)
    weights = _weights(path, header["sha256"])
    samples = _samples(path, weights, header["model"])
    return CheckpointContents(
        weights, header["model"], header["training"], header["sha256"], header["data"], samples
    )


def record_mistakes(path: Path, mistakes: Mapping[str, str]) -> None:
    """Record deliberate mistakes in a checkpoint file, by name, with a description."""
    stored = read(path)
    training = {**stored.training, "mistakes": dict(mistakes)}
    save(path, stored.weights, stored.config, training, None, stored.subject, stored.samples)


def read_parts(path: Path) -> CheckpointContents[PartsConfig]:
    """Read a checkpoint file of parts and objects; raises as `read` does."""
    header = _read_header(path)
    if _PARTS not in header:
        raise CapsvizError(
            f"{path.name} learnt classes by their labels and has no parts: name a checkpoint of "
            "capsviz train --network parts"
        )
    try:
        config = PartsConfig.from_dict(header[_PARTS])
    except untrusted.DAMAGED_FILE_ERRORS as error:
        raise CapsvizError(f"{path.name} has a damaged header: fetch it again") from error
    weights = _weights(path, header["sha256"])
    return CheckpointContents(weights, config, header["training"], header["sha256"], header["data"])


def holds_parts(path: Path) -> bool:
    """Return whether a file is a checkpoint of parts and objects; raises as `read` does."""
    return _PARTS in _read_header(path)


def _weights(path: Path, digest: str) -> dict[str, Tensor]:
    try:
        with safe_open(path, framework="pt") as file:
            for key in file.keys():  # noqa: SIM118
                _check_number_type(path, key, file.get_slice(key).get_dtype())
            weights = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise CapsvizError(_why_unreadable(path, error)) from error
    if digest != digest_of(weights):
        raise CapsvizError(
            f"{path.name} is damaged, its weights fail their checksum: fetch it again"
        )
    return weights


def _samples(path: Path, weights: dict[str, Tensor], config: ModelConfig) -> Pictures | None:
    """Remove the sample pictures from a file's tensors; None if there are none."""
    images, labels = weights.pop(_IMAGES, None), weights.pop(_LABELS, None)
    if images is None and labels is None:
        return None
    if (
        images is None
        or labels is None
        or (images.dtype, labels.dtype) != (torch.uint8, torch.int64)
        or images.shape != (len(images), *config.format.shape)
        or labels.shape != images.shape[:1]
        or not bool(((labels >= 0) & (labels < config.classes)).all())
    ):
        raise CapsvizError(f"{path.name} keeps samples that do not fit it: fetch it again")
    return Pictures(images, labels)


def read_header(path: Path) -> dict[str, Any]:
    """Read a checkpoint's header, with "model" and "data" as dataclasses."""
    header = _read_header(path)
    if _PARTS in header:
        raise CapsvizError(
            f"{path.name} learnt parts and objects without labels, and reads no classes: it is "
            "shown on the page Parts"
        )
    names, classes = len(header["data"].classes), header["model"].classes
    if names != classes:
        raise CapsvizError(
            f"{path.name} does not fit its own configuration: it names {names} classes of {classes}"
        )
    check(header["model"])
    return header


def _read_header(path: Path) -> dict[str, Any]:
    """Read the header of a network of any kind."""
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
    except (SafetensorError, OSError) as error:
        raise CapsvizError(_why_unreadable(path, error)) from error
    if "capsviz" not in metadata:
        raise CapsvizError(
            f"{path.name} is a safetensors file, but not one that capsviz wrote{_OWN_NETWORK_HINT}"
        )
    try:
        header = untrusted.read(metadata["capsviz"])
        # Old files, which are all of MNIST, do not name their data set.
        labels = header.get("data")
        if _PARTS not in header:
            header["model"] = ModelConfig.from_dict(header["model"])
        header["data"] = LabelSet.from_dict(labels) if labels else _default_labels(header["model"])
        header["training"] = dict(header["training"])
        version, _ = header["format"], header["sha256"]
    except CapsvizError as error:
        raise CapsvizError(f"{path.name} has a damaged header: {error}") from error
    except untrusted.DAMAGED_FILE_ERRORS as error:
        raise CapsvizError(f"{path.name} has a damaged header: fetch it again") from error
    if version != FORMAT:
        raise CapsvizError(f"{path.name} has format {version}; this program reads {FORMAT}")
    return header


def _default_labels(config: ModelConfig | PartsConfig) -> LabelSet:
    """Return the default subject: MNIST, with numbered classes."""
    if isinstance(config, PartsConfig):
        return DIGITS
    return replace(DIGITS, classes=tuple(str(k) for k in range(config.classes)))


def digest_of(weights: Mapping[str, Tensor]) -> str:
    """SHA-256 of weights on the CPU and their names, 64 hexadecimal digits."""
    digest = hashlib.sha256()
    for key in sorted(weights):
        digest.update(key.encode())
        digest.update(weights[key].contiguous().flatten().view(torch.uint8).numpy().data)
    return digest.hexdigest()


def _check_number_type(path: Path, key: str, number_type: str) -> None:
    if number_type not in NUMBER_TYPES and key != _IMAGES:
        raise CapsvizError(
            f"{path.name} stores {key} as {number_type}, which is not supported: convert "
            f"it to one of {', '.join(NUMBER_TYPES[:-1])}"
        )


#: Endings of files that hold networks of other libraries.
_FOREIGN_SUFFIXES = frozenset(
    (".h5", ".hdf5", ".keras", ".onnx", ".pb", ".tflite", ".msgpack", ".npz")
)
#: How to open the weights of a user's own network.
_OWN_NETWORK_HINT = (
    "; for weights of a network of your own name its class, as in --model my_net.py:Net --weights "
    "FILE or capsviz.load(FILE, like=Net()), which read tensors alone"
)


def _why_unreadable(path: Path, error: Exception) -> str:
    try:
        with path.open("rb") as file:
            start = file.read(8)
    except OSError:
        return f"{path.name} cannot be read ({error})"
    if path.suffix in _FOREIGN_SUFFIXES:
        return (
            f"{path.name} is a file of another library: write the weights by the names of a torch "
            "network, with safetensors.torch.save_file, and bring that network by --model"
        )
    if _is_pickle(start):
        return (
            f"{path.name} is a pickle; pickles can run code and are never loaded: save the "
            f"weights as safetensors{_OWN_NETWORK_HINT}"
        )
    return f"{path.name} is not a whole safetensors file, it may be cut short: fetch it again"


def _is_pickle(start: bytes) -> bool:
    """Return whether a file that begins with these 8 bytes is a pickle, or torch's zip of one.

    A safetensors file begins with its header's length in 8 bytes, little-endian, whose first byte
    may look like a pickle's. As a length, however, the start of a pickle exceeds all limits.
    """
    too_long = len(start) < 8 or int.from_bytes(start, "little") > HEADER_LIMIT
    return start[:4] == b"PK\x03\x04" or (start[:1] == b"\x80" and too_long)
