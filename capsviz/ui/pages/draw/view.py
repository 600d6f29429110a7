"""A visitor's view of Draw, beside drawing and settings."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.schema import Schema, a_pose

#: Capsules are shorter than 1; sliders end a few standard deviations away.
_MAX_VALUE = 10.0


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A visitor's view, beside drawing and settings.

    Attributes
    ----------
    pose : values of the sliders, one per dimension; None for the capsule's own.
    """

    pose: tuple[float, ...] | None = a_pose(_MAX_VALUE)
