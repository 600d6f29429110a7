"""A user's network from start to finish: a folder, a training, an entry in the picker."""

from __future__ import annotations

import json
import shutil

import pytest
import torch


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path / "checkpoints"))
    return tmp_path


def test_a_network_trained_on_a_folder_can_be_chosen_and_evaluated(home, capsys):
    from capsviz.cli import main
    from capsviz.training import checkpoint

    assert main(["sprites", "photos", "--classes", "3", "--each", "60"]) == 0
    (home / "photos" / "square" / "notes.txt").write_text("no picture")
    train = ["train", "--data-set", "folder:photos", "--network", "compact", "--out", "mine"]
    assert main([*train, "--epochs", "2", "--keep-samples", "2"]) == 0
    told = capsys.readouterr().out
    assert "photos: 181 files in 3 classes: ellipse 60, square 61, triangle 60" in told
    assert "validation pictures" in told
    assert "| ellipse | " in told.splitlines()[-3]

    # As the app's picker finds it, but not among the networks for digits.
    assert "mine" not in checkpoint.list_offers(28)
    offer = checkpoint.list_offers(28, data_set=None)["mine"]
    assert offer.subject.data_set == "folder:photos"
    assert offer.subject.classes == ("ellipse", "square", "triangle")
    loaded = checkpoint.load("mine", "cpu")
    assert loaded.model.config.classes == 3
    assert loaded.training["config"]["batch"] == 32
    assert loaded.samples is not None
    assert loaded.samples.labels.tolist() == [0, 0, 1, 1, 2, 2]
    assert loaded.samples.images.shape == (6, 28, 28)

    evaluate = ["evaluate", "--checkpoint", "mine"]
    assert main([*evaluate, "--data-set", f"folder:{home}/./photos/", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["set"] == "folder:photos"
    assert result["n"] + loaded.training["validation"]["n"] + loaded.training[
        "training_images"
    ] in (180, 181)
    assert main([*evaluate, "--data-set", "folder:photos", "--whole", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["n"] in (180, 181)
    assert not told.err
    counts = torch.tensor(result["confusion"])
    assert int(counts.sum()) == result["n"]
    assert int(counts.trace()) == round(result["accuracy"] * result["n"])

    assert main(evaluate) == 2
    assert "say where that is with --data-set folder:PATH" in capsys.readouterr().err
    shutil.move(home / "photos" / "square", home / "photos" / "circle")
    assert main([*evaluate, "--data-set", "folder:photos"]) == 2
    assert "the classes of mine are those of 'folder:photos'" in capsys.readouterr().err


def test_own_pictures_are_shown_out_of_their_folder(home):
    from capsviz.data import folder_samples
    from capsviz.data.sets import open_set
    from capsviz.data.sprites import write_folder

    write_folder(home / "photos", 2, 20)
    chosen, record = open_set("folder:photos"), home / "folders.json"
    folder_samples.note(record, chosen)
    shown = folder_samples.read(record, chosen.subject, chosen.format)
    held = {image.numpy().tobytes() for image in chosen.learning().validation.images}
    assert shown.labels.tolist() == [0, 0, 0, 1, 1, 1]
    assert {image.numpy().tobytes() for image in shown.images} <= held
    # A record with a path outside of the folder shows nothing.
    record.write_text(record.read_text("utf-8").replace('"square/', '"../photos/square/'), "utf-8")
    assert folder_samples.read(record, chosen.subject, chosen.format).labels.tolist() == [1, 1, 1]
    shutil.rmtree(home / "photos")
    assert folder_samples.read(record, chosen.subject, chosen.format) is None


def test_few_pictures_are_seen_often_and_many_as_usual(home, capsys):
    from capsviz.data.sets import open_set
    from capsviz.data.sprites import write_folder

    write_folder(home / "photos", 2, 100)
    chosen = open_set("folder:photos")
    n = len(chosen.learning().training(0))
    assert chosen.usual["epochs"] * n == pytest.approx(30_000, rel=0.01)
    from capsviz.data import folder

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder, "_ORDINARY_SIZE", 50)
        assert chosen.usual == {}


def test_sprites_are_not_written_over_a_folder(home, capsys):
    from capsviz.cli import main

    (home / "photos").mkdir()
    assert main(["sprites", "photos"]) == 2
    assert "is there already: name a new folder" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["sprites", "fashion"])
def test_the_other_sets_are_learnt_and_scored_by_name(home, name, monkeypatch, capsys):
    from capsviz.cli import main
    from capsviz.data import sprites, vision
    from capsviz.data.pictures import Pictures, hold_out
    from capsviz.training import checkpoint

    monkeypatch.setattr(sprites.SpriteSet, "sizes", (64, 32, 40))
    random = torch.Generator().manual_seed(0)
    images = torch.randint(0, 256, (200, 28, 28), generator=random).to(torch.uint8)
    few = Pictures(images, torch.arange(200) % 10)
    monkeypatch.setattr(vision, "read_root", lambda *_, **__: few)
    monkeypatch.setattr(vision, "hold_out", lambda pictures: hold_out(pictures, 40))
    train = ["train", "--data-set", name, "--network", "cnn", "--epochs", "1", "--out", name]
    assert main(train) == 0
    loaded = checkpoint.load(name, "cpu")
    assert loaded.subject.data_set == name
    assert loaded.training["config"]["augment"] == {"sprites": "none", "fashion": "mirrored"}[name]
    assert loaded.samples is None
    capsys.readouterr()
    assert main(["evaluate", "--checkpoint", loaded.name, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["set"] == name
    assert main(["evaluate", "--data-set", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == result
    assert result["classes"] == list(loaded.subject.classes)
    assert main(["evaluate", "--checkpoint", loaded.name, "--data-set", "mnist"]) == 2
    assert f"the classes of {loaded.name} are those of {name!r}" in capsys.readouterr().err
    assert main(["evaluate", "--all", "--data-set", name]) == 0
    assert f"| {loaded.name} |" in capsys.readouterr().out
    assert main(["evaluate", "--all"]) == 2
    assert "no checkpoint here takes 'mnist'" in capsys.readouterr().err


def test_answers_past_the_tenth_class_are_letters():
    from capsviz.data.pictures import Pictures
    from capsviz.training.results import Answers

    labels = torch.tensor([0, 9, 10, 35, 36, 49])
    assert Answers.to(Pictures(torch.zeros(6, 4, 4).byte(), labels)).labels == "09azAN"


def test_samples_that_do_not_fit_a_checkpoint_get_one_sentence(tmp_path, tiny_model):
    from capsviz.data.pictures import Pictures
    from capsviz.errors import CapsvizError
    from capsviz.training import checkpoint

    def kept(images, labels):
        path = tmp_path / "mine.safetensors"
        samples = Pictures(images, labels)
        checkpoint.save(path, tiny_model.state_dict(), tiny_model.config, {}, samples=samples)
        return checkpoint.load(path, "cpu").samples

    images, labels = torch.randint(0, 256, (3, 28, 28)).to(torch.uint8), torch.tensor([9, 0, 4])
    found = kept(images, labels)
    assert torch.equal(found.images, images)
    assert torch.equal(found.labels, labels)
    for wrong in (
        (images[:, :20, :20], labels),
        (images, torch.tensor([0, 1, 10])),
    ):
        with pytest.raises(CapsvizError, match="keeps samples that do not fit it"):
            kept(*wrong)


@pytest.mark.slow
def test_analyse_and_viewpoint_measure_a_network_of_three_classes(home, monkeypatch, capsys):
    from capsviz.analysis import labels, record, viewpoint
    from capsviz.cli import main
    from capsviz.config import LabelSet, ModelConfig
    from capsviz.data.sprites import write_folder
    from capsviz.model.networks import build
    from capsviz.training import checkpoint, test_set_log

    monkeypatch.setattr(labels, "START_COUNT", 4)  # sweeps take seconds each
    write_folder(home / "photos", 3, 120)
    small = {"conv_channels": 4, "primary_types": 2, "decoder_hidden": (8, 8), "digit_dim": 2}
    config = ModelConfig(classes=3, **small)
    subject = LabelSet("folder:photos", ("ellipse", "square", "triangle"))
    path = home / "checkpoints" / "mine.safetensors"
    torch.manual_seed(0)
    checkpoint.save(path, build(config).state_dict(), config, {}, subject=subject)

    data = ["--checkpoint", "mine", "--data-set", "folder:photos", "--device", "cpu"]
    assert main(["analyse", *data]) == 0
    found = record.load(record.path_beside(path), checkpoint.digest("mine"))
    assert found.poses.mean.shape == (3, 2)
    assert main(["viewpoint", *data]) == 0
    laws = viewpoint.load(viewpoint.path_beside(path), checkpoint.digest("mine"))
    assert laws.provenance["digits_per_class"] < 30
    assert laws.fits is not None
    assert laws.fits.shared.shape[1] == 3
    assert {row["set"] for row in test_set_log.read(path)} == {"analyse", "viewpoint"}


def test_a_training_in_colour_goes_on_by_its_name_alone(home, capsys, monkeypatch):
    from PIL import Image

    from capsviz.cli import main
    from capsviz.training import checkpoint, train

    for k, name in enumerate(("leaf", "sky")):
        (home / "photos" / name).mkdir(parents=True)
        for n in range(20):
            colour = (30 * k + n, 200 - 90 * k, 60 + 90 * k)
            Image.new("RGB", (40, 32), colour).save(home / "photos" / name / f"{n}.png")
    words = ["train", "--data-set", "folder:photos", "--network", "compact", "--out", "mine"]
    words += ["--epochs", "3", "--batch", "7"]
    state = home / "checkpoints" / "mine.resume.safetensors"
    monkeypatch.setattr("sys.argv", ["capsviz", *words])
    kept = train.Keeper.keep

    def keep_once(keeper):
        kept(keeper)
        keeper.run.interrupted.append(2)  # as after Ctrl-C

    with monkeypatch.context() as patched:
        patched.setattr(train.Keeper, "keep", keep_once)
        assert main(words) == 130
    assert state.is_file()
    # Only the name is given: pictures, network and settings are the original ones.
    assert main(["train", "--resume", "--out", "mine", "--threads", "1"]) == 0
    assert "in colour" in capsys.readouterr().out
    loaded = checkpoint.load("mine", "cpu")
    assert len(loaded.training["history"]) == 3
    assert loaded.model.config.channels == 3
    # It is complete: no state is left to resume.
    assert not state.exists()
    assert main(["train", "--resume", "--out", "mine"]) == 2
