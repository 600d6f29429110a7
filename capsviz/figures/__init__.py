"""Plotly figures of a network's numbers, one call each.

>>> import capsviz
>>> from capsviz import figures
>>> from capsviz.data.samples import sample_pictures
>>> model = capsviz.load("dynamic", "cpu")
>>> images = sample_pictures(28)[:2]
>>> trace = capsviz.trace(model, images)
>>> figure = figures.couplings(model, trace)    # figure.show() opens it
>>> figure = figures.sweep(model, trace, index=1, mode="dark")

The examples of the figures use these names. `capsviz.figures.calls` describes their common
parameters; `capsviz.figures.findings` has the figures of ``capsviz analyse``'s results.
"""

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
