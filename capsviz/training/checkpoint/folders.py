"""Folders and names of checkpoints."""

from __future__ import annotations

import os
from pathlib import Path

from capsviz.errors import CapsvizError
from capsviz.paths import HOME, IN_WHEEL
from capsviz.training.checkpoint.user_model import user_model

#: Folder of checkpoints outside of a clone.
_USER_FOLDER = Path.home() / ".local/share/capsviz/checkpoints"

#: Names of the networks that ship.
SHIPPED_NETWORKS = frozenset(
    (
        *("attention", "cnn", "colours", "dynamic", "efficient", "em", "fashion", "matrix"),
        *("overlap", "overlap_cnn", "parts", "parts_24", "parts_sprites", "self_routing"),
        *("solids", "sprites", "sprites_cnn", "uniform"),
    )
)


def folders() -> list[Path]:
    """Return the folders to search for checkpoints; new ones are saved in the first.

    The first is ``CAPSVIZ_CHECKPOINTS``, or else the clone's own. An installed wheel adds the
    folder of its bundled network.
    """
    custom, bundled = os.environ.get("CAPSVIZ_CHECKPOINTS"), HOME / "checkpoints"
    if not IN_WHEEL:
        return [Path(custom) if custom else bundled]
    return [Path(custom) if custom else _USER_FOLDER, bundled]


def sidecar(name: str) -> Path:
    """Return the path of a file beside the checkpoints, such as ``results.json``."""
    candidates = [folder / name for folder in folders()]
    return next((path for path in candidates if path.is_file()), candidates[0])


def find(name_or_path: str | os.PathLike[str]) -> Path:
    """Return the file of a checkpoint's name; any other text is a path.

    For command lines and programs only. Use `find_name` for names from visitors.
    """
    if not isinstance(name_or_path, str | os.PathLike):
        raise CapsvizError(f"give a network by its name or its file, not by {name_or_path!r}")
    text = os.fspath(name_or_path)
    if (path := locate(text)) is not None:
        return path
    path = Path(text)
    if not os.path.isfile(path):  # or the folder is not accessible
        raise CapsvizError(
            f"there is no checkpoint {text!r}: give the path of a .safetensors file or one of "
            f"the names {', '.join(all_names())}"
        )
    return path


def find_name(network: str | Path) -> Path:
    """Return the file of a network of `all_names`; text is a name and never a path.

    Raises `CapsvizError` if there is no network of this name.

    `network` is a name, or a `Path` of the file itself.
    """
    if isinstance(network, Path):
        return network
    if (path := locate(network)) is None:
        names = ", ".join(all_names())
        raise CapsvizError(f"there is no model {network!r}: choose one of {names}")
    return path


def locate(name: str) -> Path | None:
    """Return the file of a network of `all_names`; None for any other name."""
    if (selected := user_model()) is not None and name == selected.name:
        return selected.path
    if Path(name).name != name or name.endswith(".resume"):
        return None
    candidates = [folder / f"{name}.safetensors" for folder in folders()]
    return next((path for path in candidates if os.path.isfile(path)), None)


def require_free(path: Path, *, overwrite: bool) -> None:
    """Raise `CapsvizError` if a new training would replace a finished network.

    With `overwrite` an existing network may be replaced, unless it ships.
    """
    name, listed = path.stem, path.resolve().parent in [folder.resolve() for folder in folders()]
    if name in SHIPPED_NETWORKS and (path.exists() or (listed and locate(name) is not None)):
        raise CapsvizError(
            f"{name} is a network that ships, and is never replaced: choose another name"
        )
    if path.exists() and not overwrite:
        raise CapsvizError(
            f"{path} exists: choose another name, or replace it with --overwrite "
            "(overwrite=True in Python)"
        )


def ships(path: Path) -> bool:
    """Return whether a file is a network of the clone's folder that ships with it."""
    return (
        path.stem in SHIPPED_NETWORKS and path.resolve().parent == (HOME / "checkpoints").resolve()
    )


def default_name(network: str) -> str:
    """Return the default name of a training's checkpoint."""
    return f"my_{network}" if network in SHIPPED_NETWORKS else network


def all_names() -> list[str]:
    """Return the names of all networks, in alphabetical order, and of the command line's own one.

    Raises `CapsvizError` if a folder of checkpoints exists, but cannot be read.
    """
    files: set[str] = set()
    for folder in folders():
        try:
            files.update(os.listdir(folder))
        except FileNotFoundError:
            continue  # the first training creates it
        except OSError as error:
            raise CapsvizError(
                f"the folder of checkpoints, {folder}, cannot be read: {error.strerror}"
            ) from error
    names = {name.removesuffix(".safetensors") for name in files if name.endswith(".safetensors")}
    if (selected := user_model()) is not None:
        names.add(selected.name)
    return sorted(name for name in names if not name.endswith(".resume"))
