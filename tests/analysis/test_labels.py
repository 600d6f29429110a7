"""Labels of a decoder with known dimensions."""

from __future__ import annotations

import numpy as np
import pytest

# Effects of the synthetic capsule's dimensions.
THICKNESS, SLANT, HEIGHT, X, NOTHING, BOTH, SPECK = range(7)
DIM = 7


def strokes(pose):
    """Two parallel strokes drawn from known factors, soft-edged.

    Height and width include the strokes' thickness: a thicker stroke is no taller or wider.
    """
    y, x = np.mgrid[0:28, 0:28].astype(float)
    images = []
    for p in pose:
        thickness = 3.2 + 0.7 * p[THICKNESS] + 0.7 * p[BOTH]
        lean = np.tan(np.radians(12 * p[SLANT]))
        half = 8.6 + 0.9 * p[HEIGHT] + 0.7 * p[BOTH] - thickness / 2
        middle = 13.5 + 0.8 * p[X]
        dy = np.clip(y - 13.5, -half, half)
        across = np.abs(x - (middle - lean * dy)) - (5 - thickness / 2)
        distance = np.hypot(across * np.cos(np.arctan(lean)), y - 13.5 - dy)
        image = np.clip(thickness / 2 - distance + 0.5, 0, 1)
        speck = 0.18 * (1 + np.tanh(p[SPECK]))  # grey, below half the range: no shape
        images.append(np.maximum(image, speck * ((x > 20) & (x < 25) & (y > 20) & (y < 25))))
    return np.array(images)


@pytest.fixture(scope="module")
def effects():
    from capsviz.analysis.dimensions import ClassPoses, statistics_of
    from capsviz.analysis.labels import measure_effects

    generator = np.random.default_rng(0)

    def poses(n):
        pose = generator.normal(size=(n, DIM)).astype(np.float32) * 0.8
        some = np.ones(n, np.float32)
        return ClassPoses(np.zeros(n, np.int64), pose, some, some)

    training, test = poses(300), poses(300)
    statistics = statistics_of(training, 1)
    return measure_effects(
        lambda _, pose: strokes(pose), statistics, training, test, strokes(test.pose)
    )


def test_known_factors_get_their_names(effects):
    from capsviz.analysis.labels import labels

    (named,) = labels(effects)
    assert [label.kind for label in named] == [
        "clear", "clear", "clear", "clear", "still", "entangled", "local",
    ]  # fmt: skip
    for d, name in ((THICKNESS, "thickness"), (SLANT, "slant"), (HEIGHT, "height"), (X, "x")):
        assert named[d].text.startswith(f"{name} (R² ")
        assert effects.r2[0, d, named[d].measures[0]] > 0.8
        assert named[d].confirmed
    assert "thickness" in named[BOTH].text


def test_r_is_given_beside_r2_and_confirms_large_effects_only(effects):
    """With ten thousand digits r = 0.05 is significant, but still too small to matter."""
    from dataclasses import replace

    from capsviz.analysis.labels import MIN_R, labels
    from capsviz.analysis.morphology import MEASURES

    m = MEASURES.index("thickness")

    def named(r):
        partial = effects.partial.copy()
        partial[0, THICKNESS, m] = r
        changed = replace(effects, partial=partial, tested=np.array([10_000]))
        return labels(changed)[0][THICKNESS]

    sign = np.sign(effects.slope[0, THICKNESS, m])
    for r, confirmed in ((0.95, True), (MIN_R + 0.01, True), (0.2, False), (-0.95, False)):
        label = named(r * sign)
        assert (label.confirmed, label.r) == (confirmed, pytest.approx(r))
        assert f", r {r:.2f})".replace("-", "−") in label.text
    assert named(np.nan).r is None
    assert named(np.nan).confirmed is False


def test_measured_slopes_equal_the_drawn_ones(effects):
    from capsviz.analysis.morphology import MEASURES

    def slope(d, name):
        return effects.slope[0, d, MEASURES.index(name)]

    # Per standard deviation of real poses, which is 0.8.
    assert slope(THICKNESS, "thickness") == pytest.approx(0.8 * 0.7, rel=0.2)
    assert slope(SLANT, "slant") == pytest.approx(0.8 * 12, rel=0.12)
    assert slope(X, "x") == pytest.approx(0.8 * 0.8, rel=0.12)
    assert slope(HEIGHT, "height") == pytest.approx(0.8 * 1.8, rel=0.15)
    assert np.abs(effects.slope[0, NOTHING]).max() == 0


def test_the_partial_correlation_has_the_sign_of_the_slope(effects):
    from capsviz.analysis.morphology import MEASURES

    for d, name in ((THICKNESS, "thickness"), (SLANT, "slant"), (X, "x")):
        assert effects.partial[0, d, MEASURES.index(name)] > 0.8
    others = effects.partial[0, NOTHING]
    assert np.abs(others[np.isfinite(others)]).max() < 0.3


def test_a_line_explains_a_line_and_not_a_parabola():
    from capsviz.analysis.labels import fit_sweeps

    x = np.linspace(-2, 2, 9)
    sweeps = np.stack([np.stack([3 * x + level, x**2, 0 * x], 1) for level in (0, 5, -2)])
    slope, r2 = fit_sweeps(x, sweeps)
    np.testing.assert_allclose(slope, [3, 0, 0], atol=1e-12)
    np.testing.assert_allclose(r2, [1, 0, 0], atol=1e-12)


def test_points_without_a_shape_are_left_out():
    from capsviz.analysis.labels import fit_sweeps

    x = np.linspace(-1, 1, 5)
    sweeps = (2 * x)[None, :, None].repeat(2, 0)
    sweeps[0, 3:] = np.nan
    slope, r2 = fit_sweeps(x, sweeps)
    assert (slope[0], r2[0]) == (pytest.approx(2), pytest.approx(1))


def test_partial_correlation_removes_the_effect_of_another_dimension():
    from capsviz.analysis.labels import partial_correlations

    generator = np.random.default_rng(0)
    cause = generator.normal(size=4000)
    pose = np.column_stack([cause, cause + generator.normal(size=4000)])
    shape = (cause + generator.normal(size=4000))[:, None]
    found = partial_correlations(pose, shape)
    assert np.corrcoef(pose[:, 1], shape[:, 0])[0, 1] > 0.4
    assert found[1, 0] == pytest.approx(0, abs=0.05)
    assert found[0, 0] == pytest.approx(0.577, abs=0.05)  # 1/sqrt(3), by hand


@pytest.mark.parametrize("tested", [1, 40])
def test_labels_are_plain_however_few_pictures_there_were(effects, tested):
    import json
    from dataclasses import asdict, replace

    from capsviz.analysis.labels import labels

    few = replace(effects, tested=np.full_like(effects.tested, tested))
    (named,) = labels(few)
    assert json.loads(json.dumps([asdict(label) for label in named]))
    assert any(label.confirmed for label in named) == (tested == 40)
