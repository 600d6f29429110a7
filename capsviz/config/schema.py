"""Declarations of the settings that links carry, browsers store, and undo restores.

`capsviz.config.read_settings` and each page's view are frozen dataclasses whose fields are made by
the functions below, each with its type, limits and default. The declaration checks input from links
and browsers. As plain values (`Schema.table`) it goes to the page's script, where
``browser/view.js`` enforces the same limits.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from capsviz.config.model import SIZE_LIMIT, ModelConfig
from capsviz.errors import CapsvizError

#: Maximum dimensions of a pose in a link.
_MAX_DIMENSIONS = 256
_RULE = "capsviz.rule"

View = TypeVar("View", bound="Schema")


@dataclass(frozen=True, slots=True)
class Rule:
    """Valid values of a property.

    Attributes
    ----------
    kind : "whole", "number", "switch", "choice", "text" or "other"; "class", "dimension" or "pose"
        if the limits depend on the network.
    requirement : end of the sentence "its NAME must be ...".
    accepts : function that tells whether a plain JSON value is valid.
    limits : limits for the script, by the names in ``browser/view.js``.
    read : converts a valid plain value; raises `CapsvizError` for errors that `accepts` cannot
        detect.
    write : converts to a plain value.
    """

    kind: str
    requirement: str
    accepts: Callable[[Any], bool]
    limits: dict[str, Any]
    read: Callable[[Any], Any] = lambda value: value
    write: Callable[[Any], Any] = lambda value: value


def whole(default: int, minimum: int, maximum: int) -> Any:
    """Whole number within limits."""
    return _declare(default, _whole(minimum, maximum))


def a_class() -> Any:
    """A class of the network, or by default -1, which lets the page choose."""
    return _network_number("class", -1, "the number of a class, or -1")


def a_dimension() -> Any:
    """A dimension of the network's capsules, by default the first."""
    return _network_number("dimension", 0, "the number of a dimension")


def _network_number(kind: str, minimum: int, requirement: str) -> Any:
    rule = Rule(
        kind,
        requirement,
        lambda value: type(value) is int and minimum <= value < SIZE_LIMIT,
        {"least": minimum},
    )
    return _declare(minimum, rule)


def a_pose(maximum: float) -> Any:
    """A number for each dimension, between -maximum and maximum; by default none."""
    return _declare(
        None,
        Rule(
            "pose",
            f"numbers between {-maximum:g} and {maximum:g}, one for each dimension",
            lambda values: (
                isinstance(values, list)
                and len(values) <= _MAX_DIMENSIONS
                and all(_is_number(value) and abs(value) <= maximum for value in values)
            ),
            {"most": maximum, "optional": True},
            read=lambda values: tuple(map(float, values)),
            write=list,
        ),
    )


def number(default: float, minimum: float, maximum: float) -> Any:
    """Number within limits."""
    return _declare(
        default,
        Rule(
            "number",
            f"a number from {minimum:g} to {maximum:g}",
            lambda value: _is_number(value) and minimum <= value <= maximum,
            {"least": minimum, "most": maximum},
            read=float,
        ),
    )


def switch(default: bool) -> Any:
    """True or false."""
    return _declare(
        default, Rule("switch", "true or false", lambda value: isinstance(value, bool), {})
    )


def choice(*options: str) -> Any:
    """One of some words, by default the first."""
    return _declare(
        options[0],
        Rule(
            "choice",
            f"one of {', '.join(options)}",
            lambda value: value in options,
            {"options": options},
        ),
    )


def text(default: str, pattern: str, requirement: str) -> Any:
    """Text that matches a pattern entirely; the pattern is valid in Python and JavaScript."""
    expression = re.compile(pattern)
    return _declare(
        default,
        Rule(
            "text",
            requirement,
            lambda value: isinstance(value, str) and expression.fullmatch(value) is not None,
            {"pattern": pattern},
        ),
    )


def optional_whole(minimum: int, maximum: int) -> Any:
    """Whole number within limits, or by default none."""
    return _declare(None, _whole(minimum, maximum, optional=True))


def _whole(minimum: int, maximum: int, **limits: bool) -> Rule:
    return Rule(
        "whole",
        f"a whole number from {minimum} to {maximum}",
        lambda value: type(value) is int and minimum <= value <= maximum,
        {"least": minimum, "most": maximum, **limits},
    )


def custom(
    default: Callable[[], Any], read: Callable[[Any], Any], write: Callable[[Any], Any]
) -> Any:
    """A structured value, checked by its own `read` only."""
    rule = Rule("other", "", lambda value: True, {}, read=read, write=write)
    return dataclasses.field(default_factory=default, metadata={_RULE: rule})


def optional_custom(read: Callable[[Any], Any], write: Callable[[Any], Any]) -> Any:
    """The same, or by default none."""
    limits = {"optional": True}
    return _declare(None, Rule("other", "", lambda value: True, limits, read=read, write=write))


@dataclass(frozen=True, slots=True)
class Schema:
    """Base class of every page's view, and of the shared settings."""

    @classmethod
    def from_plain(cls: type[View], values: Any, network: ModelConfig | None = None) -> View:
        """Check a view from a link or a browser; raises `CapsvizError`.

        Missing fields keep their defaults; unknown fields are ignored.

        `network` limits classes and dimensions; by default any.
        """
        if not isinstance(values, dict):
            raise CapsvizError("settings must be a JSON object")
        arguments = {}
        for field in dataclasses.fields(cls):
            rule = field.metadata[_RULE]
            value = values.get(field.name)
            if value is None:
                if field.name in values and not rule.limits.get("optional"):
                    raise CapsvizError(f"its {field.name} must be {rule.requirement}")
                continue
            if not (rule.accepts(value) and _fits(rule.kind, value, network)):
                raise CapsvizError(f"its {field.name} must be {rule.requirement}")
            arguments[field.name] = rule.read(value)
        return cls(**arguments)

    def to_plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        plain = {}
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            plain[field.name] = None if value is None else field.metadata[_RULE].write(value)
        return plain

    @classmethod
    def table(cls, network: ModelConfig | None = None) -> list[dict[str, Any]]:
        """Return the declaration as plain values, one row per field.

        `network` limits classes and dimensions; by default the paper's.
        """
        first, sizes = cls().to_plain(), _sizes(network or ModelConfig())
        rows = []
        for field in dataclasses.fields(cls):
            rule = field.metadata[_RULE]
            row = {"name": field.name, "kind": rule.kind, "default": first[field.name]}
            rows.append({**row, **rule.limits, **sizes.get(rule.kind, {})})
        return rows


def _sizes(network: ModelConfig) -> dict[str, dict[str, Any]]:
    """Return the limits that depend on the network, by kind."""
    return {
        "class": {"kind": "whole", "most": network.classes - 1},
        "dimension": {"kind": "whole", "most": network.digit_dim - 1},
        "pose": {"kind": "numbers", "count": network.digit_dim},
    }


def _fits(kind: str, value: Any, network: ModelConfig | None) -> bool:
    limits = _sizes(network).get(kind) if network else None
    if limits is None:
        return True
    return len(value) == limits["count"] if kind == "pose" else value <= limits["most"]


def _declare(default: Any, rule: Rule) -> Any:
    return dataclasses.field(default=default, metadata={_RULE: rule})


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)
