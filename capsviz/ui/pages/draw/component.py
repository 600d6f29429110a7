"""The Draw page's one component: canvas, lengths, reconstruction, sliders, routing strip."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component

_KEY = "draw"
_mount = component("draw", Path(__file__).parent, "theme.css", "sliders.css")


def draw(data: dict[str, Any]) -> None:
    """Show the component; what the visitor does ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    _mount(
        key=_KEY,
        data=data,
        on_drawing_change=lambda: state.take_drawing(_KEY),
        on_settings_change=lambda: state.take_settings(_KEY),
        on_ask_change=lambda: state.take_question(_KEY),
    )
    state.recover(_KEY)
