"""The concept inventory, answered before and after the lessons; its file is next to them."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

from capsviz.errors import CapsvizError
from capsviz.ui.languages import ENGLISH, FOLDER
from capsviz.ui.languages.overlay import read_lesson_file
from capsviz.ui.languages.tables import build
from capsviz.ui.lessons import loader

_FILE = "quiz.toml"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with one right answer.

    Attributes
    ----------
    concept : what it tests, in a word or two.
    lesson : name of the lesson that answers it.
    right : index of the right answer, from 0.
    remarks : one sentence about each answer: why it is right or wrong.
    """

    concept: str
    lesson: str
    text: str
    answers: tuple[str, ...]
    right: int
    remarks: tuple[str, ...]


@functools.cache
def quiz(language: str = ENGLISH, root: Path = FOLDER) -> tuple[Question, ...]:
    """The questions; raises errors as `loader.load`."""
    lessons = {lesson.name for lesson in loader.load(language, root).lessons}
    numbered = enumerate(read_lesson_file(language, _FILE, root).get("question", []), 1)
    questions = tuple(_question(f"{_FILE}, question {n}", plain, lessons) for n, plain in numbered)
    if not questions:
        raise CapsvizError(f"{_FILE} has no [[question]]")
    return questions


def _question(location: str, plain: object, lessons: set[str]) -> Question:
    question: Question = build(location, Question, plain)
    if question.lesson not in lessons:
        raise CapsvizError(f"{location} names a lesson {question.lesson!r} that there is not")
    if not 0 <= question.right < len(question.answers):
        raise CapsvizError(f"{location} marks no right answer")
    if len(question.remarks) != len(question.answers):
        raise CapsvizError(f"{location} needs a remark for each answer")
    return question
