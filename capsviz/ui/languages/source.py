"""``source.json`` of a language: the English original of each translated text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from capsviz.errors import CapsvizError

#: Hashes of the English text and of its translation, by file and place.
Stamps = dict[str, dict[str, list[str]]]


def digest(text: object) -> str:
    """The first 8 hexadecimal digits of the SHA-256 of a text, or of a list of texts."""
    return hashlib.sha256(json.dumps(text, ensure_ascii=False).encode()).hexdigest()[:8]


def stamps(folder: Path) -> Stamps:
    """The record of a language's folder; empty without a file."""
    path = folder / "source.json"
    try:
        return json.loads(path.read_text("utf-8")) if path.is_file() else {}
    except ValueError as error:
        raise CapsvizError(f"{folder.name}/source.json is not valid JSON: {error}") from error


def stale_places(folder: Path, file: str, english: Mapping[str, object]) -> frozenset[str]:
    """Places of a file, such as "lessons/quiz.toml", whose English has changed.

    `english` contains the file's English texts by place.
    """
    recorded = stamps(folder).get(file, {})
    return frozenset(
        place
        for place, text in english.items()
        if place in recorded and recorded[place][0] != digest(text)
    )
