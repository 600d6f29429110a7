"""Sentences of errors in the visitor's language.

Errors have one English sentence, wherever they are raised, for the command line and Python.
``refusals.ftl`` has those that a visitor of the pages can meet. A sentence finds its message by the
English one, and gives it its values.
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
#: Language of the visitor who is being answered.
visitors_language: ContextVar[str] = ContextVar("capsviz_language", default=ENGLISH)


def asked_language(query: str | None, header: str) -> str:
    """The language of a request: its address's ``lang``, or its ``Accept-Language``'s first."""
    wish = query or header.partition(",")[0].partition(";")[0]
    return choose_language(wish.strip().lower().partition("-")[0])


def word(error: object, language: str | None = None) -> str:
    """An error's sentence for a visitor, without folders of this machine.

    A sentence that has no message stays English. So do parts of one that are no refusals.
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
    """A pattern of each English sentence by its message, those with fewest values first."""
    sentences = {
        identifier: entry.partition(" = ")[2].strip()
        for identifier, entry in messages.messages(ENGLISH, _FILE).items()
    }
    order = sorted(sentences, key=lambda name: len(_VALUE.findall(sentences[name])))
    return {identifier: _pattern(sentences[identifier]) for identifier in order}


def _pattern(sentence: str) -> re.Pattern[str]:
    # Plain words and names of values take turns.
    tokens = _VALUE.split(sentence)
    parts = [
        f"(?P<{token}>.+?)" if index % 2 else re.escape(token) for index, token in enumerate(tokens)
    ]
    return re.compile("".join(parts), re.DOTALL)
