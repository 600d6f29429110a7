"""Pictures in one file: arrays of numpy, a table of pixels, or files in MNIST's IDX format."""

from __future__ import annotations

import csv
import gzip
import math
import struct
import zipfile
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from capsviz.config import NAME_LIMIT, LabelSet
from capsviz.data.arrays import tensor_of
from capsviz.data.folder import dark_on_bright
from capsviz.data.pictures import DataSet, Learning, Pictures, hold_out
from capsviz.errors import CapsvizError

#: Share of the training pictures that is held out, and share of all that is tested on if the file
#: has no test pictures.
_HELD_OUT, _TESTED = 0.15, 0.15
#: Seed of the choice of test pictures.
_SEED = 1998
#: Names of training and test arrays: of Keras, and others in use.
_PAIRS = (
    ("x_train", "y_train", "x_test", "y_test"),
    ("train_images", "train_labels", "test_images", "test_labels"),
    ("images", "labels", "test_images", "test_labels"),
    ("x", "y", "x_test", "y_test"),
)
_KINDS = "a .npz file, a .csv table, or a file of images in MNIST's format"
#: End of the name of a file of images in MNIST's format.
_IDX = "images-idx3-ubyte"
#: Pictures seen in a training.
_SEEN = 30_000


class _Contents(NamedTuple):
    """Arrays of a file: training pictures, test pictures if there are any, and class names."""

    training: tuple[Any, Any]
    test: tuple[Any, Any] | None
    classes: tuple[str, ...] | None = None


