"""What a network was made to read, as plain frozen data."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from capsviz.errors import CapsvizError

#: Longest name of a data set or class, in characters.
NAME_LIMIT = 60

#: What one of the things is called that the networks of a data set tell apart.
_THINGS = {"mnist": "digit", "sprites": "shape", "fashion": "garment"}

#: Sets of what is drawn: of a photograph of it, the ink is what counts.
_INK = ("mnist", "sprites")

#: What a network was made to read that does not say it.
OWN = "own"


@dataclass(frozen=True, slots=True)
class LabelSet:
    """What a network was made to read.

    Attributes
    ----------
    data_set : name of the set of pictures it learnt from: "mnist", "sprites", "folder:photos".
    classes : what each output class is called, in the classes' order; all different.
    inverted : whether its pictures are dark on bright and were turned over before it learnt
        from them; None where that is not on record.
    """

    data_set: str
    classes: tuple[str, ...]
    inverted: bool | None = dataclasses.field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.inverted not in (True, False, None):
            raise CapsvizError("a data set's pictures are inverted or not: true, false or null")
        for text in (self.data_set, *self.classes):
            if not (isinstance(text, str) and 0 < len(text) <= NAME_LIMIT and text.isprintable()):
                raise CapsvizError(
                    f"a data set or class cannot be called {str(text)[:NAME_LIMIT]!r}: use 1 to "
                    f"{NAME_LIMIT} printable characters"
                )
        if len(set(self.classes)) < len(self.classes):
            raise CapsvizError("two classes cannot have the same name")

    @property
    def digits(self) -> bool:
        """Whether it is MNIST's digits."""
        return self.data_set == "mnist"

    @property
    def ink(self) -> bool:
        """Whether its things are drawn; other pictures are taken as they are."""
        return self.data_set in _INK

    @property
    def way(self) -> str:
        """How a picture from elsewhere is read: one of `capsviz.data.upload.WAYS`."""
        if self.ink:
            return "ink"
        return {None: "whole", False: "straight", True: "inverted"}[self.inverted]

    @property
    def thing(self) -> str:
        """What one of the things told apart is called: "digit", "shape", else "class"."""
        return _THINGS.get(self.data_set, "class")

    def compares(self, other: LabelSet) -> bool:
        """Whether what networks for either say of a picture can be laid side by side.

        They tell the same classes apart, in whichever order; of the same set, also some of them.
        """
        one, two = set(self.classes), set(other.classes)
        return one == two or (self.data_set == other.data_set and (one < two or two < one))

    def class_phrase(self, k: int) -> str:
        """What class `k` is called within a sentence or beside a number: "digit 3", "sandal"."""
        return f"{self.thing} {self.classes[k]}" if self.digits else self.classes[k]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> LabelSet:
        """Build from plain values; raises `CapsvizError` for names that cannot be."""
        return cls(values["data_set"], tuple(values["classes"]), values.get("inverted"))


#: MNIST's digits: what a network reads of which nothing else is said.
DIGITS = LabelSet("mnist", tuple("0123456789"))
