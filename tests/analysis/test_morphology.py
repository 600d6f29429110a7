"""Measures of shapes whose measures are known."""

from __future__ import annotations

import numpy as np
import pytest


def picture(inside, side=28, fine=16):
    """A shape given by a predicate on (x, y) in pixels, with soft edges by oversampling."""
    steps = (np.arange(side * fine) + 0.5) / fine - 0.5
    x, y = np.meshgrid(steps, steps)
    return inside(x, y).reshape(side, fine, side, fine).mean((1, 3))[None]


def bar(length, thickness, angle=0.0, x=13.5, y=13.5):
    """A stroke along a line of some length, with round ends as a pen leaves them.

    Upright at angle 0, turned clockwise by `angle` degrees.
    """
    turn = np.radians(angle)

    def inside(px, py):
        dx, dy = px - x, py - y
        along = dx * np.sin(turn) - dy * np.cos(turn)
        across = dx * np.cos(turn) + dy * np.sin(turn)
        beyond = np.maximum(np.abs(along) - length / 2, 0)
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


@pytest.mark.parametrize("thickness", [2.0, 3.0, 4.0, 5.5])
@pytest.mark.parametrize("angle", [0.0, 90.0, 30.0, -45.0])
def test_thickness_of_a_bar(thickness, angle):
    found = measured(bar(16, thickness, angle))
    assert found["thickness"] == pytest.approx(thickness, abs=0.3)


@pytest.mark.parametrize("angle", [-60.0, -30.0, -10.0, 0.0, 15.0, 45.0, 80.0])
def test_rotation_of_a_bar(angle):
    assert measured(bar(20, 3, angle))["rotation"] == pytest.approx(angle, abs=0.7)


@pytest.mark.parametrize("degrees", [-35.0, -20.0, 0.0, 10.0, 30.0])
def test_slant_width_and_height_of_a_parallelogram(degrees):
    found = measured(sheared(6, 18, degrees))
    assert found["slant"] == pytest.approx(degrees, abs=0.8)
    assert found["width"] == pytest.approx(6, abs=0.35)
    assert found["height"] == pytest.approx(18, abs=0.35)
    assert found["area"] == pytest.approx(6 * 18, rel=0.03)


@pytest.mark.parametrize("length", [8.0, 12.0, 18.0])
@pytest.mark.parametrize("angle", [0.0, 90.0, 30.0, -45.0])
def test_length_is_that_of_the_line_drawn(length, angle):
    # Half a pixel at each end; and a line of pixels at an angle is measured to 5 %.
    found = measured(bar(length, 3, angle))["length"]
    assert found == pytest.approx(length, abs=1 + 0.05 * length)


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


def test_no_images_no_rows():
    from capsviz.analysis.morphology import measure

    assert measure(np.empty((0, 28, 28))).shape == (0, 9)
