"""The README's way from a folder of pictures to every page."""

from __future__ import annotations

import pytest
import torch
from pages import at_page, components, go, pick

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


def test_what_a_folder_taught_stands_in_the_picker_and_on_every_page(mine):
    app = at_page("routing").run()
    groups = components(app)["picker"]["groups"]
    assert [one["name"] for group in groups for one in group["networks"]] == ["dynamic", mine]
    pick(app, mine)
    for page in PAGES:
        go(app, page).run()
        assert not app.exception, page
        assert app.session_state["capsviz.settings"].model == mine
        if page == "overlap":  # for which there is no network here
            continue
        alone = [caption.value for caption in app.caption if "digits alone" in caption.value]
        assert bool(alone) == (page == "learn"), page
        assert not [error.value for error in app.error], page
        if page in ("draw", "routing", "dimensions", "viewpoint"):
            found = components(app)[page]["network"]
            assert found["classes"] == ["square", "triangle"]
            assert found["name"] == mine


@pytest.fixture
def analysed(request, tmp_path, monkeypatch):
    """A small network of two classes, measured on a folder of so many pictures a class.

    What it is too small for is refused; that is no end of the pages either.
    """
    from capsviz import engine
    from capsviz.analysis import labels
    from capsviz.cli import main
    from capsviz.config import LabelSet, ModelConfig
    from capsviz.data.sprites import write_folder
    from capsviz.model.networks import build
    from capsviz.training import checkpoint

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path / "checkpoints"))
    monkeypatch.setattr(labels, "STARTS", 4)  # sweeps take seconds each
    write_folder(tmp_path / "photos", 2, request.param)
    small = {"conv_channels": 4, "primary_types": 2, "decoder_hidden": (8, 8), "digit_dim": 2}
    config = ModelConfig(classes=2, **small)
    path = tmp_path / "checkpoints" / "mine.safetensors"
    path.parent.mkdir()
    torch.manual_seed(0)
    subject = LabelSet("folder:photos", ("square", "triangle"))
    checkpoint.save(path, build(config).state_dict(), config, {}, subject=subject)
    data = ["--checkpoint", "mine", "--data-set", "folder:photos", "--device", "cpu"]
    for command in ("analyse", "viewpoint", "calibrate"):
        enough = request.param == 150 or (request.param == 50 and command == "calibrate")
        assert main([command, *data]) == (0 if enough else 2)
    engine.engine.cache_clear()
    yield path
    engine.engine.cache_clear()


def open_pages(name: str) -> list[str]:
    """What every page complains of with this network; none may break off."""
    app, said = at_page("draw").run(), []
    pick(app, name)
    for page in (*PAGES, "train"):
        go(app, page).run()
        assert not app.exception, (page, app.exception)
        assert app.session_state["capsviz.settings"].model == name
        if page != "overlap":  # for which there is no network here
            said += [error.value for error in app.error]
    return said


@pytest.mark.slow
@pytest.mark.parametrize("analysed", [8, 50, 150], indirect=True)
def test_every_page_opens_after_an_analysis_of_few_pictures(analysed):
    assert open_pages("mine") == []


@pytest.mark.slow
@pytest.mark.parametrize("analysed", [150], indirect=True)
def test_no_page_dies_of_a_file_beside_a_network(analysed):
    beside = sorted(analysed.parent.glob("*.json"))
    for text in ("{}", "[1", '{"format": 2, "results": [[]]}'):
        for path in beside:
            path.write_text(text, "utf-8")
        open_pages("mine")
