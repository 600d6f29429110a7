"""Training a tiny network: what a step does, how it resumes, how it stops."""

from __future__ import annotations

import copy
import itertools
import signal
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import Tensor

from capsviz.config import ModelConfig, TrainConfig
from capsviz.data.mnist import Digits
from capsviz.errors import CapsvizError
from capsviz.model.loss import margin_loss, one_hot
from capsviz.training import checkpoint
from capsviz.training import train as module
from capsviz.training.tasks import Batch
from capsviz.training.train import learning_rate, new_run, train, train_step

TINY = ModelConfig(conv_channels=16, primary_types=2, decoder_hidden=(32, 32))
CONFIG = TrainConfig(epochs=2, batch=40, average=5.0, seed=3)
CPU = torch.device("cpu")


def _digits(n: int, seed: int = 0) -> Digits:
    """Ten easy classes: a bright bar whose height on the image is the class, and noise."""
    random = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, 10, (n,), generator=random)
    images = torch.randint(0, 40, (n, 28, 28), generator=random)
    for image, label in zip(images, labels.tolist(), strict=True):
        image[2 * label + 3 : 2 * label + 6, 6:22] = 255
    return Digits(images.to(torch.uint8), labels)


def _train(out: Path, config: TrainConfig = CONFIG, n: int = 200, resume: bool = False) -> bool:
    heard.clear()
    return train(
        TINY,
        config,
        _digits(n),
        _digits(60, seed=1),
        out,
        device=CPU,
        resume=resume,
        say=heard.append,
    )


heard: list[str] = []


@pytest.fixture
def stop_after(monkeypatch):
    """Press Ctrl-C during the n-th step from now."""

    def arm(steps: int) -> None:
        real, done = module.train_step, []

        def step(*arguments):
            done.append(True)
            if len(done) == steps:
                signal.raise_signal(signal.SIGINT)
            return real(*arguments)

        monkeypatch.setattr(module, "train_step", step)

    return arm


def _state(path: Path) -> dict[str, Tensor]:
    return checkpoint.read(path.with_name(path.name.replace(".safe", ".resume.safe")))[0]


@pytest.mark.parametrize("steps", [2, 5, 8], ids=["in epoch 1", "at its end", "in epoch 2"])
def test_a_resumed_run_ends_where_an_unbroken_one_does_bit_for_bit(tmp_path, stop_after, steps):
    whole, broken = tmp_path / "whole.safetensors", tmp_path / "broken.safetensors"
    assert _train(whole)
    stop_after(steps)
    assert not _train(broken)
    assert "interrupted; saved to" in heard[-1]
    assert _train(broken, resume=True)

    assert checkpoint.load(whole, "cpu").digest == checkpoint.load(broken, "cpu").digest
    unbroken, resumed = _state(whole), _state(broken)
    assert unbroken.keys() == resumed.keys()
    for key in unbroken:
        assert torch.equal(unbroken[key], resumed[key]), key
    histories = [checkpoint.load(path, "cpu").training["history"] for path in (whole, broken)]
    assert histories[0] == histories[1]
    assert len(histories[0]) == 2


def test_ctrl_c_works_again_after_training(tmp_path):
    before = signal.getsignal(signal.SIGINT)
    _train(tmp_path / "a.safetensors", replace(CONFIG, epochs=1), n=40)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_few_epochs_learn_and_the_file_says_how_it_was_made(tmp_path):
    out = tmp_path / "learned.safetensors"
    assert _train(out, replace(CONFIG, epochs=4, shift=0, peak_rate=4e-3), n=400)
    loaded = checkpoint.load(out, "cpu")
    history = loaded.training["history"]
    assert history[-1]["accuracy"] > 0.9
    errors = [epoch["reconstruction_sse"] for epoch in history]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.95 * errors[0]
    assert heard[-1].startswith(f"epoch 4: test accuracy {history[-1]['accuracy']:.2%}, recon")
    assert {"command", "commit", "hardware", "torch", "config", "epochs", "seconds"} <= set(
        loaded.training
    )
    assert loaded.training["config"]["peak_rate"] == 4e-3


