"""Overlap: two digits over each other, and what each capsule claims of them."""

from __future__ import annotations

import streamlit as st

from capsviz.ui.pages.overlap.data import page_data
from capsviz.ui.pages.overlap.view import View
from capsviz.ui.session.error_banner import one_sentence
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import digits_alone

HOST = Host("overlap", View, page_data, ("pen.css", "gallery.css", "export.css"))


@st.fragment
def page() -> None:
    """The component asks for everything itself; here is where it starts."""
    with one_sentence():
        HOST.adopt_link()
        digits_alone("Overlap is")
        HOST.show()


page()
