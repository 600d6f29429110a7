"""Training a tiny network: what a step does, how it resumes, how it stops."""

from __future__ import annotations

import copy
import itertools
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from torch import Tensor
from two_processes import TINY, bars

from capsviz.config import DIGITS, TrainConfig
from capsviz.data.pictures import Digits, Learning
from capsviz.errors import CapsvizError
from capsviz.files import lock_writer
from capsviz.model.loss import margin_loss, one_hot
from capsviz.paths import HOME
from capsviz.training import checkpoint, state
from capsviz.training import train as module
from capsviz.training.checkpoint.folders import SHIPPED_NETWORKS
from capsviz.training.distributed import ALONE
from capsviz.training.state import End
from capsviz.training.step import learning_rate, new_run, train_step
from capsviz.training.tasks import Batch
from capsviz.training.train import train

CONFIG = TrainConfig(epochs=2, batch=40, average=5.0, seed=3)
CPU = torch.device("cpu")


def _train(out: Path, config: TrainConfig = CONFIG, n: int = 200, **told: bool) -> End:
    heard.clear()
    return train(
        TINY,
        config,
        Learning.of(bars(n), bars(60, seed=1), "by hand"),
        out,
        device=CPU,
        log=heard.append,
        **told,
    )


heard: list[str] = []


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """Return the folder of an uninterrupted run."""
    out = tmp_path_factory.mktemp("unbroken") / "whole.safetensors"
    assert _train(out)
    return out


@pytest.fixture
def before_step(monkeypatch):
    """Return a function that calls another just before the n-th step from now."""

    def arm(number: int, happens: Callable[[], object]) -> None:
        real, done = module.train_step, []

        def step(*arguments):
            done.append(True)
            if len(done) == number:
                happens()
            return real(*arguments)

        monkeypatch.setattr(module, "train_step", step)

    return arm


@pytest.fixture
def stop_after(before_step):
    """Return a function that presses Ctrl-C during the n-th step from now."""
    return lambda steps, number=signal.SIGINT: before_step(
        steps, lambda: signal.raise_signal(number)
    )


def _state(path: Path) -> dict[str, Tensor]:
    return checkpoint.read(path.with_name(path.name.replace(".safe", ".resume.safe"))).weights


def _must_end_alike(whole: Path, broken: Path) -> None:
    """Compare bit for bit: checkpoint, state and scores."""
    assert checkpoint.load(whole, "cpu").digest == checkpoint.load(broken, "cpu").digest
    unbroken, resumed = _state(whole), _state(broken)
    assert unbroken.keys() == resumed.keys()
    for key in unbroken:
        assert torch.equal(unbroken[key], resumed[key]), key
    histories = [checkpoint.load(path, "cpu").training["history"] for path in (whole, broken)]
    assert histories[0] == histories[1]
    assert len(histories[0]) == 2


