"""Data sets in torchvision's layout, which fetches them and reads photographs.

Files of MNIST's form are bytes behind a head and read without it: it imports torch's compiler, and
whoever opened a page first waited for that.

The registry's torchvision wheel links CUDA. Beside a CPU-only torch its compiled operators
cannot load, and ``import torchvision`` fails when it describes the missing ones. Datasets
and transforms need none of them: declaring the operators' names is enough.
"""

from __future__ import annotations

import importlib
import os
import struct
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import torch
from torch import Tensor

from capsviz.data.pictures import DataSet, Learning, Pictures, hold_out
from capsviz.errors import CapsvizError

#: Of the sets that torchvision reads here, shape of an image, and the folder of the files.
_SHAPES = {
    "MNIST": ((28, 28), "MNIST/raw"),
    "FashionMNIST": ((28, 28), "FashionMNIST/raw"),
    "CIFAR10": ((3, 32, 32), "cifar-10-batches-py"),
}
CLASSES = 10
#: Held while torchvision is imported: two who begin it at once would undo each other's work.
_importing = threading.Lock()
_CLONE = Path(__file__).parents[2]

_MISSING = {
    "torchvision::nms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "torchvision::qnms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
}


def torchvision_module(name: str) -> ModuleType:
    """Import a torchvision module such as ``torchvision.datasets``.

    Does nothing special where torchvision imports as it is.
    """
    with _importing:
        try:
            return importlib.import_module(name)
        except RuntimeError as error:
            if "torchvision::" not in str(error):
                raise
        for operator, schema in _MISSING.items():
            torch.library.define(operator, schema)
        for loaded in [
            module for module in [*sys.modules] if module.split(".")[0] == "torchvision"
        ]:
            del sys.modules[loaded]
        return importlib.import_module(name)


def root_of(name: str) -> Path:
    """The folder a set is looked for in: ``CAPSVIZ_DATA``, or the first usual one that exists.

    Parameters
    ----------
    name : of the usual folders: "mnist", "fashion" or "cifar10".
    """
    named = os.environ.get("CAPSVIZ_DATA")
    if named:
        return Path(named)
    usual = (_CLONE.parent / "shared" / "data" / name, Path.home() / ".cache/capsviz" / name)
    return next((root for root in usual if os.path.isdir(root)), usual[-1])


def read_root(kind: str, root: Path, *, train: bool, download: bool) -> Pictures:
    """Read one half of a set that torchvision knows.

    Parameters
    ----------
    kind : torchvision's name of the set, that of its folder in `root` too: "MNIST".
    train : the training images, or else the test images.
    download : fetch both where they are missing.

    Raises
    ------
    CapsvizError : the files are not there, cannot be read, or do not belong together.
    """
    shape, where = _SHAPES[kind]
    try:
        if len(shape) == 2 and not download:
            images, labels = _read_bytes(root / kind / "raw", train=train)
        else:
            images, labels = _read_by_torchvision(kind, root, train=train, download=download)
    except Exception as error:  # torchvision raises many kinds for missing or damaged files
        raise CapsvizError(
            f"no readable {kind} in {root}: name a folder that holds {where} with --data or "
            f"CAPSVIZ_DATA, or add --download ({type(error).__name__})"
        ) from error
    _must_be_whole(images, labels, shape, f"{kind} in {root}")
    return Pictures(images, labels)


def _read_by_torchvision(
    kind: str, root: Path, *, train: bool, download: bool
) -> tuple[Tensor, Tensor]:
    read = getattr(torchvision_module("torchvision.datasets"), kind)
    dataset = read(str(root), train=train, download=download)
    images, labels = torch.as_tensor(dataset.data), torch.as_tensor(dataset.targets)
    if images.ndim == 4:  # as picture files have it
        images = images.permute(0, 3, 1, 2).contiguous()
    return images, labels


def _read_bytes(folder: Path, *, train: bool) -> tuple[Tensor, Tensor]:
    half = "train" if train else "t10k"
    images = read_idx(folder / f"{half}-images-idx3-ubyte", 3)
    return images, read_idx(folder / f"{half}-labels-idx1-ubyte", 1).long()


def read_idx(path: Path, axes: int) -> Tensor:
    """The bytes of a file of MNIST's form (LeCun's IDX), uint8.

    Two bytes 0, one that says of what the array is (8: bytes), one of how many axes, the length of
    each in four bytes, the greatest first, and the array.

    Raises
    ------
    OSError, ValueError, RuntimeError : it cannot be read, is not of this form, is not whole.
    """
    content = path.read_bytes()
    if content[:4] != bytes((0, 0, 8, axes)):
        raise ValueError(f"{path} does not begin as an array of bytes of {axes} axes does")
    shape = struct.unpack_from(f">{axes}I", content, 4)
    body = torch.frombuffer(bytearray(content), dtype=torch.uint8, offset=4 * (axes + 1))
    return body.view(shape)


def _must_be_whole(images: Tensor, labels: Tensor, shape: tuple[int, ...], what: str) -> None:
    """Raise `CapsvizError` where files were read that do not belong together."""
    wrong = None
    if len(images) != len(labels) or not len(images):
        wrong = f"{len(images):,} images and {len(labels):,} labels"
    elif images.dtype != torch.uint8 or tuple(images.shape[1:]) != shape:
        size, right = ("x".join(map(str, each)) for each in (images.shape[1:], shape))
        wrong = f"images of {size} {images.dtype}, not of {right} bytes"
    elif not 0 <= int(labels.min()) <= int(labels.max()) < CLASSES:
        wrong = f"labels from {int(labels.min())} to {int(labels.max())}, not of 0 to {CLASSES - 1}"
    if wrong:
        raise CapsvizError(f"{what} has {wrong}: fetch it again")


@dataclass(frozen=True, slots=True)
class VisionSet(DataSet):
    """A data set whose files torchvision reads.

    Parameters
    ----------
    root : folder in torchvision's layout; by default the one that ``CAPSVIZ_DATA`` names, or the
        first usual one.
    download : fetch it with torchvision where it is missing.

    Attributes
    ----------
    kind : torchvision's name of it.
    """

    root: Path | None = None
    download: bool = False

    kind: ClassVar[str]

    def learning(self) -> Learning:
        """The training images, of which 5,000 are held out."""
        return hold_out(self._read_pictures(train=True))

    def test(self) -> Pictures:
        """The 10,000 test images."""
        return self._read_pictures(train=False)

    def _read_pictures(self, *, train: bool) -> Pictures:
        folder = self.root or root_of(self.name)
        return read_root(self.kind, folder, train=train, download=self.download)
