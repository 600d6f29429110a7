"""The Draw page's one component: canvas, lengths, reconstruction, sliders, routing strip."""

from __future__ import annotations

from typing import Any

from streamlit.components.v2 import component

from capsviz.ui import state
from capsviz.ui.components import assets

_KEY = "draw"
_SHARED = (
    "theme.css",
    "sliders.css",
    "raster.js",
    "ink.js",
    "pen.js",
    "message.js",
    "live.js",
    "picture.js",
    "decoder.js",
    "sliders.js",
)
_mount = component("capsviz.draw", **assets("draw", *_SHARED), isolate_styles=False)


def draw(data: dict[str, Any]) -> None:
    """Show the component; what the visitor does ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `pages/draw.py` lists it.
    """
    _mount(
        key=_KEY,
        data=data,
        on_drawing_change=lambda: state.take_drawing(_KEY),
        on_settings_change=lambda: state.take_settings(_KEY),
        on_ask_change=lambda: state.take_question(_KEY),
    )
