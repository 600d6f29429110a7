"""Gradients flow through the last iteration alone, or on request through all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor


@pytest.fixture(params=["dynamic", "em"])
def routed(request):
    """Return the last capsules of tiny votes; all arrays are float64."""
    from capsviz.model.routing.dynamic import dynamic_routing
    from capsviz.model.routing.em import em_routing

    random = torch.Generator().manual_seed(0)
    a_in = torch.rand(1, 4, generator=random, dtype=torch.float64)
    betas = torch.full((3,), 0.3, dtype=torch.float64), torch.full((3,), -1.0, dtype=torch.float64)

    def last(u_hat: Tensor) -> Tensor:
        steps: Iterator
        if request.param == "dynamic":
            steps = dynamic_routing(u_hat, 3)
        else:
            steps = em_routing(a_in, u_hat, *betas, 3)
        return list(steps)[-1].v

    return last


@pytest.fixture
def votes():
    random = torch.Generator().manual_seed(1)
    return torch.randn(1, 4, 3, 2, generator=random, dtype=torch.float64).requires_grad_(True)


def test_all_iterations_agree_with_finite_differences(routed, votes):
    from capsviz.model.routing.gradients import through_all_iterations

    with through_all_iterations():
        assert torch.autograd.gradcheck(routed, votes)


def test_gradient_modes_give_equal_values_and_the_default_uses_the_last_iteration(routed, votes):
    from capsviz.model.routing.gradients import through_all_iterations

    with through_all_iterations():
        whole = routed(votes)
    assert torch.equal(routed(votes), whole)
    with pytest.raises(RuntimeError, match="Jacobian mismatch"):
        torch.autograd.gradcheck(routed, votes)
