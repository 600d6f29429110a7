"""Numbers in, Plotly figures out: each by one call.

>>> from capsviz import figures
>>> seen = capsviz.trace(model, images)
>>> figures.couplings(model, seen).show()
>>> figures.sweep(model, seen, index=2, mode="dark").write_html("sweep.html")

`capsviz.figures.calls` says what all of them have in common; `capsviz.figures.findings` has those
of what ``capsviz analyse`` has found out.
"""

# Plotly looks whether pandas is loaded: half of it, while another thread loads it, is an error.
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
