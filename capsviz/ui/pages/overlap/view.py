"""A visitor's composition on Overlap, and its request to the network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import UInt8

from capsviz.analysis.overlap import Two, overlay, place, shrink
from capsviz.config import MAX_SHOWN_ITERATIONS
from capsviz.config.schema import Schema, choice, custom, optional_custom, optional_whole, whole
from capsviz.data.drawing import Drawing, render, to_bytes
from capsviz.data.overlap import SIDE
from capsviz.errors import CapsvizError
from capsviz.ui.pages.overlap.digit import Digit, first_digits, read_digits, write_digits


@dataclass(frozen=True, slots=True)
class SplitRequest:
    """A request to the network.

    Attributes
    ----------
    image : picture of both digits, bytes.
    forced : capsules whose maps are wanted in place of those of the two longest.
    iterations : of the routing.
    seq : the client's number, sent back with the reply.
    """

    image: UInt8[np.ndarray, "side side"]
    forced: Two | None
    iterations: int
    seq: int = 0


def read_pair(value: Any) -> Two | None:
    """Check the capsules asked for in place of the two longest; raises `CapsvizError`."""
    if value is None:
        return None
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(type(digit) is int and 0 <= digit <= 9 for digit in value)
        and value[0] != value[1]
    ):
        return value[0], value[1]
    raise CapsvizError("the forced capsules must be two different digits from 0 to 9")


def read_iterations(value: Any) -> int:
    """Check a number of routing iterations; raises `CapsvizError`."""
    if type(value) is int and 1 <= value <= MAX_SHOWN_ITERATIONS:
        return value
    raise CapsvizError(f"iterations must be a whole number from 1 to {MAX_SHOWN_ITERATIONS}")


@dataclass(frozen=True, slots=True)
class View(Schema):
    """Everything that the page shows, as the visitor has set it.

    Attributes
    ----------
    digits : two of them; or one, whose drawing is the whole canvas with both digits on it.
    forced : capsules to look at in place of the two longest, or None.
    iterations : of the routing.
    map : what the maps show: the mean "couplings", or what they "feed" to the capsules.
    map_iteration : which the maps show; None for the answer's.
    """

    digits: tuple[Digit, ...] = custom(first_digits, read_digits, write_digits)
    forced: Two | None = optional_custom(  # noqa: RUF009 - a field, as dataclasses.field makes it
        read_pair, list
    )
    iterations: int = whole(3, 1, MAX_SHOWN_ITERATIONS)
    map: str = choice("couplings", "feeds")
    map_iteration: int | None = optional_whole(1, MAX_SHOWN_ITERATIONS)

    def question(self) -> SplitRequest:
        """The request for this view."""
        if len(self.digits) == 1:
            (digit,) = self.digits
            assert isinstance(digit.source, Drawing)
            image = shrink(render(digit.source), SIDE)
        else:
            image = overlay(
                np.stack([place(digit.pixels(), digit.move, SIDE) for digit in self.digits])
            )
        return SplitRequest(to_bytes(image), self.forced, self.iterations)
