"""Learn: nine lessons, the gallery of mistakes, the glossary."""

from __future__ import annotations

import streamlit as st

from capsviz.errors import CapsvizError
from capsviz.ui import state
from capsviz.ui.components.lesson import lesson
from capsviz.ui.lessons import extra, links, loader


@st.fragment
def page() -> None:
    """One component holds all lessons; a step never asks the server."""
    course = loader.load()
    try:
        place = loader.place(course, st.query_params.get("lesson"), st.query_params.get("step"))
    except CapsvizError as error:
        place = loader.Place()
        st.warning(f"This link could not be opened: {error}.")
    lesson(
        {
            "course": course.to_plain(links.address),
            "lesson": place.lesson,
            "step": place.step,
            "extra": extra.extra(),
        }
    )
    if complaint := state.complaint():
        st.warning(complaint)


try:
    page()
except CapsvizError as error:
    st.error(str(error))
