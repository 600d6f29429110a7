"""One image read by every network, in columns; and a gallery of disputed test digits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from capsviz.ui.browser import component

_mount = component("compare", Path(__file__).parent, "theme.css")


def compare(data: dict[str, Any], *, key: str, on_chosen: Callable[[], None]) -> None:
    """Show the component.

    Parameters
    ----------
    data : the image and one column per network, or a gallery of test digits with the
        networks' answers; `page.py` lists them. Pictures are base64 of bytes.
    key : of the component.
    on_chosen : called when a test digit was chosen; the component's ``chosen`` is its number
        in the test set, or -1 for the drawing.
    """
    _mount(key=key, data=data, on_chosen_change=on_chosen)
