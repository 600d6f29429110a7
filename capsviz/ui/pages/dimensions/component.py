"""The Dimensions page's one component: sliders, sweeps and the evidence for their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component

_KEY = "dimensions"
_mount = component(
    "dimensions", Path(__file__).parent, "theme.css", "gallery.css", "export.css", "sliders.css"
)


def dimensions(data: dict[str, Any]) -> None:
    """Show the component; another drawing ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    _mount(key=_KEY, data=data, on_drawing_change=lambda: state.take_drawing(_KEY))
