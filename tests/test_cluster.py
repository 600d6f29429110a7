"""The engine on a Ray cluster answers as the one in this process does, though a replica dies."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from capsviz.cluster_config import Replicas, choose, read_choice, replica_environment

pytestmark = pytest.mark.slow

_ON_CLUSTER = Path(__file__).with_name("on_cluster.py")
#: Ray listens on the machine's own address, here in an empty network namespace.
_ALONE = ["unshare", "-n", "bash", "-c", 'ip link set lo up && exec "$@"', "-"]


@pytest.fixture
def _undecided(monkeypatch):
    monkeypatch.setenv("CAPSVIZ_ENGINE", "")
    for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN"):
        monkeypatch.setenv(name, "")  # removed at the end, whoever sets it
        monkeypatch.delenv(name)


@pytest.mark.usefixtures("_undecided")
def test_the_choice_reaches_other_processes_but_not_the_replicas(monkeypatch):
    assert read_choice() is None
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", "/somewhere")
    replicas = Replicas("10.0.0.1:6379", count=3, cores=1.5, gpus=0.25)
    choose(replicas)
    assert read_choice() == replicas
    assert replicas.threads == 1
    told = replica_environment()
    assert "RAY_AUTH_TOKEN" not in os.environ  # a cluster of others has its own
    assert told["CAPSVIZ_CHECKPOINTS"] == "/somewhere"
    monkeypatch.setenv("CAPSVIZ_ENGINE", told["CAPSVIZ_ENGINE"])
    assert read_choice() is None


def test_replicas_share_the_cores(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert [Replicas(count=count).threads for count in (1, 2, 3, 20)] == [8, 4, 2, 1]
    assert Replicas(cores=0.5).threads == 1


@pytest.mark.usefixtures("_undecided")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--replicas", "2"], "need --engine ray"),
        (["--engine", "ray", "--replicas", "0"], "whole number from 1"),
        (["--engine", "ray", "--cores", "0"], "above 0"),
    ],
)
def test_contradictory_arguments_are_refused(arguments, sentence, capsys):
    from capsviz.cli import main

    with pytest.raises(SystemExit) as end:
        sys.exit(main(["app", *arguments]))
    assert end.value.code == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.usefixtures("_undecided")
def test_a_missing_ray_raises_one_sentence(monkeypatch, capsys):
    from capsviz.cli import main

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["app", "--engine", "ray"]) == 2
    assert 'pip install "capsviz[ray]"' in capsys.readouterr().err
    assert read_choice() is None


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed here")
def test_replicas_answer_as_the_engine_does_and_one_may_die(tiny_checkpoint):
    if not shutil.which("unshare") or subprocess.run([*_ALONE, "true"], check=False).returncode:
        pytest.skip("no network of its own can be made here: run this as root")
    told = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [*_ALONE, sys.executable, str(_ON_CLUSTER)],
        env=told,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen == {
        "token": True,
        "threads": 1,
        "same": True,
        "lean": True,
        "no model": "CapsvizError",
        "work": [3, "local"],
        "own mistake": True,
        "given up": True,
        "killed": 1,
        "answered though killed": 60,
    }
