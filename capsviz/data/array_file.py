"""Pictures from one source, such as a file, as a training set."""

from __future__ import annotations

import math
import statistics
import zipfile
from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from capsviz.config import CHANNELS, NAME_LIMIT, LabelSet, PictureFormat
from capsviz.data.arrays import bytes_of, tensor_of, unit_range
from capsviz.data.file_contents import IDX, Contents, read_contents
from capsviz.data.folder import dark_on_bright
from capsviz.data.picture_file import fit_format
from capsviz.data.pictures import DataSet, Learning, Pictures, hold_out
from capsviz.errors import CapsvizError
from capsviz.wording import amount_of

#: Share of the training pictures used for validation, and share of all used for testing if the file
#: has no test pictures.
_VALIDATION_SHARE, _TEST_SHARE = 0.15, 0.15
#: Seed of the choice of test pictures.
_SEED = 1998
#: Side of pictures of different sizes, grey and of several channels: MNIST's and CIFAR's.
_SIDES = (28, 32)
#: Number of pictures processed in a training.
_SEEN_PICTURES = 30_000


class ArraySet(DataSet):
    """Square pictures with their labels from one source, as a training set.

    Without test pictures in the source, 15 % of each class are used for testing; 15 % of the others
    are used for validation. Grey pictures are all inverted if their ink is darker than their paper.

    Parameters
    ----------
    title : usual name.
    name : name in a checkpoint's header.
    side : height and width in pixels to resize the pictures to; by default their own, or 28, in
        colour 32, if they differ.
    channels : required number of channels, 1 to 4; None for any.
    """

    def __init__(self, title: str, name: str, side: int | None, channels: int | None) -> None:
        self.title, self.name = title, name[:NAME_LIMIT]
        self._side, self._channels = side, channels
        self._source = title  # for messages

    @abstractmethod
    def _contents(self) -> Contents:
        """Read the source; raises `CapsvizError`, or what `capsviz.data.file_contents` raises."""

    @property
    def classes(self) -> tuple[str, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Names of the classes: those in the file, or the labels in order."""
        return self._read[2]

    @property
    def channels(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """1 for grey, 3 for colours, 2 or 4 for others."""
        images = self._read[0].images
        return images.shape[1] if images.ndim == 4 else 1

    @property
    def side(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The given side, or that of the pictures."""
        return self._side or self._read[0].images.shape[-1]

    @property
    def usual(self) -> Mapping[str, Any]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Settings for few pictures: many epochs, in small steps."""
        n = len(self._read[0])
        settings = {"epochs": math.ceil(_SEEN_PICTURES / n), "batch": 32, "average": 100.0}
        return settings if n < _SEEN_PICTURES else {}

    @property
    def subject(self) -> LabelSet:
        """Data set and classes for the header, with the polarity of all pictures."""
        return LabelSet(self.name, self.classes, self._read[3])

    def learning(self) -> Learning:
        """The training pictures, 15 % of each class held out."""
        training = self._read[0]
        return hold_out(training, max(1, math.floor(_VALIDATION_SHARE * len(training))))

    def test(self) -> Pictures:
        """The test pictures of the file, or 15 % of each class."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[Pictures, Pictures, tuple[str, ...], bool]:
        """Training and test pictures, class names, and whether pictures are dark on bright."""
        try:
            contents = self._contents()
        except CapsvizError:
            raise
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            reason = str(error).strip().splitlines()[0] if str(error) else type(error).__name__
            raise CapsvizError(f"{self._source} cannot be read as pictures: {reason}") from error
        halves = [contents.training, *([contents.test] if contents.test else [])]
        images = self._images([pictures for pictures, _ in halves])
        labels, classes = _number([_one_each(values) for _, values in halves], contents.classes)
        for image, label in zip(images, labels, strict=True):
            if len(image) != len(label):
                raise CapsvizError(
                    f"{self._source} has {amount_of(len(image), 'picture')} and "
                    f"{amount_of(len(label), 'label')}: give one of each"
                )
        inverted = images[0].ndim == 3 and dark_on_bright(images[0])
        parts = [
            Pictures(255 - image if inverted else image, label)
            for image, label in zip(images, labels, strict=True)
        ]
        if len(parts) == 1:
            count = max(1, math.floor(_TEST_SHARE * len(parts[0])))
            split = hold_out(parts[0], count, _SEED)
            assert split.validation is not None
            parts = [split.training(0), split.validation]
        return parts[0], parts[1], classes, inverted

    def _images(self, halves: list[Any]) -> list[Tensor]:
        """Return the pictures of training and test as bytes of one size."""
        if not all(isinstance(half, list) for half in halves):
            arrays = unit_range([tensor_of(half) for half in halves])
            return [self._resize(_bytes(array, self._source)) for array in arrays]
        pictures = [picture for half in halves for picture in half]
        channels = self._channels or statistics.mode(picture.shape[-1] for picture in pictures)
        sides = {length for picture in pictures for length in picture.shape[:2]}
        side = sides.pop() if len(sides) == 1 else _SIDES[channels > 1]
        format = PictureFormat(self._side or side, channels)
        return [
            torch.from_numpy(np.stack([fit_format(picture, format) for picture in half]))
            for half in halves
        ]

    def _resize(self, images: Tensor) -> Tensor:
        channels = images.shape[1] if images.ndim == 4 else 1
        if self._channels not in (None, channels):
            raise CapsvizError(
                f"the pictures of {self._source} have {amount_of(channels, 'channel')}, and "
                f"{self._channels} are asked for: leave out --channels, or choose another network"
            )
        side = self._side or images.shape[-1]
        if side == images.shape[-1]:
            return images
        planes = images.float() if images.ndim == 4 else images.float().unsqueeze(1)
        sized = functional.interpolate(planes, size=(side, side), mode="bilinear", antialias=True)
        sized = sized.round().clamp(0, 255).byte()
        return sized if images.ndim == 4 else sized.squeeze(1)


class ArrayFile(ArraySet):
    """A file of square pictures with their labels, as a training set.

    - ``.npz``: ``images`` and ``labels``, or ``x_train``, ``y_train``, ``x_test`` and ``y_test`` as
      Keras writes them; ``classes`` may name the classes. Pictures are [n, side, side],
      [n, side, side, 1 to 4] or [n, 1 to 4, side, side]; bytes, whole numbers in 0..255 or floats
      in 0..1 or from -1 to 1. Labels may be one-hot.
    - ``.csv``: a label and side² such pixels per row, with or without a header; ``.txt``
    likewise, separated by spaces.
    - ``.csv``, ``.tsv`` or ``.txt``: the path of a picture and its label per row, with or without a
    header; paths are relative to the list.
    - ``.parquet``: columns ``image`` and ``label``, as Hugging Face stores pictures; a file with
      "test" in place of "train" in its name holds the test pictures.
    - ``...images-idx3-ubyte``, also with ``.gz``: MNIST's format, with the labels and the test half
    in the same folder. Pictures of EMNIST are transposed to be upright.

    Parameters
    ----------
    path : path of the file.
    side, channels : as for `ArraySet`.
    """

    def __init__(self, path: Path, side: int | None, channels: int | None) -> None:
        self.path = path
        folders = [folder.name for folder in path.resolve().parents if folder.name != "raw"]
        idx = path.name.removesuffix(".gz").endswith(IDX)  # its name describes one half only
        title = (folders[0] if idx and folders else path.stem) or path.name
        super().__init__(title, f"file:{title}", side, channels)
        self._source = path.name

    def _contents(self) -> Contents:
        return read_contents(self.path)


def _bytes(x: Tensor, name: str) -> Tensor:
    """Convert pictures to bytes, [n, side, side] or [n, 2 to 4, side, side]."""
    if x.ndim == 4 and x.shape[-1] in CHANNELS:
        x = x.movedim(-1, 1)
    if x.ndim == 4 and x.shape[1] == 1:
        x = x[:, 0]
    square = x.ndim in (3, 4) and x.shape[-1] == x.shape[-2]
    if not square or not len(x) or (x.ndim == 4 and x.shape[1] not in CHANNELS):
        raise CapsvizError(
            f"the pictures of {name} have the shape {list(x.shape)}: they must be [n, side, side], "
            f"grey, or [n, side, side, channels] with at most {CHANNELS[-1]} channels"
        )
    return bytes_of(x, f"the pictures of {name}")


def _one_each(labels: Any) -> np.ndarray:
    """Return one label per picture: the class of a one-hot row, whole floats as integers."""
    array = np.asarray(labels)
    is_matrix = array.ndim == 2 and array.shape[1] > 1 and array.dtype.kind in "biuf"
    one_hot = is_matrix and bool(((array == 0) | (array == 1)).all() and (array.sum(1) == 1).all())
    if one_hot:
        return array.argmax(1)
    is_whole = array.dtype.kind == "f" and bool((array == np.rint(array)).all())
    return array.astype(np.int64) if is_whole else array


def _number(
    labels: list[np.ndarray], names: tuple[str, ...] | None
) -> tuple[list[Tensor], tuple[str, ...]]:
    """Return classes counted from 0, and their names: sorted numbers, or else sorted texts."""
    flat = [array.reshape(-1) for array in labels]
    texts = np.concatenate([array.astype(str) for array in flat])
    unique = sorted(set(texts.tolist()), key=lambda text: (not text.isdecimal(), len(text), text))
    unique = unique if all(text.isdecimal() for text in unique) else sorted(unique)
    if len(unique) < 2:
        raise CapsvizError("all pictures are of one class: give some of another")
    if names and len(names) > len(unique) and all(text.isdecimal() for text in unique):
        # Some sets name more classes than they hold, such as EMNIST's letters.
        names = tuple(names[int(text)] for text in unique if int(text) < len(names))
    if names and len(names) != len(unique):
        raise CapsvizError(
            f"there are {len(unique)} classes of pictures: name as many, not {len(names)}"
        )
    number = {text: k for k, text in enumerate(unique)}
    numbered = [torch.tensor([number[text] for text in array.astype(str)]) for array in flat]
    return numbered, tuple(text[:NAME_LIMIT] for text in names or unique)
