"""Readers of files of pictures: arrays of numpy, tables, parquet, MNIST's IDX format."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from capsviz.data.folder import MAX_BYTES
from capsviz.data.picture_file import decode, planes_of
from capsviz.data.vision import read_idx
from capsviz.errors import CapsvizError

#: Kinds of file, for messages.
KINDS = (
    "a .npz file, a .csv table of pixels, a .csv, .tsv or .txt list of files with labels, a "
    ".parquet file, or a file of images in MNIST's format"
)
#: Suffix of the name of a file of images in MNIST's format.
IDX = "images-idx3-ubyte"
#: Names of training and test arrays: of Keras, and others in use.
_PAIRS = (
    ("x_train", "y_train", "x_test", "y_test"),
    ("train_images", "train_labels", "test_images", "test_labels"),
    ("images", "labels", "test_images", "test_labels"),
    ("x", "y", "x_test", "y_test"),
)
#: Usual columns of pictures and of labels.
_PICTURES = ("image", "img", "picture", "pixels", "images", "x")
_LABELS = ("label", "labels", "fine_label", "class", "target", "digit", "y")
#: Separators of a list of files.
_SEPARATORS = {".csv": ",", ".tsv": "\t"}


class Contents(NamedTuple):
    """Pictures and labels of a source.

    Attributes
    ----------
    training : pictures and labels: an array [n, ...], or a list of pictures of any size, planes of
        `capsviz.data.picture_file.decode`; and n numbers or texts.
    test : the same, if the source has test pictures.
    classes : class names, in the order of the labels, or by number; None if unknown.
    """

    training: tuple[Any, Any]
    test: tuple[Any, Any] | None
    classes: tuple[str, ...] | None = None


def read_contents(path: Path) -> Contents:
    """Read a file of pictures by the suffix of its name.

    Raises
    ------
    CapsvizError, OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile : the file does not
    exist, is of an unknown kind, or is damaged.
    """
    if not path.is_file():
        raise CapsvizError(f"there is no file {str(path)!r}: give {KINDS}")
    if path.name.removesuffix(".gz").endswith(IDX):
        return _read_idx_files(path)
    if path.suffix not in _READERS:
        raise CapsvizError(f"{path.name} is of no kind that is read: give {KINDS}")
    return _READERS[path.suffix](path)


def _read_npz(path: Path) -> Contents:
    with np.load(path, allow_pickle=False) as file:
        names = set(file.files)
        for images, labels, test_images, test_labels in _PAIRS:
            if {images, labels} <= names:
                has_test = {test_images, test_labels} <= names and test_images != images
                classes = tuple(map(str, file["classes"])) if "classes" in names else None
                test = (file[test_images], file[test_labels]) if has_test else None
                return Contents((file[images], file[labels]), test, classes)
    raise CapsvizError(
        f"{path.name} holds {', '.join(sorted(names)) or 'nothing'}: call the arrays images and "
        "labels, or x_train, y_train, x_test and y_test"
    )


def _read_table(path: Path) -> Contents:
    with path.open(newline="", encoding="utf-8-sig") as file:
        if path.suffix in _SEPARATORS:
            rows = [row for row in csv.reader(file, delimiter=_SEPARATORS[path.suffix]) if row]
        else:
            lines = [line for line in file if line.strip()]
            numbers = all(map(_is_number, lines[-1].split())) if lines else False
            # a label has no spaces, a path may
            rows = [line.split() if numbers else line.rsplit(maxsplit=1) for line in lines]
    if rows and len(rows[0]) == 2:
        return _read_list(path, rows)
    if rows and not _is_number(rows[0][-1]):
        rows = rows[1:]  # the header
    widths = {len(row) - 1 for row in rows}
    if len(widths) != 1:
        raise CapsvizError(f"{path.name} has no rows, or rows of different lengths")
    pixels = widths.pop()
    side = math.isqrt(pixels)
    if side * side != pixels or not pixels:
        raise CapsvizError(
            f"{path.name} has {pixels} pixels a row, which is no square: give a label and then "
            "side x side pixels in each row, or a path and a label"
        )
    images = np.array([row[1:] for row in rows], dtype=np.float64).reshape(-1, side, side)
    rounded = np.rint(images).astype(np.int64)
    is_whole = bool((rounded == images).all())  # a table of only 0 and 1 counts as bytes
    return Contents((rounded if is_whole else images, _labels([row[0] for row in rows])), None)


def _labels(texts: list[str]) -> np.ndarray:
    """Return labels; texts such as "4.0000" become numbers."""
    decimals = all(map(_is_number, texts)) and not all(map(str.isdecimal, texts))
    return np.array(texts, dtype=np.float64 if decimals else None)


def _read_list(path: Path, rows: list[list[str]]) -> Contents:
    """Read rows of a path, relative to the list's folder, and a label, in either order."""
    if any(len(row) != 2 for row in rows):
        raise CapsvizError(f"{path.name} has rows of different lengths: give a path and a label")
    last = rows[-1]  # the first row may be a header
    column = next((k for k, text in enumerate(last) if (path.parent / text).is_file()), None)
    if column is None:
        raise CapsvizError(
            f"{path.name} names no file of a picture: {last[0]!r} is not in {path.parent}"
        )
    if not (path.parent / rows[0][column]).is_file():
        rows = rows[1:]
    pictures = [read_picture(path.parent / row[column]) for row in rows]
    return Contents((pictures, np.array([row[1 - column] for row in rows])), None)


