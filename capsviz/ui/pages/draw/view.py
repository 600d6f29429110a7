"""What a visitor has set on Draw beside drawing and settings."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.schema import Schema, a_pose

#: Capsules are shorter than 1; sliders end a few standard deviations away.
_LARGEST_VALUE = 10.0


@dataclass(frozen=True, slots=True)
class View(Schema):
    """What a visitor has set beside drawing and settings.

    Attributes
    ----------
    pose : where the sliders stand, one value per dimension; None leaves them at the capsule's.
    """

    pose: tuple[float, ...] | None = a_pose(_LARGEST_VALUE)
