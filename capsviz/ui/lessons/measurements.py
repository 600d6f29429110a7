"""Numbers of the claims' measurements, for lessons: in texts and in figures.

A text names a number as ``{measure|series|condition}``, so that no number is typed a second time.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

from capsviz.analysis import claims
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint

_PLACEHOLDER = re.compile(r"\{([^{}|]+)\|([^{}|]+)\|([^{}|]*)\}")


def fill_numbers(text: str) -> str:
    """Replace each ``{measure|series|condition}`` in a text by its number.

    Raises
    ------
    CapsvizError : there is no such measurement.
    """
    known = _measures()

    def number(match: re.Match[str]) -> str:
        if match[1] not in known:
            raise CapsvizError(f"nothing was measured under the name {match[1]!r}")
        measure = known[match[1]]
        return number_text(measure.row(match[2], match[3]).value, measure.unit)

    return _PLACEHOLDER.sub(number, text)


@functools.cache
def _measures() -> Mapping[str, claims.Measure]:
    return claims.load().measures


def number_text(value: float, unit: str) -> str:
    """A number of a measurement as text: a share in percent, others with three digits."""
    if unit == "share":
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def chart(name: str) -> dict[str, Any]:
    """One measurement for a figure.

    Returns
    -------
    ``title``, ``share`` (whether its numbers are shares), ``of`` (the pictures it was measured
    on) and ``rows``: for each number its
    ``series``, the condition ``at``, a ``label``, ``value``, ``low``, ``high`` (None without an
    interval) and ``text``.
    """
    measure = _measures()[name]
    titles = {key: offer.title for key, offer in checkpoint.singles(capsules=False).items()}
    return {
        "title": measure.title,
        "share": measure.unit == "share",
        "of": measure.of,
        "rows": [
            {
                "series": row.series,
                "at": row.at,
                "label": titles.get(row.series, row.series),
                "value": row.value,
                "low": row.low,
                "high": row.high,
                "text": number_text(row.value, measure.unit),
            }
            for row in measure.rows
        ],
    }
