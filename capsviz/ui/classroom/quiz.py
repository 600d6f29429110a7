"""Ten questions for a class at the start and at the end, from a file beside the lessons."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

from capsviz.errors import CapsvizError
from capsviz.ui.classroom.poll import Poll
from capsviz.ui.lessons import loader

_LESSONS = Path(loader.__file__).parent


@functools.cache
def quiz(language: str = loader.LANGUAGE, root: Path = _LESSONS) -> tuple[dict[str, Any], ...]:
    """The questions, as plain values: ``text``, ``answers``, ``right`` and the ``lesson``.

    Parameters
    ----------
    language : a folder's name, such as "en".
    root : where the language folders are.

    Raises
    ------
    CapsvizError : the file is wrong; the message names the question.
    """
    path = root / language / "quiz.toml"
    try:
        questions = tomllib.loads(path.read_text("utf-8"))["question"]
    except (OSError, ValueError, KeyError) as error:
        raise CapsvizError(f"{path.name} cannot be read: {error}") from error
    names = [lesson.name for lesson in loader.load(language).lessons]
    for n, question in enumerate(questions, 1):
        _check(f"{path.name}, question {n}", question, names)
    return tuple(questions)


def _check(where: str, question: Any, lessons: list[str]) -> None:
    if not isinstance(question, dict) or set(question) != {"lesson", "text", "answers", "right"}:
        raise CapsvizError(f"{where} must have a lesson, a text, answers and the right one")
    if question["lesson"] not in lessons:
        raise CapsvizError(f"{where} names a lesson {question['lesson']!r} that there is not")
    try:
        poll = Poll.from_plain({**question, "name": "quiz"})
    except CapsvizError as error:
        raise CapsvizError(f"{where}: {error}") from error
    if poll.right < 0:
        raise CapsvizError(f"{where} marks no right answer")
