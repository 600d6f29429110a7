"""The one gateway from the app to the models: one worker, small batches, limits.

Streamlit runs every script in a thread of its own, and inference takes twice as long in a
new thread as in one that lives on; many threads at once fight for the same cores. So all
requests queue for a single worker thread, which answers whatever waits together.
"""

from __future__ import annotations

import functools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from jaxtyping import Float32, UInt8

from capsviz.data.drawing import normalise
from capsviz.errors import CapsvizError
from capsviz.files import stamp
from capsviz.trace import Trace, reconstructions, trace
from capsviz.training import checkpoint

#: Images answered together; past this a batch costs more than it saves.
MOST_TOGETHER = 16
#: Requests that may wait; the next one is told to come back later.
MOST_WAITING = 512


@dataclass(frozen=True, slots=True)
class Reading:
    """What the network made of one picture.

    Attributes
    ----------
    model : name of the checkpoint that read it.
    trace : of this one image (n = 1).
    reconstructions : each capsule decoded alone, pixels in 0..1.
    """

    model: str
    trace: Trace
    reconstructions: Float32[np.ndarray, "J side side"]


Found = TypeVar("Found")


@dataclass(slots=True)
class _Task:
    work: Callable[[], Any]
    answer: Future[Any] = field(default_factory=Future)


@dataclass(slots=True)
class _Request:
    model: str
    iterations: int
    raster: UInt8[np.ndarray, "height width"]
    center: bool
    answer: Future[Reading] = field(default_factory=Future)


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A checkpoint and the file it was read from; or what is wrong with that file."""

    stamp: object
    found: checkpoint.Checkpoint | str

    @classmethod
    def of(cls, path: Path, stamp: object) -> _Loaded:
        try:
            return cls(stamp, checkpoint.load(path))
        except CapsvizError as error:  # remembered: to find it out again takes as long
            return cls(stamp, str(error))


class Engine:
    """Loads models by name when they are first asked for and reads pictures with them."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[_Request | _Task] = queue.Queue(MOST_WAITING)
        self._loaded: dict[str, _Loaded] = {}
        self._loading = threading.Lock()
        threading.Thread(target=self._work, name="capsviz-engine", daemon=True).start()

    def loaded(self, name: str) -> checkpoint.Checkpoint:
        """The named checkpoint, as it lies on disk; raises `CapsvizError`.

        It is read once, and again when its file was replaced.
        """
        with self._loading:
            path = checkpoint.place(name)
            if path is None:
                self._loaded.pop(name, None)
                raise CapsvizError(
                    f"there is no model {name!r}: choose one of {checkpoint.names()}"
                )
            now = stamp(path)
            known = self._loaded.get(name)
            if known is None or known.stamp != now:
                known = self._loaded[name] = _Loaded.of(path, now)
            if isinstance(known.found, str):
                raise CapsvizError(known.found)
            return known.found

    def read(
        self,
        raster: UInt8[np.ndarray, "height width"],
        *,
        model: str = "dynamic",
        iterations: int = 3,
        center: bool = True,
    ) -> Future[Reading]:
        """Ask for a picture to be read; returns at once.

        Parameters
        ----------
        raster : 0 for paper to 255 for ink.
        model : name of a checkpoint.
        iterations : routing iterations, 1 to 10.
        center : bring the ink to MNIST's size and place first.

        Raises
        ------
        CapsvizError : too many requests wait already. Whatever else is wrong comes out of
            the future's ``result()``.
        """
        request = _Request(model, iterations, raster, center)
        self._queue(request)
        return request.answer

    def run(self, work: Callable[[], Found]) -> Future[Found]:
        """Ask for any other work with the models to be done in the worker's thread.

        Parameters
        ----------
        work : takes at most a fraction of a second, or live drawings wait for it.

        Raises
        ------
        CapsvizError : as for `read`.
        """
        task = _Task(work)
        self._queue(task)
        return task.answer

    def _queue(self, request: _Request | _Task) -> None:
        try:
            self._waiting.put_nowait(request)
        except queue.Full:
            raise CapsvizError("too many drawings wait to be read: try again shortly") from None

    def _work(self) -> None:
        while True:
            together = [self._waiting.get()]
            while len(together) < MOST_TOGETHER and not self._waiting.empty():
                together.append(self._waiting.get())
            groups: dict[tuple[str, int], list[_Request]] = {}
            for request in together:
                if isinstance(request, _Task):
                    self._do(request)
                    continue
                groups.setdefault((request.model, request.iterations), []).append(request)
            for (model, iterations), group in groups.items():
                self._answer(model, iterations, group)

    @staticmethod
    def _do(task: _Task) -> None:
        try:
            task.answer.set_result(task.work())
        except Exception as error:  # the worker must outlive whatever a task brings
            task.answer.set_exception(error)

    def _answer(self, model: str, iterations: int, group: list[_Request]) -> None:
        try:
            network = self.loaded(model).capsnet
            inputs = [normalise(request.raster, center=request.center) for request in group]
            seen = trace(network, np.stack(inputs), iterations)
            decoded = reconstructions(network, seen.poses)
            for at, request in enumerate(group):
                request.answer.set_result(Reading(model, seen[at : at + 1], decoded[at]))
        except Exception as error:  # the worker must outlive whatever a request brings
            if len(group) == 1:
                group[0].answer.set_exception(error)
                return
            for request in group:  # one bad picture must not spoil its neighbours' answers
                if not request.answer.done():
                    self._answer(model, iterations, [request])


@functools.cache
def engine() -> Engine:
    """The process's engine, started on first use and warmed by one empty picture."""
    started = Engine()
    names = checkpoint.names()
    if names:
        first = "dynamic" if "dynamic" in names else names[0]
        started.read(np.zeros((28, 28), np.uint8), model=first).exception()
    return started
