"""The Learn page's component: the lessons' text, their figures, and the steps between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui.browser import component

_mount = component("learn", Path(__file__).parent, "theme.css", "sliders.css", "export.css")


def lesson(data: dict[str, Any]) -> None:
    """Show the lessons.

    Parameters
    ----------
    data : ``course`` (`capsviz.ui.lessons.loader.Course.to_plain`), ``lesson`` and ``step``
        to begin with (empty: where the visitor left off), ``table`` and ``view`` of
        `capsviz.ui.pages.learn.view.View` (the latter of a link, or None), ``worksheets`` (the
        app's base path, and which lessons have one), and ``extra``, what some figures need
        besides.
    """
    _mount(key="lesson", data=data)
