"""A visitor's view of Claims."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.schema import Schema, switch, text, whole


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A visitor's view of Claims.

    Attributes
    ----------
    claim : the open one, by name; "" for none.
    guess : whether verdicts are hidden until they are guessed.
    guessed : names of the guessed claims, separated by spaces.
    order : quarter of the digit in each place: upper left, upper right, lower left, lower right.
    flip : whether each quarter is mirrored, left for right.
    turn : rotation of the whole digit in degrees, counter-clockwise.
    turned : the same in the experiment that follows its pose.
    strength : of an attack, in hundredths of a pixel's range.
    over : the digit laid over the visitor's.
    apart : distance of the two digits in pixels.
    number, moved : which value of a pose is moved, from 1, and by how many hundredths.
    traded : whether two parts trade places.
    """

    claim: str = text("", r"[a-z_]{0,30}", "the name of a claim")
    guess: bool = switch(False)
    guessed: str = text("", r"[a-z_ ]{0,400}", "names of claims")
    order: str = text("0123", r"[0-3]{4}", "four quarters")
    flip: bool = switch(False)
    turn: int = whole(0, -180, 180)
    turned: int = whole(0, -90, 90)
    strength: int = whole(10, 0, 40)
    over: int = whole(3, 0, 9)
    apart: int = whole(6, 0, 16)
    number: int = whole(1, 1, 16)
    moved: int = whole(20, -50, 50)
    traded: bool = switch(True)
