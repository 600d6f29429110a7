"""Prepared lectures: lessons and pages in order, with times and notes.

Each is a TOML file next to the lessons, such as ``plan-45.toml``. Files are checked strictly, like
lessons: an error names its section.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from capsviz.errors import CapsvizError
from capsviz.ui.languages import ENGLISH, FOLDER
from capsviz.ui.languages.overlay import read_lesson_file
from capsviz.ui.languages.tables import build
from capsviz.ui.lessons import loader
from capsviz.ui.lessons.course import Course, Lesson, Open
from capsviz.ui.lessons.loader import opening

#: Times at which the quiz is asked.
QUIZ = ("start", "end")


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A question of the lecturer, in addition to the lessons'; `right` counts from 0.

    `measured` names the measurement on the bundled network from which a test derives the right
    answer; "" for none.
    """

    text: str
    answers: tuple[str, ...]
    right: int
    measured: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a lecture: steps of a lesson, a page, the quiz, drawing together, or talk.

    Attributes
    ----------
    minutes : planned.
    notes : for the lecturer only, Markdown.
    lesson, steps : a lesson's name, and its steps counted from 1; all if empty.
    open : a live page in the state that the lecture refers to.
    draw : the subject to draw; "" for anything that fools the network, None for no drawing.
    quiz : "start" or "end".
    question : to ask before the section is shown.
    """

    title: str
    minutes: int
    notes: str
    lesson: str = ""
    steps: tuple[int, ...] = ()
    open: Open | None = None
    draw: str | None = None
    quiz: str = ""
    question: PlannedQuestion | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A lecture: its name, such as "45", its title, its length in minutes, its sections."""

    name: str
    title: str
    minutes: int
    sections: tuple[Section, ...]


@functools.cache
def plans(language: str = ENGLISH, root: Path = FOLDER) -> tuple[Plan, ...]:
    """The lectures of a language, shortest first; raises errors as `loader.load`."""
    course = loader.load(language, root)
    candidates = (
        _plan(path.name, read_lesson_file(language, path.name, root), course)
        for path in (root / ENGLISH / "lessons").glob("plan-*.toml")
    )
    return tuple(sorted(candidates, key=lambda plan: plan.minutes))


def _plan(file: str, plain: dict[str, Any], course: Course) -> Plan:
    tables = plain.pop("section", [])
    if not isinstance(tables, list):
        raise CapsvizError(f"{file} has no [[section]]")
    numbered = enumerate(tables, 1)
    sections = tuple(_section(f"{file}, section {n}", each, course) for n, each in numbered)
    name = file.removeprefix("plan-").removesuffix(".toml")
    plan = build(file, Plan, {**plain, "name": name, "sections": sections})
    planned = sum(section.minutes for section in sections)
    if planned != plan.minutes:
        raise CapsvizError(f"{file} lasts {plan.minutes} minutes, but its sections make {planned}")
    return plan


def _section(location: str, plain: Any, course: Course) -> Section:
    if not isinstance(plain, dict):
        raise CapsvizError(f"{location} must be a table")
    plain = dict(plain)
    if "open" in plain:
        plain["open"] = opening(location, plain["open"])
    if "question" in plain:
        plain["question"] = _question(location, plain["question"])
    section = build(location, Section, plain)
    if section.minutes < 1 or not section.notes.strip():
        raise CapsvizError(f"{location} needs minutes and notes")
    kinds = (section.lesson, section.open, section.draw is not None, section.quiz)
    if sum(map(bool, kinds)) > 1:
        raise CapsvizError(f"{location} can be one of a lesson, a page, drawing, and the quiz")
    if section.quiz and section.quiz not in QUIZ:
        raise CapsvizError(f"{location}: the quiz is asked at the start or at the end")
    if section.steps and not section.lesson:
        raise CapsvizError(f"{location}: a lesson and its steps belong together")
    if section.lesson and not section.steps:
        count = len(lesson_of(section, course, location).steps)
        section = replace(section, steps=tuple(range(1, count + 1)))
    if section.lesson:
        _check_steps(location, section, course)
    return section


def _check_steps(location: str, section: Section, course: Course) -> None:
    count = len(lesson_of(section, course, location).steps)
    steps = section.steps
    if not all(type(step) is int and 1 <= step <= count for step in steps):
        raise CapsvizError(f"{location}: the lesson {section.lesson!r} has steps 1 to {count}")
    if list(steps) != sorted(set(steps)):
        raise CapsvizError(f"{location}: steps go forwards, each once")


def _question(location: str, plain: Any) -> PlannedQuestion:
    question = build(f"{location}, question", PlannedQuestion, plain)
    if not (2 <= len(question.answers) <= 6 and 0 <= question.right < len(question.answers)):
        raise CapsvizError(f"{location}: a question needs 2 to 6 answers, and right counts from 0")
    if not all(isinstance(answer, str) and answer for answer in question.answers):
        raise CapsvizError(f"{location}: an answer is a text")
    return question


def lesson_of(section: Section, course: Course, location: str = "a section") -> Lesson:
    """The lesson that a section shows; raises `CapsvizError` if it does not exist."""
    for lesson in course.lessons:
        if lesson.name == section.lesson:
            return lesson
    raise CapsvizError(f"{location} names a lesson {section.lesson!r} that there is not")


def stops(plan: Plan, course: Course) -> Iterator[tuple[int, str, int | None]]:
    """Section index, title and step index (or None) of each stop, in order."""
    for index, section in enumerate(plan.sections):
        if not section.lesson:
            yield index, section.title, None
        for step in section.steps:
            yield index, lesson_of(section, course).steps[step - 1].title, step - 1
