"""The Overlap page's one component: two digits to drag, and who claims which ink."""

from __future__ import annotations

from typing import Any

from streamlit.components.v2 import component

from capsviz.ui import state
from capsviz.ui.components import assets

_KEY = "overlap"
_SHARED = (
    "theme.css",
    "export.css",
    "raster.js",
    "ink.js",
    "pen.js",
    "message.js",
    "live.js",
    "picture.js",
    "decoder.js",
    "export.js",
    "../routing/data.js",
    "../overlap/pictures.js",
    "../overlap/digits.js",
)
_mount = component("capsviz.overlap", **assets("overlap", *_SHARED), isolate_styles=False)


def overlap(data: dict[str, Any]) -> None:
    """Show the component; what the visitor lays out ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `pages/overlap.py` lists it.
    """
    _mount(key=_KEY, data=data, on_view_change=lambda: state.take_overlap(_KEY))
