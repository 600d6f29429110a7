"""A worksheet for each lesson: a figure of the live network, tasks, and a key on its own page.

The tasks are in ``worksheets.toml`` next to the lessons, checked strictly. A worksheet is an HTML
page for printing on A4.
"""

from __future__ import annotations

import functools
import string
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.templates import fill_template
from capsviz.ui.languages import ENGLISH, FOLDER, html_language
from capsviz.ui.languages.overlay import read_lesson_file
from capsviz.ui.languages.tables import build
from capsviz.ui.lessons import loader, markup
from capsviz.ui.lessons.quiz import quiz
from capsviz.ui.lessons.worksheets.figures import FIGURES
from capsviz.ui.lessons.worksheets.paper import Figure, Words

_HERE = Path(__file__).parent
#: Maximum number of lines for an answer.
_MAX_LINES = 8
#: Name of the quiz among the lessons' names.
_QUIZ = "quiz"
_FILE = "worksheets.toml"


@dataclass(frozen=True, slots=True)
class Task:
    """A task: its text, lines to write on, and the answer in the key."""

    text: str
    lines: int
    answer: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet: the name of its figure, "" for none, and its tasks."""

    figure: str
    task: tuple[Task, ...]


@functools.cache
def sheets(language: str = ENGLISH, root: Path = FOLDER) -> dict[str, Sheet]:
    """The worksheets of a language by lesson name; raises errors as `loader.load`."""
    names = {lesson.name for lesson in loader.load(language, root).lessons}
    by_name = {
        name: _sheet(f"{_FILE}, {name}", plain)
        for name, plain in read_lesson_file(language, _FILE, root).items()
    }
    if unknown := by_name.keys() - names:
        raise CapsvizError(f"{_FILE} has a sheet for {min(unknown)!r}, which is no lesson")
    return by_name


def _sheet(location: str, plain: Any) -> Sheet:
    if not isinstance(plain, dict) or not isinstance(plain.get("task"), list):
        raise CapsvizError(f"{location} needs a figure and tasks")
    numbered = enumerate(plain["task"], 1)
    tasks = tuple(build(f"{location}, task {n}", Task, task) for n, task in numbered)
    sheet = build(location, Sheet, {**plain, "task": tasks})
    if sheet.figure not in FIGURES:
        figures = ", ".join(FIGURES)
        raise CapsvizError(f"{location} shows a figure {sheet.figure!r}: choose among {figures}")
    if not all(0 <= task.lines <= _MAX_LINES for task in tasks):
        raise CapsvizError(f"{location}: a task has 0 to {_MAX_LINES} lines")
    return sheet


def names(language: str = ENGLISH) -> list[str]:
    """Names of all sheets: the lessons' and the quiz's."""
    return [*sheets(language), _QUIZ]


def worksheet(lesson: str, language: str = ENGLISH) -> str:
    """The worksheet of one of `names` as an HTML page, with its figure of the live network.

    Raises `CapsvizError` if there is no such sheet, or no network to draw its figure.
    """
    course = loader.load(language)
    words = course.words["worksheet"]
    sheet = _quiz_sheet(language) if lesson == _QUIZ else sheets(language).get(lesson)
    if sheet is None:
        raise CapsvizError("there is no worksheet for such a lesson")
    title, aim = next(
        ((item.title, item.aim) for item in course.lessons if item.name == lesson),
        (course.words["page"]["quiz"], words["quiz"]),
    )
    figure = FIGURES[sheet.figure](Words(language)) if sheet.figure else Figure("")
    lessons = {f"lesson_{name}": label for name, label in course.labels.items()}
    fill = functools.partial(_insert_values, facts=lessons | figure.facts)
    line = '<span class="line"></span>'
    tasks = [
        f"<li>{fill(f'{lesson}, a task', each.text)}{line * each.lines}</li>" for each in sheet.task
    ]
    answers = [f"<li>{fill(f'{lesson}, the key', each.answer)}</li>" for each in sheet.task]
    values = {
        "css": (_HERE / "index.css").read_text("utf-8"),
        "language": html_language(language),
        "title": escape(title),
        "aim": markup.inline_html(aim),
        "figure": figure.sheet,
        "tasks": "".join(tasks),
        "key": figure.key,
        "answers": "".join(answers),
        **{f"word-{name}": escape(text) for name, text in words.items()},
    }
    return fill_template((_HERE / "index.html").read_text("utf-8"), values)


def _quiz_sheet(language: str) -> Sheet:
    """The questions with boxes to tick; the key has the remarks on right answers."""
    tasks = []
    for question in quiz(language):
        right = {
            "answer": question.answers[question.right],
            "remark": question.remarks[question.right],
        }
        key = Words(language)("quiz-key", **right)
        tasks.append(Task("  \n☐ ".join([question.text, *question.answers]), 0, key))
    return Sheet("", tuple(tasks))


def _insert_values(location: str, text: str, facts: dict[str, str]) -> str:
    """Fill the figure's numbers and the lessons' names into a text."""
    names = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    if unknown := names - facts.keys():
        raise CapsvizError(f"{location} names {min(unknown)!r}, which its figure does not tell")
    return markup.inline_html(text.format(**facts))