def read_picture(path: Path) -> np.ndarray:
    """Read a picture's file as planes [h, w, 1 or 3] in 0..255; raises `CapsvizError`."""
    try:
        return decode(path.read_bytes(), MAX_BYTES)
    except OSError as error:
        raise CapsvizError(f"{path} cannot be read: {error.strerror}") from error
    except CapsvizError as error:
        raise CapsvizError(f"{path}: {error}") from error


def _read_parquet(path: Path) -> Contents:
    try:
        from pyarrow import ArrowInvalid, parquet
    except ImportError as error:
        raise CapsvizError('parquet files need pyarrow: pip install "capsviz[datasets]"') from error

    def half(file: Path) -> tuple[Any, Any, tuple[str, ...] | None]:
        try:
            table = parquet.read_table(file)
        except ArrowInvalid as error:
            raise ValueError(str(error)) from error
        image, label = choose_columns(table.column_names, file.name)
        pictures = pictures_of_rows(table.column(image).to_pylist(), file.name)
        return pictures, np.array(table.column(label).to_pylist()), _names(table, label)

    pictures, labels, names = half(path)
    test_path = path.with_name(path.name.replace("train", "test"))
    test = half(test_path)[:2] if test_path != path and test_path.is_file() else None
    return Contents((pictures, labels), test, names)


def choose_columns(columns: list[str], source: str) -> tuple[str, str]:
    """Return the columns of pictures and of labels; raises `CapsvizError`."""
    candidates = (_PICTURES, _LABELS)
    names = [next((name for name in options if name in columns), None) for options in candidates]
    if None in names:
        raise CapsvizError(
            f"{source} has the columns {', '.join(columns)}: call one image and one label"
        )
    return str(names[0]), str(names[1])


def pictures_of_rows(values: Iterable[Any], source: str) -> list[np.ndarray]:
    """Convert the pictures of a table; see `_picture_of`. A `CapsvizError` names the row."""
    pictures = []
    for value in values:
        try:
            pictures.append(_picture_of(value))
        except CapsvizError as error:
            raise CapsvizError(f"{source}, row {len(pictures)}: {error}") from error
    return pictures


def _picture_of(value: Any) -> np.ndarray:
    """Convert a table's picture to planes [h, w, channels] in 0..255.

    Parameters
    ----------
    value : the bytes of a picture file, also under "bytes" as Hugging Face stores them; an image
    of PIL; or rows of pixels.
    """
    if isinstance(value, dict):
        value = value.get("bytes")
    if isinstance(value, bytes):
        return decode(value, MAX_BYTES)
    if hasattr(value, "getexif"):
        return planes_of(value)
    pixels = np.asarray(value)
    if pixels.dtype.kind not in "biuf" or pixels.ndim not in (2, 3):
        raise CapsvizError("a row holds no picture: give a picture's bytes, or rows of pixels")
    if pixels.dtype.kind == "f" and pixels.max(initial=0) <= 1:
        pixels = 255 * pixels
    return np.atleast_3d(pixels).astype(np.float32)


def _names(table: Any, label: str) -> tuple[str, ...] | None:
    """Return the class names that Hugging Face stores in a table's metadata."""
    stored = (table.schema.metadata or {}).get(b"huggingface")
    if stored is None:
        return None
    features = json.loads(stored).get("info", {}).get("features", {})
    names = features.get(label, {}).get("names")
    return tuple(map(str, names)) if names else None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _read_idx_files(path: Path) -> Contents:
    training = read_idx_half(path)
    for prefix in ("t10k", "test"):
        name = path.name.replace("train-images", f"{prefix}-images")
        if name != path.name and path.with_name(name).is_file():
            return Contents(training, read_idx_half(path.with_name(name)))
    return Contents(training, None)


def read_idx_half(path: Path) -> tuple[Any, Any]:
    """Read a file of images in MNIST's format, and its file of labels; see `read_idx`.

    EMNIST's pictures are transposed to be upright. QMNIST's labels are the first of eight columns.
    """
    images = read_idx(path, 3)
    labels_name = path.name.replace("images-idx3", "labels-idx1")
    labels_path = path.with_name(path.name.replace("images-idx3-ubyte", "labels-idx2-int"))
    if labels_path.exists() or labels_path.with_name(f"{labels_path.name}.gz").exists():
        labels = read_idx(labels_path, 2)[:, 0]
    else:
        labels = read_idx(path.with_name(labels_name), 1)
    return (images.swapaxes(1, 2) if path.name.startswith("emnist") else images), labels


_READERS: dict[str, Callable[[Path], Contents]] = {
    ".npz": _read_npz,
    ".csv": _read_table,
    ".tsv": _read_table,
    ".txt": _read_table,
    ".parquet": _read_parquet,
}
