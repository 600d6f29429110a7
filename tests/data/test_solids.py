"""Solids match their factors, and their splits divide the viewpoints."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

BODIES = ("cube", "cone", "cylinder", "torus", "L", "stairs", "mug")
#: Half an edge of the cube, in radii.
HALF = math.sqrt(1 / 3)


def _one(name: str, n: int = 1, side: int = 64, **factors):
    """Draw n bodies of a kind in the middle, lit from the camera's side, with factors as given."""
    from capsviz.data.solids import FACTORS, draw

    usual = {"size": 0.4, "elevation": 30.0}
    drawn = torch.zeros(n, len(FACTORS))
    for factor, value in {**usual, **factors}.items():
        drawn[:, FACTORS.index(factor)] = torch.as_tensor(value)
    return draw(torch.full((n,), BODIES.index(name)), drawn, side).float() / 255


def test_the_same_seed_gives_the_same_solids_and_no_other_does():
    from capsviz.data.solids import BODIES as KNOWN
    from capsviz.data.solids import solids

    first, again, other = solids(60, 3), solids(60, 3), solids(60, 4)
    assert tuple(body.name for body in KNOWN) == BODIES
    assert torch.equal(first.images, again.images)
    assert torch.equal(first.factors, again.factors)
    assert not torch.equal(first.factors, other.factors)
    large = solids(20, 3, side=64)
    assert large.images.shape == (20, 64, 64)
    assert torch.equal(large.labels, solids(20, 3).labels)


def test_every_body_and_every_factor_fills_its_range(monkeypatch):
    from capsviz.data import solids as module

    monkeypatch.setattr(module, "draw", lambda labels, *_: torch.zeros(len(labels), 1, 1).byte())
    found = module.solids(7000, 0)
    assert (found.labels.bincount() > 850).all()
    least, most = module.ranges()
    for k in range(len(BODIES)):
        rows = found.factors[found.labels == k].double().numpy()
        even = (rows - least[k]) / (most - least)[k]
        assert -1e-6 < even.min() < even.max() < 1 + 1e-6
        np.testing.assert_allclose(even.mean(0), 0.5, atol=0.05)
        np.testing.assert_allclose(even.std(0), 12**-0.5, atol=0.03)


@pytest.mark.parametrize("name", BODIES)
def test_a_turn_by_the_symmetry_changes_nothing_and_a_smaller_one_does(name):
    from capsviz.data.solids import BODIES as KNOWN

    symmetry = KNOWN[BODIES.index(name)].symmetry
    turns = torch.cat([torch.tensor([0.0, 1.0]), torch.linspace(0.1, 0.9, 9)]) * symmetry + 20
    found = _one(name, len(turns), azimuth=turns)
    # a ray along an edge may fall to either side
    assert float((found[0] - found[1]).abs().mean()) < 5e-3
    apart = (found[2:] - found[0]).abs().sum((1, 2)) / found[0].sum()
    assert float(apart.min()) > 0.1


@pytest.mark.parametrize(
    ("name", "view", "area"),
    [
        # In units of the sphere's radius squared.
        ("cube", {}, 4 * HALF**2),
        ("cube", {"azimuth": 45.0}, 4 * math.sqrt(2) * HALF**2),
        ("cube", {"elevation": 45.0}, 4 * math.sqrt(2) * HALF**2),
        ("cone", {}, math.tan(math.radians(25)) * (1 + math.cos(math.radians(50))) ** 2),
        ("cone", {"azimuth": 90.0}, math.pi * math.sin(math.radians(50)) ** 2),
        ("cylinder", {}, 1.6 * 1.2),
        ("cylinder", {"azimuth": 90.0}, math.pi * 0.6**2),
        ("cylinder", {"elevation": 90.0}, 1.6 * 1.2),
        ("torus", {}, math.pi * (1 - 0.4**2)),
        ("torus", {"azimuth": 90.0}, 1.4 * 0.6 + math.pi * 0.3**2),
        ("L", {}, 0.4 * 1.6 + 0.68 * 0.4),
        ("L", {"azimuth": 90.0}, 0.44 * 1.6),
        ("L", {"elevation": 90.0}, 1.08 * 0.44),
        ("stairs", {}, 4 * HALF**2 * 2 / 3),
        ("stairs", {"azimuth": 90.0}, 4 * HALF**2),
        ("mug", {"azimuth": 90.0}, 1.04 * 1.24),
    ],
)
def test_a_silhouette_has_the_area_of_the_bodys_projection(name, view, area):
    side, size = 224, 0.4
    image = _one(name, side=side, **{"elevation": 0.0, **view})
    assert float((image > 0).sum()) / (side * size) ** 2 == pytest.approx(area, rel=0.04)


