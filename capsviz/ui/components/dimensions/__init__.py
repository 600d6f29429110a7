"""The Dimensions page's one component: sliders, sweeps and the evidence for their names."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass
from typing import Any

from streamlit.components.v2 import component

from capsviz.errors import CapsvizError
from capsviz.ui import state
from capsviz.ui.components import assets

_KEY = "dimensions"
_SHARED = (
    "theme.css",
    "export.css",
    "sliders.css",
    "raster.js",
    "ink.js",
    "message.js",
    "decoder.js",
    "sliders.js",
    "picture.js",
    "export.js",
    "permalink.js",
    "../dimensions/numbers.js",
    "../dimensions/gif.js",
    "../dimensions/sweep.js",
)
_mount = component("capsviz.dimensions", **assets("dimensions", *_SHARED), isolate_styles=False)

_CHOICES = {
    "start": ("drawing", "mean"),
    "range": ("paper", "data"),
    "order": ("number", "effect"),
    "way": ("class", "morph"),
}
_END = re.compile(r"|now|(drawing|mean|sample)-\d{1,3}")


@dataclass(frozen=True, slots=True)
class Selection:
    """What a visitor looks at.

    Attributes
    ----------
    capsule : the capsule on the sliders, 0 to 9; -1 is the winner.
    start : what the sliders start from: the "drawing", or the "mean" of real digits.
    pose : the 16 numbers on the sliders; None leaves them at the start.
    dimension : the dimension asked about, 0 to 15.
    range : of the sweeps: the "paper"'s or what the "data" takes.
    order : of the dimensions: by "number" or by "effect".
    way : between two digits: within the "class", or a "morph" from class to class.
    ends : its two ends: "now" for the sliders, "drawing-3" or "mean-3" (a class), or
        "sample-12" (its place among the samples); "" for the usual one.
    place : between the ends, 0 to 1.
    """

    capsule: int = -1
    start: str = "drawing"
    pose: tuple[float, ...] | None = None
    dimension: int = 0
    range: str = "paper"
    order: str = "number"
    way: str = "class"
    ends: tuple[str, str] = ("", "")
    place: float = 0.5

    @classmethod
    def from_plain(cls, values: dict[str, Any]) -> Selection:
        """Check a selection that comes from a link; raises `CapsvizError`.

        Fields that are missing keep their defaults, unknown ones are ignored.
        """
        kept = {name: values[name] for name in asdict(cls()) if name in values}
        for name, least, most in (("capsule", -1, 9), ("dimension", 0, 15)):
            value = kept.get(name, least)
            if type(value) is not int or not least <= value <= most:
                raise CapsvizError(f"its {name} must be a whole number up to {most}")
        for name, choices in _CHOICES.items():
            if kept.get(name, choices[0]) not in choices:
                raise CapsvizError(f"its {name} must be one of {', '.join(choices)}")
        if kept.get("pose") is not None:
            kept["pose"] = _pose(kept["pose"])
        kept["ends"] = _ends(kept.get("ends", ["", ""]))
        place = kept.get("place", 0.5)
        if type(place) not in (int, float) or not 0 <= place <= 1:
            raise CapsvizError("its place must be a number from 0 to 1")
        return cls(**kept)

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)


def _pose(values: Any) -> tuple[float, ...]:
    good = isinstance(values, list) and len(values) == 16
    if not good or not all(type(value) in (int, float) for value in values):
        raise CapsvizError("its pose must be 16 numbers")
    if not all(math.isfinite(value) and abs(value) <= 10 for value in values):
        raise CapsvizError("its pose must be numbers between -10 and 10")
    return tuple(float(value) for value in values)


def _ends(values: Any) -> tuple[str, str]:
    good = isinstance(values, list) and len(values) == 2
    if not good or not all(isinstance(name, str) and _END.fullmatch(name) for name in values):
        raise CapsvizError("its ends must be two names such as mean-3")
    return values[0], values[1]


def dimensions(data: dict[str, Any]) -> None:
    """Show the component; another drawing ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `pages/dimensions.py` lists it.
    """
    _mount(key=_KEY, data=data, on_drawing_change=lambda: state.take_drawing(_KEY))
