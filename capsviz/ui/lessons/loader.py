"""Read and check the lessons: TOML files, one per lesson, in each language's folder.

A mistake in a file raises an error that names the file and the step.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.navigation import ENTRIES, PARTS
from capsviz.ui.languages import ENGLISH, FOLDER, languages, messages
from capsviz.ui.languages.overlay import read_lesson_file
from capsviz.ui.languages.tables import build
from capsviz.ui.lessons import markup
from capsviz.ui.lessons.course import (
    Claim,
    Course,
    Formula,
    Lesson,
    Open,
    Paper,
    Promise,
    Step,
    Symbol,
    Term,
    TourStep,
)
from capsviz.ui.lessons.measurements import fill_numbers

#: Pages that a step can open.
PAGES = tuple(entry.name for entry in ENTRIES if entry.name != "learn")


def load(language: str = ENGLISH, root: Path = FOLDER) -> Course:
    """The course of a language's folder in `root`, cached.

    Raises `CapsvizError` for a missing language or an invalid file.
    """
    return _load(language, root)


@functools.cache
def _load(language: str, root: Path) -> Course:
    if language not in languages(root):
        raise CapsvizError(f"there are no lessons in the language {language!r}")

    def read(name: str) -> dict[str, Any]:
        return read_lesson_file(language, name, root)

    glossary = read("glossary.toml")
    terms = _build_each("glossary.toml", Term, glossary.get("term", {}))
    for name, term in terms.items():
        _check_parts(f"glossary.toml, {name}", [term.block] if term.block else [])
    symbols = {
        name: dataclasses.replace(
            each,
            label=messages.text(language, "shared", "named", name=each.say, value=each.means),
        )
        for name, each in _build_each("glossary.toml", Symbol, glossary.get("symbol", {})).items()
    }
    formulas = _build_each("formulas.toml", Formula, read("formulas.toml"))
    claims = read("claims.toml").get("claim", [])
    tour = read("tour.toml").get("step", [])
    papers = read("papers.toml").get("paper", [])
    promises = read("promises.toml").get("promise", [])
    course = Course(
        language=language,
        lessons=tuple(
            _lesson(name, read(name), formulas, language) for name in _lesson_files(root)
        ),
        mistakes=_lesson("mistakes.toml", read("mistakes.toml"), formulas, language),
        terms=terms,
        symbols=symbols,
        formulas=formulas,
        claims=tuple(map(_claim, claims)),
        papers=tuple(build("papers.toml", Paper, paper) for paper in papers),
        promises=tuple(_promise(promise, language) for promise in promises),
        tour=tuple(build("tour.toml", TourStep, step) for step in tour),
        words=read("words.toml"),
    )
    _check_markup(course, language)
    return course


def _lesson_files(root: Path) -> list[str]:
    """The lessons' files, such as ``1-pooling.toml``, in numeric order."""
    names = (path.name for path in (root / ENGLISH / "lessons").glob("[0-9]*.toml"))
    return sorted(names, key=lambda name: int(name.split("-")[0]))


def _lesson(
    file: str, plain: dict[str, Any], formulas: Mapping[str, Formula], language: str
) -> Lesson:
    steps = plain.pop("step", [])
    lesson = build(file, Lesson, {**plain, "steps": ()})
    _check_parts(file, lesson.about)
    if not steps:
        raise CapsvizError(f"{file} has no [[step]]")
    parts = tuple(
        _step(f"{file}, step {n}", step, formulas, language) for n, step in enumerate(steps, 1)
    )
    if not parts[0].figure:
        raise CapsvizError(f"{file}, step 1 names no figure")
    return dataclasses.replace(lesson, steps=parts)


def _check_parts(location: str, parts: Iterable[str]) -> None:
    for part in parts:
        if part not in PARTS:
            raise CapsvizError(
                f"{location} names a part of the network {part!r}: choose among {', '.join(PARTS)}"
            )