@pytest.mark.parametrize("ending", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("steps", [2, 5, 8], ids=["in epoch 1", "at its end", "in epoch 2"])
def test_an_interrupted_run_names_its_saved_state_and_resumes_to_the_same_weights(
    tmp_path, whole, stop_after, steps, ending
):
    broken = tmp_path / "broken.safetensors"
    stop_after(steps, getattr(signal, ending))
    assert not _train(broken)
    word = "interrupted" if ending == "SIGINT" else f"ended by {ending}"
    state = f"{tmp_path}/broken.resume.safetensors"
    assert heard[-1] == f"{word}: state saved in {state}, go on with --resume"
    assert _train(broken, resume=True)
    _must_end_alike(whole, broken)


class _PowerCut(BaseException):
    """A power cut: no cleanup is possible."""


@pytest.mark.parametrize("steps", [3, 8], ids=["in epoch 1", "in epoch 2"])
def test_a_run_that_is_killed_goes_on_from_within_the_epoch(
    tmp_path, whole, before_step, monkeypatch, steps
):
    def die():
        raise _PowerCut

    broken = tmp_path / "broken.safetensors"
    before_step(steps, die)
    monkeypatch.setattr(state, "SAVE_INTERVAL", 0.0)
    with pytest.raises(_PowerCut):
        _train(broken)
    before_step(10 - steps + 2, lambda: pytest.fail("a step that was done is done again"))
    assert _train(broken, resume=True)
    _must_end_alike(whole, broken)


def test_the_state_is_saved_at_time_intervals_not_after_every_step(tmp_path, monkeypatch):
    kept = []
    monkeypatch.setattr(state, "_keep", lambda *_: kept.append(now))
    monkeypatch.setattr(state, "time", SimpleNamespace(monotonic=lambda: now))
    run = module._start(TINY, CONFIG, Learning.of(bars(40), None), DIGITS, ALONE)
    keeper = state.Keeper(run, tmp_path / "state", TINY, saved_at=0.0)
    for now in (1.0, 119.0, 121.0, 122.0, 240.0, 242.0):  # noqa: B007
        keeper.keep_if_due()
    assert kept == [121.0, 242.0]


def test_a_full_disk_leaves_the_last_state_and_the_error_names_its_step(
    tmp_path, whole, stop_after, before_step, full_disk
):
    broken = tmp_path / "broken.safetensors"
    stop_after(2)
    assert not _train(broken)
    with full_disk(50_000), pytest.raises(CapsvizError) as caught:
        _train(broken, resume=True)
    assert str(caught.value) == (
        f"{broken} cannot be written: File too large; the state after 2 steps is in "
        f"{tmp_path}/broken.resume.safetensors, go on from there with --resume"
    )
    assert not list(tmp_path.glob("*.partial"))
    assert _train(broken, resume=True)
    _must_end_alike(whole, broken)
    fresh = tmp_path / "fresh.safetensors"
    with full_disk(50_000), pytest.raises(CapsvizError, match="too large; no state was kept yet"):
        _train(fresh)


def test_a_diverging_training_saves_no_network_and_raises_one_sentence(tmp_path, before_step):
    out = tmp_path / "run.safetensors"

    def spoil():
        for weights in runs[0].model.parameters():
            weights.data.fill_(float("nan"))

    runs, real = [], module._start
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "_start", lambda *given: runs.append(real(*given)) or runs[0])
        before_step(3, spoil)
        with pytest.raises(CapsvizError, match=r"loss of step 3 .*is not finite.*smaller --peak"):
            _train(out)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("side", "label", "says"),
    [(32, 0, "makes pictures of 32x32 pixels.*reads 28x28"), (28, 10, "label 10.* 10 classes")],
)
def test_images_of_the_wrong_shape_are_refused_before_training(tmp_path, side, label, says):
    good = bars(20)
    wrong = Digits(torch.zeros(20, side, side, dtype=torch.uint8), torch.full((20,), label))
    for digits, test in ((wrong, good), (good, wrong)):
        with pytest.raises(CapsvizError, match=says):
            train(TINY, CONFIG, Learning.of(digits, test), tmp_path / "run.safetensors", device=CPU)


def test_a_file_without_a_training_state_cannot_be_resumed(tmp_path):
    out = tmp_path / "run.safetensors"
    assert _train(out)
    out.rename(tmp_path / "run.resume.safetensors")
    with pytest.raises(CapsvizError, match=r"run\.resume\.safetensors holds no state"):
        _train(out, resume=True)


def test_ctrl_c_works_again_after_training(tmp_path):
    endings = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in endings]
    _train(tmp_path / "a.safetensors", replace(CONFIG, epochs=1), n=40)
    assert [signal.getsignal(number) for number in endings] == before


def test_a_few_epochs_learn_and_the_file_records_the_training(tmp_path):
    out = tmp_path / "learned.safetensors"
    assert _train(out, replace(CONFIG, epochs=4, augment="none", peak_rate=4e-3), n=400)
    loaded = checkpoint.load(out, "cpu")
    history = loaded.training["history"]
    assert history[-1]["accuracy"] > 0.9
    errors = [epoch["reconstruction_sse"] for epoch in history]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.95 * errors[0]
    assert heard[-1].startswith(
        f"epoch 4: validation accuracy {history[-1]['accuracy']:.2%}, recon"
    )
    assert {"command", "commit", "hardware", "torch", "config", "epochs", "seconds"} <= set(
        loaded.training
    )
    assert loaded.training["config"]["peak_rate"] == 4e-3


