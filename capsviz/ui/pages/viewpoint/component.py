"""The Viewpoint page's live part: a digit under transforms, its curves, attacks on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component
from capsviz.ui.pages.viewpoint.view import View

_KEY = "viewpoint"
_mount = component(
    "viewpoint", Path(__file__).parent, "theme.css", "gallery.css", "export.css", "sliders.css"
)


def viewpoint(data: dict[str, Any]) -> None:
    """Show the component; what the visitor does there ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    state.carry(_mount, _KEY, data, read=View.from_plain, first=View)
