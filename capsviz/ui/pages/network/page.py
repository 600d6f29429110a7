"""Network: every block of a network with what it gives for the drawing, live."""

from __future__ import annotations

import streamlit as st

from capsviz.ui.pages.network.data import page_data
from capsviz.ui.pages.network.view import View
from capsviz.ui.session.error_banner import one_sentence
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import picker

HOST = Host("network", View, page_data, ("pen.css", "gallery.css", "export.css"))


@st.fragment
def page() -> None:
    """The map of the network, live."""
    with one_sentence():
        HOST.adopt_link()
        picker(alone=HOST.name)
        HOST.show()


page()
