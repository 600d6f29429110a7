"""The Overlap page's one component: two digits to drag, and who claims which ink."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component
from capsviz.ui.pages.overlap.view import View

_KEY = "overlap"
_mount = component("overlap", Path(__file__).parent, "theme.css", "gallery.css", "export.css")


def overlap(data: dict[str, Any]) -> None:
    """Show the component; what the visitor lays out ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    state.carry(_mount, _KEY, data, read=View.from_plain, first=View)
