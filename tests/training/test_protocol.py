"""Data that a training may use, its scores, and its records."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from PIL import Image

CPU = torch.device("cpu")
TINY = ["--network", "cnn", "--epochs", "2", "--batch", "20", "--device", "cpu"]


def _bars(n: int, seed: int):
    """Ten easy classes: a bright bar whose height on the image is the class."""
    from capsviz.data.pictures import Pictures

    random = torch.Generator().manual_seed(seed)
    images = torch.randint(0, 60, (n, 28, 28), generator=random).to(torch.uint8)
    labels = torch.arange(n) % 10
    for image, label in zip(images, labels.tolist(), strict=True):
        image[2 * label + 3 : 2 * label + 6, 6:22] = 255
    return Pictures(images, labels)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    return tmp_path


def test_training_imports_no_module_that_reads_pictures():
    program = """
import importlib, pkgutil, sys, capsviz.training
for found in pkgutil.iter_modules(capsviz.training.__path__, "capsviz.training."):
    importlib.import_module(found.name)
reads = [f"capsviz.data.{name}" for name in
         ("sets", "mnist", "fashion", "sprites", "folder", "vision")]
reads.append("torchvision")
sys.exit(", ".join(name for name in reads if name in sys.modules) or None)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_a_training_never_reads_the_test_pictures(home, few_pictures, capsys):
    from capsviz.cli import main
    from capsviz.training import checkpoint

    few_pictures(_bars(80, 0), _bars(40, 1), test=None)
    assert main(["train", *TINY, "--out", str(home / "cnn.safetensors")]) == 0
    made = checkpoint.load("cnn", "cpu").training
    assert made["training_images"] == 80
    assert made["validation"] == {"n": 40, "how": "by hand"}
    assert made["config"]["augment"] == "mild"
    with pytest.raises(AssertionError, match="test pictures were asked for"):
        main(["evaluate", "--checkpoint", "cnn", "--device", "cpu"])


