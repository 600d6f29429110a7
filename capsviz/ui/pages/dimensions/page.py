"""Dimensions: what each of the sixteen numbers of a digit capsule means."""

from __future__ import annotations

import streamlit as st

from capsviz.ui.pages.dimensions.data import page_data
from capsviz.ui.pages.dimensions.view import View
from capsviz.ui.session.error_banner import one_sentence
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import picker

HOST = Host("dimensions", View, page_data, ("gallery.css", "export.css", "sliders.css"))


@st.fragment
def page() -> None:
    """The component decodes on its own; here are the drawing's poses and where to start."""
    with one_sentence():
        HOST.adopt_link()
        picker()
        HOST.show()


page()
