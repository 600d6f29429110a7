"""squash against the scalar formula, its Jacobian and its limits."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from reference_routing import length
from reference_routing import squash as scalar_squash

from capsviz.model.squash import squash

vectors = st.lists(st.floats(-50, 50, width=32), min_size=1, max_size=8)


@given(vectors)
def test_squash_equals_the_scalar_formula(vector):
    expected = torch.tensor(scalar_squash(vector), dtype=torch.float64)
    found = squash(torch.tensor(vector, dtype=torch.float32))
    torch.testing.assert_close(found.double(), expected, atol=1e-6, rtol=1e-5)


@given(vectors)
def test_length_stays_below_one_and_grows_with_the_input(vector):
    s = torch.tensor(vector, dtype=torch.float64)
    assert float(squash(s).norm()) < 1
    assert float(squash(1.5 * s).norm()) >= float(squash(s).norm())


@pytest.mark.parametrize("size", [1e-3, 0.3, 1.0, 7.0])
def test_the_jacobian_equals_the_closed_form(size):
    """n/(1+n^2) I + (1-n^2)/(n (1+n^2)^2) s s^T, with n = |s|."""
    s = torch.tensor([0.6, -0.48, 0.64], dtype=torch.float64) * size
    n = s.norm()
    closed = n / (1 + n**2) * torch.eye(3, dtype=torch.float64)
    closed += (1 - n**2) / (n * (1 + n**2) ** 2) * torch.outer(s, s)
    torch.testing.assert_close(
        torch.autograd.functional.jacobian(squash, s), closed, atol=1e-8, rtol=1e-5
    )


def test_zero_stays_zero_and_its_gradient_is_finite():
    s = torch.zeros(3, 4, requires_grad=True)
    v = squash(s)
    v.sum().backward()
    assert torch.equal(v, torch.zeros(3, 4))
    assert torch.isfinite(s.grad).all()


def test_short_vectors_shrink_quadratically():
    direction = torch.tensor([0.6, 0.8])
    for size in (0.1, 0.01):
        found = float(squash(size * direction).norm())
        assert found == pytest.approx(size**2 / (1 + size**2), rel=1e-4)
        assert found == pytest.approx(length(scalar_squash([0.6 * size, 0.8 * size])), rel=1e-4)


def test_squash_works_along_the_last_axis_only():
    s = torch.randn(2, 3, 5, generator=torch.Generator().manual_seed(0))
    torch.testing.assert_close(squash(s)[1, 2], squash(s[1, 2]))


def test_squash_without_epsilon_is_the_same_except_at_zero():
    from capsviz.model.squash import bare_squash, squash

    s = torch.randn(5, 8, generator=torch.Generator().manual_seed(2))
    torch.testing.assert_close(bare_squash(s), squash(s))
    assert bare_squash(torch.zeros(8)).isnan().all()
    assert not squash(torch.zeros(8)).any()
