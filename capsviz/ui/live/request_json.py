"""JSON that browsers send, within limits; what guards the server needs nothing else of messages."""

from __future__ import annotations

from typing import Any

from capsviz import untrusted
from capsviz.errors import CapsvizError

#: Longest JSON that is read between two others' requests, in bytes: a millisecond's work.
MAX_SHORT = 20_000
#: Most lists and objects in what a browser sends: the strokes of the fullest drawings, many times
#: over. Many small lists take far longer to parse than their size suggests.
_MAX_BRACKETS = 20_000


def read_json(text: bytes | str) -> Any:
    """Plain values from a browser's JSON; raises `CapsvizError` with what is wrong with it.

    Numbers are finite: JSON has no others, though Python reads and writes some.
    """
    marks = ("[", "{") if isinstance(text, str) else (b"[", b"{")
    if sum(map(text.count, marks)) > _MAX_BRACKETS:  # type: ignore[arg-type]
        raise CapsvizError("the request holds too many lists: draw less")
    try:
        return untrusted.read(text)
    except ValueError as error:
        raise CapsvizError("the request is not JSON that can be read") from error
