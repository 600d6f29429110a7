"""Sprites match their factors."""

from __future__ import annotations

import numpy as np
import pytest
import torch

KINDS = ("triangle", "square", "ellipse", "heart", "arrow", "cross", "crescent", "L")


def _one(kind: str, n: int, **factors: float):
    """n sprites of a kind at its middling factors, save for those that are given."""
    from capsviz.data.sprites import FACTORS, SHAPES, draw, ranges

    k = KINDS.index(kind)
    assert SHAPES[k].name == kind
    least, most = ranges()
    row = torch.from_numpy((least[k] + most[k]) / 2).float()
    row[:3] = 0
    drawn = row.repeat(n, 1)
    side = int(factors.pop("side", 28))
    for name, value in factors.items():
        drawn[:, FACTORS.index(name)] = torch.as_tensor(value)
    return draw(torch.full((n,), k), drawn, side).float() / 255


def test_the_same_seed_gives_the_same_sprites_and_no_other_does():
    from capsviz.data.sprites import sprites

    first, again, other = sprites(200, 3), sprites(200, 3), sprites(200, 4)
    assert torch.equal(first.images, again.images)
    assert torch.equal(first.factors, again.factors)
    assert not torch.equal(first.factors, other.factors)


def test_every_shape_and_every_factor_fills_its_range():
    from capsviz.data.sprites import FACTORS, SHAPES, ranges, sprites

    found = sprites(8000, 0)
    assert tuple(shape.name for shape in SHAPES) == KINDS
    counts = found.labels.bincount()
    assert (counts > 880).all()
    assert (counts < 1120).all()
    least, most = ranges()
    for k in range(len(SHAPES)):
        rows = found.factors[found.labels == k].double().numpy()
        even = (rows - least[k]) / (most - least)[k]
        assert (even > -1e-6).all()
        assert (even < 1 + 1e-6).all()
        np.testing.assert_allclose(even.mean(0), 0.5, atol=0.05)
        np.testing.assert_allclose(even.std(0), 12**-0.5, atol=0.03)
        # Independent of each other.
        apart = np.corrcoef(even.T) - np.eye(len(FACTORS))
        assert np.abs(apart).max() < 0.12


def test_sprites_to_learn_from_are_turned_no_further_than_asked():
    from capsviz.data.sets import name_of, open_set
    from capsviz.data.sprites import ROTATION, SHAPES, sprites
    from capsviz.errors import CapsvizError

    symmetry = torch.tensor([shape.symmetry for shape in SHAPES])
    for found, least, most in (
        (open_set("sprites:30").validation(), 0, 30),
        (sprites(2000, 0, angles=(60.0, 90.0)), 60, 90),
    ):
        whole = found.factors[symmetry[found.labels] == 360, ROTATION]
        size = torch.minimum(whole, 360 - whole)
        assert least - 1e-3 <= size.min()
        assert size.max() <= most + 1e-3
        assert 0.4 < float((whole < 180).float().mean()) < 0.6
    assert name_of("sprites:30") == "sprites"
    usual = open_set("sprites:180").validation().images
    assert torch.equal(usual, open_set("sprites").validation().images)
    with pytest.raises(CapsvizError, match=r"as in sprites:30, '200' is not a number from 0"):
        open_set("sprites:200")


@pytest.mark.parametrize("side", [28, 40, 64])
def test_a_sprite_lies_inside_its_picture_at_every_resolution(side):
    from capsviz.data.sprites import sprites

    found, usual = sprites(1500, 1, side), sprites(1500, 1)
    assert torch.equal(found.factors, usual.factors)
    assert found.images.shape == (1500, side, side)
    edge = torch.ones(side, side, dtype=torch.bool)
    edge[1:-1, 1:-1] = False
    assert int(found.images[:, edge].max()) < 128
    assert (found.images.flatten(1).amax(1) == 255).all()


