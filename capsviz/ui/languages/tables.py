"""TOML files as checked dataclasses; an error names its place."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

from capsviz.errors import CapsvizError


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; raises `CapsvizError` for one that cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CapsvizError(f"the file {path.name} cannot be read: {error}") from error
    except ValueError as error:
        raise CapsvizError(f"the file {path.name} is not valid TOML: {error}") from error


def build(where: Path | str, kind: type[Any], plain: Any) -> Any:
    """An instance of a dataclass from a TOML table, every field and type checked.

    Parameters
    ----------
    where : the file, or the place in it, for error messages.
    kind : a dataclass; a list becomes a tuple.

    Raises
    ------
    CapsvizError : a field is unknown, missing, or of another type.
    """
    where = where.name if isinstance(where, Path) else where
    if not isinstance(plain, dict):
        raise CapsvizError(f"{where} must be a table")
    known = {item.name: item for item in dataclasses.fields(kind)}
    for key, value in plain.items():
        if key not in known:
            raise CapsvizError(
                f"{where} has a field {key!r} that is not known: {', '.join(sorted(known))}"
            )
        if isinstance(value, list):
            plain = {**plain, key: tuple(value)}
        if not _fits(plain[key], str(known[key].type)):
            raise CapsvizError(f"{where}: {key} cannot be {value!r}")
    for name, item in known.items():
        required = item.default is item.default_factory is dataclasses.MISSING
        if required and name not in plain:
            raise CapsvizError(f"{where} lacks the field {name!r}")
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
