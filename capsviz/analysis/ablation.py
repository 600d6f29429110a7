"""What is switched off or done otherwise in a network, to see what it is for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from capsviz.errors import CapsvizError

#: How vectors are shrunk: as trained; by the equation without its ε; not at all.
SQUASHES = ("epsilon", "bare", "none")
#: Over which capsules the softmax of the couplings is taken: as trained, or by mistake.
AXES = ("outputs", "inputs")
#: Most parts of one block that may be switched off, in what a visitor sends.
MOST_OFF = 512


@dataclass(frozen=True, slots=True)
class Ablation:
    """What is switched off or done otherwise while an image goes through a network.

    Attributes
    ----------
    maps : of blocks by their names, which feature maps are zero.
    types, places : of input capsules, all of which are zero.
    hidden : of the decoder's hidden layers by their numbers, which units are zero.
    squash : one of `SQUASHES`, of input capsules and of dynamic routing's outputs.
    axis : one of `AXES`, of dynamic routing's softmax.
    """

    maps: dict[str, tuple[int, ...]] = field(default_factory=dict)
    types: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    hidden: dict[str, tuple[int, ...]] = field(default_factory=dict)
    squash: str = SQUASHES[0]
    axis: str = AXES[0]

    @classmethod
    def from_plain(cls, plain: Any) -> Ablation:
        """Check what a browser sends; raises `CapsvizError`."""
        if not isinstance(plain, dict):
            raise CapsvizError("what is switched off must be a JSON object")
        squash, axis = plain.get("squash", SQUASHES[0]), plain.get("axis", AXES[0])
        if isinstance(squash, bool):  # of links from before there were three
            squash = SQUASHES[0] if squash else SQUASHES[2]
        if squash not in SQUASHES or axis not in AXES:
            raise CapsvizError(
                f"what is switched off has a squash of {', '.join(SQUASHES)} and an axis of "
                f"{', '.join(AXES)}"
            )
        return cls(
            _by_name(plain.get("maps", {})),
            _numbers(plain.get("types", [])),
            _numbers(plain.get("places", [])),
            _by_name(plain.get("hidden", {})),
            squash,
            axis,
        )

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "maps": {name: list(which) for name, which in self.maps.items()},
            "types": list(self.types),
            "places": list(self.places),
            "hidden": {name: list(which) for name, which in self.hidden.items()},
            "squash": self.squash,
            "axis": self.axis,
        }


def _by_name(plain: Any) -> dict[str, tuple[int, ...]]:
    if not isinstance(plain, dict) or len(plain) > MOST_OFF:
        raise CapsvizError("what is switched off must be lists by the names of their blocks")
    return {str(name): which for name, value in plain.items() if (which := _numbers(value))}


def _numbers(plain: Any) -> tuple[int, ...]:
    good = isinstance(plain, list) and len(plain) <= MOST_OFF
    if not good or not all(type(value) is int and 0 <= value < 2**16 for value in plain):
        raise CapsvizError(f"what is switched off must be at most {MOST_OFF} whole numbers")
    return tuple(sorted(set(plain)))
