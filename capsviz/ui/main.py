"""Navigation: which pages there are, in which order."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from capsviz.ui.components.tools import tools

_HERE = Path(__file__).parent
_PAGES = _HERE / "pages"

st.set_page_config(
    page_title="capsviz",
    page_icon=_HERE / "icon.svg",  # a Material icon would be fetched from the network
    layout="wide",
    initial_sidebar_state="collapsed",
)

PAGES = [
    st.Page(_PAGES / "draw.py", title="Draw", icon=":material/draw:", default=True),
    st.Page(_PAGES / "routing.py", title="Routing", icon=":material/alt_route:"),
    st.Page(_PAGES / "dimensions.py", title="Dimensions", icon=":material/tune:"),
    st.Page(_PAGES / "overlap.py", title="Overlap", icon=":material/join_inner:"),
    st.Page(_PAGES / "viewpoint.py", title="Viewpoint", icon=":material/rotate_right:"),
    st.Page(_PAGES / "compare.py", title="Compare", icon=":material/compare:"),
    st.Page(_PAGES / "learn.py", title="Learn", icon=":material/school:"),
]

page = st.navigation(PAGES, position="top")
page.run()
tools(page.url_path or "draw")
