"""Coloured sprites match their factors."""

from __future__ import annotations

import colorsys

import numpy as np
import pytest
import torch


def test_hue_and_brightness_are_those_of_hsv():
    from capsviz.data import colours
    from capsviz.data.sprites import SHAPES

    hues = torch.arange(0, 361, 15.0)
    brightness = torch.linspace(*colours.BRIGHTNESS, len(hues))
    square = [shape.name for shape in SHAPES].index("square")
    plain = torch.tensor([0, 0, 0, 0.3, 0.8]).expand(len(hues), 5)
    drawn = colours.draw(
        torch.full((len(hues),), square), torch.cat([plain, hues[:, None], brightness[:, None]], 1)
    )
    full = drawn.amax((2, 3)).numpy() / 255
    expected = [
        colorsys.hsv_to_rgb(float(hue) / 360, colours.SATURATION, float(light))
        for hue, light in zip(hues, brightness, strict=True)
    ]
    np.testing.assert_allclose(full, expected, atol=0.003)


def test_the_ink_is_that_of_a_sprite():
    from capsviz.data import colours, sprites

    found = colours.coloured_sprites(200, 3)
    ink = sprites.draw(found.labels, found.factors[:, :5]).float()
    brightest = found.images.amax(1).float()
    np.testing.assert_allclose(brightest, ink * found.factors[:, 6, None, None], atol=0.6)


def test_the_same_seed_gives_the_same_pictures_and_every_factor_fills_its_range():
    from capsviz.data import colours

    first, again, other = (colours.coloured_sprites(1000, seed) for seed in (3, 3, 4))
    assert torch.equal(first.images, again.images)
    assert not torch.equal(first.factors, other.factors)
    least, most = (torch.from_numpy(end) for end in colours.ranges())
    even = (first.factors - least[first.labels]) / (most - least)[first.labels]
    assert float(even.min()) > -1e-6
    assert float(even.max()) < 1 + 1e-6
    np.testing.assert_allclose(even.mean(0), 0.5, atol=0.06)


def test_the_set_has_other_pictures_for_training_validation_and_test(monkeypatch):
    from capsviz.data import colours
    from capsviz.data.factors import COLOURS, source_of
    from capsviz.data.sets import open_set

    monkeypatch.setattr(colours.ColourSet, "sizes", (40, 40, 40))
    chosen = open_set("colours")
    assert chosen.format.shape == (3, 28, 28)
    assert source_of(chosen.subject) is COLOURS
    learning = chosen.learning()
    parts = [learning.training(0), learning.training(1), learning.validation, chosen.test()]
    shown = {part.images.numpy().tobytes() for part in parts}
    assert len(shown) == 4


@pytest.mark.parametrize("side", [28, 112])
def test_factors_draw_the_same_sprite_at_every_side(side):
    from capsviz.data.colours import coloured_sprites
    from capsviz.data.factors import COLOURS

    found = coloured_sprites(8, 5, side)
    assert torch.equal(COLOURS.draw(found.labels, found.factors, side, 3), found.images)


def test_networks_of_coloured_sprites_are_compared_among_themselves():
    from capsviz.data.colours import ColourSet
    from capsviz.data.sprites import SpriteSet

    coloured, grey = ColourSet().subject, SpriteSet().subject
    assert coloured.compares(coloured)
    assert not coloured.compares(grey)
    assert not grey.compares(coloured)
