"""Settings for classifying a picture, shared by all pages."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.model import MAX_ITERATIONS
from capsviz.config.schema import Schema, a_class, switch, text, whole

#: Value for the longest capsule.
WINNER = -1


@dataclass(frozen=True, slots=True)
class ReadSettings(Schema):
    """Settings for classifying and showing pictures.

    Attributes
    ----------
    model : name of a checkpoint.
    iterations : routing iterations, 1 to 50.
    center : for digits: scale and centre the ink as in MNIST first.
    capsule : index of the capsule to show, or `WINNER`, which also replaces a missing one.
    routing : what-if routing, "top_k" or "top_k:2", although the weights were not trained with it;
        "" for the network's own, which networks without what-ifs always use
        (`capsviz.model.networks`).
    """

    model: str = text("dynamic", r"[^\0]{0,100}", "a checkpoint's name")
    iterations: int = whole(3, 1, MAX_ITERATIONS)
    center: bool = switch(True)
    capsule: int = a_class()
    routing: str = text("", r"(?:[a-z_]{1,40}(?::-?[0-9.]{1,8})?)?", "a routing, or nothing")
