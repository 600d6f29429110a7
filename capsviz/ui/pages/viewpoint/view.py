"""A visitor's view of Viewpoint."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.analysis.adversarial import MAX_EPSILON, METHODS
from capsviz.config.schema import Schema, a_class, choice, custom, number
from capsviz.data.affine import KINDS, Transform


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A visitor's view of Viewpoint.

    Attributes
    ----------
    transform : of the picture.
    kind : the transform whose curves are drawn.
    digit : the class that is followed and attacked; -1 is the winner.
    method, epsilon : of the attack.
    law : of the pose, whose R² are shown: "shared" by a class, its "own" to each pose, a
        "matrix" that multiplies it, one "common" to all classes, or "read" off the pose.
    """

    transform: Transform = custom(  # noqa: RUF009 - a field, made as dataclasses.field makes it
        Transform, Transform.from_plain, Transform.to_plain
    )
    kind: str = choice(*KINDS)
    digit: int = a_class()
    method: str = choice(*METHODS)
    epsilon: float = number(0.1, 0.0, MAX_EPSILON)
    law: str = choice("shared", "own", "matrix", "common", "read")