class ArrayFile(DataSet):
    """A file of square pictures with their labels, as a training set.

    - ``.npz``: ``images`` and ``labels``, or ``x_train``, ``y_train``, ``x_test`` and ``y_test`` as
      Keras writes them; ``classes`` may name the classes. Pictures are [n, side, side],
      [n, side, side, 1 or 3] or [n, 1 or 3, side, side]; bytes, whole numbers in 0..255 or floats
      in 0..1.
    - ``.csv``: a label and side² pixels in 0..255 a row, with or without a line of names.
    - ``...images-idx3-ubyte``, also with ``.gz``: MNIST's format, as torchvision stores KMNIST,
      EMNIST and QMNIST; the labels and the test half lie beside it. Pictures of EMNIST are
      transposed to be upright.

    Without test pictures 15 % of each class are tested on; 15 % of the others are held out. Grey
    pictures are all inverted if their ink is darker than their paper.

    Parameters
    ----------
    path : path of the file.
    side : height and width in pixels to resize the pictures to; by default their own.
    channels : 1 or 3 if the pictures must have as many; None to take them as they are.
    """

    def __init__(self, path: Path, side: int | None, channels: int | None) -> None:
        self.path, self._side, self._channels = path, side, channels
        folders = [each.name for each in path.resolve().parents if each.name != "raw"]
        idx = path.name.removesuffix(".gz").endswith(_IDX)  # the file's name is of its half
        self.title = (folders[0] if idx and folders else path.stem) or path.name
        self.name = f"file:{self.title}"[:NAME_LIMIT]

    @property
    def classes(self) -> tuple[str, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Names of the classes: those in the file, or the labels in order."""
        return self._read[2]

    @property
    def channels(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """3 for colours, else 1."""
        return 3 if self._read[0].images.ndim == 4 else 1

    @property
    def side(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The given side, or that of the pictures."""
        return self._side or self._read[0].images.shape[-1]

    @property
    def usual(self) -> Mapping[str, Any]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Settings for few pictures: many epochs, in small steps."""
        n = len(self._read[0])
        few = {"epochs": math.ceil(_SEEN / n), "batch": 32, "average": 100.0}
        return few if n < _SEEN else {}

    @property
    def subject(self) -> LabelSet:
        """Data set and classes for the header, with the polarity of all pictures."""
        return LabelSet(self.name, self.classes, self._read[3])

    def learning(self) -> Learning:
        """The training pictures, 15 % of each class held out."""
        training = self._read[0]
        return hold_out(training, max(1, math.floor(_HELD_OUT * len(training))))

    def test(self) -> Pictures:
        """The test pictures of the file, or 15 % of each class."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[Pictures, Pictures, tuple[str, ...], bool]:
        """Training and test pictures, class names, and whether pictures are dark on bright."""
        try:
            contents = _read_contents(self.path)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            reason = str(error).strip().splitlines()[0] if str(error) else type(error).__name__
            raise CapsvizError(f"{self.path.name} cannot be read as pictures: {reason}") from error
        halves = [contents.training, *([contents.test] if contents.test else [])]
        images = [self._resize(_bytes(each, self.path.name)) for each, _ in halves]
        labels, classes = _number([np.asarray(each) for _, each in halves], contents.classes)
        for image, label in zip(images, labels, strict=True):
            if len(image) != len(label):
                raise CapsvizError(
                    f"{self.path.name} has {len(image):,} pictures and {len(label):,} labels: give "
                    "one of each"
                )
        inverted = images[0].ndim == 3 and dark_on_bright(images[0])
        parts = [
            Pictures(255 - each if inverted else each, label)
            for each, label in zip(images, labels, strict=True)
        ]
        if len(parts) == 1:
            tested = max(1, math.floor(_TESTED * len(parts[0])))
            split = hold_out(parts[0], tested, _SEED)
            assert split.validation is not None
            parts = [split.training(0), split.validation]
        return parts[0], parts[1], classes, inverted

    def _resize(self, images: Tensor) -> Tensor:
        colours = 3 if images.ndim == 4 else 1
        if self._channels not in (None, colours):
            raise CapsvizError(
                f"the pictures of {self.path.name} have {colours} channels, and "
                f"{self._channels} are asked for: leave out --channels, or choose another network"
            )
        side = self._side or images.shape[-1]
        if side == images.shape[-1]:
            return images
        planes = images.float() if images.ndim == 4 else images.float().unsqueeze(1)
        sized = functional.interpolate(planes, size=(side, side), mode="bilinear", antialias=True)
        sized = sized.round().clamp(0, 255).byte()
        return sized if images.ndim == 4 else sized.squeeze(1)


def _read_contents(path: Path) -> _Contents:
    name = path.name.removesuffix(".gz")
    if not path.is_file():
        raise CapsvizError(f"there is no file {str(path)!r}: give {_KINDS}")
    if path.suffix == ".npz":
        return _read_npz(path)
    if path.suffix == ".csv":
        return _read_csv(path)
    if name.endswith(_IDX):
        return _read_idx_files(path)
    raise CapsvizError(f"{path.name} is of no kind that is read: give {_KINDS}")


def _read_npz(path: Path) -> _Contents:
    with np.load(path, allow_pickle=False) as file:
        there = set(file.files)
        for images, labels, test_images, test_labels in _PAIRS:
            if {images, labels} <= there:
                tested = {test_images, test_labels} <= there and test_images != images
                named = tuple(map(str, file["classes"])) if "classes" in there else None
                test = (file[test_images], file[test_labels]) if tested else None
                return _Contents((file[images], file[labels]), test, named)
    raise CapsvizError(
        f"{path.name} holds {', '.join(sorted(there)) or 'nothing'}: call the arrays images and "
        "labels, or x_train, y_train, x_test and y_test"
    )


def _read_csv(path: Path) -> _Contents:
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = [row for row in csv.reader(file) if row]
    if rows and not _is_number(rows[0][-1]):
        rows = rows[1:]  # the line of names
    widths = {len(row) - 1 for row in rows}
    if len(widths) != 1:
        raise CapsvizError(f"{path.name} has no rows, or rows of different lengths")
    pixels = widths.pop()
    side = math.isqrt(pixels)
    if side * side != pixels or not pixels:
        raise CapsvizError(
            f"{path.name} has {pixels} pixels a row, which is no square: give a label and then "
            "side x side pixels in each row"
        )
    images = np.array([row[1:] for row in rows], dtype=np.float64).reshape(-1, side, side)
    whole = np.rint(images).astype(np.int64)
    same = bool((whole == images).all())  # a table of 0 and 1 alone is one of bytes
    return _Contents((whole if same else images, np.array([row[0] for row in rows])), None)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _read_idx_files(path: Path) -> _Contents:
    def half(name: str) -> tuple[Any, Any]:
        images = _read_idx(path.with_name(name), 3)
        labels = _read_idx(path.with_name(name.replace("images-idx3", "labels-idx1")), 1)
        return (images.swapaxes(1, 2) if name.startswith("emnist") else images), labels

    training = half(path.name)
    for other in ("t10k", "test"):
        name = path.name.replace("train-images", f"{other}-images")
        if name != path.name and path.with_name(name).is_file():
            return _Contents(training, half(name))
    return _Contents(training, None)


def _read_idx(path: Path, axes: int) -> np.ndarray:
    """Read bytes in IDX format (LeCun), gzipped or not; `capsviz.data.vision.read_idx`'s form."""
    packed = path.read_bytes()
    content = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
    if content[:4] != bytes((0, 0, 8, axes)):
        raise ValueError(f"{path.name} does not have the header of bytes with {axes} axes")
    shape = struct.unpack_from(f">{axes}I", content, 4)
    return np.frombuffer(content, np.uint8, offset=4 * (axes + 1)).reshape(shape)


def _bytes(values: Any, name: str) -> Tensor:
    """Convert pictures to bytes, [n, side, side] or [n, 3, side, side]."""
    x = tensor_of(values)
    if x.ndim == 4 and x.shape[-1] in (1, 3):
        x = x.movedim(-1, 1)
    if x.ndim == 4 and x.shape[1] == 1:
        x = x[:, 0]
    square = x.ndim in (3, 4) and x.shape[-1] == x.shape[-2]
    if not square or not len(x) or (x.ndim == 4 and x.shape[1] != 3):
        raise CapsvizError(
            f"the pictures of {name} have the shape {list(x.shape)}: they must be [n, side, side], "
            "grey, or [n, side, side, 3]"
        )
    if x.is_floating_point():
        if not bool(((x >= 0) & (x <= 1)).all()):
            raise CapsvizError(f"the pictures of {name} hold floats outside 0..1: scale them first")
        x = (255 * x).round()
    elif not bool(((x >= 0) & (x <= 255)).all()):
        raise CapsvizError(f"the pictures of {name} hold numbers outside 0..255: scale them first")
    return x.byte().contiguous()


def _number(
    labels: list[np.ndarray], names: tuple[str, ...] | None
) -> tuple[list[Tensor], tuple[str, ...]]:
    """Return classes counted from 0, and their names: numbers in order, or else texts sorted."""
    flat = [each.reshape(-1) for each in labels]
    every = np.concatenate([each.astype(str) for each in flat])
    unique = sorted(set(every.tolist()), key=lambda text: (not text.isdecimal(), len(text), text))
    unique = unique if all(text.isdecimal() for text in unique) else sorted(unique)
    if len(unique) < 2:
        raise CapsvizError("all pictures are of one class: give some of another")
    if names and len(names) != len(unique):
        raise CapsvizError(
            f"there are {len(unique)} classes of pictures and {len(names)} are named"
        )
    number = {text: k for k, text in enumerate(unique)}
    numbered = [torch.tensor([number[text] for text in each.astype(str)]) for each in flat]
    return numbered, names or tuple(text[:NAME_LIMIT] for text in unique)