def _step(
    location: str, plain: dict[str, Any], formulas: Mapping[str, Formula], language: str
) -> Step:
    plain = dict(plain)
    plain.setdefault("title", "")
    for name in ("text", "reveal"):
        if isinstance(plain.get(name), str):
            plain[name] = fill_numbers(plain[name], language)
    if "open" in plain:
        plain["open"] = opening(location, plain["open"])
    step = build(location, Step, plain)
    if not step.text and not step.question:
        raise CapsvizError(f"{location} has neither a text nor a question")
    if step.until and not step.task:
        raise CapsvizError(f'{location} waits for "{step.until}" but has no task to say so')
    if step.question and not (2 <= len(step.answers) <= 5 and 0 <= step.right < len(step.answers)):
        raise CapsvizError(f"{location}: a question needs 2 to 5 answers, and right counts from 0")
    has_remark = [remark != "" for remark in step.remarks]
    if step.question and has_remark != [n != step.right for n in range(len(step.answers))]:
        raise CapsvizError(
            f"{location}: each wrong answer needs a remark, and the right one has none"
        )
    if step.hint and not step.until:
        raise CapsvizError(f"{location} has a hint but waits for nothing")
    if step.later and not (step.question and (step.open or step.later != "page")):
        raise CapsvizError(
            f"{location}: what is told later is a question; on a page, one that opens"
        )
    if step.question and not step.reveal:
        raise CapsvizError(f"{location}: a question needs a reveal")
    for name in step.formulas:
        if name not in formulas:
            raise CapsvizError(
                f"{location} shows a formula {name!r} that formulas.toml does not have"
            )
    return step


def _claim(plain: dict[str, Any]) -> Claim:
    file = "claims.toml"
    renamed = {"for": "pro", "against": "con", "try": "trial"}
    plain = {renamed.get(key, key): value for key, value in plain.items()}
    plain["open"] = opening(file, plain.get("open"))
    return build(file, Claim, plain)


def _promise(plain: dict[str, Any], language: str) -> Promise:
    file = "promises.toml"
    promise: Promise = build(file, Promise, plain)
    if bool(promise.measured) == bool(promise.unmeasured):
        raise CapsvizError(f"{file}, {promise.network}: give what was measured, or why nothing was")
    measured = tuple(fill_numbers(sentence, language) for sentence in promise.measured)
    return dataclasses.replace(promise, measured=measured)


def opening(location: str, plain: Any) -> Open:
    """A live page from a file's table; raises `CapsvizError` with the location."""
    if not isinstance(plain, dict):
        raise CapsvizError(f"{location}: open must be a table with a label and a page")
    plain = dict(plain)
    if isinstance(plain.get("page"), str):
        plain["page"] = [plain["page"]]
    view = build(location, Open, plain)
    for page in view.page:
        if page not in PAGES:
            raise CapsvizError(f"{location} opens a page {page!r}: choose among {', '.join(PAGES)}")
    if view.digit is not None and not 0 <= view.digit <= 9:
        raise CapsvizError(f"{location}: digit must lie between 0 and 9")
    if not 1 <= view.iterations <= 10:
        raise CapsvizError(f"{location}: iterations must lie between 1 and 10")
    return view


def _build_each(file: str, kind: type[Any], plain: dict[str, Any]) -> dict[str, Any]:
    return {name: build(f"{file}, {name}", kind, entry) for name, entry in plain.items()}


def _check_markup(course: Course, language: str) -> None:
    """Render all texts once, so that loading reports invalid links and formulas."""
    for lesson in (*course.lessons, course.mistakes):
        for number, step in enumerate(lesson.steps, 1):
            try:
                if step.later not in ("", "page", *course.labels):
                    raise CapsvizError(f"there is no lesson {step.later!r} to tell the answer in")
                course.html(step.text)
                course.html(step.reveal)
            except CapsvizError as error:
                raise CapsvizError(f"{lesson.name}, step {number}: {error}") from error
    for name, formula in course.formulas.items():
        try:
            markup.formula_html(formula.tex, course.symbols)
        except CapsvizError as error:
            raise CapsvizError(f"{language}/formulas.toml, {name}: {error}") from error
