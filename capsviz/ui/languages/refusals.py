"""Sentences of errors in the visitor's language.

Errors are raised with an English sentence, for the command line and Python. ``refusals.ftl`` has
messages for the errors that visitors of pages can see. A message and its values are found by
matching the English sentence.
"""

from __future__ import annotations

import functools
import re
from contextvars import ContextVar
from typing import Any

from capsviz.errors import hide_folders
from capsviz.ui.languages import ENGLISH, choose_language, messages

_FILE = "refusals"
_VALUE = re.compile(r"\{ \$(\w+) \}")
#: Language of the current request's visitor.
visitors_language: ContextVar[str] = ContextVar("capsviz_language", default=ENGLISH)


def asked_language(query: str | None, header: str) -> str:
    """The language of a request: ``lang`` of its address, or the first of ``Accept-Language``."""
    wish = query or header.partition(",")[0].partition(";")[0]
    return choose_language(wish.strip().lower().partition("-")[0])


def word(error: object, language: str | None = None) -> str:
    """An error's sentence in the visitor's language, without this machine's folders.

    Sentences without a message stay English, also as parts of other sentences.
    """
    return _word(hide_folders(str(error)), language or visitors_language.get())


def _word(sentence: str, language: str) -> str:
    if language == ENGLISH:
        return sentence
    for identifier, pattern in _patterns().items():
        if match := pattern.fullmatch(sentence):
            values: dict[str, Any] = match.groupdict()
            values = {name: _word(value, language) for name, value in values.items()}
            return messages.text(language, _FILE, identifier, **values)
    return sentence


def find_message(sentence: str) -> str | None:
    """Name of the message of an English sentence."""
    fit = (name for name, pattern in _patterns().items() if pattern.fullmatch(sentence))
    return next(fit, None)


@functools.cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Patterns of the English sentences by message, those with the fewest values first."""
    sentences = {
        identifier: entry.partition(" = ")[2].strip()
        for identifier, entry in messages.messages(ENGLISH, _FILE).items()
    }
    order = sorted(sentences, key=lambda name: len(_VALUE.findall(sentences[name])))
    return {identifier: _pattern(sentences[identifier]) for identifier in order}


def _pattern(sentence: str) -> re.Pattern[str]:
    # Plain text and names of values alternate.
    tokens = _VALUE.split(sentence)
    parts = [
        f"(?P<{token}>.+?)" if index % 2 else re.escape(token) for index, token in enumerate(tokens)
    ]
    return re.compile("".join(parts), re.DOTALL)
