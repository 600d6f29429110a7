"""Data sets in torchvision's layout, which torchvision downloads and decodes.

Files in MNIST's format are bytes after a header and are read without torchvision, whose import
loads torch's compiler and would delay the first page.

The registry's torchvision wheel links CUDA. Beside a CPU-only torch its compiled operators cannot
load, and ``import torchvision`` fails when it registers fake versions of the missing ones. Datasets
and transforms need none of them: declaring the operators' names is enough.
"""

from __future__ import annotations

import gzip
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

import numpy as np
import torch
from torch import Tensor

from capsviz.data.pictures import DataSet, Learning, Pictures, hold_out
from capsviz.errors import CapsvizError
from capsviz.torchvision_import import torchvision_module
from capsviz.wording import amount_of

#: Image shape of each torchvision set, the folder of its files, and the options that fetch it.
LAYOUTS = {
    "MNIST": ((28, 28), "MNIST/raw", ""),
    "FashionMNIST": ((28, 28), "FashionMNIST/raw", "--data-set fashion "),
    "CIFAR10": ((3, 32, 32), "cifar-10-batches-py", "--data-set cifar10 "),
}
CLASSES = 10
#: First bytes of a gzipped file, and types of IDX elements by their code.
_GZIP, _ELEMENTS = b"\x1f\x8b", {8: np.dtype("u1"), 12: np.dtype(">i4")}
_CLONE = Path(__file__).parents[2]


def root_of(name: str) -> Path:
    """Return the folder of a set: ``CAPSVIZ_DATA``, or the first usual one that exists.

    `name` is that of the usual folders: "mnist", "fashion" or "cifar10".
    """
    path = os.environ.get("CAPSVIZ_DATA")
    if path:
        return Path(path)
    candidates = (_CLONE.parent / "shared" / "data" / name, Path.home() / ".cache/capsviz" / name)
    return next((root for root in candidates if os.path.isdir(root)), candidates[-1])


def read_root(kind: str, root: Path, *, train: bool, download: bool) -> Pictures:
    """Load the training or test images of a torchvision set.

    Raises `CapsvizError` if the files are missing, cannot be read, or do not belong together.

    Parameters
    ----------
    kind : torchvision's name of the set, which is also its folder in `root`: "MNIST".
    train : whether to load the training or the test images.
    download : download both if they are missing.
    """
    shape, location, options = LAYOUTS[kind]
    try:
        if len(shape) == 2 and not download:
            images, labels = _read_bytes(root / kind / "raw", train=train)
        else:
            images, labels = _read_by_torchvision(kind, root, train=train, download=download)
    # torchvision raises many kinds of errors for missing or damaged files
    except Exception as error:
        raise missing(
            kind, root, f"a folder that holds {location}", None if download else options, error
        ) from error
    _check_shapes(images, labels, shape, f"{kind} in {root}")
    return Pictures(images, labels)


def missing(
    kind: str, root: Path, place: str, options: str | None, error: Exception
) -> CapsvizError:
    """Return the error for a data set that is missing, or whose download failed.

    `options` are the options of ``capsviz train`` that select it; None if its download failed.
    """
    problem = f"{kind} could not be downloaded to" if options is None else f"no readable {kind} in"
    hint = "" if options is None else f", or fetch it by `capsviz train {options}--download`"
    return CapsvizError(
        f"{problem} {root}: name {place} with --data or CAPSVIZ_DATA{hint} ({type(error).__name__})"
    )


def _read_by_torchvision(
    kind: str, root: Path, *, train: bool, download: bool
) -> tuple[Tensor, Tensor]:
    load = getattr(torchvision_module("torchvision.datasets"), kind)
    dataset = load(str(root), train=train, download=download)
    images, labels = torch.as_tensor(dataset.data), torch.as_tensor(dataset.targets)
    if images.ndim == 4:  # as in picture files
        images = images.permute(0, 3, 1, 2).contiguous()
    return images, labels


def _read_bytes(folder: Path, *, train: bool) -> tuple[Tensor, Tensor]:
    half = "train" if train else "t10k"
    images = read_idx(folder / f"{half}-images-idx3-ubyte", 3)
    return images, read_idx(folder / f"{half}-labels-idx1-ubyte", 1).long()


