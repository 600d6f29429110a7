"""A measured difference in words: its value, its unit and its 95 % interval."""

from __future__ import annotations

import functools
import math

from capsviz.analysis.claims import Difference
from capsviz.ui.languages import messages
from capsviz.ui.languages.row_names import row_name

#: Names of a hundredth, by the unit of what is compared.
_POINTS = {"share": "points", "R²": "points of R²"}
#: From this size on, a number is told in words.
_MIN_WORDED_NUMBER = 1e6
#: Most digits behind the point.
_MAX_DIGITS = 2


def effect_words(difference: Difference, unit: str, language: str) -> str:
    """Return a text such as "+0.98 points (+0.38 to +1.58)".

    Differences of shares are told in percentage points, and those of R², which is a share of a
    variance, in points of it.
    """
    say = functools.partial(messages.text, language, "claims")
    scale = 100 if unit in _POINTS else 1
    ends = [scale * end for end in (difference.value, difference.low, difference.high)]
    half_width = (ends[2] - ends[1]) / 2
    value, low, high = (_signed(end, half_width, language) for end in ends)
    size = say("quantity", value=value, unit=row_name(_POINTS.get(unit, unit), language))
    return say("value-interval", value=size, low=low, high=high) if half_width else size


def _signed(value: float, half_width: float, language: str) -> str:
    """A number with its sign, as precise as half of its interval tells."""
    size = abs(value)
    if size >= _MIN_WORDED_NUMBER:
        text = messages.approximate(size, language)
    else:
        digits = _digits_of(half_width or size)
        text = messages.fill(language, "{ $value }", value=messages.decimal(size, digits))
        size = round(size, digits)
    return f"{'−' if value < 0 else '+'}{text}" if size else text


def _digits_of(size: float) -> int:
    """Digits behind the point that show two significant ones of a size."""
    return min(_MAX_DIGITS, max(0, 1 - math.floor(math.log10(size)))) if size else 0
