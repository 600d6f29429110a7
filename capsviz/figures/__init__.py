"""Plotly figures of a network's numbers, one call each.

>>> from capsviz import figures
>>> seen = capsviz.trace(model, images)
>>> figures.couplings(model, seen).show()
>>> figures.sweep(model, seen, index=2, mode="dark").write_html("sweep.html")

`capsviz.figures.calls` describes their common parameters; `capsviz.figures.findings` has the
figures of ``capsviz analyse``'s results.
"""

# Plotly checks whether pandas is loaded: a partial import in another thread is an error.
import pandas as pd  # noqa: F401

from capsviz.figures.calls import (
    claims,
    comparison,
    couplings,
    entropy,
    flow,
    interpolation,
    lengths,
    objects,
    overlap,
    parts,
    reconstructions,
    sweep,
    viewpoint,
    votes,
)
from capsviz.figures.findings import dimensions, disentanglement, factors
from capsviz.figures.network import network

__all__ = [
    "claims",
    "comparison",
    "couplings",
    "dimensions",
    "disentanglement",
    "entropy",
    "factors",
    "flow",
    "interpolation",
    "lengths",
    "network",
    "objects",
    "overlap",
    "parts",
    "reconstructions",
    "sweep",
    "viewpoint",
    "votes",
]
