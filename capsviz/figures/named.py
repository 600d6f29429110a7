"""What the classes of a figure are called."""

from __future__ import annotations

from collections.abc import Sequence

from capsviz.errors import CapsvizError

Names = Sequence[str] | None


def named(classes: Names, count: int) -> Sequence[str]:
    """The names given, or numbers; raises `CapsvizError` where they are not as many as classes."""
    if classes is None:
        return [str(j) for j in range(count)]
    if len(classes) != count:
        raise CapsvizError(f"the network has {count} classes, and {len(classes)} names are given")
    return classes
