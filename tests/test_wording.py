"""Counts in messages."""

from __future__ import annotations

from capsviz.wording import amount_of


def test_one_is_singular_and_all_else_plural():
    assert amount_of(1, "picture") == "1 picture"
    assert amount_of(0, "picture") == "0 pictures"
    assert amount_of(2000, "class", "classes") == "2,000 classes"
