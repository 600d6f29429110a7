"""Two processes that train together end with the result of one process on whole batches."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path

import pytest
import torch
import two_processes

from capsviz.config import TrainConfig
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint, distributed, train


def _kept(path: Path) -> dict[str, torch.Tensor]:
    return checkpoint.read(path.with_name(f"{path.stem}.resume.safetensors")).weights


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Train in this process; returns whether it came to its end."""
    monkeypatch.setattr(train, "is_half_faster", lambda _: False)
    config = TrainConfig(epochs=1, batch=40, average=5.0, seed=3)

    def run(name: str) -> bool:
        out, shown = tmp_path / f"{name}.safetensors", two_processes.learning()
        return train.train(two_processes.TINY, config, shown, out, device=torch.device("cpu"))

    return run


@pytest.fixture
def signals():
    """Restore signal handlers that the launcher of the two processes replaces."""
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def _stop_after(steps: int, monkeypatch) -> None:
    """Interrupt another process of the team during a step, not this one."""
    done = []

    def added(self, numbers):
        done.extend(numbers if len(numbers) == 2 else ())
        return [1.0] if len(numbers) == 1 and len(done) >= 2 * steps else list(numbers)

    monkeypatch.setattr(distributed.Team, "sum_over", added)


def test_every_process_ends_when_one_is_interrupted(run, tmp_path, monkeypatch) -> None:
    _stop_after(2, monkeypatch)
    assert not run("together")
    assert checkpoint.read(tmp_path / "together.resume.safetensors").training["step"] == 2


@pytest.mark.slow
def test_two_resumed_processes_learn_the_same_as_one(
    run, tmp_path, monkeypatch, capfd, signals
) -> None:
    alone, together = tmp_path / "alone.safetensors", tmp_path / "together.safetensors"
    assert run("alone")
    with monkeypatch.context() as patched:
        _stop_after(1, patched)
        assert not run("together")

    from torch.distributed.run import main as torchrun

    script = Path(two_processes.__file__)
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", "lo")
    capfd.readouterr()
    torchrun(  # raises if one of the two fails
        [
            # The machine's own name may lead nowhere: both meet on the loopback.
            *("--standalone", "--local-addr", "127.0.0.1", "--nproc-per-node", "2"),
            *(str(script), "--out", str(together), "--device", "cpu"),
            *("--epochs", "1", "--batch", "40", "--average", "5", "--seed", "3"),
            "--resume",
        ]
    )
    said = capfd.readouterr().out
    one, two = _kept(alone), _kept(together)
    assert one.keys() == two.keys()
    for key in one:
        torch.testing.assert_close(two[key], one[key], atol=1e-5, rtol=0)
    records = [checkpoint.read(path).training for path in (alone, together)]
    assert records[0]["history"] == [pytest.approx(epoch) for epoch in records[1]["history"]]
    # Only the first process prints.
    assert said.count("epoch 1: validation accuracy") == 1
    assert said.count("validation pictures") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{name}.{ending}"
        for name in ("alone", "together")
        for ending in ("resume.safetensors", "safetensors")
    ]


def test_the_shares_of_a_batch_are_all_of_it() -> None:
    for count in (1, 2, 5, 40, 128):
        for size in (1, 2, 3, 8):
            shares = [
                range(count)[replace(distributed.ALONE, rank=n, size=size).share(count)]
                for n in range(size)
            ]
            assert [at for share in shares for at in share] == list(range(count))
            assert max(map(len, shares)) - min(map(len, shares)) <= 1


def test_more_processes_than_gpus_raise_one_sentence_with_a_remedy(monkeypatch) -> None:
    monkeypatch.setattr(distributed, "is_distributed", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setenv("LOCAL_RANK", "2")
    told = "2 CUDA devices: start torchrun with --nproc-per-node 2"
    with pytest.raises(CapsvizError, match=told), distributed.join(torch.device("cuda")):
        pass
