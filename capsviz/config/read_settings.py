"""How a picture is read: the settings that every page shares."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config.model import MAX_ITERATIONS
from capsviz.config.schema import Schema, a_class, switch, text, whole

#: The capsule to show is the longest.
WINNER = -1


@dataclass(frozen=True, slots=True)
class ReadSettings(Schema):
    """How a visitor wants pictures to be read and shown.

    Attributes
    ----------
    model : name of a checkpoint.
    iterations : routing iterations, 1 to 50.
    center : of digits: bring the ink to MNIST's size and place first.
    capsule : the capsule to show, or `WINNER`, which also stands for one there is not.
    routing : what to route by instead, "top_k" or "top_k:2", though the weights were not taught
        so; "" for the network's own, as are all where none can be (`capsviz.model.networks`).
    """

    model: str = text("dynamic", r"[^\0]{0,100}", "a checkpoint's name")
    iterations: int = whole(3, 1, MAX_ITERATIONS)
    center: bool = switch(True)
    capsule: int = a_class()
    routing: str = text("", r"(?:[a-z_]{1,40}(?::-?[0-9.]{1,8})?)?", "a routing, or nothing")
