"""The engine on a Ray cluster: the app sends requests, replicas answer.

Each replica is a process with an `Engine` of its own, so visitors take turns and live requests have
priority within it, as in a single process. A request holds a raster and its settings, or a function
of a page and its arguments; the answer holds the values that the page shows. A call whose replica
dies is repeated on another.
"""

from __future__ import annotations

import asyncio
import math
import os
import socket
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic

from capsviz.cluster_config import Replicas, replica_environment
from capsviz.engine.interface import (
    MAX_HEAVY,
    MAX_HEAVY_PER_ADDRESS,
    MAX_WAITING,
    MUCH_ASKED,
    MUCH_AT_ADDRESS,
    BusyError,
    Engine,
    Found,
    Reading,
    ReadRequest,
    YieldPoint,
    visitor,
)
from capsviz.engine.local import MAX_BATCH
from capsviz.errors import CapsvizError
from capsviz.fair_queue import address_of

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # read when Ray is imported; disables usage statistics
try:
    import ray  # pyright: ignore[reportMissingImports]
    from ray import serve  # pyright: ignore[reportMissingImports]
    from ray.exceptions import (  # pyright: ignore[reportMissingImports]
        LocalRayletDiedError,
        RayActorError,
    )
except ImportError as error:
    raise CapsvizError('Ray is missing: install it with pip install "capsviz[ray]"') from error

#: Timeouts in seconds of live and of heavy requests.
LIVE_PATIENCE, HEAVY_PATIENCE = 10.0, 120.0
#: Seconds before a call is repeated.
PAUSE = 0.05
#: Maximum calls at a replica: a batch in progress, a waiting one, and heavy work.
MAX_ONGOING = 4 * MAX_BATCH
#: Bytes of a local cluster's object store, for values too large for a message.
STORE = 256 << 20


@dataclass(frozen=True, slots=True)
class _Outcome(Generic[Found]):
    """An answer or an error message; Ray would wrap an exception in a traceback."""

    found: Found | None
    wrong: CapsvizError | None = None

    def result(self) -> Found:
        if self.wrong is not None:
            raise self.wrong
        return self.found  # pyright: ignore[reportReturnType]


class Replica:
    """A process that answers requests.

    Parameters
    ----------
    threads : number of torch threads.
    """

    def __init__(self, threads: int) -> None:
        import torch

        from capsviz.engine import engine

        torch.set_num_threads(threads)
        self._engine = engine()

    @serve.batch(max_batch_size=MAX_BATCH, batch_wait_timeout_s=0.0)
    async def read(self, calls: list[tuple[str, ReadRequest]]) -> list[_Outcome[Reading]]:
        """Read all waiting requests together."""
        reading = [_as(who, self._engine.ask, request) for who, request in calls]
        return list(await asyncio.gather(*reading))

    async def run(self, call: tuple[str, Callable[[], Found]]) -> _Outcome[Found]:
        """See `Engine.run`."""
        return await _as(call[0], self._engine.run, call[1])

    async def work(self, call: tuple[str, Callable[[YieldPoint], Found]]) -> _Outcome[Found]:
        """See `Engine.work`; ends when the call is cancelled."""
        return await _as(call[0], self._engine.work, call[1])


async def _as(who: str, ask: Callable[[Any], Future[Found]], what: Any) -> _Outcome[Found]:
    """Send a visitor's request to this process's engine."""
    before = visitor.set(who)
    try:
        answer = ask(what)
    except CapsvizError as error:
        return _Outcome(None, error)
    finally:
        visitor.reset(before)
    try:
        return _Outcome(await asyncio.wrap_future(answer))
    except CapsvizError as error:
        return _Outcome(None, error)


