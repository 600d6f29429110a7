"""Counts and lists in messages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from capsviz.wording import amount_of

PACKAGE = Path(__file__).parents[1] / "capsviz"


def test_one_is_singular_and_all_else_plural():
    assert amount_of(1, "picture") == "1 picture"
    assert amount_of(0, "picture") == "0 pictures"
    assert amount_of(2000, "class", "classes") == "2,000 classes"


def test_errors_list_names_as_text():
    """A list of Python's has brackets and quotes; only shapes are written so."""
    found = [
        f"{path.name}: {ast.unparse(part)}"
        for path in PACKAGE.rglob("*.py")
        for error in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(error, ast.Raise)
        for part in ast.walk(error)
        if isinstance(part, ast.FormattedValue)
        and re.match(r"\[|(list|sorted|tuple|\w*names)\([^)]*\)$", ast.unparse(part.value))
    ]
    assert [each for each in found if "shape" not in each] == []
