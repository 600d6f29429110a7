"""Configurations as plain values."""

from __future__ import annotations

import dataclasses
import inspect
import re
from typing import Any, TypeVar

from capsviz.errors import CapsvizError

_Config = TypeVar("_Config", bound="Plain")


class Plain:
    """Base of frozen dataclasses that files keep as JSON."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return dataclasses.asdict(self)  # pyright: ignore[reportArgumentType]

    @classmethod
    def describe(cls) -> dict[str, str]:
        """Return each field's description in the docstring, in one line; none under python -OO."""
        text = inspect.cleandoc(cls.__doc__ or "").partition("----------\n")[2]
        fields = re.findall(r"^(\w+) : (.*(?:\n .*)*)", text, re.MULTILINE)
        return {name: " ".join(description.split()) for name, description in fields}

    @classmethod
    def from_dict(cls: type[_Config], values: dict[str, Any]) -> _Config:
        """Build from plain values; raises `CapsvizError` for an unknown field."""
        fields = dataclasses.fields(cls)  # pyright: ignore[reportArgumentType]
        if unknown := set(values) - {field.name for field in fields}:
            raise CapsvizError(
                f"the configuration has unknown fields: {', '.join(sorted(unknown))}"
            )
        lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
        return cls(**{**values, **lists})
