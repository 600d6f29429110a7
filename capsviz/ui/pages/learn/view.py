"""What a learner sees on Learn: the place in the course, the guess, and the figure's state."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from capsviz.config.schema import Schema, optional_other, optional_whole, text, whole
from capsviz.errors import CapsvizError
from capsviz.ui.lessons.course import Course, StepPlace, place

#: Longest lesson, in steps.
MOST_STEPS = 99
#: Most properties of a figure's state, most numbers in one of them, and the largest number.
MOST_PROPERTIES, MOST_NUMBERS, LARGEST = 16, 64, 1e4

Figure = dict[str, Any]


def read_figure(value: Any) -> Figure:
    """Check the size and form of a figure's state; the figure's script knows its limits.

    Raises
    ------
    CapsvizError : it is not a small table of numbers and lists of numbers.
    """
    if (
        isinstance(value, dict)
        and len(value) <= MOST_PROPERTIES
        and all(name.isalpha() and len(name) <= 20 for name in value)
        and all(_is_state(state) for state in value.values())
    ):
        return dict(value)
    raise CapsvizError("the state of its figure must be a small table of numbers")


def _is_state(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return value is None or (len(values) <= MOST_NUMBERS and all(map(_is_number, values)))


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= LARGEST


@dataclass(frozen=True, slots=True)
class View(Schema):
    """What a learner sees.

    Attributes
    ----------
    lesson : its name in the address, "quiz" or "glossary"; "" for where the learner left off.
    step : counted from 0.
    answered : the answer guessed, -1 where none was and the truth is shown; None before.
    figure : what was done to the figure; None leaves it as the step begins.
    """

    lesson: str = text("", r"[a-z-]{0,30}", "the name of a lesson")
    step: int = whole(0, 0, MOST_STEPS - 1)
    answered: int | None = optional_whole(-1, 4)
    figure: Figure | None = optional_other(  # noqa: RUF009 - a field, as dataclasses.field makes it
        read_figure, dict
    )

    def place(self, course: Course) -> StepPlace:
        """Where it is in a course; raises `CapsvizError` where it is not."""
        return place(course, self.lesson, str(self.step + 1))
