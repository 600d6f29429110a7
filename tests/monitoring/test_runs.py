"""Concurrent changes of runs, full disks, and damaged files."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import numpy as np
import pytest
from tiny_run import SETTINGS

from capsviz.errors import CapsvizError
from capsviz.monitoring import prewarm, runs
from capsviz.monitoring.folder import RunFolder, hold_lock
from capsviz.monitoring.run_queue import count_ahead


@pytest.fixture(autouse=True)
def spawned(tmp_path, monkeypatch) -> list[str]:
    """Collect the paths of runs for which a process would be started; none is."""
    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path))
    begun: list[str] = []
    monkeypatch.setattr(prewarm, "_waiting", None)  # a test of the page may have left one
    monkeypatch.setattr(prewarm, "spawn", lambda what, **_: begun.append(what))
    return begun


def at_once(number: int, act: Callable[[], object]) -> list[object]:
    """Run an action in many threads at once; returns a result or an error for each."""
    together = threading.Barrier(number)

    def one(_: int) -> object:
        together.wait()
        try:
            return act()
        except Exception as error:
            return error

    with ThreadPoolExecutor(number) as pool:
        return [*pool.map(one, range(number))]


def sentences(found: list[object]) -> list[str]:
    wrong = [each for each in found if isinstance(each, Exception)]
    assert all(isinstance(each, CapsvizError) for each in wrong), wrong
    return [str(each) for each in wrong]


def test_a_waiting_trainer_that_ended_leaves_no_open_pipe(spawned, monkeypatch) -> None:
    with subprocess.Popen(["true"], stdin=subprocess.PIPE) as ended:
        ended.wait()
        monkeypatch.setattr(prewarm, "_waiting", ended)
        prewarm.prepare()
        assert ended.stdin is not None
        assert ended.stdin.closed
    assert spawned == [prewarm.NO_RUN]


def begun(name: str = "one") -> RunFolder:
    run = runs.make(SETTINGS, name)
    run.append({"step": 1, "margin": 0.5})
    run.keep_snapshot(1, {"lengths": np.ones(3, np.float32)}, {"step": 1})
    run.state.write_bytes(b"state")
    return run


def test_concurrent_new_runs_get_distinct_names() -> None:
    assert not sentences(at_once(24, lambda: runs.make(SETTINGS)))
    assert sorted(run.name for run in runs.all_runs()) == sorted(
        f"sprites dynamic {n}" for n in range(1, 25)
    )
    found = at_once(8, lambda: runs.make(SETTINGS, "mine"))
    assert len(sentences(found)) == 7


def test_concurrent_rewinds_all_succeed() -> None:
    run = begun()
    assert not sentences(at_once(20, lambda: runs.rewind(run)))
    assert (run.lines(), run.snapshots(), run.state.exists()) == ([], [], False)
    assert run.read("wanted") == {"until": 0}


def test_concurrent_starts_of_a_run_begin_one_process(spawned) -> None:
    run = begun()
    assert not sentences(at_once(10, lambda: runs.start(run)))
    assert spawned == [str(run.path)]
    run.write("status", {"state": "", "at": time.time() - 60})  # it never came
    runs.start(run)
    assert len(spawned) == 2


def test_a_run_that_is_deleted_meanwhile_stays_so() -> None:
    run = begun()
    told = sentences(at_once(8, lambda: runs.delete(run)))
    assert told == ["there is no run 'one' here"] * 7
    with pytest.raises(CapsvizError, match="no run 'one'"):
        runs.want(run, until=0)
    assert not run.path.exists()


def test_trainings_that_wait_are_limited(monkeypatch, spawned) -> None:
    monkeypatch.setattr(runs, "MAX_RUNS", 3)
    with ExitStack() as held:
        for n in range(2):
            held.enter_context(hold_lock(begun(f"waits {n}").lock))
        stands = begun("stands")
        held.enter_context(hold_lock(stands.lock))
        stands.write("status", {"state": "paused"})  # it makes room
        runs.start(begun("third"))
        assert len(spawned) == 1
        with pytest.raises(CapsvizError, match="3 trainings wait already"):
            runs.start(begun("fourth"))
        assert len(spawned) == 1


def test_a_full_disk_lets_runs_be_deleted_and_leaves_none_half_made(full_disk) -> None:
    run = begun()
    with full_disk(0):
        with pytest.raises(CapsvizError, match="cannot be written"):
            runs.make(SETTINGS, "new")
        assert [each.name for each in runs.all_runs()] == ["one"]
        runs.delete(run)
    assert runs.all_runs() == []
    assert not [*runs.root().iterdir()]


DAMAGES = [
    "[" * 100_000,
    '{"step": NaN, "since": NaN, "state": NaN}',
    '{"since": "soon", "state": [1], "classes": [[1]], "at": "now", "until": {}, "rate": []}',
    '{"since": 1e999}',
    '{"step": ' + "9" * 5000 + "}",
    '{"data_set": ["a"], "model": 5, "fork": 5}',
    "[1]",
    "\x00",
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda text: text[:20])
def test_damaged_files_cost_no_more_than_their_run(damage) -> None:
    sound, broken = begun("sound"), begun("broken")
    for what in ("status", "wanted", "waiting", "classes"):
        (broken.path / f"{what}.json").write_text(damage)
    with (broken.path / "metrics.jsonl").open("a") as file:
        file.write(damage + "\n")
    assert {told["name"] for told in map(runs.describe, runs.all_runs())} == {"sound", "broken"}
    json.dumps([*map(runs.describe, runs.all_runs())], allow_nan=False)
    assert broken.last_step() == 1
    assert count_ahead(broken) == 0
    (broken.path / "settings.json").write_text(damage)
    with pytest.raises(CapsvizError):
        broken.settings()
    json.dumps([*map(runs.describe, runs.all_runs())], allow_nan=False)
    runs.delete(broken)
    assert runs.all_runs() == [sound]


def test_a_line_of_megabytes_is_passed_over_quickly() -> None:
    run = begun()
    with (run.path / "metrics.jsonl").open("ab") as file:
        file.write(b"x" * 30_000_000 + b'\n{"step": 2}\n')
    began = time.process_time()
    assert [line["step"] for line in run.lines()] == [1, 2]
    assert time.process_time() - began < 2


def test_a_trainer_that_still_speaks_does_not_bring_a_deleted_run_back():
    from capsviz.errors import CapsvizError
    from capsviz.monitoring import run_queue, runs

    run = runs.make(SETTINGS, "gone")
    with run_queue.turn(run, gives_up=lambda: False) as has_it:
        assert has_it
        runs.delete(run)
        with pytest.raises(CapsvizError, match="no run 'gone' any more"):
            run.tell("running")
    assert not run.path.exists()
    assert runs.make(SETTINGS, "gone").name == "gone"


def test_a_run_begun_before_the_clock_was_set_back_is_not_beginning_for_ever():
    import time

    from capsviz.monitoring import runs

    run = runs.make(SETTINGS, "later")
    run.write("status", {"state": "", "at": time.time() + 3600})
    assert not run.begins(10.0)
    run.write("status", {"state": "", "at": time.time()})
    assert run.begins(10.0)
