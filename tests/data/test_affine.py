"""Transforms against known answers, and the affine test set within its ranges."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def bar() -> np.ndarray:
    """A bar upright, off the centre, with a soft end."""
    image = np.zeros((28, 28), np.float32)
    image[6:20, 12:15] = 1
    image[20, 12:15] = 0.4
    return image


def digits(n: int = 6):
    import torch

    from capsviz.data.pictures import Digits

    images = np.zeros((n, 28, 28), np.uint8)
    for i in range(n):
        images[i, 5:23, 11 + i % 3 : 14 + i % 3] = 255
        images[i, 18:22, 10:20] = 200
    return Digits(torch.from_numpy(images), torch.arange(n) % 10)


def test_the_identity_is_exact(bar):
    from capsviz.data.affine import Transform, transform_image

    assert np.array_equal(transform_image(bar, Transform()), bar)


@pytest.mark.parametrize(("right", "down"), [(3.0, 0.0), (0.0, -4.0), (-5.0, 2.0)])
def test_shifts_by_whole_pixels_are_exact(bar, right, down):
    from capsviz.data.affine import Transform, transform_image

    moved = transform_image(bar, Transform(shift_x=right, shift_y=down))
    assert np.array_equal(moved, np.roll(bar, (int(down), int(right)), (0, 1)))


def test_a_quarter_turn_is_counter_clockwise(bar):
    from capsviz.data.affine import Transform, transform_image

    for degrees, quarters in ((90.0, 1), (-90.0, -1)):
        turned = transform_image(bar, Transform(rotation=degrees))
        np.testing.assert_allclose(turned, np.rot90(bar, quarters), atol=1e-6)


def test_scale_multiplies_the_sides():
    from capsviz.data.affine import Transform, transform_image

    square = np.zeros((28, 28), np.float32)
    square[9:19, 9:19] = 1
    for scale in (0.6, 0.8, 1.2, 1.4):
        inside = transform_image(square, Transform(scale=scale)) >= 0.5
        assert inside.any(0).sum() == inside.any(1).sum() == pytest.approx(10 * scale, abs=1)
        assert np.array_equal(inside, inside[::-1, ::-1])


def test_positive_shear_leans_the_top_to_the_right(bar):
    from capsviz.data.affine import Transform, transform_image

    sheared = transform_image(bar, Transform(shear=0.5))
    columns = np.arange(28)
    top, low = (sheared[row] @ columns / sheared[row].sum() for row in (7, 17))
    assert top - low == pytest.approx(5, abs=0.05)


@pytest.mark.parametrize("pixels", [-1.0, 1.0, 2.0])
def test_thickness_adds_to_the_width(bar, pixels):
    from capsviz.data.affine import thicken

    width = thicken(bar, pixels)[12].sum()
    assert width == pytest.approx(3 + pixels, abs=0.3)


def test_thickness_is_steady_at_nought(bar):
    from capsviz.data.affine import thicken

    assert thicken(bar, 0.0) is bar
    for little in (-0.02, 0.02):
        assert np.abs(thicken(bar, little) - bar).max() < 0.03


def test_a_transform_stays_in_range(bar):
    from capsviz.data.affine import LIMITS, Transform, transform_image

    for end in (0, 1):
        for name, limits in LIMITS.items():
            image = transform_image(bar, Transform(**{name: limits[end]}))
            assert image.dtype == np.float32
            assert image.min() >= 0
            assert image.max() <= 1


@pytest.mark.parametrize(
    "bad", [None, {"rotation": 91}, {"scale": 0}, {"shear": "1"}, {"shift_x": float("nan")}]
)
def test_a_bad_transform_gets_one_sentence(bad):
    from capsviz.data.affine import Transform
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError):
        Transform.from_plain(bad)


def test_a_transform_survives_plain_values():
    from capsviz.data.affine import Transform

    transform = Transform(12.5, -3.0, 2.0, 0.9, 0.25, 1.0)
    assert Transform.from_plain(transform.to_plain()) == transform


def test_the_affine_set_is_seeded_and_begins_with_the_digits():
    from capsviz.data.affine import affine_set

    plain = digits()
    assert np.array_equal(affine_set(plain, 0.0).images, plain.images)
    one, same, other = (affine_set(plain, 1.0, seed).images for seed in (3, 3, 4))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    assert np.array_equal(affine_set(plain, 1.0).labels, plain.labels)


def test_the_affine_set_stays_within_its_ranges_and_preserves_ink(monkeypatch):
    from capsviz.data import affine

    seen = []

    def spy(rotation, across, down, shear):
        seen.append((rotation, across, down, shear))
        return plain_linear(rotation, across, down, shear)

    plain_linear = affine.linear
    monkeypatch.setattr(affine, "linear", spy)
    plain = digits(200)
    moved = affine.affine_set(plain, 0.5)
    rotation, across, down, shear = np.abs(np.array(seen) - [0, 1, 1, 0]).max(0)
    assert 9 < rotation <= 10
    for most, limit in ((across, 0.1), (down, 0.1), (shear, 0.1)):
        assert 0.9 * limit < most <= limit
    whole = affine.affine_set(plain, 1.0).images.numpy()
    # Nothing is cut off at the border: the area is that of the stretched digit.
    stretch = np.array([across * down for _, across, down, _ in seen[len(plain) :]])
    area = whole.sum((1, 2)) / plain.images.numpy().astype(float).sum((1, 2))
    np.testing.assert_allclose(area, stretch, rtol=0.06)
    # Some digits reach the border, as affNIST's do.
    assert (whole[:, :3].max((1, 2)) > 0).any()
    assert moved.images.shape == plain.images.shape
