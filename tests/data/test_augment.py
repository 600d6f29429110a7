"""Augmentation of training pictures."""

from __future__ import annotations

import pytest
import torch


@pytest.fixture
def images():
    return torch.rand(64, 28, 28, generator=torch.Generator().manual_seed(0))


def _seed(seed: int = 7) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_each_augmentation_is_repeatable_by_its_seed(images):
    from capsviz.data.augment import AUGMENTATIONS

    for name, kind in AUGMENTATIONS.items():
        found, again, other = (kind.apply(images, _seed(s)) for s in (7, 7, 8))
        assert torch.equal(found, again), name
        assert torch.equal(found, other) == (name == "none"), name
        assert found.shape == images.shape
        assert 0 <= float(found.min()) <= float(found.max()) <= 1


def test_an_unknown_augmentation_gets_one_sentence():
    from capsviz.data.augment import augmentation
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match=r"no augmentation 'wild'.* mild,"):
        augmentation("wild")


def test_displacements_are_smooth_and_of_the_stated_size():
    from capsviz.data.augment import elastic_field

    field = elastic_field(400, 28, _seed())
    assert field.shape == (400, 28, 28, 2)
    assert float(field.mean()) == pytest.approx(0, abs=0.05)
    # Everywhere the same, the borders too.
    torch.testing.assert_close(field.std((0, 3)), torch.ones(28, 28), atol=0.15, rtol=0)
    # A Gaussian of 4 pixels smooths: neighbours correlate by exp(-1 / 4 / 16), 16 away not at all.
    near = (field[:, 8:20, 8] * field[:, 8:20, 9]).mean()
    far = (field[:, 4:20, 4] * field[:, 4:20, 20]).mean()
    assert float(near) == pytest.approx(0.984, abs=0.08)
    assert abs(float(far)) < 0.1


def test_elastic_deformation_moves_ink_by_about_its_size():
    from capsviz.data.augment import Augmentation

    dot = torch.zeros(500, 29, 29)
    dot[:, 14, 14] = 1
    bent = Augmentation(elastic=1.5).apply(dot, _seed())
    ink = bent.sum((1, 2))
    kept = ink > 0.3
    rows = (bent.sum(2) @ torch.arange(29.0))[kept] / ink[kept] - 14
    assert float(rows.square().mean().sqrt()) == pytest.approx(1.5, abs=0.3)


def test_mirroring_flips_half_of_the_pictures(images):
    from capsviz.data.augment import Augmentation

    many = images.repeat(8, 1, 1)
    found = Augmentation(mirror=True).apply(many, _seed())
    mirrored = (found == many.flip(2)).all(2).all(1)
    assert torch.equal(found[~mirrored], many[~mirrored])
    assert 0.4 < float(mirrored.float().mean()) < 0.6


def test_deforming_preserves_the_centre_of_a_picture():
    from capsviz.data.augment import AUGMENTATIONS, Augmentation

    square = torch.zeros(300, 28, 28)
    square[:, 10:18, 10:18] = 1
    still = Augmentation(shift=2).deform(square, _seed())
    assert torch.equal(still, square)
    bent = AUGMENTATIONS["mild"].deform(square, _seed())
    middle = (bent.sum(1) @ torch.arange(28.0)) / bent.sum((1, 2)) - 13.5
    assert float(middle.mean()) == pytest.approx(0, abs=0.2)
    assert float(middle.abs().max()) < 2.5


@pytest.mark.parametrize("name", ["paper", "mild", "mirrored", "photo"])
def test_each_colour_is_varied_as_a_grey_picture_would_be(name):
    from capsviz.data.augment import augmentation

    grey = torch.rand(5, 32, 32)
    colours = torch.stack([grey, 1 - grey, 0.5 * grey], 1)
    both = (
        augmentation(name).apply(images, torch.Generator().manual_seed(3))
        for images in (grey, colours)
    )
    varied, in_colour = both
    torch.testing.assert_close(in_colour[:, 0], varied)
    torch.testing.assert_close(in_colour[:, 2], 0.5 * varied)
