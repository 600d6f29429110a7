"""What a visitor sets on Parts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from capsviz.config import PARTS_LIMIT
from capsviz.config.schema import Schema, optional_other, switch, text, whole
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
        of, parts = plain["of"], plain["parts"]
        good = type(of) is int and 0 <= of < 2**32 and len(parts) <= PARTS_LIMIT
        rows = [[float(value) for value in row] for row in parts]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise CapsvizError("parts set by hand are not readable: make the link again") from error
    numbers = [value for row in rows for value in row]
    fits = all(len(row) == _NUMBERS and 0 <= row[0] < PARTS_LIMIT for row in rows)
    if not (good and fits and all(math.isfinite(v) and abs(v) <= PARTS_LIMIT for v in numbers)):
        raise CapsvizError("parts set by hand are not readable: make the link again")
    return Hand(of, rows)


def write_hand(hand: Hand) -> dict[str, Any]:
    """To plain values."""
    return hand._asdict()


@dataclass(frozen=True, slots=True)
class View(Schema):
    """What a visitor sets.

    Attributes
    ----------
    network : which network of parts and objects; in place of one that is not here that of what
        the network of other pages reads, or the first.
    poses : whether the objects' belief is by poses and presences, or by presences alone.
    labels : how many labelled pictures of each object gave it its name, at most.
    hand : parts that were set by hand; None where all are as they were found.
    """

    network: str = text("", r"[A-Za-z0-9_.:-]{0,80}", "the name of a network")
    poses: bool = switch(True)
    labels: int = whole(100, 1, 100)
    hand: Hand | None = optional_other(  # noqa: RUF009 - a field, as dataclasses.field makes it
        read_hand, write_hand
    )
