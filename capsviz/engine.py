"""The one gateway from the app to the models: visitors take turns, live updates go first.

Streamlit runs every script in a thread of its own, and inference takes twice as long in a
new thread as in one that lives on; many threads at once fight for the same cores. So all
requests wait for one of two threads, of which only one calculates at a time: the live one
answers whatever waits together, the heavy one works in pieces and gives way between them.
"""

from __future__ import annotations

import contextvars
import functools
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
from jaxtyping import Float32, UInt8

from capsviz.errors import CapsvizError
from capsviz.files import stamp
from capsviz.model.precision import FASTEST
from capsviz.tracing import Trace, reconstructions, trace, winners
from capsviz.training import checkpoint

#: Images answered together; past this a batch costs more than it saves.
MOST_TOGETHER = 16
#: Requests that may wait; the next one is told to come back later.
MOST_WAITING = 512
#: Heavy requests of one visitor that may wait or be worked on.
MOST_HEAVY = 4
#: Seconds after which heavy work gets a piece done though live requests wait.
PATIENCE = 0.1

#: Who asks; set by whoever takes requests from visitors, and "" for the app itself.
visitor: contextvars.ContextVar[str] = contextvars.ContextVar("capsviz_visitor", default="")


class BusyError(CapsvizError):
    """More is asked than can be done at present: try again later."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the network made of one picture.

    Attributes
    ----------
    model : name of the checkpoint that read it.
    trace : of this one image (n = 1).
    reconstructions : each capsule decoded alone, pixels in 0..1; or the longest's alone,
        for who decodes the others.
    """

    model: str
    trace: Trace
    reconstructions: Float32[np.ndarray, "pictures side side"]

    @property
    def whole(self) -> bool:
        """Whether every capsule's picture is there."""
        return len(self.reconstructions) == self.trace.lengths.shape[-1]

    @property
    def winners(self) -> Float32[np.ndarray, "side side"]:
        """The longest capsule's picture."""
        return self.reconstructions[int(self.trace.winners[0]) if self.whole else 0]


Found = TypeVar("Found")
Item = TypeVar("Item")
#: Called by heavy work between two pieces of at most 20 ms; raises where nobody waits any more.
GiveWay = Callable[[], None]


class _GoneError(Exception):
    """Whoever asked for this work is no longer there."""


@dataclass(slots=True)
class _Task:
    work: Callable[..., Any]
    answer: Future[Any] = field(default_factory=Future)


@dataclass(slots=True)
class _Request:
    model: str
    iterations: int
    raster: UInt8[np.ndarray, "height width"]
    center: bool
    pictures: bool
    answer: Future[Reading] = field(default_factory=Future)


