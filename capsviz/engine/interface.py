"""What the app asks of an engine, wherever that works, and what it gets for an answer."""

from __future__ import annotations

import contextvars
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from jaxtyping import Float32, UInt8

from capsviz.config.read_settings import ReadSettings
from capsviz.errors import CapsvizError
from capsviz.files import stamp
from capsviz.model.precision import FASTEST
from capsviz.traces import LiveTrace, Trace
from capsviz.training import checkpoint

#: Requests for more than a reading that may wait; the next is told to come back later.
MOST_WAITING = 512
#: Drawings that may wait to be read, half of them from one address: a school that draws at once,
#: each with one on its way.
MOST_DRAWINGS = 4096
#: Seconds after which a reading would hardly reach who asked: browsers take it for lost after ten.
LOST_AFTER = 8.0
#: Heavy requests of one visitor that may wait or be worked on.
MOST_HEAVY = 4
#: The same of all visitors at one address: one each of a class, and some to spare.
MOST_HEAVY_AT_ADDRESS = 96
#: What a visitor is told who asks for more of those, and whoever asks at an address after so many.
MUCH_ASKED = "what you asked for before is still being worked out: wait for it"
MUCH_AT_ADDRESS = "much is being worked out for your address: try again in a minute"

#: Who asks; set by whoever takes requests from visitors, and "" for the app itself.
visitor: contextvars.ContextVar[str] = contextvars.ContextVar("capsviz_visitor", default="")

Found = TypeVar("Found")
#: Called by heavy work between two pieces of at most 20 ms; raises where nobody waits any more.
YieldPoint = Callable[[], None]


