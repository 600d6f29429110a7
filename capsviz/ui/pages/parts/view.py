"""What a visitor sets on Parts."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.ui.session.schema import Schema, switch, whole


@dataclass(frozen=True, slots=True)
class View(Schema):
    """What a visitor sets.

    Attributes
    ----------
    poses : whether the objects' belief is by poses and presences, or by presences alone.
    labels : how many labelled pictures of each object gave it its name, at most.
    """

    poses: bool = switch(True)
    labels: int = whole(100, 1, 100)