class Cluster(Engine):
    """Engine on replicas of a cluster that it starts or joins.

    Raises
    ------
    CapsvizError : no cluster answers, or it lacks the resources for the replicas.
    """

    def __init__(self, replicas: Replicas) -> None:
        super().__init__()
        self._own = replicas.address is None
        #: Every app has replicas of its own, which end with it.
        self._name = f"capsviz-{socket.gethostname()}-{os.getpid()}"
        _join(replicas)
        self._replicas = _deploy(replicas, self._name)
        self._guard = threading.Lock()
        self._waiting = 0
        self._heavy: Counter[str] = Counter()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="capsviz-cluster", daemon=True).start()

    def ask(self, request: ReadRequest) -> Future[Reading]:
        """See `Engine`."""
        return self._send("read", request, LIVE_PATIENCE)

    def run(self, work: Callable[[], Found]) -> Future[Found]:
        """See `Engine`; runs in a replica."""
        return self._send("run", work, LIVE_PATIENCE)

    def work(self, work: Callable[[YieldPoint], Found]) -> Future[Found]:
        """See `Engine`; runs in a replica."""
        who = visitor.get()
        with self._guard:
            if who and self._heavy[who] >= MAX_HEAVY:
                raise BusyError(MUCH_ASKED)
            if who and self._heavy[address_of(who)] >= MAX_HEAVY_PER_ADDRESS:
                raise BusyError(MUCH_AT_ADDRESS)
            self._heavy.update({who, address_of(who)})
        try:
            answer = self._send("work", work, HEAVY_PATIENCE)
        except BusyError:
            self._release(who)
            raise
        answer.add_done_callback(lambda _: self._release(who))
        return answer

    def close(self) -> None:
        """Shut down the replicas, and the cluster if this app started it."""
        serve.delete(self._name)
        if self._own:
            ray.shutdown()

    def _send(self, method: str, what: Any, patience: float) -> Future[Any]:
        with self._guard:
            if self._waiting >= MAX_WAITING:
                raise BusyError("too many requests wait to be answered: try again shortly")
            self._waiting += 1
        answering = self._answer(method, (visitor.get(), what), patience)
        answer = asyncio.run_coroutine_threadsafe(answering, self._loop)
        answer.add_done_callback(lambda _: self._close())
        return answer

    def _close(self) -> None:
        with self._guard:
            self._waiting -= 1

    def _release(self, who: str) -> None:
        with self._guard:
            self._heavy -= Counter({who, address_of(who)})

    async def _answer(self, method: str, call: tuple[str, Any], patience: float) -> Any:
        try:
            async with asyncio.timeout(patience):
                while True:
                    answer = await self._answer_of_one(method, call)
                    if answer is not None:
                        return answer.result()
                    await asyncio.sleep(PAUSE)
        except TimeoutError as error:
            raise BusyError(
                "none of the replicas answers: try again shortly, and where that goes on start the "
                "app and its cluster again"
            ) from error

    async def _answer_of_one(self, method: str, call: tuple[str, Any]) -> _Outcome[Any] | None:
        """Return a replica's answer to a call; None if it, or the local Ray, died."""
        response = getattr(self._replicas, method).remote(call)
        try:
            return await response
        except (RayActorError, LocalRayletDiedError):
            return None
        except asyncio.CancelledError:
            response.cancel()  # the caller is gone
            raise


def _join(replicas: Replicas) -> None:
    """Start a cluster on this machine, or join the one at the address."""
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    needed = math.ceil(replicas.count * replicas.cores_each)
    try:
        if replicas.address is None:
            # Ray's core counts are only bookkeeping: surplus replicas share the cores.
            cores = max(os.cpu_count() or 1, needed)
            ray.init(
                "local",
                num_cpus=cores,
                include_dashboard=False,
                object_store_memory=STORE,
                **quiet,
            )
        else:
            ray.init(replicas.address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        where = "started" if replicas.address is None else f"joined at {replicas.address}"
        raise CapsvizError(f"no Ray cluster can be {where}: {error}") from error
    has = ray.cluster_resources()
    for what, each in (("CPU", replicas.cores_each), ("GPU", replicas.gpus)):
        if each * replicas.count > has.get(what, 0):
            ray.shutdown()
            raise CapsvizError(
                f"{replicas.count} replicas with {each:g} {what} each need more than the "
                f"{has.get(what, 0):g} there are: ask for fewer, or for less each"
            )


def _deploy(replicas: Replicas, name: str) -> Any:
    """Deploy the replicas and return a handle once all are ready."""
    serve.start(proxy_location="Disabled")  # only the app talks to them
    deployment = serve.deployment(Replica).options(
        num_replicas=replicas.count,
        max_ongoing_requests=MAX_ONGOING,
        ray_actor_options={
            "num_cpus": replicas.cores_each,
            "num_gpus": replicas.gpus,
            "runtime_env": {"env_vars": replica_environment()},
        },
        graceful_shutdown_timeout_s=5,
    )
    return serve.run(deployment.bind(replicas.threads), name=name, route_prefix=None)
