"""The command line: every error is one line and status 2, before any work."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from capsviz.config import TrainConfig
from capsviz.development.bench.live import _free_port

#: Code of the installed command.
ENTRY = "import sys; from capsviz.cli import main; sys.exit(main())"


def all_but_settings(begin: Callable[..., Any]) -> Callable[..., Any]:
    """Replace `subprocess.Popen`: Streamlit only checks its settings."""
    start = subprocess.Popen

    def popen(command: list[str], **how: Any) -> Any:
        asks = command[3:5] == ["config", "show"]
        return start(command, **how) if asks else begin(command, **how)

    return popen


@pytest.fixture
def refused(monkeypatch, capfd, tmp_path):
    """Run a command that must be rejected before any data is read; returns its one line."""
    from capsviz import cli
    from capsviz.data import vision
    from capsviz.development.bench import core

    def never(*_: object, **__: object) -> None:
        pytest.fail("work began")

    monkeypatch.setattr(vision, "read_root", never)
    monkeypatch.setattr(subprocess, "Popen", all_but_settings(never))
    monkeypatch.setattr(core, "run", never)
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
    "down-weight": ["-1", "nan", "inf"],
    "weight-decay": ["-0.1", "1.1", "nan"],
    "dropout": ["-0.1", "0.95", "nan"],
    "decoder-dropout": ["-0.1", "0.95", "nan"],
    "start-spread": ["-1", "101", "nan"],
    "coupling-entropy": ["-1", "1001", "nan"],
    "share": ["0", "1.1", "nan"],
    "adversarial": ["-0.1", "1.1", "nan"],
    "pass-length": ["-1", "0.5", "10000001"],
    "clip": ["-1", "nan", "inf"],
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
        beyond = [limit.kind(limit.maximum + 1), limit.kind(limit.minimum - 1)]
        for wrong in [*beyond, *([float("nan"), float("inf")] if limit.kind is float else [])]:
            with pytest.raises(CapsvizError, match=rf"{name} cannot be .*: it is a"):
                replace(TrainConfig(), **{name: wrong})
        assert (
            getattr(replace(TrainConfig(), **{name: limit.kind(limit.maximum)}), name)
            == limit.maximum
        )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("train --device abacus", "no device 'abacus'"),
        ("train --device meta", "no device 'meta'"),
        ("train --device cpu:1", "has 1 of its kind"),
        ("train --device cuda:99", "99|no CUDA"),
        ("train --out here.txt", r"ends in \.safetensors"),
        ("train --out folder.safetensors", "not a plain file"),
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
        ("bench load --visitors -1", "'-1' is not a whole number"),
        ("bench load --rate inf", "'inf' is not a number"),
        ("app --server.port eighty", "'eighty' is not a whole number from 0 to 65,535"),
        ("app --server.port 65536", "'65536' is not"),
        ("app --checkpoints nowhere", "no folder 'nowhere'"),
        ("evaluate --checkpoints nowhere", "no folder 'nowhere'"),
        ("app --server.port 8600 --server.address 192.0.2.1", "Cannot assign"),
        ("app --server.address 192.0.2.1", r"at 192\.0\.2\.1 \(Cannot assign"),
        ("app --server.address 999.1.1.1", r"at 999\.1\.1\.1 \("),
        ("app --nonsense.option 3", "Streamlit: No such option '--nonsense.option'"),
        ("app --theme.base purple", "--theme.base: 'purple' is not light, dark or"),
        ("app --server.headless maybe", "--server.headless: 'maybe' is not a valid boolean"),
        ("app --server.headless", "requires an argument"),
        ("app --logger.level loud", "'loud' is not one of error, warning"),
        ("app --server.maxCacheDataSize much", "'much' is not a size"),
        ("app --server.sslCertFile nowhere.pem", "'nowhere.pem' is not a file"),
        ("app --server.cookieSecret x", "using the CLI flag is not allowed"),
        ("app --allow-embedding slides.example", "'slides.example' is no origin: give scheme"),
        ("app --allow-embedding https://a.example/deck", "is no origin"),
        ("app --allow-embedding *", "is no origin"),
        ("app stray", r"unexpected extra argument \(stray\)"),
        ("evaluate --checkpoint ''", "argument --checkpoint: '' names nothing"),
        ("evaluate --checkpoint=", "argument --checkpoint: '' names nothing"),
        ("train --out ' '", "argument --out: ' ' names nothing"),
        ("trace '' --out x.npz", "capsviz: '' names nothing"),
        ("bench load --visitors 0", "nobody to measure"),
        ("bench load --against nowhere", "holds no app.py"),
        ("bench load --against . --here", "only combines with --visitors"),
        ("figure lengths --out x.html --nonsense sample:7-upright", "no such option.*nonsense"),
    ],
)
def test_a_wrong_argument_prints_one_line(refused, tmp_path, arguments, says):
    (tmp_path / "folder.safetensors").mkdir()
    (tmp_path / "file").touch()
    assert re.search(says, refused(arguments))


def test_analyse_without_checkpoints_prints_one_line(refused, tmp_path, monkeypatch):
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    assert "no checkpoint here" in refused("analyse --all")


def test_a_port_in_use_is_refused_before_the_app_starts(refused):
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
        def __init__(self, command, **_):
            seen.append(command)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def wait(self):
            return 7

    monkeypatch.setattr(subprocess, "Popen", all_but_settings(Server))
    assert cli.main(["app", *shlex.split(given)]) == 7
    app = str(Path(__file__).parents[1] / "app.py")
    assert seen[0][1:6] == ["-P", "-m", "streamlit", "run", app]
    assert seen[0][6:] == told


@pytest.fixture
def two_checkpoints(tiny_checkpoint):
    """A whole one named "dynamic" and a damaged one named "uniform"."""
    other = tiny_checkpoint.with_name("uniform.safetensors")
    whole = bytearray(tiny_checkpoint.read_bytes())
    whole[-1000] ^= 1
    other.write_bytes(whole)
    return tiny_checkpoint


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("evaluate --checkpoint nobody", "no checkpoint 'nobody'"),
        ("evaluate --checkpoint uniform", "fail their checksum"),
        ("evaluate --all", "fail their checksum"),
        ("evaluate --set affine --all", "fail their checksum"),
        ("evaluate --set overlap --checkpoint dynamic", "reads 28x28 pixels.*has 36x36"),
        ("evaluate --save dynamic.safetensors", r"ends in \.json"),
        ("evaluate --save file.json/new.json", "is no folder"),
        ("evaluate --save file.json", "holds no results of the set 'digits'"),
        ("evaluate --set affine --save results.json", "holds no results of the set 'affine'"),
        ("evaluate --set affine --checkpoint dynamic --card", "leave out --set affine"),
        ("analyse --checkpoint uniform", "fail their checksum"),
        ("viewpoint --all", "fail their checksum"),
    ],
)
def test_every_checkpoint_and_output_is_looked_at_before_any_is_scored(
    refused, two_checkpoints, tmp_path, arguments, says
):
    (tmp_path / "file.json").write_text('{"other": 1}')
    (tmp_path / "results.json").write_text('{"results": [{"set": "digits"}]}')
    weights = two_checkpoints.read_bytes()
    assert re.search(says, refused(arguments))
    assert two_checkpoints.read_bytes() == weights


@pytest.mark.parametrize("command", ["analyse", "viewpoint"])
def test_findings_that_cannot_be_written_are_not_looked_for(refused, tiny_checkpoint, command):
    ending = {"analyse": "analysis", "viewpoint": "viewpoint"}[command]
    tiny_checkpoint.with_name(f"dynamic.{ending}.json").mkdir()
    assert "not a plain file" in refused(f"{command} --checkpoint dynamic")


@pytest.mark.parametrize("bench", ["live", "load --pages 1", "load"])
@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}", "127.0.0.1:{port}", "file:///etc"])
def test_an_address_without_an_app_prints_one_line(refused, bench, url):
    assert "no capsviz answers at" in refused(
        f"bench {bench} --url {url.format(port=_free_port())}"
    )


@pytest.fixture
def data(tmp_path):
    """A folder with MNIST's files, of few and easy pictures."""
    import torch

    root, random = tmp_path / "data", torch.Generator().manual_seed(0)
    (root / "MNIST" / "raw").mkdir(parents=True)
    for half, n in (("train", 5200), ("t10k", 20)):
        labels = torch.arange(n) % 10
        images = torch.randint(0, 256, (n, 28, 28), generator=random, dtype=torch.uint8)
        for kind, magic, values in (
            ("images-idx3", 2051, images),
            ("labels-idx1", 2049, labels.to(torch.uint8)),
        ):
            head = b"".join(number.to_bytes(4, "big") for number in (magic, *values.shape))
            path = root / "MNIST" / "raw" / f"{half}-{kind}-ubyte"
            path.write_bytes(head + values.numpy().tobytes())
    return root


