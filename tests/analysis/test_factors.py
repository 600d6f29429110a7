"""Measures of a code's information about factors, on codes made by hand."""

from __future__ import annotations

import numpy as np
import pytest

SYMMETRY = 90.0
PERIODS = (0.0, 0.0, SYMMETRY, 0.0, 0.0)


@pytest.fixture(scope="module")
def factors():
    random = np.random.default_rng(0)
    even = random.random((900, 5))
    return even * [0.28, 0.28, SYMMETRY, 0.16, 0.4] + [-0.14, -0.14, 0, 0.18, 0.3]


@pytest.fixture(scope="module")
def perfect(factors):
    """A dimension for each factor, the angle in two."""
    from capsviz.analysis.disentanglement import targets

    return targets(factors, PERIODS)


def test_a_perfect_code_explains_all_factors(factors, perfect):
    from capsviz.analysis.disentanglement import measure_code

    said = measure_code(perfect, factors, PERIODS)
    assert (said.linear > 0.9999).all()
    assert (said.nonlinear > 0.999).all()
    assert said.disentanglement > 0.97
    # Cosine and sine are two dimensions of one factor; no other factor has more than one.
    assert said.completeness > 0.85
    assert (said.gap[[0, 1, 3, 4]] > 0.85).all()
    assert (np.diag(said.single[[0, 1, 4, 5]][:, [0, 1, 3, 4]]) > 0.9999).all()
    # Neither of the two explains more than about half of the angle.
    assert (np.abs(said.single[[2, 3], 2] - 0.5) < 0.06).all()


def test_a_random_code_explains_no_factor(factors):
    from capsviz.analysis.disentanglement import measure_code

    said = measure_code(np.random.default_rng(1).normal(size=(900, 6)), factors, PERIODS)
    for share in (said.linear, said.nonlinear, said.gap, said.single.max(0)):
        assert (np.abs(share) < 0.06).all()


def test_a_turned_code_explains_as_much_but_disentangles_nothing(factors, perfect):
    from capsviz.analysis.disentanglement import measure_code, standardise

    turn = np.linalg.qr(np.random.default_rng(2).normal(size=(6, 6)))[0]
    said = measure_code(standardise(perfect) @ turn, factors, PERIODS)
    assert (said.linear > 0.9999).all()
    assert said.disentanglement < 0.4
    assert said.completeness < 0.4
    assert said.gap.mean() < 0.2


def test_a_bent_code_needs_a_nonlinear_map(factors, perfect):
    from capsviz.analysis.disentanglement import measure_code

    bent = perfect.copy()
    bent[:, 0] = np.abs(perfect[:, 0])
    said = measure_code(np.column_stack([bent, np.sign(perfect[:, 0])]), factors, PERIODS)
    assert said.linear[0] < 0.85
    assert said.nonlinear[0] > 0.95


def test_an_angle_is_known_up_to_the_shape_s_symmetry(perfect, factors):
    from capsviz.analysis.disentanglement import targets

    turned = factors + np.array([0, 0, SYMMETRY, 0, 0])
    np.testing.assert_allclose(targets(turned, PERIODS), perfect, atol=1e-12)


def test_dci_is_zero_for_even_importances_and_one_for_separate_ones():
    from capsviz.analysis.disentanglement import dci

    assert dci(np.ones((4, 5))) == pytest.approx((0, 0), abs=1e-12)
    assert dci(np.eye(5)) == pytest.approx((1, 1))
    # Two dimensions that share one factor are each of one factor only.
    assert dci(np.array([[1.0, 0], [1, 0], [0, 1]])) == pytest.approx(
        (1, (1 - np.log(2) / np.log(3) + 1) / 2)
    )


def test_laws_separate_shared_changes_from_pose_dependent_ones_and_noise():
    from capsviz.analysis.disentanglement import laws

    random = np.random.default_rng(3)
    before, by = random.normal(size=(400, 6)), random.uniform(-1, 1, 400)
    same = before + by[:, None] * random.normal(size=6)
    assert laws(before, same, by) == pytest.approx((1, 1), abs=1e-3)
    depends = before + by[:, None] * (before @ random.normal(size=(6, 6)))
    shared, own = laws(before, depends, by)
    assert shared < 0.1
    assert own > 0.99
    shared, own = laws(before, before + random.normal(size=(400, 6)), by)
    assert max(shared, own) < 0.1


def test_the_stored_map_reads_the_factors_off(factors, perfect):
    from capsviz.analysis.disentanglement import linear_map, standardise

    code = standardise(perfect) @ np.random.default_rng(4).normal(size=(6, 6))
    read = np.column_stack([code, np.ones(len(code))]) @ linear_map(code, perfect).T
    np.testing.assert_allclose(read, perfect, atol=1e-8)
