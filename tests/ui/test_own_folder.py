"""The README's way from a folder of pictures to every page."""

from __future__ import annotations

import pytest
from pages import at_page, components, go, pick

PAGES = ("draw", "routing", "dimensions", "viewpoint", "compare", "overlap", "learn")


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
    groups = components(app)["network"]["groups"]
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
