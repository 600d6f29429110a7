"""Training, saving, naming and scoring of parts and objects, kept apart from other networks."""

from __future__ import annotations

import json

import pytest
import torch

SMALL = ["--network", "parts", "--data-set", "sprites", "--parts", "2", "--objects", "3"]


@pytest.fixture
def learning():
    from capsviz.data.pictures import Pictures, hold_out

    images = torch.zeros(60, 28, 28, dtype=torch.uint8)
    images[:30, 4:24, 12:16] = 255  # upright bars, and level ones
    images[30:, 12:16, 4:24] = 255
    return hold_out(Pictures(images, torch.arange(60) // 30), 20)


def train(learning, out, **how):
    from capsviz.config import LabelSet, PartsConfig, PartsTrainConfig
    from capsviz.training.parts import train_parts

    config = PartsTrainConfig(epochs=2, object_epochs=2, restarts=2, batch=16)
    return train_parts(
        PartsConfig(parts=2, template=5, objects=3, hidden=8), config, learning, out,
        device=torch.device("cpu"), subject=LabelSet("bars", ("upright", "level")), **how,
    )  # fmt: skip


def test_a_resumed_training_ends_as_an_unbroken_one(learning, tmp_path, monkeypatch):
    from capsviz.errors import CapsvizError
    from capsviz.training import checkpoint, parts

    said = []
    assert train(learning, tmp_path / "whole.safetensors", log=said.append)
    assert len(said) == 6
    steps, one_step = [], parts._step

    def stopping(run, loss, rate):
        one_step(run, loss, rate)
        steps.append(1)
        if len(steps) in (2, 9):  # within an epoch of the parts, and between two restarts
            run.interrupted.append(2)

    monkeypatch.setattr(parts, "_step", stopping)
    broken = tmp_path / "broken.safetensors"
    assert not train(learning, broken)
    with pytest.raises(CapsvizError, match="--resume"):
        train(learning, broken)
    assert not train(learning, broken, resume=True)
    assert train(learning, broken, resume=True)
    whole, resumed = (
        checkpoint.load_parts(tmp_path / f"{n}.safetensors") for n in ("whole", "broken")
    )
    assert whole.digest == resumed.digest
    history = whole.training["history"]
    assert [row["stage"] for row in history] == ["parts"] * 2 + ["objects"] * 4
    # The objects with the larger likelihood of the parts among two restarts are kept, and named.
    ends = {row["likelihood"]: row["accuracy"] for row in history[3::2]}
    assert whole.training["naming"][-1]["accuracy"] >= ends[max(ends)]
    assert [row["labels"] for row in whole.training["naming"]][-1] == 100
    assert len(whole.training["naming"][0]["classes"]) == 3


def test_a_run_that_is_watched_is_the_same_and_holds_its_templates(learning, tmp_path, monkeypatch):
    from tensorboard.backend.event_processing import event_accumulator

    from capsviz.config import LabelSet, PartsConfig, PartsTrainConfig
    from capsviz.errors import CapsvizError
    from capsviz.monitoring import networks, runs
    from capsviz.monitoring.parts_recorder import PartsRecorder
    from capsviz.monitoring.pictures import Material
    from capsviz.monitoring.settings import PartsSettings
    from capsviz.monitoring.tensorboard import TensorBoardWriter
    from capsviz.training import checkpoint
    from capsviz.ui.live import messages
    from capsviz.ui.pages.train import films

    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path / "runs"))
    settings = PartsSettings(
        PartsConfig(parts=2, template=5, objects=3, hidden=8),
        PartsTrainConfig(epochs=2, object_epochs=2, restarts=2, batch=16),
        "bars",
        every=3,
        elsewhere=True,
    )
    learns = Material(learning, LabelSet("bars", ("upright", "level")))
    folder = runs.open_folder("strokes", settings, resume=False)
    watcher = PartsRecorder(folder, settings, learns)
    watcher.board = TensorBoardWriter(tmp_path / "board", settings.to_plain())
    quiet = {"log": lambda line: None}
    watched, alone = tmp_path / "watched.safetensors", tmp_path / "alone.safetensors"
    assert runs.record_training(
        watcher, lambda: train(learning, watched, callback=watcher, **quiet)
    )
    assert train(learning, alone, **quiet)
    assert len({checkpoint.load_parts(str(path)).digest for path in (watched, alone)}) == 1

    assert folder.any_settings() == settings
    # Six steps of the parts, of 40 pictures in batches of 16; four of the objects.
    assert [line["step"] for line in folder.lines()] == [*range(1, 11)]
    assert folder.snapshots() == [0, 1, 2, 3, 6, 9]
    header, arrays = messages.unpack_arrays(films.film("strokes", -1, -1))
    assert header["settings"]["network"] == "parts"
    assert header["classes"] == []
    assert arrays["templates"].shape == (6, 2, 5, 5)
    assert (arrays["templates"][0] != arrays["templates"][-1]).any()
    assert ((arrays["presences"] > 0) & (arrays["presences"] < 1)).all()
    assert all(moment["sse"] > 0 for moment in header["moments"])
    *_, parts, objects = header["moments"]
    assert "between" not in parts
    assert objects["beginning"] == 2
    assert 0 <= objects["within"] <= objects["between"] + 1e-5 <= 1.0001
    assert 0.5 <= objects["accuracy"] <= 1
    with pytest.raises(CapsvizError, match="page Parts"):
        networks.keep(folder, "kept")  # the command keeps it
    board = event_accumulator.EventAccumulator(str(tmp_path / "board")).Reload()
    steps = [0, 1, 2, 3, 6, 9]
    assert [event.step for event in board.Scalars("parts/squared error")] == steps
    assert "templates" in board.Tags()["images"]
    assert {"step/rate", "objects/entropy within a picture"} <= set(board.Tags()["scalars"])


