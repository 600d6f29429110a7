"""Lessons and claims of a language: English files, with translated strings where they exist.

A translated file mirrors its English file: tables by name, arrays of tables by index. It contains
only translated strings; all other values stay English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from capsviz import untrusted
from capsviz.analysis import claims
from capsviz.errors import CapsvizError
from capsviz.ui.languages import ENGLISH, FOLDER, source
from capsviz.ui.languages.tables import read_toml

#: The file of claims in a language, next to its folder of lessons. `capsviz.analysis.claims` has
#: the English ones.
CLAIMS = "measured_claims.toml"
#: Names of text fields, by file name; None if all fields are texts.
_TEXTS: dict[str, frozenset[str] | None] = {
    "claims.toml": frozenset({"claim", "for", "against", "try", "label"}),
    "formulas.toml": frozenset({"say"}),
    CLAIMS: frozenset(
        {
            *("says", "by", "found", "confounders", "missing", "question", "label"),
            *("title", "of", "series", "at"),
        }
    ),
    "glossary.toml": frozenset({"name", "say", "means"}),
    "papers.toml": frozenset({"note"}),
    "plan-*.toml": frozenset({"title", "notes", "draw", "text", "answers", "label"}),
    "promises.toml": frozenset({"network", "hoped", "measured", "unmeasured"}),
    "quiz.toml": frozenset({"concept", "text", "answers", "remarks"}),
    "tips.toml": frozenset({"takes", "hide", "access", "text"}),
    "tour.toml": frozenset({"title", "text"}),
    "words.toml": None,
    "worksheets.toml": frozenset({"text", "answer"}),
    "*.toml": frozenset(
        {
            *("title", "chapter", "aim", "text", "task", "hint", "question", "answers"),
            *("remarks", "reveal", "keep", "telltale", "label"),
        }
    ),
}
#: Text fields among a figure's options; the others are names of the program.
_OPTIONS = frozenset({"title"})
#: Numbers, names of the program and targets of links, which translations must not change.
_UNTRANSLATED = re.compile(r"\{[^{}]*\}|\]\([^)]*\)")

#: A string, or a list of strings, to translate.
Text = str | list[str]


def read_lesson_file(language: str, name: str, root: Path = FOLDER) -> dict[str, Any]:
    """A lesson file in a language, as plain values.

    Parameters
    ----------
    language : a folder's name, such as "en".
    name : of the file, such as "glossary.toml".
    root : parent of the languages' folders.

    Raises
    ------
    CapsvizError : a file is unreadable, or the translation does not fit the English text.
    """
    english = read_toml(root / ENGLISH / "lessons" / name)
    path = root / language / "lessons" / name
    if language == ENGLISH or not path.is_file():
        return english
    stale = source.stale_places(root / language, f"lessons/{name}", dict(texts(name, english)))
    return _lay(english, read_toml(path), f"{language}/{name}", _fields(name), stale)


def read_claims(language: str, root: Path = FOLDER) -> claims.Claims:
    """The claims and their measurements in a language; raises `CapsvizError`."""
    path = root / language / CLAIMS
    if language == ENGLISH or not path.is_file():
        return claims.load()

    def lay(plain: dict[str, Any]) -> dict[str, Any]:
        stale = source.stale_places(root / language, CLAIMS, dict(texts(CLAIMS, plain)))
        return _lay(plain, read_toml(path), f"{language}/{CLAIMS}", _fields(CLAIMS), stale)

    return claims.load(translate=lay)


def english_claims() -> dict[str, Any]:
    """The English file of claims as plain values."""
    return untrusted.read_file(claims.FILE)


def texts(name: str, plain: Any) -> Iterator[tuple[str, Text]]:
    """The translatable texts of a lesson file, with their places, such as "step.2.title"."""
    return _walk(plain, _fields(name), "")


def _walk(plain: Any, fields: frozenset[str] | None, prefix: str) -> Iterator[tuple[str, Text]]:
    for key, value in plain.items():
        path = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from _walk(value, _inner(key, fields), f"{path}.")
        elif _is_tables(value):
            for number, each in enumerate(value, 1):
                yield from _walk(each, fields, f"{path}.{number}.")
        elif value and _is_text(key, value, fields):
            yield path, value


def outline(name: str, plain: dict[str, Any]) -> str:
    """A file to translate: the English file's tables, and its texts as comments."""
    return "\n".join(_outline(plain, _fields(name), "")).strip() + "\n"


