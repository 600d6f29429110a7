"""What a report begins with, beside drawing and settings."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.schema import Schema, a_pose


@dataclass(frozen=True, slots=True)
class View(Schema):
    """What a report begins with.

    Attributes
    ----------
    pose : where the sliders stand, one value per dimension; None leaves them at the capsule's.
    """

    pose: tuple[float, ...] | None = a_pose(10.0)
