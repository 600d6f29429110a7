"""The Draw page's script, without a browser."""

from __future__ import annotations

import pytest
from pages import at_page


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
