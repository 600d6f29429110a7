"""The command line: whatever is wrong is one line and status 2, before any work."""

from __future__ import annotations

import shlex
import socket
from pathlib import Path

import pytest


@pytest.fixture
def refused(monkeypatch, capfd, tmp_path):
    """Run a command that must be refused before any data is read; gives its one line."""
    from capsviz import cli
    from capsviz.data import mnist

    def never(*_: object, **__: object) -> None:
        pytest.fail("work began")

    monkeypatch.setattr(mnist, "read_root", never)
    monkeypatch.setattr(cli.subprocess, "Popen", never)
    monkeypatch.setattr(cli.core, "run", never)
    monkeypatch.chdir(tmp_path)

    def run(arguments: str) -> str:
        try:
            status = cli.main(shlex.split(arguments))
        except SystemExit as error:
            status = error.code
        printed = capfd.readouterr()
        assert status == 2
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert printed.err.startswith("capsviz")
        return printed.err

    return run


NUMBERS = {
    "epochs": ["0", "-1", "1.5", "nan", "1e9", "two"],
    "batch": ["0", "-128", "1e3", "inf", "99999999"],
    "peak-rate": ["0", "-1e-3", "nan", "inf", "1e400", "2", "fast"],
    "final-rate": ["0", "-1e-3", "nan", "inf"],
    "warmup": ["-0.1", "1.1", "nan", "inf"],
    "average": ["0", "-1", "nan", "inf"],
    "reconstruction-weight": ["-1", "nan", "inf"],
    "seed": ["-1", "4294967296", "9" * 5000, "nan", "0.5"],
    "patience": ["-1", "0.5", "nan"],
}


@pytest.mark.parametrize(
    ("flag", "value"), [(flag, value) for flag, values in NUMBERS.items() for value in values]
)
def test_no_training_begins_with_a_number_outside_its_limits(refused, flag, value):
    line = refused(f"train --{flag}={value}")
    assert f"argument --{flag}:" in line
    assert "is not a" in line
    assert len(line) < 200


def test_every_number_of_a_training_has_limits_that_hold_for_programs_too():
    from dataclasses import fields, replace

    from capsviz.config import LIMITS, TrainConfig
    from capsviz.errors import CapsvizError

    numbers = {field.name for field in fields(TrainConfig) if type(field.default) in (int, float)}
    assert numbers == set(LIMITS) == {flag.replace("-", "_") for flag in NUMBERS}
    for name, limit in LIMITS.items():
        assert not any(limit.holds(other) for other in (True, "1", None, float("nan")))
        beyond = [limit.kind(limit.most + 1), limit.kind(limit.least - 1)]
        for wrong in [*beyond, *([float("nan"), float("inf")] if limit.kind is float else [])]:
            with pytest.raises(CapsvizError, match=rf"{name} cannot be .*: it is a"):
                replace(TrainConfig(), **{name: wrong})
        assert getattr(replace(TrainConfig(), **{name: limit.kind(limit.most)}), name) == limit.most


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("train --device abacus", "no device 'abacus'"),
        ("train --device meta", "no device 'meta'"),
        ("train --device cpu:1", "has 1 of its kind"),
        ("train --device cuda:99", "99|no CUDA"),
        ("train --out here.txt", r"ends in \.safetensors"),
        ("train --out folder.safetensors", "no plain file"),
        ("train --out file/new.safetensors", "file is no folder"),
        ("train --out /proc/new.safetensors", "cannot be written"),
        ("train --nonsense 3", "no such option"),
        ("train --routing gossip", "gossip"),
        ("nothing", "nothing"),
        ("", "required"),
        ("bench core --threads 0", "'0' is not a whole number"),
        ("bench core --threads -2", "'-2' is not a whole number"),
        ("bench core --rounds 0", "'0' is not a whole number"),
        ("bench core --device abacus", "abacus"),
        ("bench live --seconds nan", "'nan' is not a number"),
        ("bench live --seconds -1", "'-1' is not a number"),
        ("bench load --visitors 0", "'0' is not a whole number"),
        ("bench load --rate inf", "'inf' is not a number"),
        ("app --server.port eighty", "'eighty' is not a whole number from 0 to 65,535"),
        ("app --server.port 65536", "'65536' is not"),
        ("app --server.port 8600 --server.address 192.0.2.1", "Cannot assign"),
    ],
)
def test_what_is_wrong_is_one_line(refused, tmp_path, arguments, says):
    (tmp_path / "folder.safetensors").mkdir()
    (tmp_path / "file").touch()
    import re

    assert re.search(says, refused(arguments))


def test_a_port_that_is_taken_is_told_before_the_app_starts(refused):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert "Address already in use" in refused(f"app --server.port {port}")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("", []),
        ("--server.port 0", ["--server.port=0"]),
        (
            "--server.port=0 --server.headless true",
            ["--server.port=0", "--server.headless", "true"],
        ),
        (
            "--theme.base dark --logger.level=debug",
            ["--theme.base", "dark", "--logger.level=debug"],
        ),
        ("--server.address 127.0.0.1", ["--server.address=127.0.0.1"]),
    ],
)
def test_options_of_the_app_go_to_streamlit(monkeypatch, given, told):
    from capsviz import cli

    seen = []

    class Server:
        def __init__(self, command, cwd):
            seen.append(command)
            assert (Path(cwd) / command[4]).is_file()

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def wait(self):
            return 7

    monkeypatch.setattr(cli.subprocess, "Popen", Server)
    assert cli.main(["app", *shlex.split(given)]) == 7
    assert seen[0][1:5] == ["-m", "streamlit", "run", "app.py"]
    assert seen[0][5:] == told
