"""The Viewpoint page's live part: a digit under transforms, its curves, attacks on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from streamlit.components.v2 import component

from capsviz.analysis.adversarial import METHODS, MOST
from capsviz.data.affine import KINDS, Transform
from capsviz.errors import CapsvizError
from capsviz.ui import state
from capsviz.ui.components import assets

_KEY = "viewpoint"
_SHARED = (
    "theme.css",
    "export.css",
    "raster.js",
    "ink.js",
    "message.js",
    "live.js",
    "picture.js",
    "decoder.js",
    "export.js",
    "permalink.js",
    "../routing/data.js",
    "../viewpoint/figures.js",
)
_mount = component("capsviz.viewpoint", **assets("viewpoint", *_SHARED), isolate_styles=False)


@dataclass(frozen=True, slots=True)
class Selection:
    """What a visitor looks at.

    Attributes
    ----------
    transform : of the digit.
    kind : whose curves are drawn.
    digit : the capsule that is followed and led away from; -1 is the winner.
    method, epsilon : of the attack.
    """

    transform: Transform = field(default_factory=Transform)
    kind: str = "rotation"
    digit: int = -1
    method: str = "fgsm"
    epsilon: float = 0.1

    @classmethod
    def from_plain(cls, values: dict[str, Any]) -> Selection:
        """Check a selection that comes from a link; raises `CapsvizError`.

        Fields that are missing keep their defaults, unknown ones are ignored.
        """
        rest = cls()
        kind, method = values.get("kind", rest.kind), values.get("method", rest.method)
        digit, epsilon = values.get("digit", rest.digit), values.get("epsilon", rest.epsilon)
        if kind not in KINDS:
            raise CapsvizError(f"its kind must be one of {', '.join(KINDS)}")
        if method not in METHODS:
            raise CapsvizError(f"its attack must be one of {', '.join(METHODS)}")
        if type(digit) is not int or not -1 <= digit <= 9:
            raise CapsvizError("its digit must be a whole number up to 9")
        if type(epsilon) not in (int, float) or not 0 <= epsilon <= MOST:
            raise CapsvizError(f"its strength must be a number from 0 to {MOST:g}")
        transform = Transform.from_plain(values.get("transform", {}))
        return cls(transform, kind, digit, method, float(epsilon))

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "transform": self.transform.to_plain(),
            "kind": self.kind,
            "digit": self.digit,
            "method": self.method,
            "epsilon": self.epsilon,
        }


def viewpoint(data: dict[str, Any]) -> None:
    """Show the component; another drawing ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `pages/viewpoint.py` lists it.
    """
    _mount(key=_KEY, data=data, on_drawing_change=lambda: state.take_drawing(_KEY))
