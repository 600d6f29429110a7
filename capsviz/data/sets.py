"""Every data set by name: what can be learnt from, and what it is tested on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from capsviz.data.fashion import Fashion
from capsviz.data.folder import Folder
from capsviz.data.mnist import Mnist
from capsviz.data.pictures import DataSet
from capsviz.data.sprites import SpriteSet
from capsviz.errors import CapsvizError

#: What begins the name of a folder of one's own.
FOLDER = "folder:"
#: Makes a set from the folder named with ``--data``, and whether it may be fetched.
SETS: dict[str, Callable[[Path | None, bool], DataSet]] = {
    "mnist": Mnist,
    "fashion": Fashion,
    "sprites": lambda root, download: SpriteSet(),
}


def title(name: str) -> str:
    """What people call a data set of this name."""
    return SETS[name](None, False).title if name in SETS else name.removeprefix(FOLDER)


def open_set(
    name: str, root: Path | None = None, *, download: bool = False, side: int = 28
) -> DataSet:
    """The data set that ``--data-set`` names; nothing is read yet.

    Parameters
    ----------
    name : one of `SETS`, or "folder:" and the path of a folder.
    root : the folder it lies in, where it has one; by default the usual one.
    download : fetch it where it is missing and can be fetched.
    side : of the pictures, in pixels, for a set that comes in any size.

    Raises
    ------
    CapsvizError : there is no such set.
    """
    if name.startswith(FOLDER):
        return Folder(Path(name.removeprefix(FOLDER)).expanduser(), side)
    if name not in SETS:
        raise CapsvizError(
            f"there is no data set {name!r}: choose one of {[*SETS, FOLDER + 'PATH']}"
        )
    return SETS[name](root, download)
