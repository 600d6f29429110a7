"""Subject of a network, its data set and classes, as plain frozen data."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from capsviz.config.plain import Plain
from capsviz.errors import CapsvizError

#: Maximum length of a data set's or class's name, in characters.
NAME_LIMIT = 60

#: Noun for one object of a data set.
_NOUNS = {
    "mnist": "digit",
    "sprites": "shape",
    "colours": "shape",
    "fashion": "garment",
    "solids": "solid",
}

#: Data sets of drawings: only the ink of a photograph of one counts.
_INK = ("mnist", "sprites")

#: Data sets that have the classes of another one in colour.
_COLOURED_SETS = ("colours",)

#: Data set of a network whose file does not name one.
OWN_SET = "own"


@dataclass(frozen=True, slots=True)
class LabelSet(Plain):
    """Data set and classes of a network.

    Attributes
    ----------
    data_set : name of the data set it was trained on: "mnist", "sprites", "folder:photos".
    classes : name of each output class, in order; all different.
    inverted : whether its pictures are dark on bright and were inverted for training; None if not
        recorded.
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
        """Whether the classes are MNIST's digits."""
        return self.data_set == "mnist"

    @property
    def ink(self) -> bool:
        """Whether the pictures are drawings; others are used as they are."""
        return self.data_set in _INK

    @property
    def way(self) -> str:
        """How to read a picture file: one of `capsviz.data.upload.WAYS`."""
        if self.ink:
            return "ink"
        return {None: "whole", False: "straight", True: "inverted"}[self.inverted]

    @property
    def noun(self) -> str:
        """Noun for one object: "digit", "shape", else "class"."""
        return _NOUNS.get(self.data_set, "class")

    def compares(self, other: LabelSet) -> bool:
        """Return whether outputs of networks for either subject can be compared.

        They have the same classes, in any order, or overlapping classes of the same set. Sprites in
        colour are not compared with sprites: without its hue, a dark one is another picture.
        """
        if (self.data_set in _COLOURED_SETS) != (other.data_set in _COLOURED_SETS):
            return False
        a, b = set(self.classes), set(other.classes)
        return a == b or (self.data_set == other.data_set and (a < b or b < a))

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> LabelSet:
        """Build from plain values; raises `CapsvizError` for invalid names."""
        return cls(values["data_set"], tuple(values["classes"]), values.get("inverted"))


#: MNIST's digits, the default subject.
DIGITS = LabelSet("mnist", tuple("0123456789"))
