"""Requests to the engine, their limits and their results."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from jaxtyping import Float32, UInt8

from capsviz.config.read_settings import ReadSettings
from capsviz.errors import CapsvizError
from capsviz.trace_arrays import LiveTrace, Trace

#: Maximum number of waiting requests other than drawings; further ones are rejected.
MAX_WAITING = 512
#: Maximum number of waiting drawings, half of them from one address: a whole school drawing at
#: once, each with one request.
MAX_DRAWINGS = 4096
#: Seconds after which a reading is too late: browsers give up after ten.
LOST_AFTER = 8.0
#: Maximum number of a visitor's heavy requests, waiting or running.
MAX_HEAVY = 4
#: The same for all visitors at one address: one each for a class, and some spare.
MAX_HEAVY_PER_ADDRESS = 96
#: Message for a visitor or address that exceeds these limits.
MUCH_ASKED = "what you asked for before is still being worked out: wait for it"
MUCH_AT_ADDRESS = "much is being worked out for your address: try again in a minute"

#: Identifies the visitor of a request; set by the request handler, and "" for the app itself.
visitor: contextvars.ContextVar[str] = contextvars.ContextVar("capsviz_visitor", default="")

Result = TypeVar("Result")
#: Called by heavy work between pieces of at most 20 ms; raises if the caller is gone.
YieldPoint = Callable[[], None]


class BusyError(CapsvizError):
    """The engine is overloaded; the caller may retry later."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Result of classifying one picture: the displayed part of its trace.

    Attributes
    ----------
    model : name of the checkpoint.
    image : input image, pixels in 0..1.
    lengths : lengths of the output capsules after each iteration, as in a `Trace`.
    poses : output capsules after the last iteration.
    couplings : couplings after each iteration, to every output capsule or to a single one.
    reconstructions : reconstruction from each capsule alone, pixels in 0..1; or only the longest's,
        if the client decodes the others; empty without a decoder.
    capsule : the output capsule of `couplings`; None for all.
    """

    model: str
    image: Float32[np.ndarray, "*c side side"]
    lengths: Float32[np.ndarray, "r J"]
    poses: Float32[np.ndarray, "J D"]
    couplings: Float32[np.ndarray, "r I shown"]
    reconstructions: Float32[np.ndarray, "pictures *c side side"]
    capsule: int | None = None

    @classmethod
    def of(
        cls,
        model: str,
        traced: Trace | LiveTrace,
        reconstructions: Float32[np.ndarray, "pictures *c side side"],
        capsule: int | None = None,
    ) -> Reading:
        """Build a reading from the trace of one image (n = 1).

        With `capsule` only the couplings to this capsule are kept, or to the longest if it does not
        exist; None keeps all.
        """
        lengths, couplings = traced.lengths[0], traced.couplings[0]
        if capsule is not None:
            if not 0 <= capsule < lengths.shape[1]:
                capsule = int(traced.winners[0])
            couplings = couplings[..., capsule : capsule + 1]
        return cls(
            model, traced.images[0], lengths, traced.poses[0], couplings, reconstructions, capsule
        )

    @property
    def winner(self) -> int:
        """Longest output capsule after the last iteration."""
        return int(self.lengths[-1].argmax())

    @property
    def complete(self) -> bool:
        """Whether every capsule's reconstruction is included."""
        return len(self.reconstructions) == len(self.poses)

    @property
    def misfit(self) -> np.float32:
        """Summed squared pixel error of the longest capsule's reconstruction; 0 without one."""
        if not len(self.reconstructions):
            return np.float32(0)
        longest = self.reconstructions[self.winner if self.complete else 0]
        return np.square(longest - self.image).sum()

    def select_capsule(self, capsule: int) -> tuple[int, Float32[np.ndarray, "r I"]]:
        """Return a capsule, or the longest if it does not exist, and the couplings to it."""
        if self.capsule is not None:
            return self.capsule, self.couplings[..., 0]
        index = capsule if 0 <= capsule < len(self.poses) else self.winner
        return index, self.couplings[..., index]


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A picture to classify, with settings.

    Attributes
    ----------
    raster : 0 for paper to 255 for ink.
    pictures : decode every capsule, instead of the longest alone.
    all_couplings : return couplings to every output capsule, instead of the shown one alone.
    seq : the client's number, returned with the reply.
    """

    raster: UInt8[np.ndarray, "*c height width"]
    settings: ReadSettings
    pictures: bool = True
    all_couplings: bool = False
    seq: int = 0
