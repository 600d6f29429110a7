"""The tools in the app's header, on every page: tour, class mode, sharing, taking home."""

from __future__ import annotations

import dataclasses
from typing import Any

from streamlit.components.v2 import component

from capsviz.errors import CapsvizError
from capsviz.ui import server, state
from capsviz.ui.components import assets
from capsviz.ui.lessons import loader

_SHARED = (
    "theme.css",
    "picture.js",
    "raster.js",
    "ink.js",
    "permalink.js",
    "../tools/views.js",
    "../tools/tour.js",
)
_mount = component("capsviz.tools", **assets("tools", *_SHARED), isolate_styles=False)


def tools(page: str) -> None:
    """Show them.

    Parameters
    ----------
    page : name of the page that is open, such as "draw".
    """
    course = loader.load()
    _mount(
        key="tools",
        data={
            "base": server.base_path(),
            "page": page,
            "tour": [dataclasses.asdict(step) for step in course.tour],
            "session": _session(),
            "words": {**course.words["tools"], "tour": course.words["tour"]},
        },
    )


def _session() -> dict[str, Any] | None:
    """What the visitor carries from page to page; None where there is no model."""
    try:
        settings = state.settings().to_plain()
    except CapsvizError:
        return None
    return {"drawing": state.drawing().to_plain(), "settings": settings}
