"""Ranges of numbers, shared by the command line and programs."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    """A range of numbers; as an argparse ``type`` it parses one from text.

    NaN is in no range, infinity never in a finite one.

    Attributes
    ----------
    kind : int for whole numbers only, or float.
    minimum, maximum : bounds, both included, unless `above`.
    above : whether a number must be larger than `minimum`.
    """

    kind: type[int] | type[float]
    minimum: int | float
    maximum: int | float
    above: bool = False

    def holds(self, value: object) -> bool:
        """Return whether a value is in the range."""
        kinds = int if self.kind is int else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            return False
        return self.minimum <= value <= self.maximum and not (self.above and value == self.minimum)

    def __call__(self, text: str) -> int | float:
        """Parse a number from text; raises `argparse.ArgumentTypeError`."""
        try:
            value = self.kind(text)
        except ValueError:
            value = math.nan
        if not self.holds(value):
            excerpt = text if len(text) <= 40 else text[:37] + "..."
            raise argparse.ArgumentTypeError(f"{excerpt!r} is not {self}")
        return value

    def __str__(self) -> str:
        noun = "a whole number" if self.kind is int else "a number"
        if self.above:
            return f"{noun} above {self.minimum:g}, at most {self.maximum:,.10g}"
        return f"{noun} from {self.minimum:g} to {self.maximum:,.10g}"


#: A port of this machine; 0 for any free one.
PORT = Number(int, 0, 65_535)
