"""A visitor's view of Dimensions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from capsviz.config.schema import Schema, a_class, a_dimension, a_pose, choice, custom, number
from capsviz.errors import CapsvizError

_END = re.compile(r"|now|(drawing|mean|sample)-\d{1,3}")


def _ends(values: Any) -> tuple[str, str]:
    is_pair = isinstance(values, list) and len(values) == 2
    if not is_pair or not all(isinstance(name, str) and _END.fullmatch(name) for name in values):
        raise CapsvizError("its ends must be two names such as mean-3")
    return values[0], values[1]


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A visitor's view of Dimensions.

    Attributes
    ----------
    capsule : the capsule on the sliders; -1 is the winner.
    start : initial pose of the sliders: of the "drawing", or the "mean" of its class.
    pose : values of the sliders; None for the initial ones.
    dimension : the inspected one.
    range : of the sweeps: the "paper"'s, or that of the "data".
    order : of the dimensions: by "number" or by "effect".
    way : kind of path between two pictures: within the "class", or a "morph" from class to class.
    ends : its two ends: "now" for the sliders, "drawing-3" or "mean-3" (a class), or "sample-12"
        (index of the sample); "" for the default.
    place : on the path, 0 to 1.
    """

    capsule: int = a_class()
    start: str = choice("drawing", "mean")
    pose: tuple[float, ...] | None = a_pose(10.0)
    dimension: int = a_dimension()
    range: str = choice("paper", "data")
    order: str = choice("effect", "number")
    way: str = choice("class", "morph")
    ends: tuple[str, str] = custom(lambda: ("", ""), _ends, list)
    place: float = number(0.5, 0.0, 1.0)
