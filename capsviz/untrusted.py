"""JSON from untrusted sources: browsers, links, files of unknown origin.

The values that pass can be compared, used in arithmetic, serialised and sent on safely: nesting is
limited, numbers are finite and of limited length, and texts can be encoded.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any, NoReturn, TypeGuard

#: Maximum nesting of lists and objects: the project's own files have up to ten.
MAX_DEPTH = 32
#: Maximum size of a file, in bytes: the project's largest has 130,000.
MAX_FILE = 16 << 20
#: Exceptions from reading a file with unexpected values.
DAMAGED_FILE_ERRORS = (
    OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError,
)  # fmt: skip
#: Maximum length of a whole number in characters, safe for comparisons and conversion to float.
_MAX_DIGITS = 20

#: A text, even if truncated, with its end; an opening or closing bracket; half a surrogate pair.
_TEXT = re.compile(r'"(?:[^"\\]|\\.?)*+(?:"|\Z)', re.DOTALL)
_BRACKET = re.compile(r"[\[{\]}]")
_HALF_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read(text: bytes | str) -> Any:
    """Parse JSON text to plain values; raises `ValueError` if it is invalid or beyond limits."""
    text = text if isinstance(text, str) else text.decode("utf-8")
    _check_depth(text)
    value = json.loads(
        text, parse_int=_parse_int, parse_float=_parse_float, parse_constant=_no_number
    )
    if _HALF_SURROGATE.search(text):
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate has no UTF-8
    return value


def read_file(path: Path) -> Any:
    """Parse a JSON file; raises `OSError` if it cannot be read, and `ValueError`."""
    with path.open("rb") as file:
        text = file.read(MAX_FILE + 1)
    if len(text) > MAX_FILE:
        raise ValueError(f"the file is larger than {MAX_FILE >> 20} MB")
    return read(text)


def is_number(value: object) -> TypeGuard[int | float]:
    """Return whether a plain value is a finite number."""
    return type(value) in (int, float) and math.isfinite(value)  # pyright: ignore


def _check_depth(text: str) -> None:
    """Check the nesting before parsing: a parser fails or slows down on deep nesting."""
    depth = 0
    for bracket in _BRACKET.finditer(_TEXT.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise ValueError(f"it has more than {MAX_DEPTH} lists and objects within each other")


def _parse_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ValueError("no number here has so many digits")
    return int(digits)


def _parse_float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("no number here is so large")
    return number


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")
