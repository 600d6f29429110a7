"""Counts in words, for messages."""

from __future__ import annotations


def amount_of(number: int, singular: str, plural: str = "") -> str:
    """Return a number and what it counts.

    Examples
    --------
    >>> amount_of(1, "picture"), amount_of(2000, "class", "classes")
    ('1 picture', '2,000 classes')
    """
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"
