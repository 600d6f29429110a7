"""Parts: a drawing taken apart into strokes that were learnt without a label."""

from __future__ import annotations

import streamlit as st

from capsviz.ui.pages.parts.data import page_data
from capsviz.ui.pages.parts.view import View
from capsviz.ui.session.error_banner import one_sentence
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import digits_alone

HOST = Host("parts", View, page_data, ("pen.css", "sliders.css"))


@st.fragment
def page() -> None:
    """The component runs the network itself; here is where it starts."""
    with one_sentence():
        HOST.adopt_link()
        digits_alone("Parts is")
        HOST.show()


page()
