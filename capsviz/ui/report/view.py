"""Initial state of a report, in addition to drawing and settings."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.schema import Schema, a_pose


@dataclass(frozen=True, slots=True)
class View(Schema):
    """Initial state of a report.

    Attributes
    ----------
    pose : values of the sliders, one per dimension; None for the capsule's own.
    """

    pose: tuple[float, ...] | None = a_pose(10.0)
