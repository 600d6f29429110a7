"""Answers of a cluster in a network namespace of its own; prints one JSON object."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time

import numpy as np

from capsviz.cluster_config import Replicas, choose
from capsviz.config.read_settings import ReadSettings
from capsviz.engine import LocalEngine
from capsviz.errors import CapsvizError

REPLICAS = Replicas(count=2, cores=1.0)
choose(REPLICAS)  # before Ray is imported
from capsviz.engine.cluster import Cluster  # noqa: E402

PATIENCE = 60


def who_answers(_=None):
    """Id and threads of a replica's process, and the kind of its engine."""
    import torch

    from capsviz.engine import engine

    time.sleep(0.01)
    return os.getpid(), torch.get_num_threads(), type(engine()).__name__


def rasters(count: int) -> list[np.ndarray]:
    random = np.random.default_rng(0)
    blank = np.zeros((count, 112, 112), np.uint8)
    blank[:, 30:80, 40:70] = random.integers(100, 255, (count, 50, 30), np.uint8)
    return list(blank)


def main() -> dict[str, object]:
    found: dict[str, object] = {}
    alone, cluster = LocalEngine(), Cluster(REPLICAS)
    pictures = rasters(24)
    try:
        found["token"] = cluster.run(lambda: bool(os.environ["RAY_AUTH_TOKEN"])).result(PATIENCE)
        mine = [alone.read(each).result(PATIENCE) for each in pictures]
        theirs = [cluster.read(each) for each in pictures]
        found["threads"] = cluster.run(who_answers).result(PATIENCE)[1]
        found["same"] = all(
            np.allclose(getattr(one, name), getattr(other.result(PATIENCE), name), atol=1e-5)
            for one, other in zip(mine, theirs, strict=True)
            for name in ("image", "lengths", "poses", "couplings", "reconstructions")
        )
        lean = cluster.read(pictures[0], ReadSettings(capsule=3), pictures=False).result(PATIENCE)
        found["lean"] = lean.couplings.shape[-1] == 1 and len(lean.reconstructions) == 1
        wrong = cluster.read(pictures[0], ReadSettings("nobody")).exception(PATIENCE)
        found["no model"] = type(wrong).__name__ if "no model 'nobody'" in str(wrong) else wrong
        found["work"] = cluster.work(_steps).result(PATIENCE)
        found["own mistake"] = isinstance(
            cluster.run(lambda: 1 // 0).exception(PATIENCE), ZeroDivisionError
        )
        found["given up"] = _given_up(cluster)
        found |= _with_a_death(cluster, pictures, mine)
    finally:
        cluster.close()
    return found


def _steps(give_way):
    from capsviz.engine import LocalEngine, engine

    for _ in range(2):
        give_way()
    return 3, "local" if isinstance(engine(), LocalEngine) else "other"


def _given_up(cluster: Cluster) -> bool:
    """Return whether cancelled work ends in its replica."""
    begun, mark = (f"/tmp/capsviz-{os.getpid()}-{at}" for at in ("begun", "ended"))

    def work(give_way):
        open(begun, "w").close()
        try:
            while True:
                time.sleep(0.01)
                give_way()
        finally:
            open(mark, "w").close()

    asked = cluster.work(work)
    _comes(begun)
    asked.cancel()
    return _comes(mark)


def _comes(path: str) -> bool:
    """Wait for a file that a replica makes, and take it away."""
    until = time.monotonic() + PATIENCE
    while not os.path.exists(path) and time.monotonic() < until:
        time.sleep(0.1)
    there = os.path.exists(path)
    if there:
        os.remove(path)
    return there


def _with_a_death(cluster: Cluster, pictures, mine) -> dict[str, object]:
    """Kill a replica during sixty requests; returns the number of answers."""
    victim = cluster.run(who_answers).result(PATIENCE)[0]
    threading.Timer(0.05, os.kill, (victim, signal.SIGKILL)).start()
    good, longest = 0, 0.0
    for at in range(60):
        began = time.monotonic()
        try:
            both = [cluster.read(pictures[k]) for k in (at % 24, (at + 1) % 24)]
            answer = both[0].result(PATIENCE)
            both[1].result(PATIENCE)
            good += bool(np.allclose(answer.lengths, mine[at % 24].lengths, atol=1e-5))
        except CapsvizError as error:
            print(error, file=sys.stderr)
        longest = max(longest, time.monotonic() - began)
    print(f"longest {longest:.2f} s", file=sys.stderr)
    try:
        os.kill(victim, 0)
        dead = 0
    except ProcessLookupError:
        dead = 1
    return {"killed": dead, "answered though killed": good}


if __name__ == "__main__":
    print(json.dumps(main()))
