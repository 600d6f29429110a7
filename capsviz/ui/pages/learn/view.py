"""A learner's view of Learn: the position in the course, the guess, and the figure's state."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from capsviz.config.schema import Schema, optional_custom, optional_whole, text, whole
from capsviz.errors import CapsvizError
from capsviz.ui.lessons.course import Course, StepPlace, locate_step

#: Maximum number of steps of a lesson.
MAX_STEPS = 99
#: Maximum number of properties of a figure's state, of numbers in one of them, and the largest
#: number.
MAX_PROPERTIES, MAX_NUMBERS, MAX_VALUE = 16, 64, 1e4

Figure = dict[str, Any]


def read_figure(value: Any) -> Figure:
    """Check that a figure's state is a small table of numbers and lists of them.

    Any other raises `CapsvizError`. The figure's script checks its limits.
    """
    if (
        isinstance(value, dict)
        and len(value) <= MAX_PROPERTIES
        and all(name.isalpha() and len(name) <= 20 for name in value)
        and all(_is_state(state) for state in value.values())
    ):
        return dict(value)
    raise CapsvizError("the state of its figure must be a small table of numbers")


def _is_state(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return value is None or (len(values) <= MAX_NUMBERS and all(map(_is_number, values)))


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= MAX_VALUE


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A learner's view.

    Attributes
    ----------
    lesson : its name in the address, "contents", "quiz" or "glossary"; "" for where the tab was.
    step : counted from 0.
    answered : the chosen answer; -1 if the truth was shown without one, None before.
    figure : changes made to the figure; None for the step's initial state.
    """

    lesson: str = text("", r"[a-z-]{0,30}", "the name of a lesson")
    step: int = whole(0, 0, MAX_STEPS - 1)
    answered: int | None = optional_whole(-1, 4)
    figure: Figure | None = optional_custom(  # noqa: RUF009 - a field, as dataclasses.field makes it
        read_figure, dict
    )

    def locate(self, course: Course) -> StepPlace:
        """Position of the view in a course; raises `CapsvizError` if it does not exist."""
        return locate_step(course, self.lesson, str(self.step + 1))