@pytest.mark.parametrize("kind", KINDS)
def test_a_pixels_ink_is_the_share_of_it_that_the_shape_covers(kind):
    # Against a raster of sixteen times as many pixels each way, hard-edged, then averaged.
    turns = torch.arange(12) * 31.0
    place = {"x": 0.031, "y": -0.017, "rotation": turns, "size": 0.3}
    fine = (_one(kind, 12, side=28 * 16, **place) > 0.5).float()
    true = fine.unflatten(2, (28, 16)).unflatten(1, (28, 16)).mean((2, 4))
    off = (_one(kind, 12, **place) - true).abs()
    soft = (true > 0) & (true < 1)
    assert float(off[~soft].max()) < 0.35, "beside a sharp corner"
    assert float(off[soft].mean()) < 0.05
    assert float(_one(kind, 12, **place).sum() / true.sum()) == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_by_the_symmetry_changes_nothing_and_a_smaller_one_does(kind):
    from capsviz.data.sprites import SHAPES

    symmetry = SHAPES[KINDS.index(kind)].symmetry
    turns = torch.cat([torch.tensor([0.0, 1.0]), torch.linspace(0.05, 0.95, 19)]) * symmetry
    found = _one(kind, len(turns), rotation=turns)
    assert float((found[0] - found[1]).abs().max()) < 0.01
    apart = (found[2:] - found[0]).abs().sum((1, 2)) / found[0].sum()
    assert float(apart.min()) > 0.1
    # Counter-clockwise: what points up points left after a quarter.
    quarter = _one(kind, 1, rotation=90.0)[0]
    torch.testing.assert_close(quarter, found[0].rot90(), atol=0.01, rtol=0)


@pytest.mark.parametrize("kind", KINDS)
def test_place_and_size_move_and_scale_the_ink(kind):
    side = 56
    steps = torch.tensor([0.0, 3.0])
    at, right, down = (
        _one(kind, 2, side=side, rotation=20.0, **{name: steps / side} if name else {})
        for name in ("", "x", "y")
    )
    torch.testing.assert_close(right[1], at[0].roll(3, 1), atol=0.01, rtol=0)
    torch.testing.assert_close(down[1], at[0].roll(3, 0), atol=0.01, rtol=0)
    small, large = _one(kind, 2, side=side, size=torch.tensor([0.2, 0.34]))
    assert float(large.sum() / small.sum()) == pytest.approx((0.34 / 0.2) ** 2, rel=0.03)


@pytest.mark.parametrize(
    ("kind", "area"),
    [
        # In units of the circle's radius squared.
        ("ellipse", lambda form: np.pi * form),
        ("square", lambda form: 2 * (1 - (1 - form) ** 2)),
        ("cross", lambda form: 4 * form * (1 - (form / 2) ** 2) ** 0.5 - form**2),
        ("arrow", lambda form: 0.75**2 + form * 1.2),
        ("L", lambda form: form * (1.7 + 1.02) - form**2),
        ("triangle", lambda form: _triangle(form)),
    ],
)
def test_form_sets_the_documented_aspect_or_thickness(kind, area):
    from capsviz.data.sprites import SHAPES

    shape = SHAPES[KINDS.index(kind)]
    forms = np.linspace(shape.low, shape.high, 5)
    ink = _one(kind, 5, side=112, size=0.34, form=torch.from_numpy(forms).float()).sum((1, 2))
    expected = [area(form) * (0.34 * 112) ** 2 for form in forms]
    np.testing.assert_allclose(ink.numpy(), expected, rtol=0.02)


def _triangle(aspect: float) -> float:
    half = np.arctan(0.5 / aspect)
    height = 1 + np.cos(2 * half)
    return height * height / aspect / 2


@pytest.mark.parametrize("kind", ["heart", "crescent"])
def test_more_form_is_more_ink(kind):
    from capsviz.data.sprites import SHAPES

    shape = SHAPES[KINDS.index(kind)]
    ink = _one(kind, 9, form=torch.linspace(shape.low, shape.high, 9)).sum((1, 2))
    assert (ink.diff() > 0).all()


def test_no_pass_validation_or_test_shares_a_sprite_with_another():
    from capsviz.data import sprites as module
    from capsviz.data.sets import open_set

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.SpriteSet, "sizes", (300, 200, 250))
        chosen = open_set("sprites")
        learning = chosen.learning()
        assert learning.validation is not None
        parts = [learning.training(0), learning.training(1), learning.validation, chosen.test()]
        again = chosen.learning().training(1)
        whole = learning.whole()
    assert [len(part) for part in parts] == [300, 300, 200, 250]
    assert torch.equal(again.images, parts[1].images)
    seen = [image.numpy().tobytes() for part in parts for image in part.images]
    assert len(set(seen)) == len(seen)
    assert whole.validation is None
    assert chosen.classes == KINDS
