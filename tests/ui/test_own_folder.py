"""The README's way from a folder of pictures to every page."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch
from pages import visit

PAGES = ("draw", "network", "routing", "dimensions", "viewpoint", "compare", "overlap", "learn")


@pytest.fixture
def mine(tmp_path, monkeypatch, tiny_model):
    """The README's three lines, with fewer pictures and one epoch, and a network for digits."""
    from capsviz import engine
    from capsviz.cli import main
    from capsviz.training import checkpoint

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path / "checkpoints"))
    digits = tmp_path / "checkpoints" / "dynamic.safetensors"
    digits.parent.mkdir()
    checkpoint.save(digits, tiny_model.state_dict(), tiny_model.config, {})
    assert main(["sprites", "photos", "--classes", "2", "--each", "50"]) == 0
    train = ["train", "--data-set", "folder:photos", "--network", "compact", "--out", "mine"]
    assert main([*train, "--epochs", "1"]) == 0
    engine.engine.cache_clear()
    yield "mine"
    engine.engine.cache_clear()


def test_a_network_of_a_folder_is_listed_on_every_page(mine):
    groups = visit("routing")["picker"]["groups"]
    assert [one["name"] for group in groups for one in group["networks"]] == ["dynamic", mine]
    for page in PAGES:
        if page == "overlap":  # for which there is no network here
            continue
        answer = visit(page, mine)
        alone = [note for note in answer["notes"] if "digits alone" in note]
        assert bool(alone) == (page == "claims"), page
        assert not answer["complaints"], page
        if page in ("draw", "routing", "dimensions", "viewpoint"):
            found = answer["data"]["network"]
            assert found["classes"] == ["square", "triangle"]
            assert found["name"] == mine


def write_pictures(root, classes: int, each: int, channels: int = 1) -> None:
    """A folder of tiny pictures: of each class a bar at a height of its own, no two alike."""
    from PIL import Image

    random = np.random.default_rng(0)
    for k in range(classes):
        (root / f"object-{k:02}").mkdir(parents=True)
        for n in range(each):
            pixels = random.integers(0, 60, (28, 28), np.uint8)
            pixels[4 + k % 20, 4 + k // 20 : 24] = 255
            if channels == 3:
                pixels = np.stack([pixels, pixels // 2, random.integers(0, 99, (28, 28))], -1)
                pixels = pixels.astype(np.uint8)
            Image.fromarray(pixels).save(root / f"object-{k:02}" / f"{n}.png")


@pytest.fixture(
    params=[
        pytest.param((2, 150, 3, 32), marks=pytest.mark.slow),
        (3, 8, 1, 28),
        pytest.param((50, 4, 1, 28), marks=pytest.mark.slow),
    ],
    ids="{0[0]} classes of {0[1]}, {0[2]} channels, {0[3]} pixels".format,
)
def analysed(request, tmp_path, monkeypatch):
    """A small network, trained on so many classes of so many pictures and measured on them."""
    from capsviz import engine
    from capsviz.analysis import attack_success, labels
    from capsviz.cli import main
    from capsviz.config import ModelConfig, TrainConfig
    from capsviz.data.sets import open_set
    from capsviz.training.train import train

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path / "checkpoints"))
    # Steps that take seconds at full size.
    monkeypatch.setattr(labels, "START_COUNT", 1)
    monkeypatch.setattr(labels, "STEPS", 2)
    monkeypatch.setattr(attack_success, "DIGITS", 6)
    monkeypatch.setattr(attack_success, "STEPS", 2)
    classes, each, channels, side = request.param
    write_pictures(tmp_path / "photos", classes, each, channels)
    small = {"conv_channels": 4, "primary_types": 2, "decoder_hidden": (8, 8), "digit_dim": 2}
    chosen = open_set("folder:photos", channels=None, side=None)
    assert (chosen.channels, chosen.side) == (channels, side)
    path = tmp_path / "checkpoints" / "a.safetensors"
    path.parent.mkdir()
    config = ModelConfig(classes=classes, channels=channels, image_size=side, **small)
    learning, few = chosen.learning(), TrainConfig(epochs=1, batch=64)
    told = {"device": torch.device("cpu"), "subject": chosen.subject}
    assert train(config, few, learning, path, log=lambda _: None, **told)
    data = ["--checkpoint", "a", "--data-set", "folder:photos", "--device", "cpu"]
    for command in ("analyse", "viewpoint", "calibrate"):
        assert main([command, *data]) == 0, command
    engine.engine.cache_clear()
    yield path
    engine.engine.cache_clear()


def open_pages(name: str) -> list[str]:
    """Complaints of every page about this network; none may break off."""
    pages = [page for page in (*PAGES, "train") if page != "overlap"]  # has no network here
    return [sentence for page in pages for sentence in visit(page, name)["complaints"]]


def test_every_page_opens_after_an_analysis_of_any_folder(analysed):
    from capsviz.ui.networks import cache

    assert open_pages("a") == []
    found = cache.analysis("a")
    assert found is not None
    few = len(found.examples.low[0, 0]) < 10
    rows = json.loads(cache.slider_poses("a")[1])["labels"]
    shown = [label["text"] for row in rows for label in row]
    assert all(("unknown: " in text) == few for text in shown)
    assert (cache.viewpoint("a").fits is None) == few


@pytest.mark.slow
@pytest.mark.parametrize("analysed", [(3, 8, 1, 28)], indirect=True)
def test_no_page_dies_of_a_file_beside_a_network(analysed):
    beside = sorted(analysed.parent.glob("*.json"))
    for text in ("{}", "[1", '{"format": 2, "results": [[]]}'):
        for path in beside:
            path.write_text(text, "utf-8")
        open_pages("a")
