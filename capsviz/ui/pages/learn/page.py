"""Learn: the lessons, the gallery of mistakes, the glossary."""

from __future__ import annotations

from typing import Any

import streamlit as st

from capsviz.errors import CapsvizError
from capsviz.ui import permalink, state, web
from capsviz.ui.error_banner import one_sentence
from capsviz.ui.lessons import extra, links, loader
from capsviz.ui.lessons.worksheets import sheets
from capsviz.ui.pages.learn.component import lesson
from capsviz.ui.pages.learn.view import View
from capsviz.ui.shell.picker import digits_alone


@st.fragment
def page() -> None:
    """One component holds all lessons; a step never asks the server."""
    with one_sentence():
        digits_alone("The lessons and the tour are")
        language = _language()
        course = loader.load(language)
        view = permalink.adopt_link("learn", lambda values, _: _view_of_link(course, values))
        lesson(
            {
                "course": links.plain_course(language),
                "extra": extra.extra(),
                "table": View.table(),
                "view": view.to_plain() if view else None,
                "worksheets": {"base": web.base_path(), "sheets": list(sheets())},
                **_place(course),
            }
        )


def _language() -> str:
    """The language that the address asks for, if there are lessons in it."""
    asked = st.query_params.get("lang", loader.LANGUAGE)
    return asked if asked in loader.languages() else loader.LANGUAGE


def _view_of_link(course: loader.Course, values: dict[str, Any]) -> View:
    """The view of a link; raises `CapsvizError` for a place that the course does not have."""
    view = View.from_plain(values)
    view.place(course)
    return view


def _place(course: loader.Course) -> dict[str, str | int]:
    """Where the address points; what is wrong with it is told, and the visitor stays."""
    try:
        found = loader.place(course, st.query_params.get("lesson"), st.query_params.get("step"))
    except CapsvizError as error:
        state.complain(f"This link could not be opened: {error}.")
        found = loader.StepPlace()
    return {"lesson": found.lesson, "step": found.step}


page()
