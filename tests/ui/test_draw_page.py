"""The Draw page's script, without a browser."""

from __future__ import annotations

import pytest
from pages import at_page, components, visit
from scripts import ROOT


@pytest.fixture
def app(tiny_checkpoint):
    return at_page()


def test_the_script_mounts_the_header_and_the_page(app) -> None:
    app.run()
    assert not app.exception
    found = components(app)
    assert set(found) == {"tools", "draw"}
    assert found["draw"]["page"] == "draw"
    assert "reply" not in found["draw"], "the tab asks for the page's data itself"


def test_a_missing_model_gets_one_sentence(tiny_checkpoint) -> None:
    from capsviz.errors import CapsvizError

    tiny_checkpoint.unlink()
    with pytest.raises(CapsvizError, match="no trained model"):
        visit("draw")


@pytest.mark.parametrize("damage", ["cut", "flip", "pickle"])
def test_a_damaged_model_gets_one_sentence(tiny_checkpoint, damage: str) -> None:
    from capsviz.errors import CapsvizError

    data = bytearray(tiny_checkpoint.read_bytes())
    if damage == "cut":
        del data[len(data) // 2 :]
    elif damage == "flip":
        data[-5] ^= 0xFF
    else:
        data[:2] = b"PK"
    tiny_checkpoint.write_bytes(bytes(data))
    with pytest.raises(CapsvizError, match=r"dynamic\.safetensors"):
        visit("draw")


def test_the_help_states_a_squash_in_the_network_s_own_words_only() -> None:
    """The networks here have two: a formula that stands in the markup is wrong for one of them."""
    from capsviz.analysis.class_score import ClassScore
    from capsviz.config import ModelConfig
    from capsviz.model.capsnet import CapsNet

    says = (ROOT / "pages/draw/index.html").read_text("utf-8").split('class="cv-say"')[1]
    assert "<math" not in says.split("</section>")[0]
    for routing, law in (("dynamic", "‖s‖² / (1 + ‖s‖²)"), ("attention", "1 − exp(−‖s‖)")):
        config = ModelConfig(routing=routing, conv_channels=8, primary_types=2)
        assert law in ClassScore.of(CapsNet(config)).meaning


def test_how_often_answers_are_right_was_counted_with_the_network_s_own_iterations() -> None:
    from capsviz.training import checkpoint
    from capsviz.ui.networks import cache

    counted = {"matrix": 2, "cnn": 1, "attention": 1}
    if not set(counted) <= set(checkpoint.names()):
        pytest.skip("some networks are not here")
    found = {name: cache.certainty(name) for name in counted}
    assert {name: each and each["iterations"] for name, each in found.items()} == counted
