"""A visitor's view of Compare."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.schema import Schema, optional_whole


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A visitor's view of Compare.

    Attributes
    ----------
    test_digit : number in MNIST's test set; None for the visitor's drawing.
    """

    test_digit: int | None = optional_whole(0, 9_999)
