"""Imports of the pages' scripts point one way, as those of Python do."""

from __future__ import annotations

import os
import re
from graphlib import TopologicalSorter
from pathlib import Path

from scripts import ROOT

#: Folders from the top to the bottom; one imports those beneath it, and no page another page.
LAYERS = ("site", "shell", "pages", "report", "classroom", "lessons", "session", "browser")
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_IMPORT = re.compile(r'(?:^(?:im|ex)port\s[^;]*?from "|^import "|import\(")(\.[^"]+)"', re.M | re.S)


def read_imports() -> dict[Path, set[Path]]:
    found: dict[Path, set[Path]] = {}
    for file in ROOT.rglob("*.js"):
        place = file.relative_to(ROOT)
        if {"node_modules", "vendor", "test"} & set(place.parts):
            continue
        code = _COMMENT.sub("", file.read_text("utf-8"))
        named = (os.path.normpath(place.parent / name) for name in _IMPORT.findall(code))
        found[place] = set(map(Path, named))
    return found


def test_no_script_imports_itself_through_others() -> None:
    order = list(TopologicalSorter(read_imports()).static_order())
    assert len(order) > 250


def test_folders_import_what_lies_beneath_them() -> None:
    back = [
        f"{file} imports {other}"
        for file, others in read_imports().items()
        for other in others
        if LAYERS.index(other.parts[0]) < LAYERS.index(file.parts[0])
        or (file.parts[0] == other.parts[0] == "pages" and file.parts[1] != other.parts[1])
    ]
    assert not back
