"""Ablations of a network: parts switched off, and changed routing or squash."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from capsviz.errors import CapsvizError

#: How vectors are squashed: as trained, by the equation without its ε, or not at all.
SQUASHES = ("epsilon", "bare", "none")
#: Axis of the couplings' softmax: output capsules (as trained) or input capsules (a common
#: mistake).
AXES = ("outputs", "inputs")
#: Maximum number of parts of one block in an ablation that a browser sends.
MAX_SWITCHED_OFF = 512


@dataclass(frozen=True, slots=True)
class Ablation:
    """Parts that are switched off, and changes to the routing, while an image passes a network.

    Attributes
    ----------
    maps : indices of the feature maps set to zero, by block name.
    types, places : indices of the types and places whose input capsules are all set to zero.
    hidden : indices of the hidden units set to zero, by number of the decoder's hidden layer.
    squash : one of `SQUASHES`, for input capsules and the outputs of dynamic routing.
    axis : one of `AXES`, for the softmax of dynamic routing.
    """

    maps: dict[str, tuple[int, ...]] = field(default_factory=dict)
    types: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    hidden: dict[str, tuple[int, ...]] = field(default_factory=dict)
    squash: str = SQUASHES[0]
    axis: str = AXES[0]

    @classmethod
    def from_plain(cls, plain: Any) -> Ablation:
        """Check and convert an ablation that a browser sent; raises `CapsvizError`."""
        if not isinstance(plain, dict):
            raise CapsvizError("an ablation must be a JSON object")
        squash, axis = plain.get("squash", SQUASHES[0]), plain.get("axis", AXES[0])
        if isinstance(squash, bool):  # links made before there were three squashes
            squash = SQUASHES[0] if squash else SQUASHES[2]
        if squash not in SQUASHES or axis not in AXES:
            raise CapsvizError(
                f"an ablation has a squash of {', '.join(SQUASHES)} and an axis of "
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
        """Return plain values for JSON."""
        return {
            "maps": {name: list(indices) for name, indices in self.maps.items()},
            "types": list(self.types),
            "places": list(self.places),
            "hidden": {name: list(which) for name, which in self.hidden.items()},
            "squash": self.squash,
            "axis": self.axis,
        }


def _by_name(plain: Any) -> dict[str, tuple[int, ...]]:
    if not isinstance(plain, dict) or len(plain) > MAX_SWITCHED_OFF:
        raise CapsvizError("an ablation must hold lists by block name")
    return {str(name): indices for name, value in plain.items() if (indices := _numbers(value))}


def _numbers(plain: Any) -> tuple[int, ...]:
    valid = isinstance(plain, list) and len(plain) <= MAX_SWITCHED_OFF
    if not valid or not all(type(value) is int and 0 <= value < 2**16 for value in plain):
        raise CapsvizError(f"an ablation must list at most {MAX_SWITCHED_OFF} whole numbers")
    return tuple(sorted(set(plain)))
