"""The Routing page's one component: every picture of one image's routing, in step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component
from capsviz.ui.pages.routing.view import View

_KEY = "routing"
_mount = component("routing", Path(__file__).parent, "theme.css", "gallery.css", "export.css")


def routing(data: dict[str, Any]) -> None:
    """Show the component; what the visitor does ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    state.carry(_mount, _KEY, data, read=View.from_plain, first=View)