def test_bad_starts_get_one_sentence_each(tmp_path, stop_after):
    out = tmp_path / "run.safetensors"
    with pytest.raises(CapsvizError, match="nothing to resume"):
        _train(out, resume=True)
    stop_after(1)
    assert not _train(out)
    with pytest.raises(CapsvizError, match="add --resume"):
        _train(out)
    with pytest.raises(CapsvizError, match="other settings"):
        _train(out, replace(CONFIG, peak_rate=1e-4), resume=True)
    state = tmp_path / "run.resume.safetensors"
    state.write_bytes(state.read_bytes()[:-8])
    with pytest.raises(CapsvizError, match="cut short"):
        _train(out, resume=True)


def test_rate_rises_linearly_and_then_decays_exponentially():
    config = TrainConfig(peak_rate=1e-2, final_rate=1e-4, warmup=0.1)
    rates = [learning_rate(step, 100, config) for step in range(100)]
    assert rates[:10] == pytest.approx([1e-3 * (step + 1) for step in range(10)])
    assert max(rates) == rates[9] == pytest.approx(1e-2)
    assert rates[99] == pytest.approx(1e-4)
    ratios = [late / early for early, late in itertools.pairwise(rates[10:])]
    assert ratios == pytest.approx([ratios[0]] * len(ratios))
    assert learning_rate(0, 1, TrainConfig()) == TrainConfig().peak_rate


def test_a_step_is_adam_on_margin_loss_plus_summed_pixel_error(tiny_model, monkeypatch):
    digits = _digits(7)
    x, y = digits.images.float() / 255, digits.labels
    by_hand = copy.deepcopy(tiny_model)
    optimiser = torch.optim.Adam(by_hand.parameters(), lr=3e-3)
    v, lengths = by_hand(x)
    decoded = by_hand.decoder(v[torch.arange(7), y], y)
    margin = margin_loss(lengths, one_hot(y, 10))
    error = sum((decoded[i] - x[i]).square().sum() for i in range(7)) / 7
    (margin + 0.0005 * error).backward()
    optimiser.step()

    # In pieces of three, three and one: each image still counts the same.
    monkeypatch.setattr(module, "MICRO_BATCH", 3)
    run = new_run(tiny_model, copy.deepcopy(tiny_model).requires_grad_(False), TrainConfig())
    found = train_step(run, Batch.of_digits(x, y), rate=3e-3)
    assert found == pytest.approx((margin.item(), error.item()), rel=1e-4)
    for ours, theirs in zip(tiny_model.parameters(), by_hand.parameters(), strict=True):
        # Adam's first step is the sign of the gradient; where that is all but zero, rounding
        # decides it.
        close = torch.isclose(ours, theirs, atol=1e-5)
        assert close.float().mean() > 0.999


def test_the_shipped_weights_are_a_running_average(tiny_model):
    digits = _digits(8)
    average = copy.deepcopy(tiny_model).requires_grad_(False)
    expected = average.W.clone()
    run = new_run(tiny_model, average, replace(CONFIG, average=2.0))
    for step in range(1, 13):
        train_step(run, Batch.of_digits(digits.images.float() / 255, digits.labels), rate=1e-3)
        keep = min(0.5 ** (1 / 2), (1 + step) / (10 + step))
        expected = keep * expected + (1 - keep) * tiny_model.W.detach()
    torch.testing.assert_close(average.W, expected, atol=1e-6, rtol=1e-5)
    assert not torch.equal(average.W, tiny_model.W)


def test_every_image_comes_once_per_epoch_shifted_by_up_to_two_pixels(monkeypatch):
    images = torch.zeros(200, 28, 28, dtype=torch.uint8)
    images[:, 14, 14] = torch.arange(1, 201)  # its brightness tells an image
    seen: list[tuple[int, int, int]] = []

    def look(run, batch, *_):
        for image in batch.images:
            ((row, column),) = image.nonzero().tolist()
            seen.append((round(float(image[row, column]) * 255), row - 14, column - 14))
        run.step += 1
        return 0.0, 0.0

    monkeypatch.setattr(module, "train_step", look)
    run = module._start(TINY, CONFIG, CPU)
    for epoch in range(2):
        module._epoch(run, Digits(images, torch.zeros(200, dtype=torch.long)), epoch, 5, CPU, [])
    first, second = seen[:200], seen[200:]
    for epoch in (first, second):
        assert sorted(which for which, _, _ in epoch) == list(range(1, 201))
        moves = {(down, right) for _, down, right in epoch}
        assert moves == {(down, right) for down in range(-2, 3) for right in range(-2, 3)}
    assert [which for which, _, _ in first] != [which for which, _, _ in second]
