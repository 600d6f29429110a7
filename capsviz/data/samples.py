"""Digits of our own making, as strokes: the gallery, and what the first screen shows."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float32

from capsviz.data.drawing import Drawing, render

_FILE = Path(__file__).with_name("samples.json")
#: Name of the sample that the first screen shows.
_FIRST = "7-continental"


@dataclass(frozen=True, slots=True)
class Sample:
    """A drawn digit.

    Attributes
    ----------
    name : unique, of the form ``"7-continental"``.
    digit : what it is meant to be, 0..9.
    hand : how it is written, in a word or two.
    drawing : its strokes.
    rival : the other digit it can be read as, or None where it is clear.
    """

    name: str
    digit: int
    hand: str
    drawing: Drawing
    rival: int | None = None


@dataclass(frozen=True, slots=True)
class Oddity:
    """A drawing that is no digit.

    Attributes
    ----------
    name : unique, what it shows.
    drawing : its strokes.
    """

    name: str
    drawing: Drawing


@functools.cache
def samples() -> tuple[Sample, ...]:
    """All digits, hand by hand; the ambiguous ones (with a `rival`) come last."""
    return tuple(
        Sample(
            name=each["name"],
            digit=each["digit"],
            hand=each["hand"],
            drawing=Drawing.from_plain({"s": each["s"]}),
            rival=each.get("rival"),
        )
        for each in _read_samples()["samples"]
    )


@functools.cache
def oddities() -> tuple[Oddity, ...]:
    """Drawings that are no digits, to see what the network makes of them."""
    return tuple(
        Oddity(each["name"], Drawing.from_plain({"s": each["s"]}))
        for each in _read_samples()["oddities"]
    )


def first_sample() -> Sample:
    """The digit on the first screen: a handsome, clear one."""
    return next(sample for sample in samples() if sample.name == _FIRST)


@functools.cache
def sample_pictures(side: int) -> Float32[np.ndarray, "n side side"]:
    """All digits as pictures of this side, white on black, pixels in 0..1; read-only."""
    rasters = np.stack([render(sample.drawing, side) for sample in samples()])
    pictures = rasters.astype(np.float32) / 255
    pictures.flags.writeable = False
    return pictures


def _read_samples() -> dict[str, Any]:
    return json.loads(_FILE.read_text(encoding="utf-8"))
