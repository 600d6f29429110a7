"""A user's folder as a data set: one subfolder per class, pictures of any size and format."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Int, UInt8
from tqdm import tqdm

from capsviz.config import NAME_LIMIT, LabelSet, PictureFormat
from capsviz.data.folder_split import SPLITS, Contents, layout, part
from capsviz.data.picture_file import decode, fit_format
from capsviz.data.pictures import DataSet, Learning, Pictures
from capsviz.errors import CapsvizError

#: Maximum size of a file in bytes.
MAX_BYTES = 50 * 2**20
#: Maximum number of files named in a list of errors; the rest are counted.
_MAX_NAMED = 5
#: Number of files below which a class is reported as small.
_SMALL_CLASS = 10
#: Maximum number of classes that are all named in a sentence.
_CLASSES = 12
#: Number of pairs of neighbouring frames in different splits to check, and the number that triggers
#: a warning.
_PAIRS, _HABIT = 200, 5
#: Number of files checked for colour, and minimum mean difference of a pixel's channels, 0..255, of
#: a coloured picture: a scan of black ink has less.
_CHECKED_FILES, _MIN_COLOUR_DIFFERENCE = 60, 6

#: A training on at least this many pictures has the usual length; with fewer, it continues until it
#: has processed `_SEEN_PICTURES`. (With 683 pictures in five classes, all validation pictures were
#: correct after 16,000.)
_ORDINARY_SIZE, _SEEN_PICTURES = 20_000, 30_000
#: Factor of longer training for colour photographs, which vary in more than their class.
_COLOUR_FACTOR = 5


class Folder(DataSet):
    """A folder with one subfolder per class, as a training set.

    Subfolders ``train``, ``val`` and ``test`` are used as splits. Otherwise each class is split
    in the same proportions, by a hash of each file's content, so that renaming or moving a file
    does not change its split. Pictures are fitted into a square and padded with their border's
    colour. Grey pictures are all inverted if their ink is darker than their paper; colours are
    unchanged.

    Raises `CapsvizError` for other channels, which picture files do not have.

    Parameters
    ----------
    path : folder with one subfolder per class, or with such a folder for each part.
    side : height and width of the resized pictures in pixels; by default 28, or 32 in colour.
    channels : 1 to convert to grey, 3 for colours; by default that of most pictures.
    """

    def __init__(self, path: Path, side: int | None, channels: int | None) -> None:
        if channels not in (None, 1, 3):
            raise CapsvizError(
                f"picture files are read as 1 channel or 3, not {channels}: give pictures of "
                f"{channels} as the arrays of a .npz file"
            )
        self.path, self._side, self._channels = path, side, channels
        self._paths: dict[str, list[Path]] = {}
        self.unreadable: dict[str, tuple[Path, ...]] = {}
        self.title = path.resolve().name or str(path.resolve())
        self.name = f"folder:{self.title}"[:NAME_LIMIT]

    @property
    def classes(self) -> tuple[str, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Names of the class folders, in alphabetical order."""
        folders = self._folders
        return tuple(folder.name for folder in folders.get("training") or folders[""])

    @cached_property
    def channels(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The given number, or 3 if most of a few files are coloured."""
        if self._channels:
            return self._channels
        files = [path for path, _ in self.contents.splits["training"]]
        sample = files[:: max(1, len(files) // _CHECKED_FILES)]
        return 3 if 2 * sum(map(_has_colour, sample)) > len(sample) else 1

    @property
    def side(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The given side, or that of MNIST, or of CIFAR for colours."""
        return self._side or (28 if self.channels == 1 else 32)

    @property
    def usual(self) -> Mapping[str, Any]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Settings for few pictures: many epochs, in small steps."""
        n = len(self.contents.splits["training"])
        colour = self.format.colour
        varied = {"augment": "photo"} if colour else {}
        if n > _ORDINARY_SIZE:
            return varied
        count = _SEEN_PICTURES * _COLOUR_FACTOR if colour else _SEEN_PICTURES
        return {"epochs": math.ceil(count / n), "batch": 32, "average": 100.0} | varied

    @property
    def subject(self) -> LabelSet:
        """Data set and classes for the header, with the polarity of all pictures."""
        return LabelSet(self.name, self.classes, self._training[2])

    @cached_property
    def _folders(self) -> dict[str, list[Path]]:
        LabelSet(self.name, ())
        return layout(self.path)

    @cached_property
    def contents(self) -> Contents:
        """Files of each split; reads all files without decoding them."""
        return part(self._folders)

    @property
    def how(self) -> str:
        """How the pictures were split, and their digest; decodes nothing."""
        return self.contents.how

    def learning(self) -> Learning:
        """The folder's own splits, or 70 % of each class for training and 15 % for validation."""
        training, validation, inverted = self._training
        return Learning.of(_invert(training, inverted), _invert(validation, inverted), self.how)

    def test(self) -> Pictures:
        """The folder's own split, or 15 % of each class."""
        return _invert(self._pictures("test"), self._training[2])

    @cached_property
    def _training(self) -> tuple[Pictures, Pictures, bool]:
        """Return training and validation pictures, and whether the former are dark on bright."""
        training, validation = (self._pictures(name) for name in SPLITS[:2])
        inverted = not self.format.colour and dark_on_bright(training.images)
        return training, validation, inverted

    def _pictures(self, name: str) -> Pictures:
        files = self.contents.splits[name]
        images, labels, unreadable = [], [], []
        readable = self._paths[name] = []
        for path, label in tqdm(
            files, desc=f"{name} pictures", unit="file", disable=len(files) < 500
        ):
            try:
                images.append(read_picture(path, self.format))
                labels.append(label)
                readable.append(path)
            except (CapsvizError, OSError):
                unreadable.append(path)
        self.unreadable[name] = tuple(unreadable)
        for label, class_name in enumerate(self.classes):
            # A user's own validation or test folder may hold some classes only.
            if label not in labels and (name not in self.contents.own_splits or not labels):
                raise CapsvizError(_too_few(class_name, name, self._amount(label)))
        return Pictures(torch.from_numpy(np.stack(images)), torch.tensor(labels))

    def _amount(self, label: int) -> int:
        return sum(label == other for files in self.contents.splits.values() for _, other in files)

    def describe(self) -> str:
        """Describe the folder, one sentence per line; reads training and validation files only."""
        training, validation, inverted = self._training
        splits = self.contents.splits
        amounts = {name: self._amount(k) for k, name in enumerate(self.classes)}
        files = sum(map(len, splits.values()))
        lines = [
            f"{self.title}: {files:,} files in {len(self.classes)} classes: "
            + _list_amounts(amounts),
            f"{len(training):,} pictures to learn from, {len(validation):,} to validate and "
            f"{len(splits['test']):,} to test on",
            self._describe_format(inverted, len(training) + len(validation)),
        ]
        if self.contents.own_splits:
            lines.append(f"parted by its own folders: {', '.join(self.contents.own_splits)}")
        if small := {name: n for name, n in amounts.items() if n < _SMALL_CLASS}:
            text = _list_amounts(small)
            lines.append(f"so few pictures that little can be measured of them: {text}")
        if hint := self._neighbours(training, validation):
            lines.append(hint)
        unreadable = [path for files in self.unreadable.values() for path in files]
        for files, reason in (
            (unreadable, "not readable"),
            (self.contents.copies, "the same as another"),
            (self.contents.disputed, "the same in two classes"),
            (self.contents.loops, "links that lead back or nowhere"),
        ):
            if files:
                lines.append(f"{len(files):,} left out, {reason}: {_list_names(files, self.path)}")
        return "\n".join(lines)

    def _describe_format(self, inverted: bool, n: int) -> str:
        """Describe how colour, size, shape and polarity are converted."""
        square = f"fitted whole into squares of {self.side} pixels (--side)"
        if self.format.colour:
            return f"in colour (--channels), {square}, taken as they are: none turned over"
        over = f"dark on bright, so all {n:,} turned over"
        return f"grey (--channels), {square}, {over if inverted else 'bright on dark'}"

    def _neighbours(self, training: Pictures, validation: Pictures) -> str:
        """Warn if consecutively numbered, similar pictures are in different splits."""
        numbered = {_frame(path): n for n, path in enumerate(self._paths["training"])}
        pairs = [
            (numbered[frame], n)
            for n, path in enumerate(self._paths["validation"])
            for frame in _next_frames(path)
            if frame in numbered
        ][:_PAIRS]
        if len(pairs) < _HABIT or "validation" in self.contents.own_splits:
            return ""
        first, second = (torch.tensor(column) for column in zip(*pairs, strict=True))
        # A distant picture of the same class, for comparison.
        others = torch.stack([_another(training.labels, int(n)) for n in first])
        images = validation.images[second]
        difference = _difference(images, training.images[first])
        if difference.median() > 0.5 * _difference(images, training.images[others]).median():
            return ""
        paths = [self._paths["training"][int(first[0])], self._paths["validation"][int(second[0])]]
        return (
            f"neighbouring frames such as {_list_names(paths, self.path)} are parted, so "
            "scores will flatter: part them yourself, in folders train, val and test"
        )


def _frame(path: Path, further: int = 0) -> tuple[Path, str, int]:
    """Return a file's folder, the stem of its name, and the number at its end."""
    stem = path.stem.rstrip("0123456789")
    digits = path.stem[len(stem) :]
    return path.parent, stem, int(digits or -9) + further


def _next_frames(path: Path) -> list[tuple[Path, str, int]]:
    return [_frame(path, further) for further in (-1, 1)] if path.stem[-1:].isdigit() else []


def _another(labels: Int[torch.Tensor, " n"], index: int) -> torch.Tensor:
    """Return the index of a distant picture of the same class."""
    indices = (labels == labels[index]).nonzero()[:, 0]
    return indices[(int((indices == index).nonzero()[0, 0]) + len(indices) // 2) % len(indices)]


def _difference(
    first: UInt8[torch.Tensor, "n *c side side"],
    second: UInt8[torch.Tensor, "n *c side side"],
) -> torch.Tensor:
    """Mean difference of two pictures' pixels, 0..255."""
    return (first.float() - second.float()).abs().flatten(1).mean(1)


def _too_few(name: str, part: str, amount: int) -> str:
    return (
        f"of the {amount} files of {name!r} no readable picture falls to the {part} part: bring "
        "more"
    )


def _list_amounts(amounts: dict[str, int]) -> str:
    """List the number of files per class; for many classes the extremes, and the first ones."""
    texts = [f"{name} {n:,}" for name, n in amounts.items()]
    if len(texts) <= _CLASSES:
        return ", ".join(texts)
    smallest, largest = min(amounts.values()), max(amounts.values())
    span = f"{smallest:,}" if smallest == largest else f"{smallest:,} to {largest:,}"
    return f"{', '.join(texts[:_MAX_NAMED])} and {len(texts) - _MAX_NAMED} more, {span} files each"


def _list_names(files: Iterable[Path], root: Path) -> str:
    names = sorted(str(path.relative_to(root)) for path in files)
    more = f" and {len(names) - _MAX_NAMED:,} more" if len(names) > _MAX_NAMED else ""
    return ", ".join(names[:_MAX_NAMED]) + more


# --- pictures ----------------------------------------------------------------------------


def read_picture(path: Path, format: PictureFormat) -> UInt8[np.ndarray, "*c side side"]:
    """Read a file's picture, fitted into a square; raises `CapsvizError` or OSError."""
    return fit_format(decode(path.read_bytes(), MAX_BYTES), format)


def _has_colour(path: Path) -> bool:
    """Return whether a file's picture has colour; False if it cannot be read."""
    try:
        pixels = decode(path.read_bytes(), MAX_BYTES)
    except (CapsvizError, OSError):
        return False
    return float(np.ptp(pixels, axis=-1).mean()) > _MIN_COLOUR_DIFFERENCE


def dark_on_bright(images: UInt8[torch.Tensor, "n side side"]) -> bool:
    """Return whether pictures, on average, are brighter along their border than inside."""
    border = torch.ones(images.shape[1:], dtype=torch.bool)
    border[1:-1, 1:-1] = False
    mean = images.float().mean(0)
    return bool(mean[border].mean() > mean[~border].mean())


def _invert(pictures: Pictures, inverted: bool) -> Pictures:
    return Pictures(255 - pictures.images, pictures.labels) if inverted else pictures
