"""Drawn sample digits as strokes, for the gallery and the first screen."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float32

from capsviz.data.drawing import Drawing, render
from capsviz.data.normalisation import normalise

_FILE = Path(__file__).with_name("samples.json")
#: Name of the sample on the first screen.
_FIRST_SAMPLE = "7-continental"


@dataclass(frozen=True, slots=True)
class Sample:
    """A drawn digit.

    Attributes
    ----------
    name : unique name of the form ``"7-continental"``.
    digit : intended digit, 0..9.
    hand : style of writing, in a word or two.
    drawing : its strokes.
    rival : another digit that it may be mistaken for, or None if it is clear.
    """

    name: str
    digit: int
    hand: str
    drawing: Drawing
    rival: int | None = None


@functools.cache
def samples() -> tuple[Sample, ...]:
    """Return all digits, style by style; the ambiguous ones (with a `rival`) come last."""
    return tuple(
        Sample(
            name=entry["name"],
            digit=entry["digit"],
            hand=entry["hand"],
            drawing=Drawing.from_plain({"s": entry["s"]}),
            rival=entry.get("rival"),
        )
        for entry in json.loads(_FILE.read_text("utf-8"))["samples"]
    )


def sample_of(digit: int) -> Sample:
    """Return the first sample of a digit, an unambiguous one."""
    return next(sample for sample in samples() if sample.digit == digit)


def digit_pictures() -> Float32[np.ndarray, "10 28 28"]:
    """Return the first sample of each digit in MNIST's form, pixels in 0..1."""
    return np.stack([normalise(render(sample.drawing)) for sample in map(sample_of, range(10))])


def first_sample() -> Sample:
    """Return the digit of the first screen, an unambiguous one."""
    return next(sample for sample in samples() if sample.name == _FIRST_SAMPLE)


@functools.cache
def sample_pictures(side: int) -> Float32[np.ndarray, "n side side"]:
    """Render all digits as pictures of this side, white on black, pixels in 0..1; read-only."""
    rasters = np.stack([render(sample.drawing, side) for sample in samples()])
    pictures = rasters.astype(np.float32) / 255
    pictures.flags.writeable = False
    return pictures