class _Turns(Generic[Item]):
    """A queue in which visitors take turns, each with one of theirs at a time."""

    def __init__(self) -> None:
        self._of: dict[str, deque[Item]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def of(self, who: str) -> int:
        """How many of this visitor's wait."""
        return len(self._of.get(who, ()))

    def put(self, who: str, item: Item) -> None:
        self._of.setdefault(who, deque()).append(item)

    def take(self) -> tuple[str, Item]:
        """The next item, and whose it is: that visitor is last in turn from now on."""
        who, waiting = next(iter(self._of.items()))
        del self._of[who]
        item = waiting.popleft()
        if waiting:
            self._of[who] = waiting
        return who, item


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A checkpoint, exact and fast, and the file it was read from; or what is wrong with it."""

    stamp: object
    both: tuple[checkpoint.Checkpoint, checkpoint.Checkpoint] | None
    wrong: str = ""

    @classmethod
    def of(cls, name: str, stamp: object) -> _Loaded:
        try:
            found = checkpoint.load(name)
            return cls(stamp, (found, found.in_precision(FASTEST)))
        except CapsvizError as error:  # remembered: to find it out again takes as long
            return cls(stamp, None, str(error))


class Engine:
    """Loads models by name when they are first asked for and reads pictures with them."""

    def __init__(self) -> None:
        self._live: _Turns[_Request | _Task] = _Turns()
        self._heavy: _Turns[_Task] = _Turns()
        #: Guards the queues and the two fields after it; notified when any of them changes.
        self._changed = threading.Condition()
        self._answering = False
        self._at_work = ""
        #: Held by the thread that calculates.
        self._cores = threading.Lock()
        self._loaded: dict[str, _Loaded] = {}
        self._loading = threading.Lock()
        for name, work in (("capsviz-engine", self._work), ("capsviz-heavy", self._work_heavy)):
            threading.Thread(target=work, name=name, daemon=True).start()

    def loaded(self, name: str) -> checkpoint.Checkpoint:
        """The named checkpoint, as it lies on disk; raises `CapsvizError`.

        It is read once, and again when its file was replaced.
        """
        with self._loading:
            return self._known(name)[0]

    def fast(self, name: str) -> checkpoint.Checkpoint:
        """The named checkpoint in this machine's fastest precision, without gradients.

        It is for what is shown live; lengths differ by about 0.001 from those of `loaded`.
        """
        with self._loading:
            return self._known(name)[1]

    def knows(self, name: str) -> bool:
        """Whether `loaded` would answer at once: what lies on disk was read before."""
        path, known = checkpoint.place(name), self._loaded.get(name)
        return path is not None and known is not None and known.stamp == stamp(path)

    def read(
        self,
        raster: UInt8[np.ndarray, "height width"],
        *,
        model: str = "dynamic",
        iterations: int = 3,
        center: bool = True,
        pictures: bool = True,
    ) -> Future[Reading]:
        """Ask for a picture to be read; returns at once.

        Parameters
        ----------
        raster : 0 for paper to 255 for ink.
        model : name of a checkpoint.
        iterations : routing iterations, 1 to 10.
        center : bring the ink to MNIST's size and place first.
        pictures : decode every capsule, and not the longest alone.

        Raises
        ------
        CapsvizError : too many requests wait already. Whatever else is wrong comes out of
            the future's ``result()``.
        """
        request = _Request(model, iterations, raster, center, pictures)
        self._queue(request)
        return request.answer

    def run(self, work: Callable[[], Found]) -> Future[Found]:
        """Ask for any other live work with the models to be done in the live thread.

        Parameters
        ----------
        work : takes a few milliseconds, or live drawings wait for it.

        Raises
        ------
        CapsvizError : as for `read`.
        """
        task = _Task(work)
        self._queue(task)
        return task.answer

    def work(self, work: Callable[[GiveWay], Found]) -> Future[Found]:
        """Ask for something that takes long; live requests go before each piece of it.

        Whoever no longer wants the answer cancels the future, which ends the work.

        Parameters
        ----------
        work : is given a function to call between pieces of at most 20 ms.

        Raises
        ------
        BusyError : this visitor has asked for much already, or too many requests wait.
        """
        task, who = _Task(work), visitor.get()
        with self._changed:
            mine = self._heavy.of(who) + (self._at_work == who)
            if mine >= MOST_HEAVY and who:
                raise BusyError("what you asked for before is still being worked out: wait for it")
            if len(self._heavy) >= MOST_WAITING:
                raise BusyError("too many requests wait to be worked out: try again shortly")
            self._heavy.put(who, task)
            self._changed.notify_all()
        return task.answer

    def _queue(self, request: _Request | _Task) -> None:
        with self._changed:
            if len(self._live) >= MOST_WAITING:
                raise BusyError("too many drawings wait to be read: try again shortly")
            self._live.put(visitor.get(), request)
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._answering = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: len(self._live))
                self._answering = True
                count = min(len(self._live), MOST_TOGETHER)
                together = [self._live.take()[1] for _ in range(count)]
            with self._cores:
                self._answer_together(together)

    def _answer_together(self, together: list[_Request | _Task]) -> None:
        groups: dict[tuple[str, int], list[_Request]] = {}
        for request in together:
            if isinstance(request, _Task):
                _do(request)
                continue
            groups.setdefault((request.model, request.iterations), []).append(request)
        for (model, iterations), group in groups.items():
            self._answer(model, iterations, group)

    def _work_heavy(self) -> None:
        while True:
            with self._changed:
                self._at_work = ""
                self._changed.wait_for(lambda: len(self._heavy))
                self._at_work, task = self._heavy.take()
            if task.answer.cancelled():
                continue
            self._wait_for_room()
            with self._cores:
                _do(task, functools.partial(self._give_way, task))

    def _give_way(self, task: _Task) -> None:
        """Between two pieces: let live requests pass; raises where nobody waits any more."""
        self._cores.release()
        try:
            self._wait_for_room()
        finally:
            self._cores.acquire()
        if task.answer.cancelled():
            raise _GoneError

    def _wait_for_room(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._answering and not len(self._live), PATIENCE)

    def _known(self, name: str) -> tuple[checkpoint.Checkpoint, checkpoint.Checkpoint]:
        """The checkpoint as it is, and in its fastest precision."""
        path = checkpoint.place(name)
        if path is None:
            self._loaded.pop(name, None)
            raise CapsvizError(f"there is no model {name!r}: choose one of {checkpoint.names()}")
        now = stamp(path)
        known = self._loaded.get(name)
        if known is None or known.stamp != now:
            known = self._loaded[name] = _Loaded.of(name, now)
        if known.both is None:
            raise CapsvizError(known.wrong)
        return known.both

    def _answer(self, model: str, iterations: int, group: list[_Request]) -> None:
        try:
            loaded = self.fast(model)
            network = loaded.capsnet
            inputs = [loaded.picture(request.raster, center=request.center) for request in group]
            seen = trace(network, np.stack(inputs), iterations)
            asked = np.array([request.pictures for request in group])
            decoded = winners(network, seen)[:, None]
            whole = iter(reconstructions(network, seen.poses[asked]))
            for at, request in enumerate(group):
                pictures = next(whole) if request.pictures else decoded[at]
                _settle(request.answer, Reading(model, seen[at : at + 1], pictures))
        except Exception as error:  # the worker must outlive whatever a request brings
            if len(group) == 1:
                _settle(group[0].answer, error)
                return
            for request in group:  # one bad picture must not spoil its neighbours' answers
                if not request.answer.done():
                    self._answer(model, iterations, [request])


def _do(task: _Task, *arguments: Any) -> None:
    try:
        _settle(task.answer, task.work(*arguments))
    except _GoneError:
        return
    except Exception as error:  # the worker must outlive whatever a task brings
        _settle(task.answer, error)


def _settle(answer: Future[Any], found: Any) -> None:
    """Give the answer, or the error, to whoever still waits for it."""
    try:
        if isinstance(found, Exception):
            answer.set_exception(found)
        else:
            answer.set_result(found)
    except InvalidStateError:
        return  # cancelled: nobody waits


@functools.cache
def engine() -> Engine:
    """The process's engine, started on first use and warmed by one empty picture."""
    started = Engine()
    names = checkpoint.names()
    if names:
        own = checkpoint.brought()
        first = own.name if own else "dynamic" if "dynamic" in names else names[0]
        started.read(np.zeros((28, 28), np.uint8), model=first).exception()
    return started
