"""A visitor's view of Parts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from capsviz.config import PARTS_LIMIT
from capsviz.config.schema import Schema, optional_custom, switch, text, whole
from capsviz.errors import CapsvizError

#: Numbers of a part that was set by hand: which, the six of its pose, its presence.
_NUMBERS = 8


class Hand(NamedTuple):
    """Parts as the visitor set them: of which drawing (a hash), and the parts that differ."""

    of: int
    parts: list[list[float]]


def read_hand(plain: Any) -> Hand:
    """From plain values; raises `CapsvizError`."""
    try:
        checksum, parts = plain["of"], plain["parts"]
        is_valid = type(checksum) is int and 0 <= checksum < 2**32 and len(parts) <= PARTS_LIMIT
        rows = [[float(value) for value in row] for row in parts]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise CapsvizError("parts set by hand are not readable: make the link again") from error
    numbers = [value for row in rows for value in row]
    fits = all(len(row) == _NUMBERS and 0 <= row[0] < PARTS_LIMIT for row in rows)
    if not (is_valid and fits and all(math.isfinite(v) and abs(v) <= PARTS_LIMIT for v in numbers)):
        raise CapsvizError("parts set by hand are not readable: make the link again")
    return Hand(checksum, rows)


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A visitor's view of Parts.

    Attributes
    ----------
    network : name of the network of parts and objects; a missing one is replaced by one for the
        data set of the other pages' network, or by the first.
    poses : whether beliefs in objects depend on poses and presences, or on presences alone.
    labels : maximum number of labelled pictures per object that named it.
    hand : parts set by hand; None if all are as detected.
    """

    network: str = text("", r"[A-Za-z0-9_.:-]{0,80}", "the name of a network")
    poses: bool = switch(True)
    labels: int = whole(100, 1, 100)
    hand: Hand | None = optional_custom(  # noqa: RUF009 - a field, as dataclasses.field makes it
        read_hand, Hand._asdict
    )