def test_bodies_turn_counter_clockwise_seen_from_above():
    from capsviz.data.solids import AZIMUTH, _frame

    assert AZIMUTH == 3
    # The mug's handle points to the right, then away from the camera, then to the left.
    at = {turn: _one("mug", azimuth=turn)[0] for turn in (0.0, 90.0, 180.0, 270.0)}
    columns = {turn: image.sum(0).nonzero()[:, 0] for turn, image in at.items()}
    right = {turn: int(found.max()) - 31.5 for turn, found in columns.items()}
    left = {turn: 31.5 - int(found.min()) for turn, found in columns.items()}
    assert right[0.0] == left[180.0] > right[90.0]
    # Seen from above, the narrow handle is at the top while it points away, then at the bottom.
    away, near = _one("mug", 2, elevation=70.0, azimuth=torch.tensor([90.0, 270.0]))
    for image, narrow, wide in ((away, 3, -4), (near, -4, 3)):
        widths = (image > 0).sum(1)
        widths = widths[widths > 0]
        assert int(widths[narrow]) < 9 < int(widths[wide])
    frame = _frame(torch.tensor([90.0]), torch.tensor([0.0]))[..., 0]
    torch.testing.assert_close(frame[:, 2], torch.tensor([-1.0, 0, 0]), atol=1e-6, rtol=0)
    torch.testing.assert_close(frame.T @ frame, torch.eye(3), atol=1e-6, rtol=0)


@pytest.mark.parametrize("name", ["cone", "stairs", "mug"])
def test_place_and_size_move_and_scale_the_picture(name):
    side = 64
    steps = torch.tensor([0.0, 3.0])
    view = {"azimuth": 20.0, "size": 0.3, "side": side}
    right, down = (_one(name, 2, **view, **{factor: steps / side}) for factor in ("x", "y"))
    torch.testing.assert_close(right[1], right[0].roll(3, 1), atol=0.1, rtol=0)
    torch.testing.assert_close(down[1], down[0].roll(3, 0), atol=0.1, rtol=0)
    small, large = _one(name, 2, side=112, azimuth=20.0, size=torch.tensor([0.28, 0.4]))
    assert float(large.sum() / small.sum()) == pytest.approx((0.4 / 0.28) ** 2, rel=0.03)


def test_the_side_towards_the_light_is_brighter():
    left, front, right = _one("cube", 3, azimuth=45.0, light=torch.tensor([-60.0, 0.0, 60.0]))
    torch.testing.assert_close(left, right.flip(1), atol=0.02, rtol=0)
    torch.testing.assert_close(front, front.flip(1), atol=0.02, rtol=0)
    assert float(right[:, 34:].sum()) > 1.5 * float(right[:, :30].sum())
    from capsviz.data.solids import solids

    # No part of a body is as dark as the ground.
    assert float((right[right > 0]).quantile(0.1)) > 0.1
    assert int(solids(200, 1).images.amax((1, 2)).min()) > 80


