"""Every data set by name: what can be learnt from, and what it is tested on."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path

from capsviz.bounds import Number
from capsviz.config import NAME_LIMIT
from capsviz.data.cifar import Cifar
from capsviz.data.fashion import Fashion
from capsviz.data.folder import Folder
from capsviz.data.folder_split import layout
from capsviz.data.mnist import Mnist
from capsviz.data.pictures import DataSet
from capsviz.data.sprites import SpriteSet
from capsviz.data.vision import root_of
from capsviz.errors import CapsvizError

#: What begins the name of a folder of one's own.
FOLDER = "folder:"
#: And of sprites that are turned by at most so many degrees each way.
TURNED = "sprites:"
#: The folders that ``capsviz app --pictures`` names, as a list of paths in JSON.
OFFERED = "CAPSVIZ_PICTURES"
#: Where torchvision keeps a set, within the folder that it lies in.
_FILES = {
    "mnist": "MNIST/raw",
    "fashion": "FashionMNIST/raw",
    "cifar10": "cifar-10-batches-py",
}
#: Makes a set from the folder named with ``--data``, and whether it may be fetched.
SETS: dict[str, Callable[[Path | None, bool], DataSet]] = {
    "mnist": Mnist,
    "fashion": Fashion,
    "cifar10": Cifar,
    "sprites": lambda root, download: SpriteSet(),
}


def title(name: str) -> str:
    """What people call a data set of this name."""
    return SETS[name](None, False).title if name in SETS else name.removeprefix(FOLDER)


def name_of(text: str) -> str:
    """What a data set is called in a checkpoint, whatever path leads to its folder."""
    return open_set(text).name if text.startswith((FOLDER, TURNED)) else text


def open_set(
    name: str,
    root: Path | None = None,
    *,
    download: bool = False,
    side: int | None = 28,
    channels: int | None = 1,
) -> DataSet:
    """The data set that ``--data-set`` names; nothing is read yet.

    Parameters
    ----------
    name : one of `SETS`, "folder:" and the path of a folder, or "sprites:" and by how many degrees
        each way those to learn from are turned at most.
    root : the folder it lies in, where it has one; by default the usual one.
    download : fetch it where it is missing and can be fetched.
    side : of the pictures, in pixels, for a folder; None to have it chosen.
    channels : of the pictures, 1 or 3, for a folder; None to have it chosen.

    Raises
    ------
    CapsvizError : there is no such set.
    """
    if name.startswith(FOLDER):
        return Folder(Path(name.removeprefix(FOLDER)).expanduser(), side, channels)
    if name.startswith(TURNED):
        return _turned_sprites(name.removeprefix(TURNED))
    if name not in SETS:
        raise CapsvizError(
            f"there is no data set {name!r}: choose one of {[*SETS, FOLDER + 'PATH']}"
        )
    return SETS[name](root, download)


def _turned_sprites(degrees: str) -> SpriteSet:
    """Sprites to learn from that are turned by no more; raises `CapsvizError`."""
    try:
        return SpriteSet(turn=Number(float, 0, 180)(degrees))
    except argparse.ArgumentTypeError as error:
        raise CapsvizError(f"of degrees each way, as in sprites:30, {error}") from error


def offer(folders: list[Path]) -> None:
    """Let visitors of an app that this process starts train on these folders, and on no others.

    Raises
    ------
    CapsvizError : one holds no folder per class, or two have one name.
    """
    names = [Path(each).resolve().name for each in folders]
    for folder, name in zip(folders, names, strict=True):
        layout(folder)
        if names.count(name) > 1:
            raise CapsvizError(f"two folders of pictures are called {name!r}: rename one of them")
    os.environ[OFFERED] = json.dumps([str(folder.resolve()) for folder in folders])


def list_folders() -> dict[str, Path]:
    """Those folders, by the names that they go by: a visitor never names a path."""
    try:
        texts = json.loads(os.environ.get(OFFERED, "[]"))
    except ValueError:
        texts = []
    paths = (
        [Path(each) for each in texts if isinstance(each, str)] if isinstance(texts, list) else []
    )
    return {f"{FOLDER}{path.name}"[:NAME_LIMIT]: path for path in paths}


def at_hand() -> dict[str, str]:
    """Titles of the sets that can be learnt from on this machine, by their names."""
    known = {
        name: title(name)
        for name in SETS
        if name not in _FILES or (root_of(name) / _FILES[name]).is_dir()
    }
    return known | {name: title(name) for name in list_folders()}


def open_public_set(
    name: str,
    root: Path | None = None,
    *,
    side: int | None = 28,
    channels: int | None = 1,
) -> DataSet:
    """As `open_set`, but a folder goes by its name in `list_folders`.

    Raises
    ------
    CapsvizError : there is no such set, or nobody offers it here.
    """
    if not name.startswith(FOLDER):
        return open_set(name, root, side=side, channels=channels)
    path = list_folders().get(name)
    if path is None:
        raise CapsvizError(
            f"no pictures called {name.removeprefix(FOLDER)!r} are offered here: start the app "
            "with --pictures and their folder"
        )
    return open_set(f"{FOLDER}{path}", side=side, channels=channels)
