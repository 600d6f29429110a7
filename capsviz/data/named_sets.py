"""Public data sets by name: any of torchvision's, and those of the Hugging Face Hub."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from capsviz.data.array_file import ArraySet
from capsviz.data.file_contents import (
    IDX,
    Contents,
    choose_columns,
    pictures_of_rows,
    read_idx_half,
)
from capsviz.data.vision import missing, root_of
from capsviz.errors import CapsvizError
from capsviz.torchvision_import import torchvision_module

#: Sets in MNIST's format, with the names of their halves; a split follows "emnist-".
_IDX_HALVES = {
    "MNIST": ("train", "t10k"),
    "FashionMNIST": ("train", "t10k"),
    "KMNIST": ("train", "t10k"),
    "EMNIST": ("emnist-{}-train", "emnist-{}-test"),
    "QMNIST": ("qmnist-train", "qmnist-test"),
}
#: Split of EMNIST by default.
_EMNIST = "balanced"


class TorchvisionSet(ArraySet):
    """A classification set of torchvision in the layout of its root.

    MNIST's relatives are read without torchvision, gzipped or not. torchvision reads the others, by
    its own checks of the files.

    Parameters
    ----------
    name : torchvision's name of the set, as in "KMNIST"; EMNIST's split follows a slash, as in
        "EMNIST/letters".
    root : folder in torchvision's layout; by default ``CAPSVIZ_DATA``, or the first usual one.
    download : download it with torchvision if it is missing.
    side, channels : as for `capsviz.data.array_file.ArraySet`.
    """

    def __init__(
        self,
        name: str,
        root: Path | None,
        download: bool,
        side: int | None,
        channels: int | None,
    ) -> None:
        super().__init__(name, f"torchvision:{name}", side, channels)
        self._kind, _, self._split = name.partition("/")
        self._root, self._download = root or root_of(self._kind.lower()), download

    def _contents(self) -> Contents:
        try:
            kind = getattr(torchvision_module("torchvision.datasets"), self._kind)
            takes = inspect.signature(kind).parameters
        except (AttributeError, TypeError, ValueError) as error:
            raise CapsvizError(
                f"torchvision has no data set {self._kind!r}: name it as torchvision does, as in "
                "torchvision:KMNIST"
            ) from error
        try:
            return self._read_halves(kind, {*takes})
        except CapsvizError:
            raise
        # torchvision raises many kinds of errors for missing or damaged files
        except Exception as error:
            options = None if self._download else f"--data-set torchvision:{self.title} "
            raise missing(self.title, self._root, "torchvision's root", options, error) from error

    def _read_halves(self, kind: Any, takes: set[str]) -> Contents:
        halves = _IDX_HALVES.get(self._kind)
        split = {"split": self._split or _EMNIST} if self._kind == "EMNIST" else {}
        if split and split["split"] not in kind.splits:
            raise CapsvizError(
                f"EMNIST has no split {self._split!r}: choose one of {', '.join(kind.splits)}"
            )
        if halves and self._download:
            for train in (True, False):
                kind(str(self._root), train=train, download=True, **split)
        if halves:
            folder = self._root / self._kind / "raw"
            training, test = (
                read_idx_half(folder / f"{half.format(*split.values())}-{IDX}") for half in halves
            )
            names = kind.classes_split_dict[split["split"]] if split else kind.classes
            return Contents(training, test, tuple(name.partition(" - ")[0] for name in names))
        download = {"download": self._download} if "download" in takes else {}
        if "train" in takes:
            choices: list[dict[str, Any]] = [{"train": True}, {"train": False}]
        elif "split" in takes:
            choices = [{"split": "train"}, {"split": "test"}]
        else:
            choices = [{}]
        datasets = [kind(str(self._root), **choice, **download) for choice in choices]
        names = getattr(datasets[0], "classes", None)
        parts = [_arrays(dataset, self.title) for dataset in datasets]
        return Contents(
            parts[0], parts[1] if parts[1:] else None, tuple(map(str, names)) if names else None
        )


def _arrays(dataset: Any, title: str) -> tuple[Any, Any]:
    """Return the pictures and labels of a torchvision set."""
    data = getattr(dataset, "data", None)
    labels = getattr(dataset, "targets", getattr(dataset, "labels", None))
    if isinstance(data, np.ndarray) and labels is not None:
        return data, np.asarray(labels)
    pairs = [dataset[i] for i in range(len(dataset))]
    pictures = pictures_of_rows((picture for picture, _ in pairs), title)
    return pictures, np.array([label for _, label in pairs])


class HubSet(ArraySet):
    """A data set of the Hugging Face Hub, or in a folder that `datasets` reads.

    Parameters
    ----------
    name : name of the set, as in "ylecun/mnist", or the path of a folder.
    side, channels : as for `capsviz.data.array_file.ArraySet`.
    """

    def __init__(self, name: str, side: int | None, channels: int | None) -> None:
        super().__init__(name, f"hf:{name}", side, channels)

    def _contents(self) -> Contents:
        try:
            datasets = import_module("datasets")
        except ImportError as error:
            raise CapsvizError(
                'sets of the Hugging Face Hub need its library: pip install "capsviz[datasets]"'
            ) from error
        try:
            parts = datasets.load_dataset(self.title)
        except Exception as error:  # by kind of file, network and cache
            reason = str(error).strip().partition("\n")[0]
            raise CapsvizError(f"datasets cannot load {self.title!r}: {reason}") from error
        training = parts["train"] if "train" in parts else next(iter(parts.values()))
        test = next((parts[name] for name in ("test", "validation") if name in parts), None)
        label = choose_columns(training.column_names, self.title)[1]
        names = getattr(training.features[label], "names", None)
        return Contents(
            read_table(training, self.title),
            None if test is None or test is training else read_table(test, self.title),
            tuple(names) if names else None,
        )


def read_table(table: Any, source: str) -> tuple[Any, Any]:
    """Return the pictures and labels of a `datasets.Dataset`; raises `CapsvizError`."""
    image, label = choose_columns(table.column_names, source)
    rows = table.with_format(None)
    return pictures_of_rows((row[image] for row in rows), source), np.array(rows[label])
