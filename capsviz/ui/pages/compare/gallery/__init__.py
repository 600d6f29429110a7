"""A gallery of disputed test digits, below the columns: one that is chosen is compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from capsviz.ui.browser import component
from capsviz.ui.pages.compare.view import View
from capsviz.ui.session import state

_KEY = "compare-gallery"
_mount = component(_KEY, Path(__file__).parent, "theme.css")


def gallery_of(digits: list[dict[str, Any]]) -> None:
    """Show test digits with the networks' answers; the one that is chosen is compared."""
    _mount(key=_KEY, data={"gallery": digits}, on_chosen_change=_choose)


def _choose() -> None:
    index = st.session_state[_KEY].get("chosen")
    if type(index) is int and 0 <= index < 10_000:
        state.replace_view("compare", View(test_digit=index))