def test_a_checkpoint_of_every_epoch_is_kept_on_request(tmp_path):
    out = tmp_path / "a.safetensors"
    _train(out, replace(CONFIG, epochs=2), n=40, keep_epochs=True)
    first, second = (
        checkpoint.load(tmp_path / f"a,epoch={epoch}.safetensors", "cpu") for epoch in (1, 2)
    )
    assert [len(each.training["history"]) for each in (first, second)] == [1, 2]
    assert second.digest == checkpoint.load(out, "cpu").digest != first.digest


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
    digits = bars(7)
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
    monkeypatch.setattr("capsviz.training.step.MICRO_BATCH", 3)
    run = new_run(tiny_model, copy.deepcopy(tiny_model).requires_grad_(False), TrainConfig())
    found = train_step(run, Batch.of_digits(x, y), rate=3e-3)
    assert found == pytest.approx((margin.item(), error.item()), rel=1e-4)
    for ours, theirs in zip(tiny_model.parameters(), by_hand.parameters(), strict=True):
        # Adam's first step is the sign of the gradient; where that is all but zero, rounding
        # decides it.
        close = torch.isclose(ours, theirs, atol=1e-5)
        assert close.float().mean() > 0.999


def test_the_shipped_weights_are_a_running_average(tiny_model):
    digits = bars(8)
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
    images[:, 14, 14] = torch.arange(1, 201)  # the brightness identifies an image
    seen: list[tuple[int, int, int]] = []

    def look(run, batch, *_):
        for image in batch.images:
            ((row, column),) = image.nonzero().tolist()
            seen.append((round(float(image[row, column]) * 255), row - 14, column - 14))
        run.step += 1
        return 0.0, 0.0

    monkeypatch.setattr(module, "train_step", look)
    shown = Digits(images, torch.zeros(200, dtype=torch.long))
    config = replace(CONFIG, augment="paper")
    run = module._start(TINY, config, Learning.of(shown, None), DIGITS, ALONE)
    for _ in range(2):
        module._epoch(run, shown, lambda: False, progress=False)
        run.history.append({"accuracy": 1.0, "reconstruction_sse": 1.0})
    first, second = seen[:200], seen[200:]
    for epoch in (first, second):
        assert sorted(which for which, _, _ in epoch) == list(range(1, 201))
        moves = {(down, right) for _, down, right in epoch}
        assert moves == {(down, right) for down in range(-2, 3) for right in range(-2, 3)}
    assert [which for which, _, _ in first] != [which for which, _, _ in second]


def test_a_too_full_disk_is_reported_before_the_first_step(tmp_path, before_step, monkeypatch):
    import shutil

    before_step(1, lambda: pytest.fail("a step was done"))
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(CapsvizError, match=r"takes .* MB, and 0\.0 MB are free: make room first"):
        _train(tmp_path / "new.safetensors")
    assert not list(tmp_path.iterdir())


def test_a_finished_checkpoint_is_replaced_only_on_request(tmp_path):
    out = tmp_path / "mine.safetensors"
    assert _train(out, replace(CONFIG, epochs=1), n=40)
    (tmp_path / "mine.resume.safetensors").unlink()
    finished = out.read_bytes()
    with pytest.raises(CapsvizError, match=r"mine\.safetensors exists: .* --overwrite"):
        _train(out, replace(CONFIG, epochs=1, seed=2), n=40)
    assert out.read_bytes() == finished
    assert _train(out, replace(CONFIG, epochs=1, seed=2), n=40, overwrite=True)
    assert out.read_bytes() != finished
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "mine.resume.safetensors",
        "mine.safetensors",
    ]


def test_a_network_that_ships_is_never_replaced(tmp_path, monkeypatch):
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    out = tmp_path / "efficient.safetensors"
    checkpoint.require_free(out, overwrite=False)
    out.write_bytes(b"a copy of the one that ships")
    with pytest.raises(CapsvizError, match="efficient is a network that ships"):
        _train(out, replace(CONFIG, epochs=1), n=40, overwrite=True)
    assert out.read_bytes() == b"a copy of the one that ships"
    cards = {path.stem for path in (HOME / "checkpoints").glob("*.md")} - {"README"}
    shipped = {name for name in cards if not name.endswith(".notes")}
    assert shipped == SHIPPED_NETWORKS
    assert (checkpoint.default_name("em"), checkpoint.default_name("photos")) == ("my_em", "photos")


def test_two_trainings_to_one_name_exclude_each_other(tmp_path):
    out = tmp_path / "mine.safetensors"
    with lock_writer(out), pytest.raises(CapsvizError, match="another program is writing"):
        _train(out, replace(CONFIG, epochs=1), n=40)
    assert not list(tmp_path.iterdir())
    # A lock left by a killed program does not block others.
    (tmp_path / ".mine.safetensors.lock").touch()
    assert _train(out, replace(CONFIG, epochs=1), n=40)
    assert not (tmp_path / ".mine.safetensors.lock").exists()
