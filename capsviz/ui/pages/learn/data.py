"""Page data of Learn, as plain values."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, TypedDict

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.languages import refusals
from capsviz.ui.languages.messages import text
from capsviz.ui.lessons import figure_data, links, loader, worksheets
from capsviz.ui.lessons.course import StepPlace, locate_step
from capsviz.ui.lessons.quiz import quiz
from capsviz.ui.pages.learn.view import View


class LearnPageData(TypedDict):
    """Result of `page_data`, as ``LearnPageData`` of ``player.js``."""

    course: dict[str, Any]
    extra: dict[str, Any]
    table: list[dict[str, Any]]
    view: dict[str, Any] | None
    worksheets: list[str]
    quiz: list[dict[str, Any]]
    lesson: str
    step: int
    complaints: list[str]


def page_data(settings: PageSettings) -> LearnPageData:
    """All lessons, and where the address points.

    Returns
    -------
    ``course`` (`capsviz.ui.lessons.course.Course.to_plain`), ``lesson`` and ``step`` to begin with
    (empty for where the tab was, else the contents), ``view`` (the link's, or None),
    ``worksheets`` (names of the lessons that have one), the questions of the ``quiz``, ``extra``
    data of some figures, and ``complaints`` about the link or the address.
    """
    language = settings.language
    course, view, complaints = loader.load(language), settings.view, []
    try:
        requested = (settings.address.get(name) for name in ("lesson", "step"))
        location = locate_step(course, *requested)
    except CapsvizError as error:
        location = StepPlace()
        complaints.append(_link_complaint(error, language))
    try:
        if view:
            view.locate(course)
    except CapsvizError as error:
        view = None
        complaints.append(_link_complaint(error, language))
    return {
        "course": links.plain_course(language),
        "extra": figure_data.extra(language),
        "table": View.table(),
        "view": view and view.to_plain(),
        "worksheets": worksheets.names(language),
        "quiz": [asdict(question) for question in quiz(language)],
        "lesson": location.lesson,
        "step": location.step,
        "complaints": complaints,
    }


def _link_complaint(error: CapsvizError, language: str) -> str:
    return text(language, "shared", "link-unopened", reason=refusals.word(error, language))
