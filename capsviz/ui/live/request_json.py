"""Reads browsers' JSON, within limits; separate from messages, for the server's guard."""

from __future__ import annotations

from typing import Any

from capsviz import untrusted
from capsviz.errors import CapsvizError

#: Maximum size of JSON read in the event loop, in bytes: it takes a millisecond.
MAX_SHORT = 20_000
#: Maximum number of lists and objects: far above the strokes of the largest drawings. Many small
#: lists take much longer to parse than their size suggests.
_MAX_BRACKETS = 20_000


def read_json(text: bytes | str) -> Any:
    """Read plain values from a browser's JSON; raises `CapsvizError` if it is invalid.

    Numbers must be finite: Python would read others, which JSON does not have.
    """
    marks = ("[", "{") if isinstance(text, str) else (b"[", b"{")
    if sum(map(text.count, marks)) > _MAX_BRACKETS:  # type: ignore[arg-type]
        raise CapsvizError("the request holds too many lists: draw less")
    try:
        return untrusted.read(text)
    except ValueError as error:
        raise CapsvizError("the request is not JSON that can be read") from error
