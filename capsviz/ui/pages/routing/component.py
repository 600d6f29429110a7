"""The Routing page's one component: every picture of one image's routing, in step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component

_KEY = "routing"
_mount = component("routing", Path(__file__).parent, "theme.css", "export.css")


def routing(data: dict[str, Any]) -> None:
    """Show the component; another drawing or other settings end up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    _mount(
        key=_KEY,
        data=data,
        on_drawing_change=lambda: state.take_drawing(_KEY),
        on_settings_change=lambda: state.take_settings(_KEY),
    )