@pytest.fixture
def start(tmp_path):
    """Start a command as a process of its own, in a folder of its own."""
    clone, folder = Path(__file__).parents[1], tmp_path / "here"
    folder.mkdir()
    with contextlib.ExitStack() as running:

        def begin(arguments: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-m", "capsviz", *shlex.split(arguments)],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(clone), "OMP_NUM_THREADS": "1"},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            running.enter_context(process)
            running.callback(process.kill)
            return process

        yield begin


def _until(holds: Callable[[], object], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["SIGINT", "SIGTERM"])
def test_an_interrupted_training_saves_and_reports_it(start, tmp_path, data, ending):
    running = start(f"train --network compact --data {data} --batch 4 --out a.safetensors")
    seen = ""
    while "img" not in seen:  # the progress of the first epoch
        seen += running.stderr.read(1)
        assert running.poll() is None, running.communicate()
    running.send_signal(getattr(signal, ending))
    said, _ = running.communicate(timeout=60)
    status, word = (130, "interrupted") if ending == "SIGINT" else (143, "ended by SIGTERM")
    assert running.returncode == status
    # The training's cost is said first.
    said = said.splitlines()[-1]
    assert said == f"{word}: state saved in a.resume.safetensors, go on with --resume"
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["a.resume.safetensors"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "status", "last"),
    [(signal.SIGTERM, 143, ["capsviz: ended"]), (signal.SIGKILL, -9, [])],
)
def test_the_app_ends_with_the_command_that_started_it(start, ending, status, last):
    port = _free_port()
    address = f"http://127.0.0.1:{port}/_stcore/health"

    def answers() -> bool:
        try:
            urllib.request.urlopen(address, timeout=1).close()
        except OSError:
            return False
        return True

    running = start(f"app --server.port {port} --server.headless true")
    _until(answers, running)
    running.send_signal(ending)
    _, said = running.communicate(timeout=60)  # which the server's end closes too
    assert running.returncode == status
    # On a busy machine the log also reports delays.
    lines = [line for line in said.splitlines() if "every request waited" not in line]
    assert lines[-1:] == last
    assert not answers()


