"""Adjustable number of a routing, and its notation."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.bounds import Number
from capsviz.errors import CapsvizError

#: Separator of a routing's name and its number: "top_k:3".
MARK = ":"


@dataclass(frozen=True, slots=True)
class Setting:
    """Adjustable number of a routing.

    Attributes
    ----------
    symbol : its symbol in formulas.
    title : its name for a visitor.
    default : its value without another.
    limits : its range.
    step : step of its slider.
    """

    symbol: str
    title: str
    default: float
    limits: Number
    step: float


def read_setting(routing: str, setting: Setting | None) -> float:
    """Parse a number, or return its default; raises `CapsvizError`.

    Parameters
    ----------
    routing : the routing, such as "top_k" or "top_k:3".
    setting : its setting; None for a routing without one, which returns 0.
    """
    name, _, number = routing.partition(MARK)
    if setting is None:
        if routing != name:
            raise CapsvizError(f"{name!r} has no setting: leave out {number!r}")
        return 0.0
    if routing == name:
        return setting.default
    try:
        value = setting.limits.kind(number)
    except ValueError:
        value = None
    if not setting.limits.holds(value):
        raise CapsvizError(
            f"{name!r} has a setting {setting.symbol} that is {setting.limits}, not {number[:20]!r}"
        )
    return float(number)
