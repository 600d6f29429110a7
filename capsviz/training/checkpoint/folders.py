"""Where checkpoints lie, and which there are."""

from __future__ import annotations

import os
from pathlib import Path

from capsviz.errors import CapsvizError
from capsviz.paths import HOME, IN_WHEEL
from capsviz.training.checkpoint.user_model import user_model

#: Where networks are kept by whom a clone's own folder is not there.
_OF_ONES_OWN = Path.home() / ".local/share/capsviz/checkpoints"

#: Names of the networks that ship.
SHIPPED = frozenset(
    (
        *("attention", "cnn", "dynamic", "efficient", "em", "fashion", "matrix", "overlap"),
        *("overlap_cnn", "parts", "parts_24", "parts_sprites", "self_routing", "sprites"),
        *("sprites_cnn", "uniform"),
    )
)


def folders() -> list[Path]:
    """Where a checkpoint's name is looked up, the first also where a new one goes.

    The folder that ``CAPSVIZ_CHECKPOINTS`` names, or else the clone's own. Where the package
    was installed from a wheel, there is besides it always the network that came with that.
    """
    named, came_along = os.environ.get("CAPSVIZ_CHECKPOINTS"), HOME / "checkpoints"
    if not IN_WHEEL:
        return [Path(named) if named else came_along]
    return [Path(named) if named else _OF_ONES_OWN, came_along]


def sidecar(name: str) -> Path:
    """A file that lies among the checkpoints, such as ``results.json``, there or not."""
    places = [folder / name for folder in folders()]
    return next((path for path in places if path.is_file()), places[0])


def find(name_or_path: str | os.PathLike[str]) -> Path:
    """The file behind a checkpoint's name; whatever is no known name is a path.

    It is for command lines and programs. Names that visitors send go through `find_name`.
    """
    if not isinstance(name_or_path, str | os.PathLike):
        raise CapsvizError(f"a network is told by its name or its file, not by {name_or_path!r}")
    text = os.fspath(name_or_path)
    if (known := place(text)) is not None:
        return known
    path = Path(text)
    if not os.path.isfile(path):  # also where the folder lets nobody look
        raise CapsvizError(
            f"there is no checkpoint {text!r}: give the path of a .safetensors file or one of "
            f"the names {every_name()}"
        )
    return path


def find_name(network: str | Path) -> Path:
    """The file of a network that `every_name` lists; text is a name and never a path.

    Parameters
    ----------
    network : a name, or as a `Path` the file itself.

    Raises
    ------
    CapsvizError : no network is called so.
    """
    if isinstance(network, Path):
        return network
    if (known := place(network)) is None:
        names = ", ".join(every_name())
        raise CapsvizError(f"there is no model {network!r}: choose one of {names}")
    return known


def place(name: str) -> Path | None:
    """The file of a network that `every_name` lists; None for every other name."""
    if (own := user_model()) is not None and name == own.name:
        return own.path
    if Path(name).name != name or name.endswith(".resume"):
        return None
    candidates = [folder / f"{name}.safetensors" for folder in folders()]
    return next((path for path in candidates if os.path.isfile(path)), None)


def must_be_free(path: Path, *, overwrite: bool) -> None:
    """Raise `CapsvizError` where a training from the beginning would replace a finished network.

    Parameters
    ----------
    path : where its checkpoint goes.
    overwrite : whether a network that is there may go, unless it is one that ships.
    """
    name, known = path.stem, path.resolve().parent in [each.resolve() for each in folders()]
    if name in SHIPPED and (path.exists() or (known and place(name) is not None)):
        raise CapsvizError(
            f"{name} is a network that ships, and is never replaced: choose another name"
        )
    if path.exists() and not overwrite:
        raise CapsvizError(
            f"{path} exists: choose another name, or replace it with --overwrite "
            "(overwrite=True in Python)"
        )


def ships(path: Path) -> bool:
    """Whether a file is a network of the clone's own folder that ships with it."""
    return path.stem in SHIPPED and path.resolve().parent == (HOME / "checkpoints").resolve()


def own_name(usual: str) -> str:
    """Name the checkpoint of a training that was given no name."""
    return f"my_{usual}" if usual in SHIPPED else usual


def every_name() -> list[str]:
    """Names of all files of networks, in alphabetical order, and of the one that was brought.

    Raises
    ------
    CapsvizError : a folder of checkpoints is there and cannot be read.
    """
    stems: set[str] = set()
    for folder in folders():
        try:
            stems.update(os.listdir(folder))
        except FileNotFoundError:
            continue  # the first training makes it
        except OSError as error:
            raise CapsvizError(
                f"the folder of checkpoints, {folder}, cannot be read: {error.strerror}"
            ) from error
    named = {name.removesuffix(".safetensors") for name in stems if name.endswith(".safetensors")}
    if (own := user_model()) is not None:
        named.add(own.name)
    return sorted(name for name in named if not name.endswith(".resume"))
