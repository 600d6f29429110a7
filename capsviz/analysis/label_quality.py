"""Quality of the labels of a network's dimensions, in a few numbers side by side.

A label rests on two numbers that need not agree: the linear fit of a measure on decoded sweeps of
the dimension (R²), and the correlation of dimension and measure on real pictures (r). A high R²
with a low r means that the decoder can draw a change that the encoder does not represent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from capsviz import markdown
from capsviz.analysis.labels import Effects, labels

_QUARTERS = (25, 50, 75)


@dataclass(frozen=True, slots=True)
class Strength:
    """Quality of one network's labels, over all dimensions of all its capsules.

    Attributes
    ----------
    name : name of the checkpoint.
    dimensions : number of dimensions.
    measured : number of labels that name a measure.
    confirmed : number of these that real pictures confirm.
    effect : quartiles of the change of the label's first measure per standard deviation of the
        dimension, in standard deviations of that measure over real pictures.
    r2 : quartiles of R² of that measure on sweeps, 0..1.
    r : quartiles of its correlation with the dimension over real pictures, the other dimensions
        held fixed, -1..1; positive if both increase together.
    """

    name: str
    dimensions: int
    measured: int
    confirmed: int
    effect: Float64[np.ndarray, " 3"]
    r2: Float64[np.ndarray, " 3"]
    r: Float64[np.ndarray, " 3"]


def strength(name: str, effects: Effects) -> Strength:
    """Summarise one network's labels; quartiles of nothing are NaN."""
    rows = [
        (k, d, label)
        for k, row in enumerate(labels(effects))
        for d, label in enumerate(row)
        if label.measures
    ]
    indices = tuple(
        np.array([(k, d, label.measures[0]) for k, d, label in rows], int).reshape(-1, 3).T
    )
    return Strength(
        name=name,
        dimensions=effects.visible.size,
        measured=len(rows),
        confirmed=sum(bool(label.confirmed) for _, _, label in rows),
        effect=_quartiles(np.abs(effects.size[indices])),
        r2=_quartiles(effects.r2[indices]),
        r=_quartiles(np.array([label.r for _, _, label in rows if label.r is not None])),
    )


def _quartiles(values: Float64[np.ndarray, " n"]) -> Float64[np.ndarray, " 3"]:
    return np.percentile(values, _QUARTERS) if len(values) else np.full(3, np.nan)


def cells(quality: Strength) -> dict[str, str]:
    """Return one network's row: cell text by column name."""
    return {
        "network": quality.name,
        "dimensions": str(quality.dimensions),
        "with a measure": str(quality.measured),
        "confirmed": str(quality.confirmed),
        "effect": _spread(quality.effect),
        "R² on sweeps": _spread(quality.r2),
        "r on real pictures": _spread(quality.r),
    }


def _spread(quartiles: Float64[np.ndarray, " 3"]) -> str:
    if np.isnan(quartiles).any():
        return "none"
    low, median, high = (f"{value:.2f}".replace("-", "\N{MINUS SIGN}") for value in quartiles)
    return f"{median} ({low} to {high})"


def table(qualities: Sequence[Strength]) -> str:
    """Return a Markdown table of networks: medians, and quartiles in brackets."""
    rows = [cells(quality) for quality in qualities]
    return markdown.table(list(rows[0]), [list(row.values()) for row in rows])
