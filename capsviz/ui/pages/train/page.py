"""Train: a capsule network from noise to understanding, moment by moment."""

from __future__ import annotations

import streamlit as st

from capsviz.monitoring import prewarm
from capsviz.ui.pages.train.data import page_data
from capsviz.ui.pages.train.view import View
from capsviz.ui.session.error_banner import one_sentence
from capsviz.ui.session.host import Host

HOST = Host("train", View, page_data, ("gallery.css", "export.css"))


@st.fragment
def page() -> None:
    """The run that is asked for, else the film that ships."""
    with one_sentence():
        HOST.adopt_link()
        if HOST.show()["allowed"]:
            prewarm.prepare()


page()
