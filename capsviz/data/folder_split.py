"""Split of a folder's files into training, validation and test."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from capsviz.config import LabelSet
from capsviz.errors import CapsvizError
from capsviz.wording import amount_of

#: Limits of the number of classes, and of files in total.
MIN_CLASSES, MAX_CLASSES = 2, 200
MAX_FILES = 100_000
#: Shares of each class for validation and test.
VALIDATION_SHARE = TEST_SHARE = 0.15
#: Minimum number of files per class, one for each part.
MIN_FILES = 3
#: Salt of the hash that splits the files.
SEED = b"capsviz 1"
#: Files that operating systems create, in addition to those whose names begin with a dot.
_SYSTEM_FILES = {"thumbs.db", "desktop.ini"}
#: Usual names of the splits' folders.
_SPLIT_NAMES = {
    "train": "training",
    "training": "training",
    "val": "validation",
    "valid": "validation",
    "validate": "validation",
    "validation": "validation",
    "dev": "validation",
    "test": "test",
    "testing": "test",
}
SPLITS = ("training", "validation", "test")

#: A file and the index of its class.
File = tuple[Path, int]


@dataclass(frozen=True, slots=True)
class Contents:
    """Files of a folder, by split.

    Attributes
    ----------
    classes : names of the class folders, in alphabetical order.
    splits : files and their classes, for "training", "validation" and "test".
    own_splits : splits with a separate folder.
    digest : hash of the splits' contents, independent of file names.
    copies : number of files left out as duplicates.
    disputed : number of files left out because another class has the same content.
    loops : links left out because they point to a parent folder.
    """

    classes: tuple[str, ...]
    splits: dict[str, list[File]]
    own_splits: tuple[str, ...]
    digest: str
    copies: tuple[Path, ...]
    disputed: tuple[Path, ...]
    loops: tuple[Path, ...]

    @property
    def how(self) -> str:
        """How the pictures were split, for the model card."""
        if len(self.own_splits) == len(SPLITS):
            text = "the folder's own train, val and test"
        else:
            note = f" (its own: {', '.join(self.own_splits)})" if self.own_splits else ""
            text = (
                f"{VALIDATION_SHARE:.0%} of each class of the folder, picked by a hash of each "
                f"file's content{note}"
            )
        return f"{text}; parts {self.digest}"


@dataclass(slots=True)
class _Files:
    """Files found in a folder, by part and content."""

    by_content: dict[bytes, list[tuple[str, Path, int]]] = field(default_factory=dict)
    unread: list[File] = field(default_factory=list)
    loops: list[Path] = field(default_factory=list)


def layout(path: Path) -> dict[str, list[Path]]:
    """Return the class folders of each part with a separate folder; all under "" if none has one.

    Raises `CapsvizError` if the folder does not exist, it does not have 2 to 200 classes, a class
    has an invalid name, or a part has a class that the training part lacks.
    """
    inner = _folders(path)
    splits = {_SPLIT_NAMES.get(folder.name.lower(), ""): folder for folder in inner}
    has_splits = inner and "" not in splits and len(splits) == len(inner) and "training" in splits
    if not has_splits or not _folders(splits["training"]):
        return {"": class_folders(path)}
    classes = {name: class_folders(folder) for name, folder in splits.items()}
    names = {folder.name for folder in classes["training"]}
    for name, folders in classes.items():
        if unknown := [folder for folder in folders if folder.name not in names]:
            raise CapsvizError(
                f"{unknown[0]} is not a class of {splits['training']}: the {name} pictures must "
                "be of classes that are learnt"
            )
    return classes


def class_folders(path: Path) -> list[Path]:
    """Return the subfolders of a folder, one per class.

    Raises `CapsvizError` if the folder does not exist, it does not have 2 to 200 subfolders, or one
    has an invalid name.
    """
    folders = _folders(path)
    if not MIN_CLASSES <= len(folders) <= MAX_CLASSES:
        raise CapsvizError(
            f"{path} holds {amount_of(len(folders), 'folder')}: there must be one for "
            f"each class, {MIN_CLASSES} to {MAX_CLASSES} of them, with the pictures in it"
        )
    LabelSet("folder", tuple(folder.name for folder in folders))
    return folders


def _folders(path: Path) -> list[Path]:
    if not path.is_dir():
        raise CapsvizError(f"there is no folder {path}: name one that holds a folder per class")
    try:
        return sorted(
            folder
            for folder in path.iterdir()
            if folder.is_dir() and not _is_hidden(folder) and not _leads_back(folder)
        )
    except OSError as error:
        raise CapsvizError(f"{path} cannot be read ({error.strerror})") from error


def part(folders: Mapping[str, Sequence[Path]]) -> Contents:
    """Split the files of some class folders.

    Files in a part's own folder stay in that part. The rest of each class is split in the same
    proportions by the hashes of the contents, independent of names and order.

    Raises `CapsvizError` if a class has no file or has subfolders, there are too many files, or so
    few that a part lacks a class.

    `folders` is the result of `layout`.
    """
    class_dirs = folders.get("training") or folders[""]
    classes = tuple(folder.name for folder in class_dirs)
    listing = _Files()
    files = [
        (name, path, classes.index(folder.name))
        for name, group in folders.items()
        for folder, path in _files(group, listing.loops)
    ]
    for name, path, label in tqdm(files, desc="files", unit="file", disable=len(files) < 5000):
        try:
            listing.by_content.setdefault(_content(path), []).append((name, path, label))
        except OSError:  # it will fail to decode and is counted then
            listing.unread.append((path, label))
    return _split_files(classes, tuple(name for name in SPLITS if name in folders), listing)


def _split_files(
    classes: tuple[str, ...], own_splits: tuple[str, ...], listing: _Files
) -> Contents:
    copies: list[Path] = []
    disputed: list[tuple[Path, int]] = []
    unique: dict[bytes, tuple[str, Path, int]] = {}
    for content, group in listing.by_content.items():
        if len({label for _, _, label in group}) > 1:
            disputed += [(path, label) for _, path, label in group]
            continue
        # The test part takes precedence, so that no test picture is trained on.
        first, *rest = sorted(group, key=lambda file: -SPLITS.index(file[0] or "training"))
        copies += [path for _, path, _ in rest]
        unique[content] = first
    splits: dict[str, list[File]] = {name: [] for name in SPLITS}
    digest = hashlib.sha256()
    missing = [name for name in SPLITS if name not in own_splits]
    for label, class_name in enumerate(classes):
        members = sorted(content for content, file in unique.items() if file[2] == label)
        loose = [content for content in members if unique[content][0] in ("", "training")]
        if missing and len(loose) < MIN_FILES:
            aside = sum(other == label for _, other in disputed)
            twice = sum(path.parent.name == class_name for path in copies)
            raise CapsvizError(
                f"{class_name!r} has {amount_of(len(loose), 'file')} to split: "
                f"{MIN_FILES} are the minimum, one for each part"
                + f"; {aside:,} more are not counted, as another class has them too" * (aside > 0)
                + f"; {twice:,} more are not counted, as they are copies of others" * (twice > 0)
            )
        parts = {content: unique[content][0] for content in members} | dict(_shares(loose, missing))
        for content in members:
            name, (_, path, _) = parts[content], unique[content]
            splits[name].append((path, label))
            digest.update(content + name.encode())
    splits["training"] += listing.unread
    for split in splits.values():
        split.sort()
    if len(own_splits) == len(SPLITS) and not all(splits.values()):
        raise CapsvizError("a part of the folder is empty: put pictures there or remove its folder")
    return Contents(
        classes,
        splits,
        own_splits,
        digest.hexdigest()[:12],
        tuple(copies),
        tuple(path for path, _ in disputed),
        tuple(listing.loops),
    )


def _shares(contents: Sequence[bytes], missing: Sequence[str]) -> Iterator[tuple[bytes, str]]:
    """Yield the part of each remaining file of a class, in the order of hashes."""
    start = 0
    for name, share in (("test", TEST_SHARE), ("validation", VALIDATION_SHARE)):
        if name in missing:
            n = max(1, round(share * len(contents)))
            yield from ((content, name) for content in contents[start : start + n])
            start += n
    yield from ((content, "training") for content in contents[start:])


def _files(folders: Sequence[Path], loops: list[Path]) -> list[tuple[Path, Path]]:
    """Return all folders and their files, sorted by name; append circular links to `loops`."""
    files: list[tuple[Path, Path]] = []
    for folder in folders:
        inner: list[Path] = []
        paths: list[Path] = []
        try:
            for path in folder.iterdir():
                if _is_hidden(path):
                    continue
                if path.is_symlink() and _leads_back(path):
                    loops.append(path)
                    continue
                (inner if path.is_dir() else paths).append(path)
                if len(files) + len(paths) > MAX_FILES:
                    raise CapsvizError(
                        f"{folder.parent} holds more than {MAX_FILES:,} files: name a folder "
                        "with fewer"
                    )
        except OSError as error:
            raise CapsvizError(f"{folder} cannot be read ({error.strerror})") from error
        if inner:
            raise CapsvizError(
                f"{folder} holds folders of its own, such as {min(inner).name!r}: put the "
                "pictures of a class into one folder, or name the folder above the classes"
            )
        if not paths:
            raise CapsvizError(
                f"{folder} is empty: put pictures of {folder.name!r} there or remove it"
            )
        files += [(folder, path) for path in sorted(paths)]
    return files


def _leads_back(path: Path) -> bool:
    """Return whether a link points to itself, or to one of its parent folders."""
    if not path.is_symlink():
        return False
    try:
        return path.resolve(strict=True) in path.parent.resolve().parents or path.samefile(
            path.parent
        )
    except (OSError, RuntimeError):  # circular or dangling
        return True


def _is_hidden(path: Path) -> bool:
    return path.name.startswith(".") or path.name.lower() in _SYSTEM_FILES


def _content(path: Path) -> bytes:
    """Hash of a file's content, which decides its part."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.sha256(SEED)).digest()
