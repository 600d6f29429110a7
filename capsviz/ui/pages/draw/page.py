"""Draw: a picture, what the capsules say of it, what the winner remembers."""

from __future__ import annotations

import streamlit as st

from capsviz.ui.pages.draw.data import page_data
from capsviz.ui.pages.draw.view import View
from capsviz.ui.session.error_banner import one_sentence
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import picker

HOST = Host("draw", View, page_data, ("pen.css", "sliders.css"))


@st.fragment
def page() -> None:
    """One component shows it all; a stroke reruns only this fragment, once."""
    with one_sentence():
        HOST.adopt_link()
        picker()
        HOST.show()


page()
