"""A visitor's view of Train."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.schema import Schema, optional_whole, text


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A visitor's view of Train.

    Attributes
    ----------
    run : name of the run on display; empty for the first of the list.
    against : another run, whose curves are drawn too; empty for none.
    step : the moment on display; None for the newest.
    question : index of the open question, from 0; None for the page's default.
    guess : the chosen answer; None before.
    """

    run: str = text("", r"|[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}", "the name of a run")
    against: str = text("", r"|[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}", "the name of a run")
    step: int | None = optional_whole(0, 100_000_000)
    question: int | None = optional_whole(0, 9)
    guess: int | None = optional_whole(0, 9)
