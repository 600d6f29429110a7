"""Meaning of a network's class scores: lengths, separate activations, or shares that sum to 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from capsviz.config import DIGITS, LabelSet
from capsviz.data.normalisation import INPUT
from capsviz.model.capsnet import CapsNet
from capsviz.model.routing.dynamic import Dynamic

_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def number_word(n: int) -> str:
    """Write a number of classes for a sentence: "ten", but "26"."""
    return _WORDS[n - 2] if 2 <= n < 2 + len(_WORDS) else str(n)


@dataclass(frozen=True, slots=True)
class ClassScore:
    """Description of the score that says how present each class is.

    Attributes
    ----------
    name : "length" of the output vector, or a separate "activation".
    shares : whether the scores sum to 1.
    iterative : whether the routing has iterations.
    by_agreement : whether it routes by agreement, as in `capsviz.model.routing.Routing`.
    meaning : explanation for a visitor, in one to three sentences.
    sharing : how input capsules distribute their votes, as in `capsviz.model.routing.Routing`.
    couplings_over : the capsules over which couplings sum to 1, likewise.
    published : differences from the published network, in a few sentences.
    pairs : whether it was trained on pairs of digits only.
    subject : the classes.
    """

    name: Literal["length", "activation"] = "length"
    shares: bool = False
    iterative: bool = True
    by_agreement: bool = True
    meaning: str = Dynamic.meaning.format(thing=DIGITS.noun)
    sharing: str = Dynamic.sharing.format(thing=DIGITS.noun)
    couplings_over: str = "outputs"
    published: str = ""
    pairs: bool = False
    subject: LabelSet = DIGITS

    @classmethod
    def of(cls, model: CapsNet, subject: LabelSet | None = None) -> ClassScore:
        """Describe the scores of a network, for the classes of `subject` or else for digits."""
        subject = subject or DIGITS
        routing = model.routing
        return cls(
            "activation" if routing.activates else "length",
            routing.shares,
            routing.iterative,
            routing.by_agreement,
            routing.meaning.format(thing=subject.noun, count=number_word(model.config.classes)),
            routing.sharing.format(thing=subject.noun),
            routing.couplings_over,
            model.describe_differences(model.config),
            pairs=subject.digits and model.config.image_size > INPUT,
            subject=subject,
        )
