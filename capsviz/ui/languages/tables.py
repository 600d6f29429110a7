"""TOML files as checked dataclasses; an error names its place."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

from capsviz.errors import CapsvizError


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; raises `CapsvizError` if it is unreadable."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CapsvizError(f"the file {path.name} cannot be read: {error}") from error
    except ValueError as error:
        raise CapsvizError(f"the file {path.name} is not valid TOML: {error}") from error


def build(location: Path | str, kind: type[Any], plain: Any) -> Any:
    """Build a dataclass from a TOML table, with all fields and types checked.

    Parameters
    ----------
    location : the file or a place in it, for error messages.
    kind : a dataclass; a list becomes a tuple.

    Raises
    ------
    CapsvizError : a field is unknown, missing, or of another type.
    """
    location = location.name if isinstance(location, Path) else location
    if not isinstance(plain, dict):
        raise CapsvizError(f"{location} must be a table")
    fields = {item.name: item for item in dataclasses.fields(kind)}
    for key, value in plain.items():
        if key not in fields:
            raise CapsvizError(
                f"{location} has a field {key!r} that is not known: {', '.join(sorted(fields))}"
            )
        if isinstance(value, list):
            plain = {**plain, key: tuple(value)}
        if not _fits(plain[key], str(fields[key].type)):
            raise CapsvizError(f"{location}: {key} cannot be {value!r}")
    for name, item in fields.items():
        required = item.default is item.default_factory is dataclasses.MISSING
        if required and name not in plain:
            raise CapsvizError(f"{location} lacks the field {name!r}")
    return kind(**plain)


def _fits(value: Any, annotation: str) -> bool:
    if annotation == "str":
        return isinstance(value, str)
    if annotation in ("int", "int | None"):
        return isinstance(value, int) and not isinstance(value, bool)
    if annotation == "bool":
        return isinstance(value, bool)
    if annotation == "tuple[str, ...]":
        return isinstance(value, tuple) and all(isinstance(item, str) for item in value)
    if annotation == "dict[str, Any]":
        return isinstance(value, dict)
    return True
