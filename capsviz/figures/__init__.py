"""Numbers in, Plotly figures out: each of twelve by one call.

>>> from capsviz import figures
>>> seen = capsviz.trace(model, images)
>>> figures.couplings(model, seen).show()
>>> figures.sweep(model, seen, which=2, mode="dark").write_html("sweep.html")

`capsviz.figures.calls` says what all of them have in common.
"""

from capsviz.figures.calls import (
    comparison,
    couplings,
    dimensions,
    entropy,
    flow,
    interpolation,
    lengths,
    overlap,
    reconstructions,
    sweep,
    viewpoint,
    votes,
)

__all__ = [
    "comparison",
    "couplings",
    "dimensions",
    "entropy",
    "flow",
    "interpolation",
    "lengths",
    "overlap",
    "reconstructions",
    "sweep",
    "viewpoint",
    "votes",
]
