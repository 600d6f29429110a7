"""Requirements of pyproject.toml, to compare with those that documents and workflows name."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

_PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def are_allowed(pins: list[str]) -> bool:
    """Whether torch and torchvision are pinned, to minor versions that pyproject.toml allows."""
    listed = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]["dependencies"]
    ranges = {needed.name: needed.specifier for needed in map(Requirement, listed)}
    minors = dict(pin.removesuffix(".*").split("==") for pin in pins)
    return minors.keys() == {"torch", "torchvision"} and all(
        f"{minor}.0" in ranges[name] for name, minor in minors.items()
    )
