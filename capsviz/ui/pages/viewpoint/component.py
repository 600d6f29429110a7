"""The Viewpoint page's live part: a digit under transforms, its curves, attacks on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component

_KEY = "viewpoint"
_mount = component("viewpoint", Path(__file__).parent, "theme.css", "export.css")


def viewpoint(data: dict[str, Any]) -> None:
    """Show the component; another drawing ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    _mount(key=_KEY, data=data, on_drawing_change=lambda: state.take_drawing(_KEY))