def read_idx(path: Path, axes: int) -> Tensor:
    """Read the numbers of a file in MNIST's IDX format (LeCun), gzipped or not: uint8 or int32.

    The header has two zero bytes, one for the element type (8: bytes, 12: 32-bit integers), one for
    the number of axes, and the length of each axis as a big-endian 32-bit integer. The array
    follows.

    If `path` does not exist, the file of this name with ".gz" is read.

    Raises
    ------
    OSError, ValueError, RuntimeError, EOFError : the file cannot be read, has another form, or is
        incomplete.
    """
    packed = path if path.exists() else path.with_name(f"{path.name}.gz")
    content = packed.read_bytes() if packed.exists() else path.read_bytes()
    if content[:2] == _GZIP:
        content = gzip.decompress(content)
    if content[:2] != bytes(2) or content[2] not in _ELEMENTS or content[3] != axes:
        raise ValueError(f"{path.name} does not have the header of an array with {axes} axes")
    shape = struct.unpack_from(f">{axes}I", content, 4)
    numbers = np.frombuffer(content, _ELEMENTS[content[2]], offset=4 * (axes + 1))
    return torch.from_numpy(numbers.astype(numbers.dtype.newbyteorder("="))).view(shape)


def _check_shapes(images: Tensor, labels: Tensor, shape: tuple[int, ...], source: str) -> None:
    """Check that images and labels belong together; raises `CapsvizError`."""
    error = None
    if len(images) != len(labels) or not len(images):
        error = f"{amount_of(len(images), 'image')} and {amount_of(len(labels), 'label')}"
    elif images.dtype != torch.uint8 or tuple(images.shape[1:]) != shape:
        size, right = ("x".join(map(str, axes)) for axes in (images.shape[1:], shape))
        error = f"images of {size} {images.dtype}, not of {right} bytes"
    elif not 0 <= int(labels.min()) <= int(labels.max()) < CLASSES:
        error = f"labels from {int(labels.min())} to {int(labels.max())}, not of 0 to {CLASSES - 1}"
    if error:
        raise CapsvizError(f"{source} has {error}: fetch it again")


@dataclass(frozen=True, slots=True)
class VisionSet(DataSet):
    """A data set whose files torchvision reads.

    Parameters
    ----------
    root : folder in torchvision's layout; by default ``CAPSVIZ_DATA``, or the first usual one.
    download : download it with torchvision if it is missing.

    Attributes
    ----------
    kind : torchvision's name of the set.
    """

    root: Path | None = None
    download: bool = False

    kind: ClassVar[str]

    def learning(self) -> Learning:
        """The training images, 5,000 of them held out."""
        return hold_out(self._read_pictures(train=True))

    def test(self) -> Pictures:
        """The 10,000 test images."""
        return self._read_pictures(train=False)

    def _read_pictures(self, *, train: bool) -> Pictures:
        folder = self.root or root_of(self.name)
        return read_root(self.kind, folder, train=train, download=self.download)


@dataclass(frozen=True, slots=True)
class Mnist(VisionSet):
    """MNIST: 55,000 training images, 5,000 held out of the 60,000, and 10,000 test images."""

    name = "mnist"
    kind = "MNIST"
    title = "MNIST"
    classes = tuple("0123456789")
    side = 28


@dataclass(frozen=True, slots=True)
class Fashion(VisionSet):
    """Fashion-MNIST (Xiao, Rasul, Vollgraf 2017): ten classes of clothing."""

    name = "fashion"
    kind = "FashionMNIST"
    title = "Fashion-MNIST"
    classes = (
        "T-shirt",
        "trousers",
        "pullover",
        "dress",
        "coat",
        "sandal",
        "shirt",
        "sneaker",
        "bag",
        "ankle boot",
    )
    side = 28
    usual = MappingProxyType({"augment": "mirrored"})


@dataclass(frozen=True, slots=True)
class Cifar(VisionSet):
    """CIFAR-10 (Krizhevsky 2009): colour photographs of ten classes.

    Its files are pickles; torchvision only reads files with known checksums.
    """

    name = "cifar10"
    kind = "CIFAR10"
    title = "CIFAR-10"
    classes = (
        "airplane",
        "automobile",
        "bird",
        "cat",
        "deer",
        "dog",
        "frog",
        "horse",
        "ship",
        "truck",
    )
    side, channels = 32, 3
    usual = MappingProxyType({"augment": "photo", "epochs": 40})
