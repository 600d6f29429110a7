"""The Draw page's script, without a browser."""

from __future__ import annotations

import pytest
from pages import at_page
from scripts import ROOT


@pytest.fixture
def app(tiny_checkpoint):
    return at_page()


def test_first_screen_shows_a_digit_being_read(app) -> None:
    app.run()
    assert not app.exception
    assert not app.error
    assert len(app.get("bidi_component")) == 2  # the tools in the header and the page


def test_a_missing_model_gets_one_sentence(app, tiny_checkpoint) -> None:
    tiny_checkpoint.unlink()
    app.run()
    assert not app.exception
    assert "no trained model" in app.error[0].value


@pytest.mark.parametrize("damage", ["cut", "flip", "pickle"])
def test_a_damaged_model_gets_one_sentence(app, tiny_checkpoint, damage: str) -> None:
    data = bytearray(tiny_checkpoint.read_bytes())
    if damage == "cut":
        del data[len(data) // 2 :]
    elif damage == "flip":
        data[-5] ^= 0xFF
    else:
        data[:2] = b"PK"
    tiny_checkpoint.write_bytes(bytes(data))
    app.run()
    assert not app.exception
    assert "dynamic.safetensors" in app.error[0].value


def test_the_help_states_a_squash_in_the_network_s_own_words_only() -> None:
    """The networks here have two: a formula that stands in the markup is wrong for one of them."""
    from capsviz.analysis.class_score import Measure
    from capsviz.config import ModelConfig
    from capsviz.model.capsnet import CapsNet

    says = (ROOT / "pages/draw/index.html").read_text("utf-8").split('class="cv-say"')[1]
    assert "<math" not in says.split("</section>")[0]
    for routing, law in (("dynamic", "‖s‖² / (1 + ‖s‖²)"), ("attention", "1 − exp(−‖s‖)")):
        config = ModelConfig(routing=routing, conv_channels=8, primary_types=2)
        assert law in Measure.of(CapsNet(config)).meaning
