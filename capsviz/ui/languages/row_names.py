"""Names of the rows of a measurement in a language."""

from __future__ import annotations

import functools
import re

from capsviz.ui.languages import messages

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def row_name(written: str, language: str) -> str:
    """Name of a series or of a condition, such as "compact, dynamic" or "cnn: hidden layer"."""
    numbers = [
        number_words(found, language, grouping="," in found) for found in _NUMBER.findall(written)
    ]
    first, second, third, *_ = [*numbers, "", "", ""]
    key = re.sub("[^a-z]+", "-", _NUMBER.sub(" ", written.lower())).strip("-")
    title = _NUMBER.sub(lambda found: number_words(found[0], language, "," in found[0]), written)
    if not key:
        return title
    say = functools.partial(messages.text, language, "measurements", "row-name")
    return say(key=key, title=title, first=first, second=second, third=third)


def number_words(written: str, language: str, grouping: bool = True) -> str:
    """A number as Python writes it, in a language."""
    plain = written.replace(",", "")
    value = messages.decimal(float(plain), len(plain.partition(".")[2]), grouping)
    return messages.fill(language, "{ $value }", value=value)
