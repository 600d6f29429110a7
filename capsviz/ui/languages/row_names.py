"""Names of the rows of a measurement in a language."""

from __future__ import annotations

import functools
import re

from capsviz.ui.languages import messages

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def row_name(name: str, language: str) -> str:
    """Name of a series or of a condition, such as "compact, dynamic" or "cnn: hidden layer"."""
    numbers = [
        number_words(number, language, grouping="," in number) for number in _NUMBER.findall(name)
    ]
    first, second, third, *_ = [*numbers, "", "", ""]
    key = re.sub("[^a-z]+", "-", _NUMBER.sub(" ", name.lower())).strip("-")
    title = _NUMBER.sub(lambda match: number_words(match[0], language, "," in match[0]), name)
    if not key:
        return title
    say = functools.partial(messages.text, language, "measurements", "row-name")
    return say(key=key, title=title, first=first, second=second, third=third)


def number_words(number: str, language: str, grouping: bool = True) -> str:
    """A number as Python writes it, in a language."""
    digits = number.replace(",", "")
    value = messages.decimal(float(digits), len(digits.partition(".")[2]), grouping)
    return messages.fill(language, "{ $value }", value=value)
