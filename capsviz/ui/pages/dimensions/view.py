"""What a visitor looks at on Dimensions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from capsviz.errors import CapsvizError
from capsviz.ui.view import PageView, choice, number, numbers, other, whole

_END = re.compile(r"|now|(drawing|mean|sample)-\d{1,3}")


def _ends(values: Any) -> tuple[str, str]:
    good = isinstance(values, list) and len(values) == 2
    if not good or not all(isinstance(name, str) and _END.fullmatch(name) for name in values):
        raise CapsvizError("its ends must be two names such as mean-3")
    return values[0], values[1]


@dataclass(frozen=True, slots=True)
class View(PageView):
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

    capsule: int = whole(-1, -1, 9)
    start: str = choice("drawing", "mean")
    pose: tuple[float, ...] | None = numbers(16, 10.0)
    dimension: int = whole(0, 0, 15)
    range: str = choice("paper", "data")
    order: str = choice("number", "effect")
    way: str = choice("class", "morph")
    ends: tuple[str, str] = other(lambda: ("", ""), _ends, list)
    place: float = number(0.5, 0.0, 1.0)
