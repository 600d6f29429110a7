"""A page of tips for teachers for each lesson: requirements, mistakes of students, one link.

The tips are in ``tips.toml`` next to the lessons, checked strictly. How many students make these
mistakes about capsules is not published, so the page shows the share in the lecturer's own class,
from the counts that the browser stores during a session.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue import navigation
from capsviz.ui.catalogue.templates import fill_template
from capsviz.ui.languages import ENGLISH, FOLDER, html_language, messages
from capsviz.ui.languages.overlay import read_lesson_file
from capsviz.ui.languages.tables import build
from capsviz.ui.lessons import loader, markup
from capsviz.ui.lessons.course import Lesson

_HERE = Path(__file__).parent
SCRIPT = _HERE / "index.js"
_FILE, _LEARN = "tips.toml", "learn"


@dataclass(frozen=True, slots=True)
class Misunderstanding:
    """A mistake of students and its correction, as Markdown.

    `ask` is the title of the lesson's step with a question about it; "" for none.
    """

    text: str
    ask: str


@dataclass(frozen=True, slots=True)
class Tips:
    """Tips for a lesson.

    Attributes
    ----------
    minutes : needed by a class, including questions.
    takes : required knowledge and preparation, Markdown.
    hide : what to hide and to lock, Markdown.
    access : use of the figures without a mouse, by screen reader and without colours, Markdown.
    show, lock : regions and locks of the link, as in navigation.
    """

    minutes: int
    takes: str
    hide: str
    access: str
    show: tuple[str, ...]
    lock: tuple[str, ...]
    wrong: tuple[Misunderstanding, ...]


@functools.cache
def tips(language: str = ENGLISH, root: Path = FOLDER) -> dict[str, Tips]:
    """The tips of a language by lesson name; raises errors as `loader.load`."""
    # Tips name questions by their English titles, in each language.
    lessons = {lesson.name: lesson for lesson in loader.load(ENGLISH, root).lessons}
    plain = read_lesson_file(language, _FILE, root)
    if plain.keys() != lessons.keys():
        raise CapsvizError(f"{_FILE} needs tips for each lesson: {', '.join(lessons)}")
    return {name: _tips(f"{_FILE}, {name}", table, lessons[name]) for name, table in plain.items()}


def _tips(location: str, plain: Any, lesson: Lesson) -> Tips:
    if not isinstance(plain, dict) or not isinstance(plain.get("wrong"), list):
        raise CapsvizError(f"{location} needs what students get wrong")
    wrong = tuple(build(location, Misunderstanding, each) for each in plain["wrong"])
    result = build(location, Tips, {**plain, "wrong": wrong})
    page = navigation.entry(_LEARN)
    for kind, names, available in (
        ("shows", result.show, {each.name for each in page.regions}),
        ("locks", result.lock, {each.name for each in page.locks}),
    ):
        if unknown := set(names) - available:
            raise CapsvizError(
                f"{location} {kind} {min(unknown)!r}: choose among {', '.join(sorted(available))}"
            )
    for each in wrong:
        if each.ask and _question_step(lesson, each.ask) is None:
            raise CapsvizError(f"{location} names a question {each.ask!r} that the lesson lacks")
    return result


def _question_step(lesson: Lesson, title: str) -> int | None:
    """Index of the step with this title that asks a question."""
    steps = (n for n, step in enumerate(lesson.steps) if step.question and step.title == title)
    return next(steps, None)


def page(name: str, up: str, script: str = "", language: str = ENGLISH) -> str:
    """The tips for a lesson as an HTML page; raises `CapsvizError` for an unknown lesson.

    `up` is the relative address of Learn, such as "../../learn", and `script` the address of the
    script that shows the class's own shares; "" for none.
    """
    course = loader.load(language)
    entry = tips(language).get(name)
    lesson, english = (
        next((item for item in each.lessons if item.name == name), None)
        for each in (course, loader.load())
    )
    if entry is None or lesson is None or english is None:
        raise CapsvizError("there are no tips for such a lesson")
    words = course.words["tips"]
    link = up + "?" + urlencode({
        "lesson": name, "embed": "1", "show": ",".join(entry.show), "lock": ",".join(entry.lock),
    }, safe=",")  # fmt: skip
    say = functools.partial(messages.fill, language)
    rows = "".join(_row(each, english, words, say) for each in entry.wrong)
    values = {
        "language": html_language(language),
        "title": escape(lesson.title),
        "css": (_HERE / "index.css").read_text("utf-8"),
        "minutes": escape(
            say(words["minutes"], **{"class": entry.minutes, "alone": lesson.minutes})
        ),
        "takes": markup.inline_html(entry.takes),
        "wrong": rows,
        "hide": markup.inline_html(entry.hide),
        "access": markup.inline_html(entry.access),
        "link": escape(link),
        "script": f'<script type="module" src="{escape(script)}"></script>' if script else "",
        **{f"word-{key}": escape(text) for key, text in words.items()},
    }
    return fill_template((_HERE / "index.html").read_text("utf-8"), values)


def _row(
    each: Misunderstanding, lesson: Lesson, words: dict[str, str], say: Callable[..., str]
) -> str:
    index = _question_step(lesson, each.ask) if each.ask else None
    share = ""
    if index is not None:
        attributes = (
            f'data-poll="{escape(lesson.name)} {index}" data-share="{escape(words["share"])}"'
        )
        label = escape(say(words["ask"], step=index + 1))
        share = f' <span class="ask">{label}</span> <b class="share" {attributes}></b>'
    return f"<li>{markup.inline_html(each.text)}{share}</li>"