@pytest.mark.parametrize(
    ("kind", "status", "said"),
    [
        ("full", 2, "capsviz: the output cannot be read or written: No space left on device\n"),
        ("closed", 0, ""),
    ],
)
def test_a_failing_output_stream_prints_no_traceback(monkeypatch, capsys, kind, status, said):
    from capsviz import cli
    from capsviz.development.bench import core

    monkeypatch.setattr(core, "run", lambda *_, **__: {"ratios": 1})
    reader, writer = os.pipe()
    os.close(reader)
    with open("/dev/full", "w") if kind == "full" else os.fdopen(writer, "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert cli.main(["bench", "core", "--json"]) == status
        assert capsys.readouterr().err == said
        with open(os.devnull, "w") as nowhere:  # receives the rest when it is closed
            os.dup2(nowhere.fileno(), out.fileno())
    if kind == "full":
        os.close(writer)


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "SIGTERM"])
def test_other_interrupted_commands_end_with_one_line(monkeypatch, capsys, error):
    from capsviz import cli
    from capsviz.development.bench import core

    def interrupted(*_, **__):
        if error == "SIGTERM":
            signal.raise_signal(signal.SIGTERM)
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(core, "run", interrupted)
    status, said = (143, "ended") if error == "SIGTERM" else (130, "interrupted")
    assert cli.main(["bench", "core"]) == status
    assert capsys.readouterr().err == f"capsviz: {said}\n"
    assert signal.getsignal(signal.SIGTERM) is before


