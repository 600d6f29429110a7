"""JSON that others wrote: browsers, links, files that may come from anywhere.

What is read here can be compared, calculated with, written again and sent on without any further
care: it is no deeper than our own, its numbers are finite and no longer than real ones, its texts
can be encoded.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any, NoReturn, TypeGuard

#: Lists and objects within each other: our own have up to ten.
DEEPEST = 32
#: Largest file, in bytes: the longest of ours has 130,000.
LARGEST_FILE = 16 << 20
#: What reading a file raises whose values are not those that are looked for.
DAMAGED = (
    OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError,
)  # fmt: skip
#: Longest whole number, in characters: such as every comparison and float can take.
_MOST_DIGITS = 20

#: A text of it, its end or that of a cut one included; what opens and closes; half a character.
_TEXT = re.compile(r'"(?:[^"\\]|\\.?)*+(?:"|\Z)', re.DOTALL)
_BRACKET = re.compile(r"[\[{\]}]")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def read(text: bytes | str) -> Any:
    """Plain values of a JSON text; raises `ValueError` where it is none, or none of ours."""
    text = text if isinstance(text, str) else text.decode("utf-8")
    _must_be_shallow(text)
    value = json.loads(text, parse_int=_short_whole, parse_float=_finite, parse_constant=_no_number)
    if _HALF.search(text):
        json.dumps(value, ensure_ascii=False).encode()  # half of a pair has no UTF-8
    return value


def read_file(path: Path) -> Any:
    """The same of a file; raises `OSError` where it cannot be read, and `ValueError`."""
    with path.open("rb") as file:
        text = file.read(LARGEST_FILE + 1)
    if len(text) > LARGEST_FILE:
        raise ValueError(f"the file is larger than {LARGEST_FILE >> 20} MB")
    return read(text)


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a plain value is a finite number."""
    return type(value) in (int, float) and math.isfinite(value)  # pyright: ignore


def _must_be_shallow(text: str) -> None:
    """Before it is parsed: a parser of anything deeper breaks off, or takes very long."""
    depth = 0
    for bracket in _BRACKET.finditer(_TEXT.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            raise ValueError(f"it has more than {DEEPEST} lists and objects within each other")


def _short_whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError("no number here has so many digits")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("no number here is so large")
    return number


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")