def _outline(plain: Any, fields: frozenset[str] | None, prefix: str) -> Iterator[str]:
    for key, value in plain.items():
        if not _is_tables(value) and value and _is_text(key, value, fields):
            yield f"# {key} = {json.dumps(value, ensure_ascii=False)}"
    for key, value in plain.items():
        path, inner = f"{prefix}{key}", _inner(key, fields)
        if isinstance(value, dict) and any(_walk(value, inner, "")):
            yield from ("", f"[{path}]", *_outline(value, inner, f"{path}."))
        elif _is_tables(value):
            for each in value:
                yield from ("", f"[[{path}]]", *_outline(each, fields, f"{path}."))


def _fields(name: str) -> frozenset[str] | None:
    return next(fields for pattern, fields in _TEXTS.items() if fnmatch(name, pattern))


def _inner(key: str, fields: frozenset[str] | None) -> frozenset[str] | None:
    """The names of text fields in a nested table."""
    return _OPTIONS if key == "options" else fields


def _is_text(key: str, value: Any, fields: frozenset[str] | None) -> bool:
    parts = value if isinstance(value, list) else [value]
    return (fields is None or key in fields) and all(isinstance(each, str) for each in parts)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def _lay(
    english: dict[str, Any],
    translated: Any,
    location: str,
    fields: frozenset[str] | None,
    stale: frozenset[str],
    prefix: str = "",
) -> dict[str, Any]:
    """A table with its translations, except at the `stale` places."""
    if not isinstance(translated, dict):
        raise CapsvizError(f"{location} must be a table, as in English")
    laid = dict(english)
    for key, value in translated.items():
        field, path = f"{location}, {key}", f"{prefix}{key}"
        if key not in english:
            raise CapsvizError(f"{location} has a field {key!r} that the English file lacks")
        before = english[key]
        if isinstance(before, dict):
            laid[key] = _lay(before, value, field, _inner(key, fields), stale, f"{path}.")
        elif _is_tables(before):
            if not isinstance(value, list) or len(value) != len(before):
                raise CapsvizError(f"{field} needs {len(before)} tables, as in English")
            laid[key] = [
                _lay(each, over, f"{field} {n}", fields, stale, f"{path}.{n}.")
                for n, (each, over) in enumerate(zip(before, value, strict=True), 1)
            ]
        elif not _is_text(key, before, fields):
            raise CapsvizError(f"{field} is no text to translate: leave it out")
        elif path not in stale:
            laid[key] = _check_text(before, value, field)
    return laid


def _check_text(english: Text, translated: Any, location: str) -> Text:
    """Check that a translation has the same form, numbers and links."""
    if isinstance(english, str):
        pairs = [(english, translated)]
    elif isinstance(translated, list) and len(translated) == len(english):
        pairs = list(zip(english, translated, strict=True))
    else:
        raise CapsvizError(f"{location} needs {len(english)} texts, as in English")
    for before, after in pairs:
        if not isinstance(after, str) or bool(before) != bool(after):
            raise CapsvizError(f"{location} must be a text where English has one")
        untranslated = [sorted(set(_UNTRANSLATED.findall(each))) for each in (before, after)]
        if untranslated[0] != untranslated[1]:
            needed = " ".join(untranslated[0]) or "no {…} and no link"
            raise CapsvizError(f"{location} must have {needed}, as in English")
    return translated
