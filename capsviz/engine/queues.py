"""The engine: visitors take turns, live requests have priority.

Streamlit runs every script in a new thread, inference takes twice as long there as in a long-lived
thread, and many threads compete for the same cores. All requests therefore go to one of two
threads, of which only one computes at a time: the live thread answers all waiting requests as a
batch, the heavy thread works in pieces and yields between them.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
from jaxtyping import UInt8

from capsviz.config.read_settings import ReadSettings
from capsviz.engine.requests import (
    LOST_AFTER,
    MAX_DRAWINGS,
    MAX_HEAVY,
    MAX_HEAVY_PER_ADDRESS,
    MAX_WAITING,
    MUCH_ASKED,
    MUCH_AT_ADDRESS,
    BusyError,
    Reading,
    ReadRequest,
    Result,
    YieldPoint,
    visitor,
)
from capsviz.errors import CapsvizError
from capsviz.fair_queue import FairQueue
from capsviz.files import stamp
from capsviz.model.precision import FASTEST
from capsviz.tracing import live, reconstructions, winners
from capsviz.training import checkpoint

#: Maximum batch size; larger batches cost more than they save.
MAX_BATCH = 16
#: Seconds after which heavy work gets a piece even if live requests wait.
MAX_WAIT = 0.1
Request = TypeVar("Request", bound=ReadRequest | Callable[..., Any])
_TOO_MANY = "too many drawings wait to be read: try again shortly"


class _AbandonedError(Exception):
    """The caller of this work is gone."""


@dataclass(slots=True)
class _Task(Generic[Request]):
    request: Request
    answer: Future[Any] = field(default_factory=Future)
    since: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, slots=True)
class _LoadedCheckpoint:
    """A checkpoint, exact and fast, and its file version; or the error of loading it."""

    stamp: object
    pair: tuple[checkpoint.Checkpoint, checkpoint.Checkpoint] | None
    error: str = ""

    @classmethod
    def of(cls, name: str, stamp: object) -> _LoadedCheckpoint:
        try:
            loaded = checkpoint.load(name)
            return cls(stamp, (loaded, loaded.in_precision(FASTEST)))
        except CapsvizError as error:  # cached: the next attempt would take as long
            return cls(stamp, None, str(error))


class Engine:
    """Loads models by name on first use and runs them on pictures, in two threads."""

    def __init__(self) -> None:
        self._loaded: dict[str, _LoadedCheckpoint] = {}
        self._loading = threading.Lock()
        self._live: FairQueue[_Task[Any]] = FairQueue()
        self._heavy: FairQueue[_Task[Callable[..., Any]]] = FairQueue()
        #: Guards the queues and the two fields after it.
        self._guard = threading.Lock()
        self._answering = False
        self._working_for = ""
        # One condition per event: needless wake-ups would slow down every update of a class.
        self._live_arrived, self._heavy_arrived, self._live_idle = (
            threading.Condition(self._guard) for _ in range(3)
        )
        #: Held by the thread that computes.
        self._cores = threading.Lock()
        for name, work in (("capsviz-engine", self._work), ("capsviz-heavy", self._work_heavy)):
            threading.Thread(target=work, name=name, daemon=True).start()

    def checkpoint(self, name: str, routing: str = "") -> checkpoint.Checkpoint:
        """Load the named checkpoint; raises `CapsvizError`.

        It is cached until its file is replaced.

        `routing` is a what-if routing, as for `capsviz.model.networks.route_instead`.
        """
        with self._loading:
            return self._checkpoints_of(name)[0].route_instead(routing)

    def fast(self, name: str, routing: str = "") -> checkpoint.Checkpoint:
        """Load the named checkpoint in this machine's fastest precision, for live display.

        It has no gradients. The difference of its lengths from float32 is recorded beside the file
        (`capsviz.training.checkpoint.precision_agreement`).
        """
        with self._loading:
            return self._checkpoints_of(name)[1].route_instead(routing)

    def knows(self, name: str) -> bool:
        """Return whether `checkpoint` would return a cached result."""
        path, cached = checkpoint.locate(name), self._loaded.get(name)
        return path is not None and cached is not None and cached.stamp == stamp(path)

    def read(
        self,
        raster: UInt8[np.ndarray, "*c height width"],
        settings: ReadSettings | None = None,
        *,
        pictures: bool = True,
        all_couplings: bool = False,
    ) -> Future[Reading]:
        """Call `ask` with a request of these fields."""
        return self.ask(ReadRequest(raster, settings or ReadSettings(), pictures, all_couplings))

    def ask(self, request: ReadRequest) -> Future[Reading]:
        """Request the classification of a picture; returns at once.

        Raises
        ------
        CapsvizError : too many requests are waiting. Other errors are raised by the future's
            ``result()``.
        """
        return self._queue(request)

    def run(self, work: Callable[[], Result]) -> Future[Result]:
        """Run other short work with the models, in the live queue.

        Raises `CapsvizError` as `ask` does.

        The work takes a few milliseconds at most, since live drawings wait for it.
        """
        return self._queue(work)

    def work(self, work: Callable[[YieldPoint], Result]) -> Future[Result]:
        """Run long work; live requests go before each piece of it.

        Cancelling the future ends the work.

        Raises `BusyError` if this visitor has too many requests, or too many are waiting in total.

        The work is as for `run`; its argument is a function to call between pieces of at most 20
        ms.
        """
        task, visitor_id = _Task(work), visitor.get()
        with self._guard:
            count = self._heavy.count_of(visitor_id) + (self._working_for == visitor_id)
            if count >= MAX_HEAVY and visitor_id:
                raise BusyError(MUCH_ASKED)
            if self._heavy.count_of_address(visitor_id) >= MAX_HEAVY_PER_ADDRESS and visitor_id:
                raise BusyError(MUCH_AT_ADDRESS)
            if len(self._heavy) >= MAX_WAITING:
                raise BusyError("too many requests wait to be worked out: try again shortly")
            self._heavy.put(visitor_id, task)
            self._heavy_arrived.notify()
        return task.answer

    def _checkpoints_of(self, name: str) -> tuple[checkpoint.Checkpoint, checkpoint.Checkpoint]:
        """Return the checkpoint in float32 and in its fastest precision."""
        try:
            version = stamp(checkpoint.find_name(name))
        except CapsvizError:
            self._loaded.pop(name, None)
            raise
        cached = self._loaded.get(name)
        if cached is None or cached.stamp != version:
            cached = self._loaded[name] = _LoadedCheckpoint.of(name, version)
        if cached.pair is None:
            raise CapsvizError(cached.error)
        return cached.pair

    def _queue(self, request: ReadRequest | Callable[..., Any]) -> Future[Any]:
        task = _Task(request)
        with self._guard:
            visitor_id = visitor.get()
            from_address = self._live.count_of_address(visitor_id) if visitor_id else 0
            if max(len(self._live), 2 * from_address) >= MAX_DRAWINGS:
                raise BusyError(_TOO_MANY)
            self._live.put(visitor_id, task)
            self._live_arrived.notify()
        return task.answer

    def _work(self) -> None:
        while True:
            with self._guard:
                self._answering = False
                if not len(self._live):
                    self._live_idle.notify()
                    self._live_arrived.wait_for(lambda: len(self._live))
                self._answering = True
                count = min(len(self._live), MAX_BATCH)
                batch = [self._live.take()[1] for _ in range(count)]
            with self._cores:
                self._answer_batch(batch)

    def _answer_batch(self, batch: list[_Task[Any]]) -> None:
        groups: dict[tuple[str, str, int], list[_Task[ReadRequest]]] = {}
        for task in batch:
            if not isinstance(task.request, ReadRequest):
                _do(task)
                continue
            settings = task.request.settings
            if time.monotonic() - task.since > LOST_AFTER:
                # Answering it would delay the requests that are about to expire.
                _settle(task.answer, BusyError(_TOO_MANY))
                continue
            key = (settings.model, settings.routing, settings.iterations)
            groups.setdefault(key, []).append(task)
        for group in groups.values():
            self._answer(group)

    def _work_heavy(self) -> None:
        while True:
            with self._guard:
                self._working_for = ""
                self._heavy_arrived.wait_for(lambda: len(self._heavy))
                self._working_for, task = self._heavy.take()
            if task.answer.cancelled():
                continue
            self._wait_for_live()
            with self._cores:
                _do(task, functools.partial(self._yield_to_live, task))

    def _yield_to_live(self, task: _Task[Any]) -> None:
        """Let live requests run between two pieces; raises if the caller is gone."""
        self._cores.release()
        try:
            self._wait_for_live()
        finally:
            self._cores.acquire()
        if task.answer.cancelled():
            raise _AbandonedError

    def _wait_for_live(self) -> None:
        with self._guard:
            self._live_idle.wait_for(lambda: not self._answering and not len(self._live), MAX_WAIT)

    def _answer(self, group: list[_Task[ReadRequest]]) -> None:
        """Answer requests with equal settings as a batch."""
        settings = group[0].request.settings
        try:
            loaded = self.fast(settings.model, settings.routing)
            network = loaded.capsnet
            requests = [task.request for task in group]
            inputs = [loaded.picture(r.raster, center=r.settings.center) for r in requests]
            traced = live(network, np.stack(inputs), settings.iterations)
            decodes = network.decoder.exists
            longest = winners(network, traced) if decodes else np.stack(inputs)
            decoded = longest[:, None][:, :decodes]
            full = np.array([request.pictures for request in requests])
            all_capsules = iter(reconstructions(network, traced.poses[full]))
            for i, (task, request) in enumerate(zip(group, requests, strict=True)):
                pictures = next(all_capsules) if request.pictures else decoded[i]
                capsule = None if request.all_couplings else request.settings.capsule
                reading = Reading.of(settings.model, traced[i : i + 1], pictures, capsule)
                _settle(task.answer, reading)
        except Exception as error:  # the worker must survive any request
            if len(group) == 1:
                _settle(group[0].answer, error)
                return
            for task in group:  # one bad picture must not affect the others
                if not task.answer.done():
                    self._answer([task])


def _do(task: _Task[Callable[..., Any]], *arguments: Any) -> None:
    try:
        _settle(task.answer, task.request(*arguments))
    except _AbandonedError:
        return
    except Exception as error:  # the worker must survive any task
        _settle(task.answer, error)


def _settle(answer: Future[Any], value: Any) -> None:
    """Set the result or the error of a future that is still waiting."""
    try:
        if isinstance(value, Exception):
            answer.set_exception(value)
        else:
            answer.set_result(value)
    except InvalidStateError:
        return  # cancelled
