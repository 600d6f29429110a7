"""Measures of shapes with known measures."""

from __future__ import annotations

import numpy as np
import pytest


def picture(inside, side=28, fine=16):
    """A shape given by a predicate on (x, y) in pixels, with soft edges by oversampling."""
    steps = (np.arange(side * fine) + 0.5) / fine - 0.5
    x, y = np.meshgrid(steps, steps)
    return inside(x, y).reshape(side, fine, side, fine).mean((1, 3))[None]


def bar(length, thickness, angle=0.0, x=13.5, y=13.5, ends="round"):
    """A stroke along a line of some length, with round ends as a pen leaves them, or cut square.

    Upright at angle 0, turned clockwise by `angle` degrees.
    """
    turn = np.radians(angle)

    def inside(px, py):
        dx, dy = px - x, py - y
        along = dx * np.sin(turn) - dy * np.cos(turn)
        across = dx * np.cos(turn) + dy * np.sin(turn)
        beyond = np.maximum(np.abs(along) - length / 2, 0)
        if ends == "square":
            return (beyond == 0) & (np.abs(across) <= thickness / 2)
        return np.hypot(beyond, across) <= thickness / 2

    return picture(inside)


def sheared(width, height, degrees):
    """A parallelogram whose top leans right by `degrees`."""
    lean = np.tan(np.radians(degrees))

    def inside(x, y):
        return (np.abs(y - 13.5) <= height / 2) & (
            np.abs(x - 13.5 + lean * (y - 13.5)) <= width / 2
        )

    return picture(inside)


def measured(images):
    from capsviz.analysis.morphology import MEASURES, measure

    (row,) = measure(images)
    return dict(zip(MEASURES, row, strict=True))


def lengths(*pictures):
    from capsviz.analysis.morphology import MEASURES, measure

    return measure(np.concatenate(pictures))[:, MEASURES.index("length")]


@pytest.mark.parametrize("thickness", [2.0, 3.0, 4.0, 5.5])
@pytest.mark.parametrize("angle", [0.0, 90.0, 30.0, -45.0])
def test_the_thickness_of_a_bar_is_measured(thickness, angle):
    found = measured(bar(16, thickness, angle))
    assert found["thickness"] == pytest.approx(thickness, abs=0.3)


@pytest.mark.parametrize("angle", [-60.0, -30.0, -10.0, 0.0, 15.0, 45.0, 80.0])
def test_the_rotation_of_a_bar_is_measured(angle):
    assert measured(bar(20, 3, angle))["rotation"] == pytest.approx(angle, abs=0.7)


@pytest.mark.parametrize("degrees", [-35.0, -20.0, 0.0, 10.0, 30.0])
def test_slant_width_and_height_of_a_parallelogram_are_measured(degrees):
    found = measured(sheared(6, 18, degrees))
    assert found["slant"] == pytest.approx(degrees, abs=0.8)
    assert found["width"] == pytest.approx(6, abs=0.35)
    assert found["height"] == pytest.approx(18, abs=0.35)
    assert found["area"] == pytest.approx(6 * 18, rel=0.03)


@pytest.mark.parametrize(("length", "thickness"), [(8, 3), (12, 2), (12, 4), (16, 3), (18, 2.5)])
@pytest.mark.parametrize("ends", ["round", "square"])
def test_length_of_a_bar_does_not_change_with_its_angle(length, thickness, ends):
    angles = (0, 10, 20, 22.5, 37, 45, 70, 90)
    found = lengths(*(bar(length, thickness, angle, ends=ends) for angle in angles))
    # A skeleton of pixels gives 11.7 upright and 15.0 at 20 degrees for 16 x 3 with square ends.
    assert np.ptp(found) <= 0.025 * length + 0.25
    if ends == "round":
        assert found == pytest.approx(length, rel=0.035)
    else:  # a round pen begins within the corners
        assert np.all((found > length - thickness) & (found < length))


def test_length_of_rings_and_pieces_adds_up():
    def ring(x, y, radius):
        return picture(lambda px, py: np.abs(np.hypot(px - x, py - y) - radius) <= 1.25)

    disc = picture(lambda x, y: np.hypot(x - 7, y - 21) <= 2.5)
    eight = np.maximum(ring(13.5, 7, 5), ring(13.5, 17, 5))
    beside = np.maximum(ring(7, 7, 4), bar(12, 3, 20, x=21))
    within = np.maximum(ring(13.5, 13.5, 11), ring(13.5, 13.5, 4))
    found = lengths(disc, eight, beside, within, np.maximum(beside, disc))
    circle = 2 * np.pi
    expected = [0, 10 * circle, 4 * circle + 12, 15 * circle, 4 * circle + 12]
    # The two circles of the eight share some of their way.
    assert found == pytest.approx(expected, rel=0.07, abs=1.2)


@pytest.mark.parametrize(("x", "y"), [(13.5, 13.5), (10.0, 16.0), (15.25, 12.5)])
def test_place_is_the_centre_of_mass(x, y):
    found = measured(bar(12, 3, 0, x, y))
    assert (found["x"], found["y"]) == (pytest.approx(x, abs=0.1), pytest.approx(y, abs=0.1))


def test_thickness_is_not_length():
    thin, thick = measured(bar(16, 2)), measured(bar(16, 4))
    assert thick["thickness"] / thin["thickness"] == pytest.approx(2, rel=0.1)
    assert thick["length"] == pytest.approx(thin["length"], rel=0.2)


def test_an_image_without_a_shape_measures_nothing():
    from capsviz.analysis.morphology import measure

    images = np.concatenate([np.zeros((1, 28, 28)), np.full((1, 28, 28), 0.4), bar(16, 3)])
    found = measure(images)
    assert np.isnan(found[:2]).all()
    assert np.isfinite(found[2]).all()


def test_images_measured_together_do_not_touch():
    from capsviz.analysis.morphology import measure

    full = np.ones((3, 28, 28))
    full[:, :2] = 0  # ink up to the lower edge, where the next image begins
    together = measure(np.concatenate([full, bar(16, 3), full]))
    apart = np.concatenate([measure(full), measure(bar(16, 3)), measure(full)])
    np.testing.assert_array_equal(together, apart)


def test_measuring_no_images_gives_no_rows():
    from capsviz.analysis.morphology import measure

    assert measure(np.empty((0, 28, 28))).shape == (0, 9)
