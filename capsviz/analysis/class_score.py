"""What a network's numbers for its classes are: lengths, activations apart from them, or shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from capsviz.config import DIGITS, LabelSet
from capsviz.data.normalisation import INPUT
from capsviz.model.capsnet import CapsNet
from capsviz.model.routing.dynamic import Dynamic

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
    by_agreement : whether it routes by agreement, as of `capsviz.model.routing.Routing`.
    meaning : for a visitor, in a sentence or three.
    sharing : how input capsules share their votes, as of `capsviz.model.routing.Routing`.
    published : what of the network is as published and what is not, in a few sentences.
    pairs : whether it was only ever shown two digits at once.
    subject : which classes they are of.
    """

    name: Literal["length", "activation"] = "length"
    shares: bool = False
    iterative: bool = True
    by_agreement: bool = True
    meaning: str = Dynamic.meaning.format(thing=DIGITS.thing)
    sharing: str = Dynamic.sharing.format(thing=DIGITS.thing)
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
            routing.by_agreement,
            routing.meaning.format(thing=subject.thing, count=number_word(model.config.classes)),
            routing.sharing.format(thing=subject.thing),
            model.describe_differences(model.config),
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
