"""Trainings that differ in a few settings, each with several seeds."""

from __future__ import annotations

import json
import math

import pytest


@pytest.fixture
def small_set(monkeypatch):
    """Replace the training set by a few sprites."""
    import torch

    from capsviz.config import LabelSet
    from capsviz.data.pictures import DataSet, Learning, Pictures

    random = torch.Generator().manual_seed(0)
    images = torch.randint(0, 256, (20, 28, 28), generator=random).to(torch.uint8)
    pictures = Pictures(images, torch.arange(20) % 10)

    class Few(DataSet):
        name, title, classes, side = "mnist", "few", tuple("0123456789"), 28

        @property
        def subject(self):
            return LabelSet(self.name, self.classes)

        def learning(self):
            return Learning.of(pictures, pictures)

        def test(self):
            pytest.fail("test pictures are read by nobody here")

    monkeypatch.setattr("capsviz.cli.train.open_set", lambda *_, **__: Few())


def test_a_sweep_trains_missing_networks_and_prints_means_and_intervals(
    tmp_path, small_set, capsys
):
    from capsviz import cli
    from capsviz.training import checkpoint

    words = ["sweep", str(tmp_path), "--vary", "digit-dim=2,4", "--seeds", "2"]
    words += ["--network", "efficient", "--epochs", "1", "--batch", "8"]
    assert cli.main(words) == 0
    first = capsys.readouterr().out
    assert first.count("| 2 | 2 |") == first.count("| 4 | 2 |") == 1
    files = sorted(
        path.stem for path in tmp_path.glob("*.safetensors") if "resume" not in path.name
    )
    assert files == [f"digit-dim={dim},seed={seed}" for dim in (2, 4) for seed in (0, 1)]
    for path in files:
        config = checkpoint.read(tmp_path / f"{path}.safetensors").config
        assert f"digit-dim={config.digit_dim}," in path
    kept = json.loads((tmp_path / "sweep.json").read_text())
    assert [len(each["accuracies"]) for each in kept["results"]] == [2, 2]

    (tmp_path / "digit-dim=4,seed=1.safetensors").unlink()
    (tmp_path / "digit-dim=4,seed=1.resume.safetensors").unlink(missing_ok=True)
    assert cli.main(words) == 0
    again = capsys.readouterr().out
    assert "4 of 4" in again
    assert "3 of 4" not in again
    assert json.loads((tmp_path / "sweep.json").read_text())["results"][0] == kept["results"][0]


def test_a_sweep_leaves_the_checkpoints_of_others_alone(tmp_path, small_set, capsys):
    from capsviz import cli

    def sweep(folder, *further):
        return cli.main(["sweep", str(folder), "--seeds", "1", "--network", "efficient", *further])

    few = ("--epochs", "1", "--batch", "8")
    assert sweep(tmp_path / "ours", *few) == 0
    network = tmp_path / "ours/seed=0.safetensors"
    before, record = network.read_bytes(), (tmp_path / "ours/sweep.json").read_text()
    assert sweep(tmp_path / "ours", *few, "--threads", "1") == 0  # learns the same
    capsys.readouterr()
    assert sweep(tmp_path / "ours", "--epochs", "2", "--batch", "8") != 0
    said = capsys.readouterr().err
    assert "holds a sweep with --network efficient --epochs 1" in said
    assert said.count("\n") == 1
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs/seed=0.safetensors").write_bytes(before)
    assert sweep(tmp_path / "theirs", *few) != 0
    assert "seed=0.safetensors, which no sweep made" in capsys.readouterr().err
    assert network.read_bytes() == before
    assert json.loads((tmp_path / "ours/sweep.json").read_text())["results"]
    assert json.loads(record)["results"]
    (tmp_path / "ours/sweep.json").write_text("[]")
    assert sweep(tmp_path / "ours", *few) != 0
    assert "is no record of a sweep" in capsys.readouterr().err


def test_mean_and_interval_are_those_of_student():
    from capsviz.training.sweep import mean_interval

    mean, low, high = mean_interval([0.9, 0.92, 0.94])
    assert mean == pytest.approx(0.92)
    assert (
        high - mean == pytest.approx(mean - low) == pytest.approx(4.3027 * 0.02 / 3**0.5, rel=1e-4)
    )
    assert math.isnan(mean_interval([0.5])[1])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--vary seed=1,2", "sets seed itself"),
        ("--vary iterations", "is not OPTION=A,B,C"),
        ("--vary iterations=1,,2", "is not OPTION=A,B,C"),
        ("--vary iterations=1,99", "is not a whole number from 1 to 50"),
        ("--vary nothing=1", "there is no such option of a training"),
    ],
)
def test_an_impossible_sweep_prints_one_line_before_training(tmp_path, capsys, words, sentence):
    from capsviz import cli

    with pytest.raises(SystemExit) as ended:
        cli.main(["sweep", str(tmp_path), *words.split()])
    assert ended.value.code == 2
    line = capsys.readouterr().err
    assert sentence in line
    assert line.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_sweep_keeps_the_accuracy_on_unfamiliar_views_after_every_epoch(
    tmp_path, monkeypatch, capsys
):
    from capsviz import cli
    from capsviz.data import solids

    for name, n in (("TRAINING", 16), ("VALIDATION", 8), ("NOVEL", 8)):
        monkeypatch.setattr(solids, name, n)
    solids._cached_solids.cache_clear()
    words = ["sweep", str(tmp_path), "--seeds", "2", "--network", "cnn", "--epochs", "2"]
    assert cli.main([*words, "--batch", "8", "--data-set", "solids:elevation"]) == 0
    solids._cached_solids.cache_clear()
    assert capsys.readouterr().out.count("of unfamiliar ones") == 4
    (kept,) = json.loads((tmp_path / "sweep.json").read_text())["results"]
    assert [len(epochs) for epochs in kept["epochs"]] == [2, 2]
    assert [epochs[-1][0] for epochs in kept["epochs"]] == kept["accuracies"]
    assert all(0 <= share <= 1 for epochs in kept["epochs"] for pair in epochs for share in pair)
