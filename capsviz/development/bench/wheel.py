"""Build and unpack a clone's wheel: the app as users install it, with bundled scripts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from capsviz.errors import CapsvizError

#: Files of a clone to copy, so that the wheel contains no earlier build, and folders to link.
_COPIED_FILES = ("pyproject.toml", "README.md", "LICENSE", "app.py")
_LINKED_FOLDERS = (".streamlit", "checkpoints", "capsviz/ui/node_modules")


def build(clone: Path, folder: Path) -> Path:
    """Build a clone's wheel in an empty folder; returns its path.

    Raises `CapsvizError` if the folder is not a clone, or pip fails, with its message.
    """
    sources, out = folder / "sources", folder / "wheel"
    try:
        sources.mkdir(parents=True)
        for name in _COPIED_FILES:
            shutil.copy(clone / name, sources)
        shutil.copytree(
            clone / "capsviz",
            sources / "capsviz",
            ignore=shutil.ignore_patterns("node_modules", "__pycache__"),
        )
        for name in _LINKED_FOLDERS:
            (sources / name).symlink_to(clone / name)
    except OSError as error:
        raise CapsvizError(f"{clone} is no clone that a wheel can be built of: {error}") from error
    result = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"),
            *("--wheel-dir", str(out), str(sources)),
        ],
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )
    if result.returncode:
        raise CapsvizError(f"pip cannot build a wheel of {clone}: {result.stderr[-500:]}")
    return next(out.iterdir())


def unpack(wheel: Path, folder: Path) -> None:
    """Unpack a wheel into a folder, as an installation would."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
