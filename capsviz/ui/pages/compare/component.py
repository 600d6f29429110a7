"""One image read by every network, in columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from capsviz.ui import state
from capsviz.ui.browser import component
from capsviz.ui.pages.compare.view import View

_KEY = "compare"
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
