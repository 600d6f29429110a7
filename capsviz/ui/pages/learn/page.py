"""Learn: the lessons, the gallery of mistakes, the glossary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.lessons import loader
from capsviz.ui.lessons.course import Course
from capsviz.ui.pages.learn.data import language_of, page_data
from capsviz.ui.pages.learn.view import View
from capsviz.ui.session import permalink, state
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import digits_alone


def _data(settings: PageSettings) -> dict[str, Any]:
    """What is wrong with the address is told, and the visitor stays."""
    course = loader.load(language_of(settings))
    view = permalink.adopt_link("learn", lambda values, _: _view_of_link(course, values))
    data = page_data(replace(settings, view=view))
    if data["complaint"]:
        state.complain(f"This link could not be opened: {data['complaint']}.")
    return data


def _view_of_link(course: Course, values: dict[str, Any]) -> View:
    """The view of a link; raises `CapsvizError` for a place that the course does not have."""
    view = View.from_plain(values)
    view.place(course)
    return view


HOST = Host("learn", View, _data, carries=False)

HOST.run(lambda: digits_alone("The lessons and the tour are"))
