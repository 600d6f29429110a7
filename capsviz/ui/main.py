"""Navigation: which pages there are, in which order."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_PAGES = Path(__file__).parent / "pages"

st.set_page_config(
    page_title="capsviz",
    page_icon=":material/neurology:",
    layout="wide",
    initial_sidebar_state="collapsed",
)

PAGES = [
    st.Page(_PAGES / "draw.py", title="Draw", icon=":material/draw:", default=True),
]

st.navigation(PAGES, position="top").run()
