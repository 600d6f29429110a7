"""Numbers of the claims' measurements, for texts and figures of lessons.

A text contains a number as ``{measure|series|condition}``, so that it is not copied.
"""

from __future__ import annotations

import functools
import re
from typing import Any

from capsviz.analysis import claims
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.languages import ENGLISH, messages
from capsviz.ui.languages.overlay import read_claims
from capsviz.ui.languages.row_names import number_words, row_name

_PLACEHOLDER = re.compile(r"\{([^{}|]+)\|([^{}|]+)\|([^{}|]*)\}")


def fill_numbers(text: str, language: str = ENGLISH) -> str:
    """Replace each ``{measure|series|condition}`` by its number; raises `CapsvizError`."""
    measures = _claims(ENGLISH).measures

    def number(match: re.Match[str]) -> str:
        if match[1] not in measures:
            raise CapsvizError(f"nothing was measured under the name {match[1]!r}")
        measure = measures[match[1]]
        return number_text(measure.row(match[2], match[3]).value, measure.unit, language)

    return _PLACEHOLDER.sub(number, text)


@functools.cache
def _claims(language: str) -> claims.Claims:
    return read_claims(language)


def number_text(value: float, unit: str, language: str = ENGLISH) -> str:
    """A measured number as text: shares in percent, others with three digits."""
    if unit == "share":
        percent = messages.decimal(100 * value, 1)
        return messages.text(language, "claims", "in-percent", value=percent)
    text = f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return number_words(text, language)


def chart(name: str, language: str = ENGLISH) -> dict[str, Any]:
    """One measurement for a figure.

    ``share`` is whether its numbers are shares, ``of`` the measured pictures. Each of the ``rows``
    has its ``series`` and condition ``at`` in English, both translated as ``label`` and
    ``condition``, and ``value``, ``low``, ``high`` (None without an interval) and ``text``.
    """
    measure = _claims(language).measures[name]
    titles = {key: offer.title for key, offer in checkpoint.singles(capsules=False).items()}
    say = functools.partial(messages.text, language, "claims")

    def label(series: str) -> str:
        title = titles.get(series)
        return messages.name(say, "network-name", title) if title else row_name(series, language)

    return {
        "title": measure.title,
        "share": measure.unit == "share",
        "of": measure.of,
        "rows": [
            {
                "series": row.series,
                "at": row.condition,
                "label": label(row.series),
                "condition": row_name(row.condition, language),
                "value": row.value,
                "low": row.low,
                "high": row.high,
                "text": number_text(row.value, measure.unit, language),
            }
            for row in measure.rows
        ],
    }
