"""Texts in each language: a folder for each, with lessons and messages.

English is complete. Other languages contain translations. English replaces missing ones, and texts
whose English has changed since the translation (`capsviz.ui.languages.source`).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

from capsviz.ui.languages.tables import build, read_toml

ENGLISH = "en"
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Language:
    """A language.

    Attributes
    ----------
    name : its own, such as "Deutsch".
    locale : BCP 47 tag for numbers and lists; by default the folder's name.
    direction : of the script, "ltr" or "rtl".
    """

    name: str
    locale: str
    direction: str = "ltr"


@functools.cache
def languages(root: Path = FOLDER) -> dict[str, Language]:
    """All languages by folder name, English first; raises `CapsvizError`."""
    paths = sorted(root.glob("*/language.toml"), key=lambda path: path.parent.name)
    result = {
        path.parent.name: build(path, Language, {"locale": path.parent.name, **read_toml(path)})
        for path in paths
    }
    return {name: result[name] for name in sorted(result, key=lambda name: name != ENGLISH)}


def native_names() -> dict[str, str]:
    """Each language's name in itself, by folder name."""
    return {folder: language.name for folder, language in languages().items()}


def html_language(language: str) -> str:
    """Attributes of an element in a language, such as ``lang="de" dir="ltr"``."""
    entry = languages()[language]
    return f'lang="{entry.locale}" dir="{entry.direction}"'


def choose_language(language: object) -> str:
    """The language if it exists, else English."""
    return language if isinstance(language, str) and language in languages() else ENGLISH
