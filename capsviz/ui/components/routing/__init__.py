"""The Routing page's one component: every picture of one image's routing, in step."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from streamlit.components.v2 import component

from capsviz.errors import CapsvizError
from capsviz.ui import state
from capsviz.ui.components import assets

_KEY = "routing"
_SHARED = (
    "theme.css",
    "export.css",
    "raster.js",
    "ink.js",
    "decoder.js",
    "picture.js",
    "export.js",
    "permalink.js",
    "../routing/data.js",
    "../routing/scales.js",
    "../routing/views.js",
    "../routing/kinds.js",
)
_mount = component("capsviz.routing", **assets("routing", *_SHARED), isolate_styles=False)

_CHOICES = {
    "scale": ("relative", "absolute", "weighted", "feed"),
    "overlay": ("feed", "couplings", "off"),
    "flow_from": ("types", "places"),
    "flow_of": ("feed", "votes"),
}
#: No model that `capsviz.config` accepts has more primary capsules than this.
_MOST_CAPSULES = 10**7


@dataclass(frozen=True, slots=True)
class Selection:
    """What a visitor looks at; -1 leaves the choice to the component.

    Attributes
    ----------
    iteration : 1 to 10, at most the settings' iterations; -1 is the last.
    digit : the digit capsule to follow, 0 to 9; -1 is the winner.
    capsule : the primary capsule under the glass; -1 is the one that adds most.
    scale : colours of the couplings: "relative" to uniform, "absolute", "weighted" by the
        votes' lengths, or what "feed"s the digit.
    overlay : on the image: what "feed"s the digit, mean "couplings", or "off".
    flow_from : "types" or "places".
    flow_of : widths of the bands: what adds up ("feed"), or all "votes".
    """

    iteration: int = -1
    digit: int = -1
    capsule: int = -1
    scale: str = "relative"
    overlay: str = "feed"
    flow_from: str = "types"
    flow_of: str = "feed"

    @classmethod
    def from_plain(cls, values: dict[str, Any]) -> Selection:
        """Check a selection that comes from a link; raises `CapsvizError`.

        Fields that are missing keep their defaults, unknown ones are ignored.
        """
        kept = {name: values[name] for name in asdict(cls()) if name in values}
        for name, most in (("iteration", 10), ("digit", 9), ("capsule", _MOST_CAPSULES)):
            value = kept.get(name, -1)
            if type(value) is not int or not -1 <= value <= most:
                raise CapsvizError(f"its {name} must be a whole number up to {most}")
        for name, choices in _CHOICES.items():
            if kept.get(name, choices[0]) not in choices:
                raise CapsvizError(f"its {name} must be one of {', '.join(choices)}")
        return cls(**kept)

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)


def routing(data: dict[str, Any]) -> None:
    """Show the component; another drawing or other settings end up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `pages/routing.py` lists it.
    """
    _mount(
        key=_KEY,
        data=data,
        on_drawing_change=lambda: state.take_drawing(_KEY),
        on_settings_change=lambda: state.take_settings(_KEY),
    )