def test_a_run_started_on_the_page_learns_parts_and_is_saved(tmp_path, monkeypatch):
    from capsviz.config import PartsConfig, PartsTrainConfig
    from capsviz.data import sprites
    from capsviz.monitoring import networks, runs, trainer
    from capsviz.monitoring.settings import PartsSettings
    from capsviz.training import checkpoint

    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    monkeypatch.setattr(sprites.SpriteSet, "sizes", (64, 64, 64))
    settings = PartsSettings(
        PartsConfig(parts=2, template=5, objects=3, hidden=8),
        PartsTrainConfig(epochs=1, object_epochs=1, restarts=1),
        "sprites",
    )
    folder = runs.make(settings)
    # Its other effects would remain in this process.
    monkeypatch.setattr(torch, "set_num_threads", lambda count: None)
    monkeypatch.setattr(trainer.throttle, "yield_while_drawing", lambda: None)
    assert folder.follow(lambda: trainer._run_training(folder, settings, []))
    assert folder.text("status", "state") == "finished"
    assert [line["step"] for line in folder.lines()] == [1, 2]
    made = networks.keep(folder, "bars and bends")
    assert checkpoint.list_parts() == ["bars and bends"]
    networks.remove(made)
    assert checkpoint.list_parts() == []


def test_a_parts_network_is_not_listed_among_classifiers(learning, tmp_path, monkeypatch):
    from capsviz.errors import CapsvizError
    from capsviz.training import checkpoint

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    train(learning, tmp_path / "bars.safetensors", log=lambda line: None)
    assert checkpoint.list_parts() == ["bars"]
    assert checkpoint.names() == []
    assert checkpoint.list_offers(None, capsules=False, data_set=None) == {}
    with pytest.raises(CapsvizError, match="shown on the page Parts"):
        checkpoint.load("bars")


def test_matching_gives_each_class_one_object():
    from capsviz.training.matching import match, name_objects

    labels = torch.tensor([0, 0, 0, 1, 1, 2])
    guesses = torch.tensor([2, 2, 0, 0, 0, 1])
    found = match(guesses, labels, 3, 3)
    assert found.classes == (1, 2, 0)
    assert found.accuracy == pytest.approx(5 / 6)
    assert found.counts.sum() == 6
    many = match(torch.tensor([0, 1, 2, 3, 3, 4]), labels, 5, 3)
    assert many.classes == (0, 0, 0, 1, 2)
    assert many.accuracy == 1
    assert name_objects(guesses, labels, 4, 1) == [0, 2, 0, 0]


def test_the_command_line_trains_and_scores_a_parts_network(tmp_path, monkeypatch, capsys):
    from capsviz.analysis import parts_references
    from capsviz.cli import main
    from capsviz.data import sprites

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    monkeypatch.setattr(parts_references, "PER_CLASS", 40)
    monkeypatch.setattr(sprites.SpriteSet, "sizes", (64, 64, 64))
    assert main(["train", *SMALL, "--patience", "3"]) == 2
    assert "without --patience" in capsys.readouterr().err
    assert main(["train", *SMALL, "--epochs", "1", "--object-epochs", "1"]) == 0
    capsys.readouterr()
    score = ["evaluate", "--checkpoint", "my_parts_sprites", "--validation"]
    assert main([*score, "--references", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n"] == 64
    assert set(found["references"]) == {"pixels", "presences", "poses"}
    assert all(0 <= share <= 1 for share in found["belief"].values())
    assert list(found["factors"]) == list(sprites.FACTORS)
    assert all(r_squared <= 1 for both in found["factors"].values() for r_squared in both)
    assert not (tmp_path / "my_parts_sprites.readings.json").exists()
    assert main([*score[:-1], "--card"]) == 0
    assert "sprites 1 time" in capsys.readouterr().out


def test_pictures_of_a_folder_are_taken_apart_at_the_size_asked_for(tmp_path, monkeypatch, capsys):
    from PIL import Image

    from capsviz.cli import main
    from capsviz.data import sprites
    from capsviz.ui.catalogue.page_settings import PageSettings
    from capsviz.ui.networks import cache
    from capsviz.ui.pages.parts.data import page_data
    from capsviz.ui.pages.parts.view import View

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    drawn = sprites.sprites(40, 9, 36, shapes=2)
    for at, (image, label) in enumerate(zip(drawn.images.numpy(), drawn.labels, strict=True)):
        place = tmp_path / "shapes" / sprites.SHAPES[int(label)].name
        place.mkdir(parents=True, exist_ok=True)
        Image.fromarray(image).save(place / f"{at}.png")
    brief = ["--epochs", "1", "--object-epochs", "1", "--restarts", "1", "--side", "36"]
    assert main(["train", *SMALL, *brief]) == 2
    assert "--side is for pictures of a source of your own" in capsys.readouterr().err
    folder = ["--data-set", f"folder:{tmp_path / 'shapes'}"]
    assert main(["train", *SMALL, *folder, *brief]) == 0
    shown = page_data(PageSettings(view=View()))
    assert (shown["name"], shown["side"], shown["digits"]) == ("parts_shapes", 36, False)
    assert {one.name.split()[0] for one in cache.samples("parts_shapes")} == {"square", "triangle"}
