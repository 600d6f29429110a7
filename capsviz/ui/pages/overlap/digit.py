"""One of the two digits on Overlap: what it is, where it lies, and its picture."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float32

from capsviz.analysis.overlap import MAX_SHIFT, Two
from capsviz.data.drawing import Drawing, render
from capsviz.data.normalisation import INPUT, normalise
from capsviz.data.samples import samples
from capsviz.errors import CapsvizError

#: Samples that the first screen shows, and where they lie.
_FIRST_PAIR: tuple[tuple[str, Two], tuple[str, Two]] = (
    ("5-upright", (1, -2)),
    ("0-round", (-2, 2)),
)


@dataclass(frozen=True, slots=True)
class Digit:
    """One of the two digits, or the one drawing that holds both.

    Attributes
    ----------
    source : a drawing, still to be brought to MNIST's form, or 28 x 28 bytes that have it.
    label : the class it is meant to be; None where nobody said.
    move : rows down and columns right from the middle of the canvas.
    """

    source: Drawing | bytes
    label: int | None = None
    move: Two = (0, 0)

    @classmethod
    def from_plain(cls, plain: Any) -> Digit:
        """Check a digit that comes from a browser or a link; raises `CapsvizError`."""
        if not isinstance(plain, dict):
            raise CapsvizError("a digit must be a JSON object")
        label, pixels = read_label(plain.get("label")), plain.get("pixels")
        move = read_move(plain.get("move", [0, 0]))
        if pixels is None:
            return cls(Drawing.from_plain(plain.get("drawing")), label, move)
        try:
            octets = base64.b64decode(pixels, validate=True) if isinstance(pixels, str) else b""
        except (binascii.Error, ValueError):
            octets = b""
        if len(octets) != INPUT * INPUT:
            raise CapsvizError(f"a digit's pixels must be {INPUT} x {INPUT} bytes as base64")
        return cls(octets, label, move)

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        drawing = pixels = None
        if isinstance(self.source, Drawing):
            drawing = self.source.to_plain()
        else:
            pixels = base64.b64encode(self.source).decode()
        return {
            "drawing": drawing,
            "pixels": pixels,
            "label": self.label,
            "move": list(self.move),
        }

    def pixels(self) -> Float32[np.ndarray, "28 28"]:
        """As the network was taught digits, 0..1."""
        if isinstance(self.source, Drawing):
            return normalise(render(self.source))
        pixels = np.frombuffer(self.source, np.uint8).reshape(INPUT, INPUT)
        return pixels.astype(np.float32) / 255


def first_digits() -> tuple[Digit, ...]:
    """The initial digits."""
    by_name = {sample.name: sample for sample in samples()}
    return tuple(
        Digit(by_name[name].drawing, by_name[name].digit, move) for name, move in _FIRST_PAIR
    )


def read_digits(plain: Any) -> tuple[Digit, ...]:
    """Check two digits, or the one drawing of both; raises `CapsvizError`."""
    if not isinstance(plain, list) or len(plain) not in (1, 2):
        raise CapsvizError("the view must hold two digits, or one drawing of both")
    digits = tuple(Digit.from_plain(each) for each in plain)
    if len(digits) == 1 and not isinstance(digits[0].source, Drawing):
        raise CapsvizError("both digits on one canvas must be a drawing")
    return digits


def write_digits(digits: tuple[Digit, ...]) -> list[dict[str, Any]]:
    """Plain values, ready for JSON."""
    return [digit.to_plain() for digit in digits]


def read_label(value: Any) -> int | None:
    """Check the class that a digit is said to be; raises `CapsvizError`."""
    if value is None or (type(value) is int and 0 <= value <= 9):
        return value
    raise CapsvizError("a digit's label must be a whole number from 0 to 9, or null")


def read_move(value: Any) -> Two:
    """Check where a digit lies, in pixels from the middle; raises `CapsvizError`."""
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(type(step) is int and abs(step) <= MAX_SHIFT for step in value)
    ):
        return value[0], value[1]
    raise CapsvizError(f"a digit can be moved by whole pixels, up to {MAX_SHIFT} each way")
