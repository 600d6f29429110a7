"""Every data set by name."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path

from capsviz.bounds import Number
from capsviz.config import NAME_LIMIT
from capsviz.data.array_file import ArrayFile
from capsviz.data.colours import ColourSet
from capsviz.data.folder import Folder
from capsviz.data.folder_split import layout
from capsviz.data.named_sets import HubSet, TorchvisionSet
from capsviz.data.pictures import DataSet
from capsviz.data.solids import SolidSet
from capsviz.data.sprites import SpriteSet
from capsviz.data.vision import LAYOUTS, Cifar, Fashion, Mnist, root_of
from capsviz.errors import CapsvizError

#: Prefix of the name of a user's folder.
FOLDER = "folder:"
#: Prefix of the name of a user's file of pictures.
FILE = "file:"
#: Prefix of the name of a set of torchvision, and of one of the Hugging Face Hub.
TORCHVISION, HUB = "torchvision:", "hf:"
#: Prefixes of users' own sources; visitors may only name the offered folders among them.
OWN_SOURCES = (FOLDER, FILE, TORCHVISION, HUB)
#: Prefix of the name of sprites rotated by at most so many degrees each way.
TURNED_SPRITES = "sprites:"
#: Name of solids, and prefix of the name of those split by viewpoint.
SOLIDS, VIEWED = "solids", "solids:"
#: Environment variable with the folders of ``capsviz app --pictures``, as a JSON list of paths.
OFFERED_FOLDERS = "CAPSVIZ_PICTURES"
#: Folder of a set in torchvision's layout.
_FILES = {kind.name: LAYOUTS[kind.kind][1] for kind in (Mnist, Fashion, Cifar)}
#: Constructors of the sets, from the folder of ``--data`` and whether to download.
SETS: dict[str, Callable[[Path | None, bool], DataSet]] = {
    "mnist": Mnist,
    "fashion": Fashion,
    "cifar10": Cifar,
    "sprites": lambda root, download: SpriteSet(),
    "colours": lambda root, download: ColourSet(),
    SOLIDS: lambda root, download: SolidSet(),
}


def title(name: str) -> str:
    """Return the usual name of a data set."""
    return SETS[name](None, False).title if name in SETS else name.removeprefix(FOLDER)


def name_of(text: str) -> str:
    """Return the name of a data set in checkpoints, without the path of its folder."""
    return open_set(text).name if text.startswith((*OWN_SOURCES, TURNED_SPRITES, VIEWED)) else text


def plain_name(name: str) -> str:
    """Return a data set's name for a file: without its source's prefix, and without slashes."""
    kind = next((source for source in OWN_SOURCES if name.startswith(source)), "")
    return name.removeprefix(kind).replace("/", "_")


def open_set(
    name: str,
    root: Path | None = None,
    *,
    download: bool = False,
    side: int | None = None,
    channels: int | None = None,
) -> DataSet:
    """Return the data set of ``--data-set``; nothing is read yet.

    Raises `CapsvizError` if the set does not exist.

    Parameters
    ----------
    name : one of `SETS`, "folder:" and the path of a folder, "file:" and the path of an
        `ArrayFile`, "torchvision:" and the name of a `TorchvisionSet`, "hf:" and the name of a
        `HubSet`, "sprites:" and the maximum rotation in degrees each way of the training
        sprites, or "solids:azimuth" or "solids:elevation" to train on a third of the views.
    root : folder of the set, if it has one; by default the usual one.
    download : download it if it is missing and can be downloaded.
    side : side in pixels of one's own pictures, None to derive it from them; or of solids, by
        default 32.
    channels : channels of one's own pictures, 1 to 4, None to derive it from them; or of solids: 1
        for one camera, the default, 2 for two.
    """
    if name.startswith(FOLDER):
        return Folder(Path(name.removeprefix(FOLDER)).expanduser(), side, channels)
    if name.startswith(FILE):
        return ArrayFile(Path(name.removeprefix(FILE)).expanduser(), side, channels)
    if name.startswith(TORCHVISION):
        return TorchvisionSet(name.removeprefix(TORCHVISION), root, download, side, channels)
    if name.startswith(HUB):
        return HubSet(name.removeprefix(HUB), side, channels)
    if name.startswith(TURNED_SPRITES):
        return _turned_sprites(name.removeprefix(TURNED_SPRITES))
    if name == SOLIDS or name.startswith(VIEWED):
        split = name.removeprefix(SOLIDS).removeprefix(":")
        return SolidSet(side or SolidSet().side, channels or 1, split)
    if name not in SETS and Path(name).exists():
        raise CapsvizError(
            f"there is no data set {name!r}: call the path {name_source(Path(name))!r}"
        )
    if name not in SETS:
        forms = (f"{FOLDER}PATH", f"{FILE}PATH", f"{TORCHVISION}KMNIST", f"{HUB}USER/NAME")
        raise CapsvizError(
            f"there is no data set {name!r}: choose one of {', '.join([*SETS, *forms])}"
        )
    return SETS[name](root, download)


def name_source(data: object) -> object:
    """Return the name of a path's data set; other values unchanged."""
    if isinstance(data, Path):
        return f"{FOLDER if data.is_dir() else FILE}{data}"
    return data


def _turned_sprites(degrees: str) -> SpriteSet:
    """Return training sprites with a limited rotation; raises `CapsvizError`."""
    try:
        return SpriteSet(turn=Number(float, 0, 180)(degrees))
    except argparse.ArgumentTypeError as error:
        raise CapsvizError(f"of degrees each way, as in sprites:30, {error}") from error


def offer(folders: list[Path]) -> None:
    """Allow visitors of an app started by this process to train on these folders only.

    Raises `CapsvizError` if a folder has no class folders, or two have the same name.
    """
    names = [Path(folder).resolve().name for folder in folders]
    for folder, name in zip(folders, names, strict=True):
        layout(folder)
        if names.count(name) > 1:
            raise CapsvizError(f"two folders of pictures are called {name!r}: rename one of them")
    os.environ[OFFERED_FOLDERS] = json.dumps([str(folder.resolve()) for folder in folders])


def list_folders() -> dict[str, Path]:
    """Return the offered folders by name; a visitor never sends a path."""
    try:
        texts = json.loads(os.environ.get(OFFERED_FOLDERS, "[]"))
    except ValueError:
        texts = []
    paths = (
        [Path(text) for text in texts if isinstance(text, str)] if isinstance(texts, list) else []
    )
    return {f"{FOLDER}{path.name}"[:NAME_LIMIT]: path for path in paths}


def list_available() -> dict[str, str]:
    """Return the titles of the sets that are available on this machine, by name."""
    titles = {
        name: title(name)
        for name in SETS
        if name not in _FILES or (root_of(name) / _FILES[name]).is_dir()
    }
    return titles | {name: title(name) for name in list_folders()}


def open_public_set(
    name: str,
    root: Path | None = None,
    *,
    side: int | None = None,
    channels: int | None = None,
) -> DataSet:
    """Open a set for a visitor, who names a folder as in `list_folders`; see `open_set`.

    Raises `CapsvizError` if the set does not exist, or is not offered here.
    """
    if name.startswith((FILE, TORCHVISION, HUB)):
        raise CapsvizError("files and public sets are named on the command line alone")
    if not name.startswith(FOLDER):
        return open_set(name, root, side=side, channels=channels)
    path = list_folders().get(name)
    if path is None:
        raise CapsvizError(
            f"no pictures called {name.removeprefix(FOLDER)!r} are offered here: start the app "
            "with --pictures and their folder"
        )
    return open_set(f"{FOLDER}{path}", side=side, channels=channels)
