"""How the visitor's app looks: what figures made on the server must know of it."""

from __future__ import annotations

import streamlit as st

from capsviz.figures.theme import Mode


def mode() -> Mode:
    """Light or dark, as the visitor's app is; Streamlit reruns a page when that changes."""
    return "dark" if st.context.theme.type == "dark" else "light"
