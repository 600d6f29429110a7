"""The Draw page's one component: canvas, lengths, reconstruction, sliders, routing strip."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from streamlit.components.v2 import component

from capsviz.errors import CapsvizError
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

#: Capsules are shorter than 1; sliders end a few standard deviations away.
_LARGEST_VALUE = 10.0


@dataclass(frozen=True, slots=True)
class Selection:
    """What a visitor has set beside drawing and settings.

    Attributes
    ----------
    pose : where the sliders stand, one value per dimension; None leaves them at the capsule's.
    """

    pose: tuple[float, ...] | None = None

    @classmethod
    def from_plain(cls, values: dict[str, Any]) -> Selection:
        """Check a selection that comes from a link; raises `CapsvizError`."""
        pose = values.get("pose")
        if pose is None:
            return cls()
        if not isinstance(pose, list) or len(pose) != 16 or not all(map(_is_value, pose)):
            raise CapsvizError("its pose must be 16 finite numbers")
        return cls(tuple(map(float, pose)))


def _is_value(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
        and abs(value) <= _LARGEST_VALUE
    )


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
    state.recover(_KEY)
