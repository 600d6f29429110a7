"""What a network's ten numbers are: lengths of vectors, activations apart from them, or shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from capsviz.data.drawing import INPUT
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import published

_SQUASHED = (
    "The length of a capsule's vector says how surely its digit is there. Squash shortens the "
    "vector to ‖s‖² / (1 + ‖s‖²), always below 1."
)
#: By routing: what the ten numbers say, in words for a visitor.
_MEANINGS = {
    "dynamic": _SQUASHED,
    "uniform": _SQUASHED,
    "attention": (
        "The length of a capsule's vector says how surely its digit is there. This network's "
        "squash shortens the vector to 1 − exp(−‖s‖), always below 1."
    ),
    "em": (
        "An activation from 0 to 1 says how surely a digit is there: high where many votes "
        "cluster tightly. It is computed apart from the capsule's vector, whose length says "
        "nothing here."
    ),
    "self_routing": (
        "An activation says which share of all that the input capsules send goes to a digit. The "
        "ten add up to 1, so two digits can have about one half each at most. The length of the "
        "capsule's vector says nothing here."
    ),
}


@dataclass(frozen=True, slots=True)
class Measure:
    """What says how present a digit is, in one network.

    Attributes
    ----------
    name : "length" of the output's vector, or an "activation" apart from it.
    shares : whether the ten sum to 1.
    iterative : whether the routing has iterations.
    meaning : for a visitor, in a sentence or three.
    published : what of the network is as published and what is not, in two sentences.
    pairs : whether it was only ever shown two digits at once.
    """

    name: Literal["length", "activation"] = "length"
    shares: bool = False
    iterative: bool = True
    meaning: str = _SQUASHED
    published: str = ""
    pairs: bool = False

    @classmethod
    def of(cls, model: CapsNet) -> Measure:
        """What this network's numbers are."""
        routing = model.routing
        return cls(
            "activation" if routing.activates else "length",
            routing.shares,
            routing.iterative,
            _MEANINGS.get(model.config.routing, ""),
            published(model.config),
            pairs=model.config.image_size > INPUT,
        )

    @property
    def plural(self) -> str:
        """Several of them."""
        return f"{self.name}s"

    @property
    def most(self) -> str:
        """What the capsule with the largest one is."""
        return "longest" if self.name == "length" else "most active"

    @property
    def little(self) -> str:
        """What all capsules are that say no digit."""
        return "every capsule is short" if self.name == "length" else "no capsule is active enough"