class BusyError(CapsvizError):
    """More is asked than can be done at present: try again later."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the network made of one picture: as much of its trace as is shown.

    Attributes
    ----------
    model : name of the checkpoint that read it.
    image : what the network saw, pixels in 0..1.
    lengths : of the output capsules after each iteration, as in a `Trace`.
    poses : the output capsules after the last iteration.
    couplings : after each iteration, to every output capsule or to one alone.
    reconstructions : each capsule decoded alone, pixels in 0..1; or the longest's alone,
        for who decodes the others; none where the network has no decoder.
    capsule : whose couplings there are; None for every one's.
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
        seen: Trace | LiveTrace,
        reconstructions: Float32[np.ndarray, "pictures *c side side"],
        capsule: int | None = None,
    ) -> Reading:
        """What there is to show of the trace of one image (n = 1).

        Parameters
        ----------
        capsule : keep the couplings to this one alone, or to the longest where there is none
            of this number; None keeps all.
        """
        lengths, couplings = seen.lengths[0], seen.couplings[0]
        if capsule is not None:
            if not 0 <= capsule < lengths.shape[1]:
                capsule = int(seen.winners[0])
            couplings = couplings[..., capsule : capsule + 1]
        return cls(
            model, seen.images[0], lengths, seen.poses[0], couplings, reconstructions, capsule
        )

    @property
    def winner(self) -> int:
        """The longest output capsule after the last iteration."""
        return int(self.lengths[-1].argmax())

    @property
    def whole(self) -> bool:
        """Whether every capsule's picture is there."""
        return len(self.reconstructions) == len(self.poses)

    @property
    def misfit(self) -> np.float32:
        """Summed squared pixel error of the longest capsule's picture; 0 where there is none."""
        if not len(self.reconstructions):
            return np.float32(0)
        longest = self.reconstructions[self.winner if self.whole else 0]
        return np.square(longest - self.image).sum()

    def select_capsule(self, capsule: int) -> tuple[int, Float32[np.ndarray, "r I"]]:
        """A capsule, or the longest where there is none of this number; the couplings to it."""
        if self.capsule is not None:
            return self.capsule, self.couplings[..., 0]
        index = capsule if 0 <= capsule < len(self.poses) else self.winner
        return index, self.couplings[..., index]


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A picture that is to be read, and how.

    Attributes
    ----------
    raster : 0 for paper to 255 for ink.
    pictures : decode every capsule, and not the longest alone.
    all_couplings : to every output capsule, and not to the shown one alone.
    seq : the client's number, sent back with the reply.
    """

    raster: UInt8[np.ndarray, "*c height width"]
    settings: ReadSettings
    pictures: bool = True
    all_couplings: bool = False
    seq: int = 0


@dataclass(frozen=True, slots=True)
class _LoadedCheckpoint:
    """A checkpoint, exact and fast, and the file it was read from; or what is wrong with it."""

    stamp: object
    both: tuple[checkpoint.Checkpoint, checkpoint.Checkpoint] | None
    wrong: str = ""

    @classmethod
    def of(cls, name: str, stamp: object) -> _LoadedCheckpoint:
        try:
            loaded = checkpoint.load(name)
            return cls(stamp, (loaded, loaded.in_precision(FASTEST)))
        except CapsvizError as error:  # remembered: to find it out again takes as long
            return cls(stamp, None, str(error))


class Engine(ABC):
    """Loads models by name when they are first asked for and has pictures read with them."""

    def __init__(self) -> None:
        self._loaded: dict[str, _LoadedCheckpoint] = {}
        self._loading = threading.Lock()

    def checkpoint(self, name: str, routing: str = "") -> checkpoint.Checkpoint:
        """The named checkpoint, as it lies on disk; raises `CapsvizError`.

        It is read once, and again when its file was replaced.

        Parameters
        ----------
        routing : what to route by instead; as of `capsviz.model.networks.route_instead`.
        """
        with self._loading:
            return self._checkpoints_of(name)[0].route_instead(routing)

    def fast(self, name: str, routing: str = "") -> checkpoint.Checkpoint:
        """The named checkpoint in this machine's fastest precision, without gradients.

        It is for what is shown live; by how much lengths differ from those of `loaded` is on
        record beside the file (`capsviz.training.checkpoint.precision_agreement`).
        """
        with self._loading:
            return self._checkpoints_of(name)[1].route_instead(routing)

    def knows(self, name: str) -> bool:
        """Whether `loaded` would answer at once: what lies on disk was read before."""
        path, known = checkpoint.place(name), self._loaded.get(name)
        return path is not None and known is not None and known.stamp == stamp(path)

    def read(
        self,
        raster: UInt8[np.ndarray, "*c height width"],
        settings: ReadSettings | None = None,
        *,
        pictures: bool = True,
        all_couplings: bool = False,
    ) -> Future[Reading]:
        """As `ask`, of a request with these fields; with the usual settings by default."""
        return self.ask(ReadRequest(raster, settings or ReadSettings(), pictures, all_couplings))

    @abstractmethod
    def ask(self, request: ReadRequest) -> Future[Reading]:
        """Ask for a picture to be read; returns at once.

        Raises
        ------
        CapsvizError : too many requests wait already. Whatever else is wrong comes out of
            the future's ``result()``.
        """

    @abstractmethod
    def run(self, work: Callable[[], Found]) -> Future[Found]:
        """Ask for any other live work with the models to be done where pictures are read.

        Parameters
        ----------
        work : takes a few milliseconds, or live drawings wait for it. It may be done in
            another process: it finds networks through ``engine()``, and holds none itself.

        Raises
        ------
        CapsvizError : as for `ask`.
        """

    @abstractmethod
    def work(self, work: Callable[[YieldPoint], Found]) -> Future[Found]:
        """Ask for something that takes long; live requests go before each piece of it.

        Whoever no longer wants the answer cancels the future, which ends the work.

        Parameters
        ----------
        work : as of `run`, and is given a function to call between pieces of at most 20 ms.

        Raises
        ------
        BusyError : this visitor has asked for much already, or too many requests wait.
        """

    @abstractmethod
    def close(self) -> None:
        """End what was started in other processes."""

    def _checkpoints_of(self, name: str) -> tuple[checkpoint.Checkpoint, checkpoint.Checkpoint]:
        """The checkpoint as it is, and in its fastest precision."""
        try:
            now = stamp(checkpoint.find_name(name))
        except CapsvizError:
            self._loaded.pop(name, None)
            raise
        known = self._loaded.get(name)
        if known is None or known.stamp != now:
            known = self._loaded[name] = _LoadedCheckpoint.of(name, now)
        if known.both is None:
            raise CapsvizError(known.wrong)
        return known.both
