"""Data sets whose pictures are drawn from exactly known factors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Float64, Int, UInt8
from torch import Tensor

from capsviz.config import LabelSet
from capsviz.data import colours, solids, sprites


@dataclass(frozen=True, slots=True)
class FactorSource:
    """How to draw pictures of known factors.

    Attributes
    ----------
    subject : the data set and its classes.
    names : names of the F factors.
    periods : degrees after which an object of each class looks the same, for each factor; 0 for a
        factor that is not periodic.
        forms : meaning of the factor "form" for each class; empty without this factor.
    ranges : function that returns the minimum and maximum of every factor, for every class.
    draw : function that draws pictures from labels, factors, side and channels.
    """

    subject: LabelSet
    names: tuple[str, ...]
    periods: tuple[tuple[float, ...], ...]
    forms: tuple[str, ...]
    ranges: Callable[[], tuple[Float64[np.ndarray, "J F"], Float64[np.ndarray, "J F"]]]
    draw: Callable[
        [Int[Tensor, " n"], Float[Tensor, "n F"], int, int], UInt8[Tensor, "n *c side side"]
    ]


SPRITES = FactorSource(
    sprites.SpriteSet().subject,
    sprites.FACTORS,
    tuple((0.0, 0.0, shape.symmetry, 0.0, 0.0) for shape in sprites.SHAPES),
    tuple(shape.form for shape in sprites.SHAPES),
    sprites.ranges,
    lambda labels, factors, side, channels: sprites.draw(labels, factors, side),
)
COLOURS = FactorSource(
    colours.ColourSet().subject,
    colours.FACTORS,
    tuple((*periods, colours.TURN, 0.0) for periods in SPRITES.periods),
    SPRITES.forms,
    colours.ranges,
    lambda labels, factors, side, channels: colours.draw(labels, factors, side),
)
SOLIDS = FactorSource(
    solids.SolidSet().subject,
    solids.FACTORS,
    tuple((0.0, 0.0, 0.0, body.symmetry, 0.0, 0.0) for body in solids.BODIES),
    (),
    solids.ranges,
    solids.draw,
)
#: Every source.
SOURCES = (SPRITES, COLOURS, SOLIDS)


def source_of(subject: LabelSet) -> FactorSource | None:
    """Return how pictures of a network's subject are drawn; None if no factors are known."""
    return next((source for source in SOURCES if source.subject == subject), None)