def test_a_solid_lies_inside_its_picture():
    from capsviz.data.solids import solids

    images = solids(300, 1).images
    edge = torch.ones(32, 32, dtype=torch.bool)
    edge[1:-1, 1:-1] = False
    assert int(images[:, edge].max()) < 128


def test_two_cameras_see_a_body_from_both_sides_of_the_middle():
    from capsviz.data.solids import AZIMUTH, STEREO, draw, solids

    both = solids(30, 2, channels=2)
    assert both.images.shape == (30, 2, 32, 32)
    for channel, way in ((0, 0.5), (1, -0.5)):
        turned = both.factors.clone()
        turned[:, AZIMUTH] += way * STEREO
        assert torch.equal(both.images[:, channel], draw(both.labels, turned))
    assert not torch.equal(both.images[:, 0], both.images[:, 1])


def test_splits_divide_the_viewpoints_into_familiar_and_novel_ones(monkeypatch):
    from capsviz.data import solids as module
    from capsviz.data.sets import name_of, open_set
    from capsviz.errors import CapsvizError

    monkeypatch.setattr(module, "draw", lambda labels, *_: torch.zeros(len(labels), 1, 1).byte())
    symmetry = torch.tensor([body.symmetry for body in module.BODIES])
    familiar, novel = (
        module.solids(3000, 5, split="azimuth", novel=late) for late in (False, True)
    )

    def turn(found):
        """Smallest turn from the front that shows the same view."""
        angle, period = found.factors[:, module.AZIMUTH], symmetry[found.labels]
        return torch.minimum(angle, period - angle)

    assert float(turn(familiar).max()) <= 60 + 1e-3 < 60.2 < float(turn(novel).max())
    assert float(turn(novel).min()) >= 60 - 1e-3
    assert set(familiar.labels.tolist()) == set(range(7))
    assert set(novel.labels.tolist()) == set(range(1, 7)), "no azimuth of a cube is novel"
    mug = familiar.factors[familiar.labels == 6, module.AZIMUTH]
    assert 0.4 < float((mug < 180).float().mean()) < 0.6
    familiar, novel = (
        module.solids(3000, 5, split="elevation", novel=late) for late in (False, True)
    )
    assert float(familiar.factors[:, module.ELEVATION].max()) <= 30
    assert float(novel.factors[:, module.ELEVATION].min()) >= 30
    assert set(novel.labels.tolist()) == set(range(7))
    for name in ("solids", "solids:azimuth", "solids:elevation"):
        chosen = open_set(name)
        assert (chosen.side, chosen.channels, name_of(name)) == (32, 1, "solids")
    both = open_set("solids:azimuth", side=64, channels=2)
    assert (both.side, both.channels) == (64, 2)
    with pytest.raises(CapsvizError, match=r"not split by 'light': choose one of azimuth"):
        open_set("solids:light")
    with pytest.raises(CapsvizError, match=r"1 channel or 2, one per camera, not 3"):
        open_set("solids", channels=3)


def test_no_part_of_the_set_shares_a_solid_with_another(monkeypatch):
    from capsviz.data import solids as module
    from capsviz.data.sets import open_set

    for name, n in (("TRAINING", 40), ("VALIDATION", 30), ("NOVEL", 20), ("TEST", 25)):
        monkeypatch.setattr(module, name, n)
    module._cached_solids.cache_clear()
    chosen = open_set("solids:azimuth")
    learning = chosen.learning()
    assert learning.validation is not None
    assert learning.unfamiliar is not None
    parts = [learning.training(0), learning.validation, learning.unfamiliar, chosen.test()]
    module._cached_solids.cache_clear()
    assert [len(part) for part in parts] == [40, 30, 20, 25]
    assert torch.equal(learning.training(1).images, parts[0].images)
    seen = [image.numpy().tobytes() for part in parts for image in part.images]
    assert len(set(seen)) == len(seen)
    assert open_set("solids").learning().unfamiliar is None
    assert chosen.classes == BODIES
