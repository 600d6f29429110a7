"""The one number that some routings let be chosen, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.bounds import Number
from capsviz.errors import CapsvizError

#: Between a routing's name and its number: "top_k:3".
MARK = ":"


@dataclass(frozen=True, slots=True)
class Setting:
    """What may be chosen of a routing.

    Attributes
    ----------
    symbol : in its formulas.
    title : what it is, for a visitor.
    usual : the number where none is written.
    limits : the numbers there may be.
    step : from one to the next on a slider.
    """

    symbol: str
    title: str
    usual: float
    limits: Number
    step: float


def read_setting(written: str, setting: Setting | None) -> float:
    """The number of a routing as it is written, or its usual one; raises `CapsvizError`.

    Parameters
    ----------
    written : such as "top_k" or "top_k:3".
    setting : of that routing; None where nothing may be chosen, which reads as 0.
    """
    name, _, number = written.partition(MARK)
    if setting is None:
        if written != name:
            raise CapsvizError(f"the routing {name!r} has no setting: leave out {number!r}")
        return 0.0
    if written == name:
        return setting.usual
    try:
        value = setting.limits.kind(number)
    except ValueError:
        value = None
    if not setting.limits.holds(value):
        raise CapsvizError(
            f"the routing {name!r} has a setting {setting.symbol} that is {setting.limits}, not "
            f"{number[:20]!r}"
        )
    return float(number)
