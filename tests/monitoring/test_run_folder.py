"""A run folder: its contents, the checks' messages, and resuming."""

from __future__ import annotations

import importlib.util
import math
import os
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import numpy as np
import pytest
import torch
from tiny_run import SETTINGS, SIDE, TINY

from capsviz import untrusted
from capsviz.config import LabelSet, TrainConfig
from capsviz.data.pictures import Learning, Pictures
from capsviz.data.sprites import sprites
from capsviz.errors import CapsvizError
from capsviz.model import networks
from capsviz.monitoring import checks, controlled_recorder, throttle
from capsviz.monitoring.checks import CHECKS, Evidence, run_checks
from capsviz.monitoring.controlled_recorder import ControlledRecorder
from capsviz.monitoring.folder import RunFolder, hold_lock
from capsviz.monitoring.mistakes import apply_mistakes
from capsviz.monitoring.pictures import Material
from capsviz.monitoring.recorder import Recorder, due
from capsviz.monitoring.runs import (
    all_runs,
    find,
    fork,
    make,
    record_training,
    recording,
    rewind,
    start,
    want,
)
from capsviz.monitoring.settings import RunSettings
from capsviz.monitoring.tensorboard import TensorBoardWriter
from capsviz.training.state import Run
from capsviz.training.tasks import Batch
from capsviz.training.train import train
from capsviz.ui.languages import messages

CPU = torch.device("cpu")
SPRITES = sprites(320, 1, SIDE, shapes=3)
HELD = sprites(96, 2, SIDE, shapes=3)
SUBJECT = LabelSet("sprites", ("triangle", "square", "ellipse"))
LEARNS = Material(Learning(lambda _: SPRITES.pictures, HELD.pictures, ""), SUBJECT, HELD)


class Few(Recorder):
    """Ends a run after some steps."""

    most = 24

    def ending(self, run):
        return run.step >= self.most


def trained(
    folder: RunFolder,
    settings: RunSettings = SETTINGS,
    steps: int = 24,
    board: TensorBoardWriter | None = None,
    kind: type[Few] = Few,
    learns: Material = LEARNS,
) -> RunFolder:
    """Train some steps and return the folder."""
    folder.path.mkdir(exist_ok=True)
    watcher = kind(folder, settings, learns)
    watcher.board = board
    watcher.most = steps
    folder.write("settings", settings.to_plain())
    train(
        settings.model,
        apply_mistakes(settings.train, settings.model, settings.mistakes),
        learns.learning,
        folder.weights,
        device=CPU,
        subject=learns.subject,
        log=lambda _: None,
        callback=watcher,
        resume=folder.state.exists(),
    )
    return folder


@pytest.fixture
def run(tmp_path):
    def go(settings: RunSettings = SETTINGS, steps: int = 24, name: str = "one") -> RunFolder:
        return trained(RunFolder(tmp_path / name), settings, steps)

    return go


@pytest.fixture(scope="module")
def sound(tmp_path_factory) -> RunFolder:
    """A run without mistakes, of eight steps; read-only."""
    return trained(RunFolder(tmp_path_factory.mktemp("runs") / "sound"), steps=8)


def verdicts(folder: RunFolder) -> dict[str, str]:
    numbers = folder.snapshot(folder.snapshots()[-1])[1]
    return {check["name"]: check["verdict"] for check in numbers["checks"]}


def test_a_run_leaves_a_line_for_every_step_and_pictures_of_some(sound) -> None:
    folder = sound
    assert [line["step"] for line in folder.lines()] == list(range(1, 9))
    assert folder.snapshots() == [step for step in range(9) if due(step, 8)]
    arrays, numbers = folder.snapshot(8)
    assert arrays["sweeps"].shape == (16, 2, SIDE, SIDE)
    assert arrays["pinned"].shape == (SIDE, SIDE)
    assert arrays["couplings"].shape == (TINY.primary_capsules,)
    assert arrays["lengths"].shape == (3,)
    assert arrays["confusion"].sum() == 96
    assert math.isclose(arrays["confusion"].trace() / 96, numbers["accuracy"], abs_tol=1e-6)
    assert set(numbers["r2"]) == {"x", "y", "rotation", "size", "form"}
    assert folder.settings() == SETTINGS