@pytest.mark.slow
def test_a_training_succeeds_with_empty_test_files(home, mnist_root, capsys):
    from capsviz.cli import main

    raw = home / "MNIST" / "raw"
    raw.mkdir(parents=True)
    for path in (mnist_root / "MNIST" / "raw").glob("*-ubyte"):
        if path.name.startswith("train"):
            # The first 6,000 images are enough: the header says how many there are.
            head, size = (16, 784) if "images" in path.name else (8, 1)
            content = path.read_bytes()[: head + 6000 * size]
            (raw / path.name).write_bytes(content[:4] + (6000).to_bytes(4, "big") + content[8:])
        else:
            (raw / path.name).write_bytes(b"")
    data = ["--data", str(home), "--device", "cpu"]
    out = ["--out", str(home / "cnn.safetensors"), "--network", "cnn"]
    assert main(["train", "--epochs", "1", *data, *out]) == 0
    capsys.readouterr()
    assert main(["evaluate", "--validation", "--checkpoint", "cnn", "--json", *data]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 5000
    assert main(["evaluate", "--checkpoint", "cnn", *data]) == 2
    assert "no readable MNIST" in capsys.readouterr().err
    assert not (home / "cnn.readings.json").exists()


def test_the_option_all_trains_on_every_picture_and_scores_none(home, few_pictures, capsys):
    from capsviz.cli import main
    from capsviz.training import checkpoint

    few_pictures(_bars(80, 0), _bars(40, 1), _bars(30, 2))
    out = ["--out", str(home / "cnn.safetensors")]
    assert main(["train", *TINY, *out, "--all"]) == 0
    made = checkpoint.load("cnn", "cpu").training
    assert made["training_images"] == 120
    assert made["validation"] is None
    assert [epoch["accuracy"] for epoch in made["history"]] == [None, None]
    capsys.readouterr()
    assert main(["evaluate", "--checkpoint", "cnn", "--card", "--device", "cpu"]) == 0
    card = capsys.readouterr().out
    assert "| validation images | none: learnt from all, for a number of epochs fixed" in card
    assert "2 over 120 training images" in card
    assert main(["train", *TINY, *out, "--all", "--patience", "2"]) == 2
    assert "drop --patience" in capsys.readouterr().err


def _scripted(monkeypatch, accuracies):
    """Let the validation accuracies of a training be these."""
    from capsviz.training.evaluate import Scores
    from capsviz.training.tasks import OneDigit

    left = iter(accuracies)
    monkeypatch.setattr(
        OneDigit, "score", staticmethod(lambda model, shown: Scores(40, next(left), None))
    )


def test_patience_stops_and_ships_the_best_epochs_weights(tmp_path, monkeypatch):
    from capsviz.config import TrainConfig
    from capsviz.data.pictures import Learning
    from capsviz.model.networks import MODELS
    from capsviz.training import checkpoint
    from capsviz.training.train import train

    learning = Learning.of(_bars(40, 0), _bars(20, 1), "by hand")
    config = TrainConfig(epochs=9, batch=20, patience=3)

    def run(name, config, scores):
        _scripted(monkeypatch, scores)
        out = tmp_path / f"{name}.safetensors"
        assert train(MODELS["cnn"], config, learning, out, device=CPU, log=lambda _: None)
        return checkpoint.load(out, "cpu"), out

    best, out = run("patient", config, [0.3, 0.7, 0.6, 0.7, 0.5, 0.9])
    assert [epoch["accuracy"] for epoch in best.training["history"]] == [0.3, 0.7]
    state = checkpoint.read(out.with_name("patient.resume.safetensors")).training
    assert [epoch["accuracy"] for epoch in state["history"]] == [0.3, 0.7, 0.6, 0.7, 0.5]
    # Nothing more happens when it is resumed.
    assert train(MODELS["cnn"], config, learning, out, device=CPU, resume=True, log=print)
    assert checkpoint.load(out, "cpu").digest == best.digest
    # The rate's schedule is that of nine epochs, so the weights are those of its second one.
    _scripted(monkeypatch, [0.3, 0.7, 0.6])
    last, _ = run("impatient", replace(config, patience=0), [0.1 * k for k in range(9)])
    assert last.training["epochs"] == 9
    assert last.digest != best.digest


def test_training_on_validation_pictures_is_reported(tmp_path):
    from capsviz.config import TrainConfig
    from capsviz.data.pictures import Learning
    from capsviz.model.networks import MODELS
    from capsviz.training import checkpoint
    from capsviz.training.train import train

    parted = Learning.of(_bars(40, 0), _bars(20, 1), "the first 20")

    def run(name, learning=parted, **options):
        out = tmp_path / f"{name}.safetensors"
        config = TrainConfig(epochs=1, batch=20, **options)
        assert train(MODELS["cnn"], config, learning, out, device=CPU, log=lambda _: None)
        return str(out), checkpoint.load(out, "cpu").training["validation"]

    clean, said = run("clean")
    assert said == {"n": 20, "how": "the first 20"}
    assert run("onwards", start=clean)[1] == said
    whole, said = run("whole", all=True)
    assert said is None
    assert "learnt from them too" in run("leaked", start=whole)[1]["seen"]
    other = Learning.of(_bars(40, 0), _bars(20, 1), "the last 20")
    assert "learnt from them too" in run("shuffled", other, start=clean)[1]["seen"]


def test_every_reading_of_test_pictures_is_on_record_and_on_the_card(home, few_pictures, capsys):
    from capsviz.cli import main
    from capsviz.training import test_set_log

    few_pictures(_bars(80, 0), _bars(40, 1), _bars(30, 2))
    out = home / "cnn.safetensors"
    assert main(["train", *TINY, "--out", str(out)]) == 0
    evaluate = ["evaluate", "--checkpoint", "cnn", "--device", "cpu"]
    assert test_set_log.read(out) == []
    assert main([*evaluate, "--validation"]) == 0
    assert test_set_log.read(out) == []
    assert main([*evaluate, "--json"]) == 0
    capsys.readouterr()
    assert main([*evaluate, "--card", "--precision", "float32"]) == 0
    (row,) = test_set_log.read(out)
    assert (row["set"], row["n"], row["times"]) == ("digits", 30, 2)
    card = capsys.readouterr().out
    assert "| agreement of precisions | in float32 30 of 30 answers are those in float32;" in card
    assert "| validation images | 40, by hand |" in card
    assert f"| test images read | digits 2 times, first {row['first']} |" in card
    assert "accuracy on the validation images after each epoch" in card

    # New weights under the same name keep the earlier log.
    assert not out.with_name("cnn.resume.safetensors").exists()  # it was done
    out.unlink()
    assert main(["train", *TINY, "--out", str(out), "--seed", "5"]) == 0
    capsys.readouterr()
    assert main([*evaluate, "--card"]) == 0
    assert "digits 1 time, first" in (card := capsys.readouterr().out)
    assert "; of other weights under this name 2: digits 2 |" in card


def test_a_reprinted_card_keeps_the_notes(home, few_pictures, capsys):
    from capsviz.cli import main

    few_pictures(_bars(20, 0), _bars(10, 1), _bars(10, 2))
    assert main(["train", *TINY, "--out", str(home / "cnn.safetensors")]) == 0
    (home / "cnn.notes.md").write_text("### What was tried\n\nLess.\n", "utf-8")
    for _ in range(2):
        capsys.readouterr()
        assert main(["evaluate", "--checkpoint", "cnn", "--card", "--device", "cpu"]) == 0
        card = capsys.readouterr().out
        assert card.rstrip().endswith("|\n\n### What was tried\n\nLess.")


def test_shipped_cards_contain_every_note_and_no_duplicate_heading():
    shipped = Path(__file__).parents[2] / "checkpoints"
    noted = {path.name.split(".")[0]: path for path in shipped.glob("*.notes.md")}
    assert {"matrix", "overlap", "overlap_cnn"} <= set(noted)
    for name, path in noted.items():
        card = (shipped / f"{name}.md").read_text("utf-8")
        assert path.read_text("utf-8").strip() in card, name
        headings = re.findall(r"^#+ .*$", card, re.M)
        assert len(headings) == len(set(headings)), name


def test_validation_pictures_make_no_card(home, capsys):
    from capsviz.cli import main

    assert main(["evaluate", "--validation", "--card"]) == 2
    assert "drop --validation" in capsys.readouterr().err


def test_other_iterations_are_tried_on_pictures_held_out_alone(home, few_pictures, capsys):
    from capsviz.cli import main

    few_pictures(_bars(80, 0), _bars(40, 1), _bars(30, 2))
    out = home / "cnn.safetensors"
    assert main(["train", *TINY, "--out", str(out)]) == 0
    evaluate = ["evaluate", "--checkpoint", "cnn", "--device", "cpu", "--iterations", "1"]
    capsys.readouterr()
    assert main(evaluate) == 2
    assert "add --validation" in capsys.readouterr().err
    assert main([*evaluate, "--validation"]) == 2
    assert "no routing iterations" in capsys.readouterr().err


def test_an_evaluation_before_the_log_is_mentioned_but_not_counted(tmp_path):
    from capsviz.training import test_set_log
    from capsviz.training.card import readings_row

    network = tmp_path / "old.safetensors"
    row = {"sha256": "a", "set": "analyse", "n": 5, "first": None, "last": None, "times": None}
    test_set_log.path_beside(network).write_text(json.dumps({"format": 1, "readings": [row]}))
    told = "analyse at least once, how often is not on record"
    assert readings_row(test_set_log.read(network), "a") == told
    test_set_log.note(network, "a", "analyse", 5)
    (known,) = test_set_log.read(network)
    assert (known["times"], known["first"]) == (None, None)
    assert known["last"] is not None
    assert readings_row([known], "a") == told
    assert readings_row([known], "b") == "of other weights under this name 1: analyse 1"


def test_test_set_results_of_shipped_networks_are_logged():
    from capsviz.analysis import record, viewpoint
    from capsviz.training import test_set_log

    shipped = Path(__file__).parents[2] / "checkpoints"
    for found in (*shipped.glob("*.analysis.json"), *shipped.glob("*.viewpoint.json")):
        what = "analyse" if found.name.endswith(".analysis.json") else "viewpoint"
        network = shipped / f"{found.name.split('.')[0]}.safetensors"
        assert found == {"analyse": record, "viewpoint": viewpoint}[what].path_beside(network)
        digest = json.loads(found.read_text())["sha256"]
        assert (digest, what) in {(row["sha256"], row["set"]) for row in test_set_log.read(network)}


def test_a_damaged_log_is_reported_and_left_alone(home, few_pictures, capsys):
    from capsviz.cli import main

    few_pictures(_bars(20, 0), _bars(10, 1), _bars(10, 2))
    assert main(["train", *TINY, "--out", str(home / "cnn.safetensors")]) == 0
    damaged = home / "cnn.readings.json"
    damaged.write_text("{")
    capsys.readouterr()
    assert main(["evaluate", "--checkpoint", "cnn", "--device", "cpu"]) == 0
    assert "not on record: cnn.readings.json is damaged" in capsys.readouterr().err
    assert damaged.read_text() == "{"


def test_the_card_of_an_older_network_admits_that_it_scored_test_images(home):
    from capsviz.training.card import _selection_rows

    rows = _selection_rows({"history": [{"accuracy": 0.99}, {"accuracy": 0.995}]})
    assert "test images were scored after every epoch" in rows["validation images"]
    assert rows["accuracy on the test images after each epoch"] == "99.00, 99.50"


def test_pairs_for_validation_come_from_held_out_digits_alone(home, few_pictures, monkeypatch):
    from capsviz.cli import main
    from capsviz.training import tasks

    training, held = _bars(40, 0), _bars(20, 1)
    scored = []
    real = tasks.evaluate_pairs
    monkeypatch.setattr(
        tasks, "evaluate_pairs", lambda model, shown: scored.append(shown) or real(model, shown)
    )
    few_pictures(training, held, test=None)
    out = ["--out", str(home / "overlap_cnn.safetensors")]
    assert main(["train", *TINY, "--task", "overlap", *out]) == 0
    assert [shown is held for shown in scored] == [True, True]


def test_only_the_option_record_writes_beside_a_shipped_network(
    tmp_path, few_pictures, monkeypatch
):
    from capsviz.cli import main
    from capsviz.training import test_set_log

    folders = importlib.import_module("capsviz.training.checkpoint.folders")
    place = tmp_path / "checkpoints"
    monkeypatch.setattr(folders, "HOME", tmp_path)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(place))
    few_pictures(_bars(20, 0), _bars(10, 1), _bars(10, 2))
    assert main(["train", *TINY, "--out", str(place / "cnn.safetensors")]) == 0
    strange = tmp_path / "strange"
    for k, image in enumerate(_bars(40, 3).images):
        (strange / str(k % 10)).mkdir(parents=True, exist_ok=True)
        Image.fromarray(image.numpy()).save(strange / str(k % 10) / f"{k}.png")

    before = {path.name: path.read_bytes() for path in place.iterdir()}
    evaluate = ["evaluate", "--checkpoint", "cnn", "--device", "cpu"]
    for further in (
        [],
        ["--precision", "float32"],
        ["--whole", "--data-set", f"folder:{strange}"],
        ["--data-set", f"folder:{strange}"],
    ):
        assert main([*evaluate, *further]) == 0
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before

    assert main([*evaluate, "--record"]) == 0
    assert main([*evaluate, "--record", "--whole", "--data-set", f"folder:{strange}"]) == 0
    rows = test_set_log.read(place / "cnn.safetensors")
    assert [(row["set"], row["n"]) for row in rows] == [
        ("digits", 10),
        ("folder:strange, all", 40),
    ]
