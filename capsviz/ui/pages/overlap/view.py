"""What a visitor has laid out on Overlap, and what the network is asked about it."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float32

from capsviz.analysis.overlap import FURTHEST, Two
from capsviz.data.drawing import INPUT, Drawing, normalise, render
from capsviz.data.samples import samples
from capsviz.errors import CapsvizError

Pixels = Float32[np.ndarray, "side side"]

#: Samples that the first screen shows, and where they lie.
_FIRST: tuple[tuple[str, Two], tuple[str, Two]] = (("5-upright", (1, -2)), ("0-round", (-2, 2)))


@dataclass(frozen=True, slots=True)
class Digit:
    """One of the two digits, or the one drawing that holds both.

    Attributes
    ----------
    source : a drawing, still to be brought to MNIST's form, or 28 x 28 bytes that have it.
    label : the class it is meant to be; None where nobody said.
    move : rows down and columns right from the middle of the field.
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
            found = base64.b64decode(pixels, validate=True) if isinstance(pixels, str) else b""
        except (binascii.Error, ValueError):
            found = b""
        if len(found) != INPUT * INPUT:
            raise CapsvizError(f"a digit's pixels must be {INPUT} x {INPUT} bytes as base64")
        return cls(found, label, move)

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
            return normalised(render(self.source))
        return from_bytes(self.source, INPUT)


@dataclass(frozen=True, slots=True)
class View:
    """Everything that the page shows, as the visitor has set it.

    Attributes
    ----------
    digits : two of them; or one, whose drawing is the whole field with both digits on it.
    forced : capsules to look at in place of the two longest, or None.
    iterations : of the routing, 1 to 10.
    """

    digits: tuple[Digit, ...]
    forced: Two | None = None
    iterations: int = 3

    @classmethod
    def first(cls) -> View:
        """What the first screen shows."""
        known = {sample.name: sample for sample in samples()}
        return cls(
            tuple(Digit(known[name].drawing, known[name].digit, move) for name, move in _FIRST)
        )

    @classmethod
    def from_plain(cls, plain: Any) -> View:
        """Check a view that comes from a browser or a link; raises `CapsvizError`."""
        if not isinstance(plain, dict):
            raise CapsvizError("the view must be a JSON object")
        listed = plain.get("digits")
        if not isinstance(listed, list) or len(listed) not in (1, 2):
            raise CapsvizError("the view must hold two digits, or one drawing of both")
        digits = tuple(Digit.from_plain(each) for each in listed)
        if len(digits) == 1 and not isinstance(digits[0].source, Drawing):
            raise CapsvizError("both digits on one canvas must be a drawing")
        return cls(
            digits, read_forced(plain.get("forced")), read_iterations(plain.get("iterations", 3))
        )

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "digits": [digit.to_plain() for digit in self.digits],
            "forced": None if self.forced is None else list(self.forced),
            "iterations": self.iterations,
        }

    def question(self) -> Question:
        """What the network is asked about this view."""
        labels = tuple(digit.label for digit in self.digits)
        if len(self.digits) == 1:
            (whole,) = self.digits
            assert isinstance(whole.source, Drawing)
            return Question((render(whole.source),), (), labels, self.forced, self.iterations)
        parts = tuple(digit.pixels() for digit in self.digits)
        moves = tuple(digit.move for digit in self.digits)
        return Question(parts, moves, labels, self.forced, self.iterations)


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
        and all(type(step) is int and abs(step) <= FURTHEST for step in value)
    ):
        return value[0], value[1]
    raise CapsvizError(f"a digit can be moved by whole pixels, up to {FURTHEST} each way")


def read_forced(value: Any) -> Two | None:
    """Check the capsules asked for in place of the two longest; raises `CapsvizError`."""
    if value is None:
        return None
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(type(digit) is int and 0 <= digit <= 9 for digit in value)
        and value[0] != value[1]
    ):
        return value[0], value[1]
    raise CapsvizError("the forced capsules must be two different digits from 0 to 9")


def read_iterations(value: Any) -> int:
    """Check a number of routing iterations; raises `CapsvizError`."""
    if type(value) is int and 1 <= value <= 10:
        return value
    raise CapsvizError("iterations must be a whole number from 1 to 10")


@dataclass(frozen=True, slots=True)
class Question:
    """What the network is asked.

    Attributes
    ----------
    pictures : two digits of 28 x 28 pixels in 0..1; or one raster of the whole field, bytes.
    moves : where the two lie; none for the whole field.
    labels : their classes, where known.
    seq : the client's number, sent back with the reply.
    """

    pictures: tuple[np.ndarray, ...]
    moves: tuple[Two, ...]
    labels: tuple[int | None, ...]
    forced: Two | None
    iterations: int
    seq: int = 0


def from_bytes(data: bytes, side: int) -> Pixels:
    """Pixels in 0..1 from a square of bytes."""
    return np.frombuffer(data, np.uint8).reshape(side, side).astype(np.float32) / 255


def normalised(raster: np.ndarray) -> Pixels:
    """A drawing in MNIST's form, in the very bytes that the browser will send from then on."""
    return from_bytes(to_bytes(normalise(raster)).tobytes(), INPUT)


def to_bytes(values: Float32[np.ndarray, "..."]) -> np.ndarray:
    """Pixels in 0..1 as bytes."""
    return np.rint(np.clip(values, 0, 1) * 255).astype(np.uint8)
