"""One image read by every network, in columns; and a gallery of disputed test digits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from capsviz.ui import state
from capsviz.ui.browser import component
from capsviz.ui.pages.compare.view import View

_KEY, _GALLERY = "compare", "compare-gallery"
_mount = component("compare", Path(__file__).parent, "theme.css")


def compare(data: dict[str, Any]) -> None:
    """Show the image and one column per network.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it. Pictures are base64 of bytes.
    """
    listeners = {"on_load_change": lambda: None}
    state.carry(_mount, _KEY, data, read=View.from_plain, first=View, **listeners)


def may_load() -> bool:
    """Whether the visitor sees the page by now, and that networks are being loaded."""
    return bool(st.session_state.get(_KEY, {}).get("load"))


def gallery_of(digits: list[dict[str, Any]]) -> None:
    """Show test digits with the networks' answers; the one that is chosen is compared."""
    _mount(key=_GALLERY, data={"gallery": digits}, on_chosen_change=_choose)


def _choose() -> None:
    index = st.session_state[_GALLERY].get("chosen")
    if type(index) is int and 0 <= index < 10_000:
        state.replace_view(_KEY, View(test_digit=index))
