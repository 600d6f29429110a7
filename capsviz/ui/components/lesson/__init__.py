"""The Learn page's component: the lessons' text, their figures, and the steps between."""

from __future__ import annotations

from typing import Any

from streamlit.components.v2 import component

from capsviz.ui.components import assets

#: In the order in which they are joined; each may use what comes before it.
SCRIPTS = (
    "picture.js",
    "decoder.js",
    "sliders.js",
    "../lesson/maths.js",
    "../lesson/stage.js",
    "../lesson/figures-vectors.js",
    "../lesson/figures-routing.js",
    "../lesson/figures-losses.js",
)
_mount = component(
    "capsviz.lesson",
    **assets("lesson", "theme.css", "sliders.css", *SCRIPTS),
    isolate_styles=False,
)


def lesson(data: dict[str, Any]) -> None:
    """Show the lessons.

    Parameters
    ----------
    data : ``course`` (`capsviz.ui.lessons.loader.Course.to_plain`), ``lesson`` and ``step``
        to begin with (empty: where the visitor left off), and ``extra``, what some figures
        need besides.
    """
    _mount(key="lesson", data=data)
