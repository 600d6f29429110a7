"""The training process pauses, steps, survives a kill, and makes room in the queue."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tiny_run import SETTINGS

from capsviz.errors import CapsvizError
from capsviz.monitoring import prewarm, runs, throttle
from capsviz.monitoring.folder import RunFolder, hold_lock
from capsviz.monitoring.run_queue import count_ahead

PATIENCE = 120.0


@pytest.fixture(autouse=True)
def started(tmp_path, monkeypatch):
    """Track the processes that a test starts; none of them outlives it."""
    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setenv("CAPSVIZ_TRAINING_NICE", "0")
    # A trainer that waits since an earlier test would take the run over.
    monkeypatch.setattr(prewarm, "_waiting", None)
    started: list[subprocess.Popen[bytes]] = []

    def noted(*command: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen(*command, **options))
        return started[-1]

    monkeypatch.setattr(
        prewarm,
        "subprocess",
        SimpleNamespace(Popen=noted, DEVNULL=subprocess.DEVNULL, PIPE=subprocess.PIPE),
    )
    yield started
    # Processes that do not end on request are killed and reported.
    for run in runs.all_runs():
        runs.want(run, end=True)
    stuck = [process for process in started if not _ended(process)]
    for process in stuck:
        process.kill()
        process.wait()
    assert not stuck


def _ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        return False
    return True


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def step(run: RunFolder) -> int:
    lines = run.lines()
    return lines[-1]["step"] if lines else 0


def standing(run: RunFolder, at: int) -> bool:
    return run.read("status").get("state") == "paused" and step(run) == at


@pytest.mark.slow
def test_a_run_pauses_steps_and_resumes_after_a_kill(started) -> None:
    run = runs.make(SETTINGS, "first")
    runs.want(run, until=2)
    runs.start(run)
    until(lambda: standing(run, 2))
    assert run.busy()
    runs.want(run, until=3, rate=0.0005)
    until(lambda: standing(run, 3))
    assert run.lines()[2]["rate"] == 0.0005
    before = run.lines()
    # While somebody draws, it leaves half the cores free, and no longer.
    cores = [len(os.sched_getaffinity(0)), len(os.sched_getaffinity(started[0].pid))]
    assert cores[0] == cores[1]
    if cores[0] > 1:
        half = cores[0] - cores[0] // 2

        def makes_room() -> bool:
            throttle.somebody_draws()
            return len(os.sched_getaffinity(started[0].pid)) == half

        until(makes_room)
        until(lambda: len(os.sched_getaffinity(started[0].pid)) == cores[0])
    # After a kill, the steps since the last save are repeated with the same numbers, in a prewarmed
    # process with the run's own log.
    os.kill(run.read("status")["pid"], signal.SIGKILL)
    until(lambda: not run.busy())
    prewarm.prepare()
    runs.want(run, until=5, rate=None)
    runs.start(run)
    until(lambda: standing(run, 5))
    assert run.lines()[:3] == before
    assert run.read("status")["pid"] == started[1].pid
    # In slow mode each step takes a second and has a snapshot.
    began = time.monotonic()
    runs.want(run, until=8, slow=True)
    until(lambda: standing(run, 8))
    assert time.monotonic() - began > 2
    assert 7 in run.snapshots()
    runs.want(run, slow=False)
    # A pause between two usual snapshots has one, with the step's own layers.
    assert run.snapshot(5)[1]["layers"]
    # The state is kept at a requested end.
    runs.end_and_wait(run, PATIENCE)
    assert not run.busy()
    assert run.list_state_steps()[-1] == 8
    # A fork begins with the state of the step, at another rate.
    fork, at = runs.fork(run, 8, {"peak_rate": 0.0001})
    assert at == 8
    assert fork.lines() == run.lines()
    assert fork.read("classes") == run.read("classes") != {}
    assert fork.settings().train.peak_rate == 0.0001
    weight = SETTINGS.train.reconstruction_weight
    assert fork.settings().fork == {"run": "first", "step": 8, "weights": [[8, weight]]}
    # Another routing brings weights of its own, as at a start; it trains on from there.
    other, _ = runs.fork(run, 8, {"routing": "em", "reconstruction_weight": 0.0})
    assert other.settings().model.routing == "em"
    assert other.settings().train.reconstruction_weight == 0.0
    runs.want(other, until=9)
    runs.start(other)
    until(lambda: standing(other, 9))
    runs.end_and_wait(other, PATIENCE)


def test_a_run_that_is_paused_while_it_waits_leaves_the_queue(started) -> None:
    run = runs.make(SETTINGS, "waits")
    with hold_lock(runs.root() / "turn"):
        runs.start(run)
        until(lambda: run.read("status").get("state") == "waiting")
        runs.pause(run)
        until(lambda: not run.busy())
    assert run.read("status")["state"] == "interrupted"


def test_a_trainer_exits_when_its_parent_process_exits(started, monkeypatch) -> None:
    with subprocess.Popen(["sleep", "600"]) as parent, hold_lock(runs.root() / "turn"):
        monkeypatch.setenv("CAPSVIZ_TRAINING_PARENT", str(parent.pid))
        run = runs.make(SETTINGS, "orphan")
        runs.start(run)
        until(lambda: run.read("status").get("state") == "waiting")
        assert run.busy()
        # A waiting process is small: torch, of hundreds of megabytes, is imported at its turn.
        loaded = Path(f"/proc/{started[0].pid}/maps")
        assert not loaded.exists() or "libtorch" not in loaded.read_text()
        parent.kill()
        parent.wait()
        assert _ended(started[0])
        assert run.read("status")["state"] == "interrupted"


@pytest.mark.slow
@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT, None])
def test_a_trainer_that_starts_paused_can_be_ended(started, monkeypatch, way) -> None:
    with subprocess.Popen(["sleep", "600"]) as parent:
        if way is None:
            monkeypatch.setenv("CAPSVIZ_TRAINING_PARENT", str(parent.pid))
        run = runs.make(SETTINGS, "paused")
        runs.want(run, until=0)
        runs.start(run)
        until(lambda: standing(run, 0))
        if way is not None:
            started[0].send_signal(way)
        parent.kill()
        parent.wait()
        until(lambda: not run.busy())
        assert run.read("status")["state"] == "interrupted"
        assert step(run) == 0  # it did no step that nobody asked for
        assert not run.state.exists()  # and begins anew when it is asked again


def test_runs_start_in_the_order_they_were_queued() -> None:
    first, second = (runs.make(SETTINGS, name) for name in ("first", "second"))
    with first.lock.open("a") as one, second.lock.open("a") as two:
        import fcntl

        fcntl.flock(one, fcntl.LOCK_EX)
        fcntl.flock(two, fcntl.LOCK_EX)
        first.write("waiting", {"since": 1.0})
        second.write("waiting", {"since": 2.0})
        assert (count_ahead(first), count_ahead(second)) == (0, 1)


def test_a_paused_run_makes_room_for_another(started) -> None:
    stands, trains, other = (runs.make(SETTINGS, name) for name in ("stands", "trains", "other"))
    with hold_lock(stands.lock), hold_lock(trains.lock):
        stands.write("status", {"state": "paused"})
        trains.write("status", {"state": "running"})
        runs.start(other)
        assert stands.read("wanted")["end"]
        assert not trains.read("wanted").get("end")
        started.pop().kill()


def test_runs_can_be_renamed_and_deleted_unless_they_train() -> None:
    run = runs.make(SETTINGS, "first")
    # One that stands still ends for its new name; one that trains keeps its own.
    with hold_lock(run.lock):
        run.write("status", {"state": "running"})
        with pytest.raises(CapsvizError, match="pause it"):
            runs.rename(run, "better")
    run.write("status", {"state": "paused"})
    holds = ExitStack()
    holds.enter_context(hold_lock(run.lock))
    threading.Timer(0.3, holds.close).start()
    assert runs.rename(run, "better").name == "better"
    assert runs.find("better").read("wanted")["end"]
    with pytest.raises(CapsvizError, match="no run"):
        runs.find("first")
    for name in ("../out", "", "a/b", "a" * 80):
        with pytest.raises(CapsvizError, match="cannot be called"):
            runs.find(name)
    with pytest.raises(CapsvizError, match="already"):
        runs.make(SETTINGS, "better")
    with pytest.raises(CapsvizError, match="no state"):
        runs.fork(runs.find("better"), 10, {})
    runs.delete(runs.find("better"))
    assert runs.all_runs() == []
