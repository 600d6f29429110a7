"""The Draw page's one component: canvas, lengths, reconstruction, sliders, routing strip."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component
from capsviz.ui.pages.draw.view import View

_KEY = "draw"
_mount = component("draw", Path(__file__).parent, "theme.css", "sliders.css")


def draw(data: dict[str, Any]) -> None:
    """Show the component; what the visitor does ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    state.carry(
        _mount,
        _KEY,
        data,
        read=View.from_plain,
        first=View,
        on_ask_change=lambda: state.take_question(_KEY),
    )
