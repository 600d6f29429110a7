"""What a visitor looks at on Train."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.schema import Schema, optional_whole, text


@dataclass(frozen=True, slots=True)
class View(Schema):
    """What a visitor looks at.

    Attributes
    ----------
    run : name of the run that is shown; none is the first of the list.
    against : another, whose curves are drawn beside it; none where none are.
    step : the moment that the page stands at; None for the newest.
    question : which one of the film's is asked, from 0; None leaves it to the page.
    guess : the answer that was guessed; None before.
    """

    run: str = text("", r"|[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}", "the name of a run")
    against: str = text("", r"|[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}", "the name of a run")
    step: int | None = optional_whole(0, 100_000_000)
    question: int | None = optional_whole(0, 9)
    guess: int | None = optional_whole(0, 9)
