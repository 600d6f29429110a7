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
    least, most : bounds, both included, unless `above`.
    above : whether a number must be larger than `least`.
    """

    kind: type[int] | type[float]
    least: int | float
    most: int | float
    above: bool = False

    def holds(self, value: object) -> bool:
        """Return whether a value is in the range."""
        kinds = int if self.kind is int else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            return False
        return self.least <= value <= self.most and not (self.above and value == self.least)

    def __call__(self, text: str) -> int | float:
        """Parse a number from text; raises `argparse.ArgumentTypeError`."""
        try:
            value = self.kind(text)
        except ValueError:
            value = math.nan
        if not self.holds(value):
            shown = text if len(text) <= 40 else text[:37] + "..."
            raise argparse.ArgumentTypeError(f"{shown!r} is not {self}")
        return value

    def __str__(self) -> str:
        what = "a whole number" if self.kind is int else "a number"
        if self.above:
            return f"{what} above {self.least:g}, at most {self.most:,.10g}"
        return f"{what} from {self.least:g} to {self.most:,.10g}"


#: A port of this machine; 0 for any free one.
PORT = Number(int, 0, 65_535)
