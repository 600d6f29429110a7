"""One image read by every network, in columns; and a gallery of disputed test digits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from streamlit.components.v2 import component

from capsviz.errors import CapsvizError
from capsviz.ui.components import assets

_SHARED = ("theme.css", "picture.js")
_mount = component("capsviz.compare", **assets("compare", *_SHARED), isolate_styles=False)


@dataclass(frozen=True, slots=True)
class Selection:
    """What a visitor compares.

    Attributes
    ----------
    test_digit : number in MNIST's test set; None for the visitor's drawing.
    """

    test_digit: int | None = None

    @classmethod
    def from_plain(cls, values: dict[str, Any]) -> Selection:
        """Check a selection that comes from a link; raises `CapsvizError`."""
        index = values.get("test_digit")
        if index is not None and (type(index) is not int or not 0 <= index < 10_000):
            raise CapsvizError("its test digit must be a number from 0 to 9999")
        return cls(index)


def compare(data: dict[str, Any], *, key: str, on_chosen: Callable[[], None]) -> None:
    """Show the component.

    Parameters
    ----------
    data : the image and one column per network, or a gallery of test digits with the
        networks' answers; `pages/compare.py` lists them. Pictures are base64 of bytes.
    key : of the component.
    on_chosen : called when a test digit was chosen; the component's ``chosen`` is its number
        in the test set, or -1 for the drawing.
    """
    _mount(key=key, data=data, on_chosen_change=on_chosen)