def test_a_sound_run_passes_every_check(sound) -> None:
    found = verdicts(sound)
    assert len(found) == len(CHECKS)
    assert "bad" not in found.values()
    assert found["couplings"] == found["reconstruction"] == found["lengths"] == "fine"


@pytest.mark.parametrize(
    ("mistake", "check", "steps"),
    [("mean", "reconstruction", 2), ("axis", "couplings", 2), ("rate", "rate", 24)],
)
def test_the_check_of_each_mistake_reports_it(run, mistake, check, steps) -> None:
    folder = run(replace(SETTINGS, mistakes=(mistake,)), steps)
    assert verdicts(folder)[check] == "bad"


HEALTHY = {
    "em": replace(TINY, routing="em"),
    "self_routing": replace(TINY, routing="self_routing"),
    "matrix": replace(
        networks.MODELS["matrix"], image_size=SIDE, conv_channels=8, first_types=4, inner_types=4,
        primary_types=2, decoder_hidden=(16, 32), classes=3,
    ),
}  # fmt: skip


@pytest.fixture
def hurried(monkeypatch) -> None:
    """Reduce the number of early steps, in which the checks are lenient, for short runs."""
    monkeypatch.setattr(checks, "MAX_UNDECIDED_STEPS", 24)
    monkeypatch.setattr(checks, "MAX_RANDOM_STEPS", 150)
    # Code with type checks cannot be compiled.
    monkeypatch.setattr(networks, "can_fuse", lambda _: False)


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("name", [*HEALTHY, "no reconstruction"])
def test_checks_are_silent_over_a_healthy_run(run, name) -> None:
    steps = 26 if name == "matrix" else 100
    weight = 0.0 if name == "no reconstruction" else SETTINGS.train.reconstruction_weight
    training = replace(SETTINGS.train, epochs=1 + steps // 20, reconstruction_weight=weight)
    settings = replace(SETTINGS, model=HEALTHY.get(name, TINY), train=training, every=steps // 2)
    folder = run(settings, steps)
    loud = [
        (step, check)
        for step in folder.snapshots()
        for check in folder.snapshot(step)[1]["checks"]
        # So few pictures are soon memorised, which the check reports.
        if check["verdict"] != "fine" and check["name"] != "overfitting"
    ]
    assert not loud
    judged = {check["name"] for check in folder.snapshot(steps)[1]["checks"]}
    missing = {"reconstruction"} if name == "no reconstruction" else set()
    assert {*CHECKS} - judged == missing | ({"loss"} if name == "matrix" else set())


class Accident(Few):
    """Something happens to a run at one step, after which it stops learning."""

    at, most = 0, 0

    def happens(self, run: Run, batch: Batch) -> None:
        raise NotImplementedError

    def on_batch(self, run, batch):
        if run.step + 1 == self.at:
            self.happens(run, batch)

    def learning_rate(self, planned):
        return planned if len(self.lines) + 1 < self.at else 0.0


class LongGradient(Accident):
    at, most = 12, 16

    def happens(self, run, batch):
        batch.parts.mul_(1e5)


class ConstantOutput(Accident):
    at, most = 26, 32

    def happens(self, run, batch):
        run.model.W.data.zero_()


class Forgetting(Accident):
    """Reset the lengths to those of the start."""

    at, most = 60, 88

    def happens(self, run, batch):
        run.model.W.data.mul_(0.01)


class Confusion(Accident):
    """Every class gets the weights of the next."""

    at, most = 152, 160

    def happens(self, run, batch):
        run.model.W.data = run.model.W.data.roll(1, run.model.W.shape.index(3))


class SaturatedTypes(Accident):
    """Half of the types give the same long vector, whatever the picture."""

    at, most = 2, 8

    def happens(self, run, batch):
        primary = run.model.primary
        half = len(primary.bias) // 2
        primary.weight.data[:half], primary.bias.data[:half] = 0.0, 5.0


def finding(check: dict[str, Any]) -> str:
    """The check's number and finding as Train words them; raises `CapsvizError`."""
    return " ".join(
        messages.text("en", "train", f"check-{check['name']}-{which}", **check["values"])
        for which in ("measured", check["says"])
    )


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("accident", "check", "says"),
    [
        (LongGradient, "gradients", "clip them at 1"),
        (ConstantOutput, "answers", "Every picture gets the same lengths"),
        (Forgetting, "loss", "back at its initial value"),
        (Confusion, "accuracy", "The accuracy is no better than chance"),
        (SaturatedTypes, "dead", "the same for every picture"),
    ],
)
def test_an_accident_is_noticed_at_the_next_snapshot(tmp_path, accident, check, says) -> None:
    training = replace(SETTINGS.train, epochs=1 + accident.most // 20)
    folder = RunFolder(tmp_path)
    # EM learns in fewer steps.
    model = HEALTHY["em"] if accident is Confusion else TINY
    trained(folder, replace(SETTINGS, model=model, train=training), accident.most, kind=accident)

    def judged(step: int) -> dict[str, str]:
        every = folder.snapshot(step)[1]["checks"]
        return next(each for each in every if each["name"] == check)

    before = max(step for step in folder.snapshots() if step < accident.at)
    assert judged(max(before, 1))["verdict"] == "fine"
    last = judged(folder.snapshots()[-1])
    assert last["verdict"] != "fine"
    assert says in finding(last)


def test_a_killed_run_goes_on_to_the_same_numbers(run, sound) -> None:
    whole = sound
    broken = run(steps=4, name="broken")
    # A crash leaves a truncated line, and lines of steps that the state does not include.
    later = [line for line in whole.lines() if 4 < line["step"] <= 6]
    for line in later:
        broken.append(line)
    with (broken.path / "metrics.jsonl").open("ab") as file:
        file.write(b'{"step": 7, "mar')
    run(steps=8, name="broken")
    assert [line["margin"] for line in broken.lines()] == [line["margin"] for line in whole.lines()]


def test_a_rewound_run_begins_anew_with_the_same_numbers(run) -> None:
    folder = run(steps=3)
    before = [line["margin"] for line in folder.lines()]
    rewind(folder)
    assert (folder.lines(), folder.snapshots(), folder.list_state_steps()) == ([], [], [])
    assert not folder.state.exists()
    assert folder.read("wanted") == {"until": 0}
    assert [line["margin"] for line in run(steps=3).lines()] == before


def test_a_plain_cnn_learns_beside_a_run_and_leaves_it_as_it_is(run, sound) -> None:
    beside = replace(SETTINGS, plain=True)
    folder = run(beside, steps=2, name="both")
    margins = [line["margin"] for line in folder.lines()]
    assert margins == [line["margin"] for line in sound.lines()][:2]
    first, last = (folder.snapshot(step)[1]["plain_accuracy"] for step in (0, 2))
    assert first != last
    # After an interruption it ends as if uninterrupted.
    run(beside, steps=1, name="broken")
    broken = run(beside, steps=2, name="broken")
    assert broken.snapshot(2)[1]["plain_accuracy"] == last
    rewind(broken)
    assert not [*broken.path.glob("*.resume.*")]


def test_the_plain_cnn_that_diverges_leaves_the_run_alone(tmp_path) -> None:
    from capsviz.monitoring.cnn_baseline import PlainCnn
    from capsviz.training.tasks import Batch

    folder = RunFolder(tmp_path)
    plain = PlainCnn(folder, SETTINGS, SUBJECT, CPU)
    plain.learn(Batch.of_digits(torch.full((2, SIDE, SIDE), math.nan), torch.tensor([0, 1])), 1e-3)
    assert plain.diverged


def test_a_visitor_s_picture_is_followed_from_then_on(run) -> None:
    folder = run(steps=2, name="pinned")
    drawn = np.zeros((SIDE, SIDE), np.uint8)
    drawn[5:15, 9:11] = 255
    folder.follow_picture(drawn)
    run(steps=8, name="pinned")
    found = {step: folder.snapshot(step) for step in folder.snapshots()}
    assert [numbers["pin"] for _, numbers in found.values()] == [0, 0, 0, 5, 5]
    assert [numbers["own"] for _, numbers in found.values()] == [False] * 3 + [True] * 2
    assert [step for step, (arrays, _) in found.items() if "pinned_input" in arrays] == [0, 5]
    assert (found[5][0]["pinned_input"] == drawn).all()
    assert (found[0][0]["pinned_input"] != drawn).any()
    # A picture of another size does not fit this network.
    folder.follow_picture(np.zeros((3, 3), np.uint8))
    assert folder.read_pinned_picture(TINY.format) is None


def test_tensorboard_gets_the_same_numbers_pictures_and_histograms(tmp_path, run) -> None:
    accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    from capsviz.monitoring.tensorboard import TensorBoardWriter

    board = TensorBoardWriter(tmp_path / "board", SETTINGS.to_plain())
    folder = RunFolder(tmp_path / "one")
    trained(folder, steps=2, board=board)
    found = accumulator.EventAccumulator(str(tmp_path / "board"))
    found.Reload()
    assert "settings/text_summary" in found.Tags()["tensors"]
    margins = [event.value for event in found.Scalars("loss/margin")]
    assert margins == pytest.approx([line["margin"] for line in folder.lines()])
    assert [event.step for event in found.Images("ten")] == [0, 1, 2]
    assert {"couplings", "weights/W"} <= set(found.Tags()["histograms"])
    assert {"R²/rotation", "accuracy/held out"} <= set(found.Tags()["scalars"])


def test_a_training_in_colour_is_looked_at_in_colour(tmp_path) -> None:
    def tinted(pictures: Pictures) -> Pictures:
        images = pictures.images
        return Pictures(torch.stack([images, images // 2, 255 - images], 1), pictures.labels)

    learning = Learning(lambda _: tinted(SPRITES.pictures), tinted(HELD.pictures), "")
    learns = Material(learning, LabelSet("folder:tinted", SUBJECT.classes))
    settings = replace(SETTINGS, model=replace(TINY, channels=3), plain=True, mistakes=("mean",))
    folder = RunFolder(tmp_path / "one")
    folder.path.mkdir()
    own = np.random.default_rng(0).integers(0, 255, (3, SIDE, SIDE), np.uint8)
    folder.follow_picture(own)
    board = None
    if importlib.util.find_spec("tensorboard"):
        board = TensorBoardWriter(tmp_path / "board", settings.to_plain())
    trained(folder, settings, 1, board=board, learns=learns)
    arrays, numbers = folder.snapshot(0)
    assert numbers["own"]
    assert numbers["pixels"] == 3 * SIDE**2
    assert (arrays["pinned_input"] == own).all()
    assert arrays["pinned"].shape == (3, SIDE, SIDE)
    assert arrays["sweeps"].shape == (16, 2, 3, SIDE, SIDE)
    assert arrays["ten"].shape == arrays["ten_input"].shape == (9, 3, SIDE, SIDE)
    assert 0 <= folder.snapshot(1)[1]["plain_accuracy"] <= 1
    weight = apply_mistakes(settings.train, settings.model, ("mean",)).reconstruction_weight
    assert weight == pytest.approx(settings.train.reconstruction_weight / (3 * SIDE**2))


def test_a_loss_that_is_not_finite_stops_before_the_update(tiny_model) -> None:
    from capsviz.training.step import new_run, train_step
    from capsviz.training.tasks import Batch

    run = new_run(tiny_model, tiny_model, TrainConfig())
    before = tiny_model.W.detach().clone()
    images = torch.full((2, 28, 28), math.nan)
    with pytest.raises(CapsvizError, match="is not finite"):
        train_step(run, Batch.of_digits(images, torch.tensor([0, 1])), 1e-3)
    assert torch.equal(tiny_model.W, before)


def test_gradients_are_clipped_only_when_asked(run, sound) -> None:
    free = sound.lines()
    clipped = replace(SETTINGS, train=replace(SETTINGS.train, clip=1e-3))
    held = run(clipped, steps=4, name="two").lines()
    assert held[0]["norm"] == free[0]["norm"]
    assert held[3]["margin"] != free[3]["margin"]


@pytest.mark.parametrize(
    ("now", "check", "verdict"),
    [
        ({"training_accuracy": 0.99, "accuracy": 0.7}, "overfitting", "bad"),
        ({"training_accuracy": 0.9, "accuracy": 0.9}, "overfitting", "fine"),
        ({"longest": 1.2}, "lengths", "bad"),
        ({"longest": math.nan}, "lengths", "bad"),
        ({"dead_types": 0.9, "silent_classes": 0}, "dead", "bad"),
        ({"entropy": 0.1, "largest_share": 0.99, "class_shares": [0.99, 0.01]}, "routing", "bad"),
        (
            {"layers": [{"name": "a", "gradient": 0.0, "update": 0, "weight": 1}]},
            "gradients",
            "bad",
        ),
        ({"layers": [{"name": "a", "gradient": 1, "update": 1e-8, "weight": 1}]}, "rate", "warn"),
    ],
)
def test_checks_judge_numbers(now, check, verdict) -> None:
    lines = [{"step": 200, "margin": 0.3, "error": 50.0, "norm": 1.0}]
    found = {each["name"]: each for each in run_checks(Evidence(now, lines, 0.0005))}
    assert found[check]["verdict"] == verdict
    assert all(finding(each) for each in found.values())


def test_invalid_settings_of_a_run_are_refused(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    with pytest.raises(CapsvizError, match="not a run"):
        folder.settings()
    folder.write("settings", {"model": {"routing": "none"}, "train": {}})
    with pytest.raises(CapsvizError):
        folder.settings()
    folder.write("settings", {"format": 99})
    with pytest.raises(CapsvizError, match="another version"):
        folder.settings()


def test_a_run_of_another_task_is_refused() -> None:
    with pytest.raises(CapsvizError, match="leave out --task"):
        RunSettings(train=TrainConfig(task="overlap"))


def test_a_training_rests_between_steps_while_somebody_draws(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path))
    monkeypatch.setattr(throttle, "_last_touch", -math.inf)
    (tmp_path / "one").mkdir()
    guided = ControlledRecorder(RunFolder(tmp_path / "one"), SETTINGS, LEARNS)

    def rests() -> float:
        """Return the rest after a step of 50 ms, on a clock that only rests advance."""
        clock = [1000.0]
        stopped = SimpleNamespace(
            monotonic=lambda: clock[0], sleep=lambda rest: clock.append(clock.pop() + rest)
        )
        monkeypatch.setattr(controlled_recorder, "time", stopped)
        guided._step_start = clock[0] - 0.05
        assert not guided.ending(cast("Run", Mock(Run, step=1, interrupted=[])))
        return clock[0] - 1000.0

    (tmp_path / "drawn").touch()
    assert rests() == 0  # as `capsviz train`, which makes no room
    monkeypatch.setattr(throttle, "_enabled", True)
    throttle.somebody_draws()
    assert rests() > 0.4
    os.utime(tmp_path / "drawn", (0, 0))
    assert rests() == 0


def test_a_paused_run_ends_for_a_run_that_waited_before(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path))
    stands, waits = make(SETTINGS, "stands"), make(SETTINGS, "waits")
    waits.write("waiting", {"since": 1.0})
    want(stands, until=0)
    run = cast("Run", Mock(Run, step=3, interrupted=[]))
    guided = ControlledRecorder(stands, SETTINGS, LEARNS)
    guided.snapshot_steps.add(3)  # there is no network to look at
    began = time.monotonic()
    threading.Timer(0.3, lambda: run.interrupted.append(15)).start()
    assert guided.ending(run)  # by the signal: nobody's process waits
    assert time.monotonic() - began > 0.2
    run.interrupted.clear()
    with hold_lock(waits.lock):
        assert guided.ending(run)
    assert stands.read("status")["state"] == "paused"  # until its process ends


def test_a_paused_run_shows_the_step_it_stands_at(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path))
    stands = make(SETTINGS, "stands")

    class Paused(ControlledRecorder):
        def on_step(self, run, margin, error):
            super().on_step(run, margin, error)
            if run.step == 3:  # between two snapshots, as a press of the button comes
                want(self.folder, until=0)
                threading.Thread(target=end_once_it_stands, args=(self.folder,)).start()

    paused = Paused(stands, SETTINGS, LEARNS)
    train(SETTINGS.model, SETTINGS.train, LEARNS.learning, stands.weights, device=CPU,
          subject=SUBJECT, log=lambda _: None, callback=paused)  # fmt: skip
    assert stands.last_step() == 3
    assert stands.snapshots()[-1] == 3


def end_once_it_stands(run: RunFolder) -> None:
    while run.read("status").get("state") != "paused":
        time.sleep(0.05)
    want(run, end=True)


def test_a_training_started_elsewhere_writes_a_run_of_its_name(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path))
    watcher = recording("mine", SETTINGS, LEARNS, resume=False)
    watcher.save_interval = 600  # and at the end alone, however slow the steps are
    assert [run.name for run in all_runs()] == ["mine"]
    out = tmp_path / "elsewhere" / "mine.safetensors"

    def training() -> bool:
        assert watcher.folder.busy()
        want(watcher.folder, until=2)
        threading.Thread(target=end_once_it_stands, args=(watcher.folder,)).start()
        return train(SETTINGS.model, SETTINGS.train, LEARNS.learning, out, device=CPU,
                     subject=SUBJECT, log=lambda _: None, callback=watcher)  # fmt: skip

    assert not record_training(watcher, training)
    run = find("mine")
    # It is like any other run: it has classes, a status, and was locked meanwhile.
    assert run.read("classes")["classes"] == list(SUBJECT.classes)
    assert run.read("status")["state"] == "interrupted"
    assert run.last_step() == 2
    assert run.list_state_steps() == [2]
    assert run.state.read_bytes() == out.with_name("mine.resume.safetensors").read_bytes()
    # Only the command that started it knows its pictures: the page cannot change it.
    for act in (start, rewind, lambda run: fork(run, 2, {})):
        with pytest.raises(CapsvizError, match="--resume goes on"):
            act(run)
    with pytest.raises(CapsvizError, match="already"):
        recording("mine", SETTINGS, LEARNS, resume=False)
    with pytest.raises(CapsvizError, match="other settings"):
        recording("mine", replace(SETTINGS, every=9), LEARNS, resume=True)
    assert run.read("wanted")["end"]
    recording("mine", SETTINGS, LEARNS, resume=True)
    assert not run.read("wanted")["end"]


def test_a_failed_training_is_recorded_in_its_folder(tmp_path) -> None:
    folder = RunFolder(tmp_path)

    def training() -> bool:
        raise CapsvizError("the disk is full")

    with pytest.raises(CapsvizError, match="full"):
        folder.follow(training)
    assert folder.read("status")["sentence"] == "the disk is full"


def test_lines_are_read_from_the_end_and_no_further_than_needed(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("capsviz.monitoring.folder._PIECE", 7)  # lines lie across several
    folder = RunFolder(tmp_path)
    assert (folder.lines(), folder.last_step()) == ([], 0)
    for step in range(1, 30):
        folder.append({"step": step})
    with (tmp_path / "metrics.jsonl").open("ab") as file:
        file.write(b'{"step": 30, "mar')
    assert folder.last_step() == 29
    assert [line["step"] for line in folder.lines(26)] == [27, 28, 29]
    assert len(folder.lines()) == 29
    read: list[bytes] = []
    real = untrusted.read
    monkeypatch.setattr(untrusted, "read", lambda text: read.append(text) or real(text))
    folder.lines(27)
    assert len(read) == 4  # the damaged line, two that are new, one that is known
