"""What a network's numbers for its classes are: lengths, activations apart from them, or shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from capsviz.config import DIGITS, LabelSet
from capsviz.data.normalisation import INPUT
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import describe_differences

_SQUASHED = (
    "The length of a capsule's vector says how surely its {thing} is there. Squash shortens the "
    "vector to ‖s‖² / (1 + ‖s‖²), always below 1."
)
#: By routing: what the numbers say, in words for a visitor.
_MEANINGS = {
    "dynamic": _SQUASHED,
    "uniform": _SQUASHED,
    "own": (
        "The length of a capsule's vector says how surely its {thing} is there. How long it gets "
        "is for this network's own squash to say."
    ),
    "attention": (
        "The length of a capsule's vector says how surely its {thing} is there. This network's "
        "squash shortens the vector to 1 − exp(−‖s‖), always below 1."
    ),
    "em": (
        "An activation from 0 to 1 says how surely a {thing} is there: high where many votes "
        "cluster tightly. It is computed apart from the capsule's vector, whose length says "
        "nothing here."
    ),
    "matrix": (
        "An activation from 0 to 1 says how surely a {thing} is there: high where many votes "
        "cluster tightly, held against the mean of all images in training. It is computed apart "
        "from the capsule's 4 × 4 matrix, whose size says nothing here."
    ),
    "self_routing": (
        "An activation says which share of all that the input capsules send goes to a {thing}. "
        "The {count} add up to 1, so two of them can have about one half each at most. The length "
        "of the capsule's vector says nothing here."
    ),
}


_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def number_word(n: int) -> str:
    """A number of classes as a sentence has it: "ten", but "26"."""
    return _WORDS[n - 2] if 2 <= n < 2 + len(_WORDS) else str(n)


@dataclass(frozen=True, slots=True)
class Measure:
    """What says how present each class is, in one network.

    Attributes
    ----------
    name : "length" of the output's vector, or an "activation" apart from it.
    shares : whether they sum to 1.
    iterative : whether the routing has iterations.
    meaning : for a visitor, in a sentence or three.
    published : what of the network is as published and what is not, in a few sentences.
    pairs : whether it was only ever shown two digits at once.
    subject : which classes they are of.
    """

    name: Literal["length", "activation"] = "length"
    shares: bool = False
    iterative: bool = True
    meaning: str = _SQUASHED.format(thing=DIGITS.thing)
    published: str = ""
    pairs: bool = False
    subject: LabelSet = DIGITS

    @classmethod
    def of(cls, model: CapsNet, subject: LabelSet | None = None) -> Measure:
        """What this network's numbers are, of the classes of `subject` or else of digits."""
        subject = subject or DIGITS
        routing = model.routing
        return cls(
            "activation" if routing.activates else "length",
            routing.shares,
            routing.iterative,
            _MEANINGS.get(model.config.routing_name, _SQUASHED).format(
                thing=subject.thing, count=number_word(model.config.classes)
            ),
            describe_differences(model.config),
            pairs=subject.digits and model.config.image_size > INPUT,
            subject=subject,
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
        """What all capsules are where nothing is recognised."""
        return "every capsule is short" if self.name == "length" else "no capsule is active enough"