LOADED = ["argparse", "numpy", "torch._C", "torch.nn", "torch", "capsviz.model.capsnet"]
#: Runs when the command itself imports a module; a signal from outside might come later.
ASKED = """
import os, sys
class Watch:
    def find_spec(self, name, path, target=None):
        if name == {seen!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), {number})
sys.meta_path.insert(0, Watch())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seen", "ending"), [*((seen, "SIGINT") for seen in LOADED), ("torch.nn", "SIGTERM")]
)
def test_a_command_that_is_interrupted_while_modules_load_ends_in_one_line(seen, ending):
    watched = ASKED.format(seen=seen, number=int(getattr(signal, ending)))
    ended = subprocess.run(
        [sys.executable, "-c", watched + ENTRY, "evaluate", "--checkpoint", "none"],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    status, word = (130, "interrupted") if ending == "SIGINT" else (143, "ended")
    assert ended.stderr == f"capsviz: {word}\n"
    assert ended.returncode == status


@pytest.mark.slow
@pytest.mark.parametrize("after", [0.3, 1.5])
def test_ctrl_c_in_a_terminal_while_the_app_starts_is_one_line(after):
    """A terminal's Ctrl-C goes to every process of the command's group."""
    port = _free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", ENTRY, "app", "--server.port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    with process:
        _until(children.read_text, process)
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.read().splitlines()[-1:] == ["capsviz: interrupted"]
    assert process.returncode == 130


def test_every_setting_of_a_training_is_described():
    described = TrainConfig.describe()
    assert list(described) == [field.name for field in dataclasses.fields(TrainConfig)]
    assert all(described.values())


def test_the_help_text_loads_no_torch():
    from capsviz.cli.entry import COMMANDS

    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", ENTRY, "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    for name, purpose in COMMANDS.items():
        assert re.search(rf"{name}\s+{purpose[:20]}", told.stdout)
    assert " torch\n" not in told.stderr


@pytest.mark.parametrize("command", ["train", "evaluate", "analyse", "viewpoint", "bench core"])
def test_every_command_gets_a_device_also_where_none_is_named(command):
    import torch

    from capsviz.cli.entry import parse

    assert isinstance(parse(command.split()).device, torch.device)
    assert parse([*command.split(), "--device", "cpu"]).device == torch.device("cpu")


@pytest.mark.parametrize("command", ["trace", "figure overlap"])
def test_pictures_may_be_named_before_and_after_options(command):
    from capsviz.cli.entry import parse

    given = [*command.split(), "sample:7-upright", "--out", "x", "sample:3-upright", "--device=cpu"]
    assert parse(given).pictures == ["sample:7-upright", "sample:3-upright"]
    given = ["figure", "lengths", "--out", "x", "sample:3-upright"]
    assert parse(given).pictures == ["sample:3-upright"]


@pytest.mark.parametrize("bench", ["weights", "rounding"])
def test_the_option_pictures_of_a_bench_is_a_number(bench):
    from capsviz.cli.entry import parse

    assert parse(["bench", bench, "--pictures", "3"]).pictures == 3


def test_analyse_all_goes_through_the_networks_with_capsules(
    tiny_model, tmp_path, monkeypatch, few_pictures
):
    """Networks without capsules are left out; each file records its command."""
    import torch

    from capsviz import cli
    from capsviz.analysis import record
    from capsviz.data.pictures import Digits
    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint

    few = Digits(torch.zeros(3, 28, 28, dtype=torch.uint8), torch.arange(3))
    none = Digits(few.images[:0], few.labels[:0])  # on these it is measured how digits stand
    few_pictures(few, none, few)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    networks = {"one": tiny_model, "two": tiny_model, "cnn": build(MODELS["cnn"])}
    for name, network in networks.items():
        path = tmp_path / f"{name}.safetensors"
        checkpoint.save(path, network.state_dict(), network.config, {"command": "none"})
    seen = []

    @dataclass
    class Found:
        provenance: dict
        standing: object = None

    monkeypatch.setattr(record, "analyse", lambda _, digest, *rest, **named: Found(**named))
    monkeypatch.setattr(record, "save", lambda path, found: seen.append((path.name, found)))
    assert cli.main(["analyse", "--all"]) == 0
    assert [name for name, _ in seen] == ["one.analysis.json", "two.analysis.json"]
    assert seen[1][1].provenance["command"] == "capsviz analyse --checkpoint two"


def test_the_version_is_printed_without_a_command(capsys):
    import capsviz
    from capsviz.cli import main

    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsviz.__version__ in capsys.readouterr().out
