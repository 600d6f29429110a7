"""The Dimensions page's one component: sliders, sweeps and the evidence for their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component
from capsviz.ui.pages.dimensions.view import View

_KEY = "dimensions"
_mount = component(
    "dimensions", Path(__file__).parent, "theme.css", "gallery.css", "export.css", "sliders.css"
)


def dimensions(data: dict[str, Any]) -> None:
    """Show the component; what the visitor does ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    state.carry(_mount, _KEY, data, read=View.from_plain, first=View)
