"""A page's view, declared once: what links carry, browsers keep, and undo brings back.

A page's view is a frozen dataclass whose fields are made by the functions below, each with its
type, limits and default. The declaration checks what comes from links and browsers; as plain
values (`PageView.table`) it goes to the page's script, where ``browser/view.js`` holds it to
the same limits.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from capsviz.errors import CapsvizError

_RULE = "capsviz.rule"

View = TypeVar("View", bound="PageView")


@dataclass(frozen=True, slots=True)
class Rule:
    """What values a property takes.

    Attributes
    ----------
    kind : "whole", "number", "numbers", "choice", "text" or "other".
    says : ends the sentence "its NAME must be ...".
    takes : whether a plain value, as JSON gives it, is one of them.
    limits : for the script, by the names that ``browser/view.js`` knows.
    read : from a good plain value; raises `CapsvizError` where `takes` cannot tell.
    write : to a plain value.
    """

    kind: str
    says: str
    takes: Callable[[Any], bool]
    limits: dict[str, Any]
    read: Callable[[Any], Any] = lambda value: value
    write: Callable[[Any], Any] = lambda value: value


def whole(default: int, least: int, most: int) -> Any:
    """A whole number within limits."""
    return _declared(
        default,
        Rule(
            "whole",
            f"a whole number from {least} to {most}",
            lambda value: type(value) is int and least <= value <= most,
            {"least": least, "most": most},
        ),
    )


def number(default: float, least: float, most: float) -> Any:
    """A number within limits."""
    return _declared(
        default,
        Rule(
            "number",
            f"a number from {least:g} to {most:g}",
            lambda value: _is_number(value) and least <= value <= most,
            {"least": least, "most": most},
            read=float,
        ),
    )


def numbers(count: int, most: float) -> Any:
    """So many numbers between -most and most; by default none."""
    return _declared(
        None,
        Rule(
            "numbers",
            f"{count} numbers between {-most:g} and {most:g}",
            lambda values: (
                isinstance(values, list)
                and len(values) == count
                and all(_is_number(value) and abs(value) <= most for value in values)
            ),
            {"count": count, "most": most, "optional": True},
            read=lambda values: tuple(map(float, values)),
            write=list,
        ),
    )


def choice(*options: str) -> Any:
    """One of some words, by default the first."""
    return _declared(
        options[0],
        Rule(
            "choice",
            f"one of {', '.join(options)}",
            lambda value: value in options,
            {"options": options},
        ),
    )


def text(default: str, pattern: str, says: str) -> Any:
    """Text that a pattern matches whole; the pattern is one that JavaScript reads alike."""
    found = re.compile(pattern)
    return _declared(
        default,
        Rule(
            "text",
            says,
            lambda value: isinstance(value, str) and found.fullmatch(value) is not None,
            {"pattern": pattern},
        ),
    )


def optional_whole(least: int, most: int) -> Any:
    """A whole number within limits, or by default none."""
    return _declared(
        None,
        Rule(
            "whole",
            f"a whole number from {least} to {most}",
            lambda value: type(value) is int and least <= value <= most,
            {"least": least, "most": most, "optional": True},
        ),
    )


def other(
    default: Callable[[], Any], read: Callable[[Any], Any], write: Callable[[Any], Any]
) -> Any:
    """A value with parts of its own, checked by its own reader only."""
    rule = Rule("other", "", lambda value: True, {}, read=read, write=write)
    return dataclasses.field(default_factory=default, metadata={_RULE: rule})


def optional_other(read: Callable[[Any], Any], write: Callable[[Any], Any]) -> Any:
    """The same, or by default none."""
    limits = {"optional": True}
    return _declared(None, Rule("other", "", lambda value: True, limits, read=read, write=write))


@dataclass(frozen=True, slots=True)
class PageView:
    """The base of every page's view."""

    @classmethod
    def from_plain(cls: type[View], values: Any) -> View:
        """Check a view that comes from a link or a browser; raises `CapsvizError`.

        Fields that are missing keep their defaults, unknown ones are ignored.
        """
        if not isinstance(values, dict):
            raise CapsvizError("the view must be a JSON object")
        found = {}
        for field in dataclasses.fields(cls):
            rule = field.metadata[_RULE]
            value = values.get(field.name)
            if value is None:
                if field.name in values and not rule.limits.get("optional"):
                    raise CapsvizError(f"its {field.name} must be {rule.says}")
                continue
            if not rule.takes(value):
                raise CapsvizError(f"its {field.name} must be {rule.says}")
            found[field.name] = rule.read(value)
        return cls(**found)

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        plain = {}
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            plain[field.name] = None if value is None else field.metadata[_RULE].write(value)
        return plain

    @classmethod
    def table(cls) -> list[dict[str, Any]]:
        """The declaration as plain values: a row of name, kind, default and limits each."""
        first = cls().to_plain()
        rows = []
        for field in dataclasses.fields(cls):
            rule = field.metadata[_RULE]
            row = {"name": field.name, "kind": rule.kind, "default": first[field.name]}
            rows.append({**row, **rule.limits})
        return rows


def _declared(default: Any, rule: Rule) -> Any:
    return dataclasses.field(default=default, metadata={_RULE: rule})


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)
