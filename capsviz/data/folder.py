"""A folder of your own: a folder in it for each class, with pictures of any size and format."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import UInt8
from tqdm import tqdm

from capsviz.config import NAME_LIMIT, LabelSet
from capsviz.data.picture_file import decode, fit_square, grey_of
from capsviz.data.pictures import DataSet, Learning, Pictures
from capsviz.errors import CapsvizError

#: Classes there may be, files in all, and bytes of a file.
LEAST_CLASSES, MOST_CLASSES = 2, 50
MOST_FILES = 100_000
MOST_BYTES = 50 * 2**20
#: Shares of the pictures that are held out to validate and to test on.
VALIDATION_SHARE = TEST_SHARE = 0.15
#: Goes into the hash that parts them: another one parts them otherwise.
SEED = b"capsviz 1"
#: Files that systems leave in folders, besides those whose names begin with a dot.
_LEFT_BEHIND = {"thumbs.db", "desktop.ini"}
#: Files named in a list of what is wrong; the rest are counted.
_NAMED = 5

#: With more pictures to learn from than this a training is an ordinary one; with fewer it goes
#: on until it has seen so many. (Of 683 in five classes all that were held out were read rightly
#: after 16,000.)
_MANY, _SEEN = 20_000, 30_000
_PARTS = ("training", "validation", "test")


@dataclass(frozen=True, slots=True)
class Contents:
    """The files of a folder, parted by what is in them.

    Attributes
    ----------
    classes : names of the folders, in alphabetical order.
    parts : for "training", "validation" and "test" the files and their classes.
    copies : files left out because the same is there under another name.
    disputed : files left out because the same is there in another class.
    """

    classes: tuple[str, ...]
    parts: dict[str, list[tuple[Path, int]]]
    copies: tuple[Path, ...]
    disputed: tuple[Path, ...]


class Folder(DataSet):
    """Pictures in a folder for each class, as a data set to train on.

    A file's part is decided by a hash of its content alone: it stays in it whatever is added,
    renamed or moved. Pictures are made grey, fitted into a square with their own border's
    grey around them, and turned over all together where their ink is darker than their paper.

    Parameters
    ----------
    path : the folder that holds one folder for each class.
    side : height and width to bring the pictures to, in pixels.
    """

    def __init__(self, path: Path, side: int) -> None:
        self.path, self.side = path, side
        self.unreadable: dict[str, tuple[Path, ...]] = {}
        self.title = path.resolve().name or str(path.resolve())
        self.name = f"folder:{self.title}"[:NAME_LIMIT]

    @property
    def classes(self) -> tuple[str, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Names of the class folders, in alphabetical order."""
        return tuple(folder.name for folder in self._folders)

    @property
    def usual(self) -> Mapping[str, Any]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Where there are few pictures: many epochs, in small steps."""
        n = len(self.contents.parts["training"])
        if n > _MANY:
            return {}
        return {"epochs": math.ceil(_SEEN / n), "batch": 32, "average": 100.0}

    @property
    def subject(self) -> LabelSet:
        """What a header says, with how all pictures lie on their paper."""
        return LabelSet(self.name, self.classes, self._training_parts[2])

    @cached_property
    def _folders(self) -> list[Path]:
        return class_folders(self.path)

    @cached_property
    def contents(self) -> Contents:
        """Which files there are, and in which part; reads them all, decodes none."""
        return part(self._folders)

    def learning(self) -> Learning:
        """About 70 % of the pictures to learn from and 15 % to validate on."""
        training, validation, inverted = self._training_parts
        how = f"{VALIDATION_SHARE:.0%} of the folder, picked by a hash of each file's content"
        return Learning.of(_invert(training, inverted), _invert(validation, inverted), how)

    def test(self) -> Pictures:
        """About 15 % of the pictures."""
        return _invert(self._pictures("test"), self._training_parts[2])

    @cached_property
    def _training_parts(self) -> tuple[Pictures, Pictures, bool]:
        """Training and validation pictures, and whether the former are dark on bright."""
        training, validation = (self._pictures(name) for name in _PARTS[:2])
        return training, validation, dark_on_bright(training.images)

    def _pictures(self, name: str) -> Pictures:
        files = self.contents.parts[name]
        images, labels, bad = [], [], []
        for path, label in tqdm(
            files, desc=f"{name} pictures", unit="file", disable=len(files) < 500
        ):
            try:
                images.append(fit_square(grey_of(decode(path.read_bytes(), MOST_BYTES)), self.side))
                labels.append(label)
            except (CapsvizError, OSError):
                bad.append(path)
        self.unreadable[name] = tuple(bad)
        for label, there in enumerate(self.classes):
            if label not in labels:
                raise CapsvizError(_too_few(there, name, self._amount(label)))
        return Pictures(torch.from_numpy(np.stack(images)), torch.tensor(labels))

    def _amount(self, label: int) -> int:
        return sum(label == other for files in self.contents.parts.values() for _, other in files)

    def describe(self) -> str:
        """What the folder holds, a sentence a line; reads what a training may see."""
        training, validation, inverted = self._training_parts
        parts = self.contents.parts
        amounts = ", ".join(f"{name} {self._amount(k)}" for k, name in enumerate(self.classes))
        files = sum(map(len, parts.values()))
        lines = [
            f"{self.title}: {files:,} files in {len(self.classes)} classes: {amounts}",
            f"{len(training):,} pictures to learn from, {len(validation):,} to validate and "
            f"{len(parts['test']):,} to test on, "
            f"{'dark on bright, so turned over' if inverted else 'bright on dark'}",
        ]
        bad = [path for files in self.unreadable.values() for path in files]
        for files, what in (
            (bad, "not readable"),
            (self.contents.copies, "the same as another"),
            (self.contents.disputed, "the same in two classes"),
        ):
            if files:
                lines.append(f"{len(files):,} left out, {what}: {_list_names(files, self.path)}")
        return "\n".join(lines)


def class_folders(path: Path) -> list[Path]:
    """The folders of a folder, each of them a class.

    Raises
    ------
    CapsvizError : there is no such folder, or it does not hold 2 to 50 of them.
    """
    if not path.is_dir():
        raise CapsvizError(f"there is no folder {path}: name one that holds a folder per class")
    try:
        folders = sorted(each for each in path.iterdir() if each.is_dir() and not _is_hidden(each))
    except OSError as error:
        raise CapsvizError(f"{path} cannot be looked into ({error.strerror})") from error
    if not LEAST_CLASSES <= len(folders) <= MOST_CLASSES:
        raise CapsvizError(
            f"{path} holds {len(folders)} folder{'s' * (len(folders) != 1)}: there must be one for "
            f"each class, {LEAST_CLASSES} to {MOST_CLASSES} of them, with the pictures in it"
        )
    return folders


def part(folders: Sequence[Path]) -> Contents:
    """Part the files of some class folders by a seeded hash of their content.

    Raises
    ------
    CapsvizError : a class has no file or folders of its own, there are too many files, or so
        few that a class is missing in some part.
    """
    files = _files(folders)
    parts: dict[str, list[tuple[Path, int]]] = {name: [] for name in _PARTS}
    by_content: dict[bytes, list[tuple[Path, int]]] = {}
    for path, label in tqdm(files, desc="files", unit="file", disable=len(files) < 5000):
        try:
            by_content.setdefault(_content(path), []).append((path, label))
        except OSError:  # it will not be decoded either, and be counted then
            parts["training"].append((path, label))
    copies: list[Path] = []
    disputed: list[Path] = []
    for content, same in by_content.items():
        if len({label for _, label in same}) > 1:
            disputed += [path for path, _ in same]
            continue
        copies += [path for path, _ in same[1:]]
        parts[_part_of(content)].append(same[0])
    for name, chosen in parts.items():
        there = {label for _, label in chosen}
        for label, folder in enumerate(folders):
            if label not in there:
                amount = sum(label == other for _, other in files)
                raise CapsvizError(_too_few(folder.name, name, amount))
    classes = tuple(folder.name for folder in folders)
    return Contents(classes, parts, tuple(copies), tuple(disputed))


def _files(folders: Sequence[Path]) -> list[tuple[Path, int]]:
    """All files and the positions of their folders, in alphabetical order."""
    files: list[tuple[Path, int]] = []
    for label, folder in enumerate(folders):
        inner, here = [], []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    path = folder / entry.name
                    if _is_hidden(path):
                        continue
                    (inner if entry.is_dir() else here).append(path)
                    if len(files) + len(here) > MOST_FILES:
                        raise CapsvizError(
                            f"{folder.parent} holds more than {MOST_FILES:,} files: name a folder "
                            "with fewer"
                        )
        except OSError as error:
            raise CapsvizError(f"{folder} cannot be looked into ({error.strerror})") from error
        if inner:
            raise CapsvizError(
                f"{folder} holds folders of its own, such as {min(inner).name!r}: put the "
                "pictures of a class into one folder, or name the folder above the classes"
            )
        if not here:
            raise CapsvizError(
                f"{folder} is empty: put pictures of {folder.name!r} there or remove it"
            )
        files += [(path, label) for path in sorted(here)]
    return files


def _is_hidden(path: Path) -> bool:
    return path.name.startswith(".") or path.name.lower() in _LEFT_BEHIND


def _content(path: Path) -> bytes:
    """A hash of what is in a file, which decides its part."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.sha256(SEED)).digest()


def _part_of(content: bytes) -> str:
    share = int.from_bytes(content[:8], "big") / 2**64
    if share < TEST_SHARE:
        return "test"
    return "validation" if share < TEST_SHARE + VALIDATION_SHARE else "training"


def _too_few(name: str, part: str, amount: int) -> str:
    return (
        f"of the {amount} files of {name!r} no readable picture falls to the {part} part: bring "
        "more (fifty are enough)"
    )


def _list_names(files: Iterable[Path], root: Path) -> str:
    names = sorted(str(path.relative_to(root)) for path in files)
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


# --- pictures ----------------------------------------------------------------------------


def dark_on_bright(images: UInt8[torch.Tensor, "n side side"]) -> bool:
    """Whether pictures, all together, are brighter along their border than inside it."""
    border = torch.ones(images.shape[1:], dtype=torch.bool)
    border[1:-1, 1:-1] = False
    mean = images.float().mean(0)
    return bool(mean[border].mean() > mean[~border].mean())


def _invert(pictures: Pictures, inverted: bool) -> Pictures:
    return Pictures(255 - pictures.images, pictures.labels) if inverted else pictures
