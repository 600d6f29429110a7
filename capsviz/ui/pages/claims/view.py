"""What a visitor looks at on Claims."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.ui.session.schema import Schema, switch, text, whole


@dataclass(frozen=True, slots=True)
class View(Schema):
    """What a visitor looks at.

    Attributes
    ----------
    claim : the one that is open, by its name; "" for none.
    guess : whether verdicts are hidden until they were guessed.
    guessed : names of the claims that were, with spaces between.
    order : which quarter of the digit lies in each place: upper left, upper right, lower left,
        lower right.
    flip : whether each quarter is turned over, left for right.
    turn : by how many degrees the whole digit is turned, counter-clockwise.
    """

    claim: str = text("scrambled", r"[a-z]{0,30}", "the name of a claim")
    guess: bool = switch(True)
    guessed: str = text("", r"[a-z ]{0,400}", "names of claims")
    order: str = text("0123", r"[0-3]{4}", "four quarters")
    flip: bool = switch(False)
    turn: int = whole(0, -180, 180)
