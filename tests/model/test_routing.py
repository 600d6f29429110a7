"""Dynamic routing against Procedure 1 in scalar loops, and what must hold for any votes."""

from __future__ import annotations

import weakref

import pytest
import reference_routing as reference
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from capsviz.model.capsnet import final_step
from capsviz.model.routing.dynamic import dynamic_routing
from capsviz.model.squash import squash

routings = st.builds(
    lambda seed, n, i, j, d, scale: (
        torch.randn(n, i, j, d, generator=torch.Generator().manual_seed(seed)) * scale
    ),
    seed=st.integers(0, 2**31),
    n=st.integers(1, 3),
    i=st.integers(1, 9),
    j=st.integers(1, 5),
    d=st.integers(1, 6),
    scale=st.sampled_from([0.0, 0.01, 0.3, 3.0]),
)
counts = st.integers(1, 5)


def _final(u_hat: torch.Tensor, iterations: int) -> torch.Tensor:
    return final_step(dynamic_routing(u_hat, iterations)).v


@settings(max_examples=50)
@given(routings, counts)
def test_every_step_equals_procedure_1_in_scalar_loops(u_hat, iterations):
    found = list(dynamic_routing(u_hat, iterations))
    assert len(found) == iterations
    for image in range(len(u_hat)):
        for step, expected in zip(
            found, reference.route(u_hat[image].tolist(), iterations), strict=True
        ):
            for name in ("b", "c", "s", "v"):
                torch.testing.assert_close(
                    getattr(step, name)[image],
                    torch.tensor(getattr(expected, name)),
                    atol=1e-5,
                    rtol=1e-5,
                )


@settings(max_examples=50)
@given(routings, counts)
def test_couplings_sum_to_one_over_the_output_capsules_and_lengths_stay_below_one(u_hat, count):
    for step in dynamic_routing(u_hat, count):
        torch.testing.assert_close(step.c.sum(2), torch.ones(u_hat.shape[:2]))
        assert (step.c >= 0).all()
        assert (step.v.norm(dim=-1) <= 1).all()
        assert all(torch.isfinite(part).all() for part in (step.b, step.c, step.s, step.v))


def test_couplings_do_not_sum_to_one_over_the_inputs_or_the_dimensions():
    # The two wrong axes that circulate would give sums of 1 here.
    u_hat = torch.randn(2, 7, 5, 5, generator=torch.Generator().manual_seed(1))
    c = final_step(dynamic_routing(u_hat, 3)).c
    assert ((c.sum(1) - 1).abs() > 0.01).all()


def test_first_couplings_are_uniform_and_first_logits_zero():
    first = next(dynamic_routing(torch.randn(2, 6, 4, 3), 3))
    assert torch.equal(first.b, torch.zeros(2, 6, 4))
    assert torch.equal(first.c, torch.full((2, 6, 4), 0.25))


@settings(max_examples=25)
@given(routings, counts, st.randoms(use_true_random=False))
def test_order_of_inputs_does_not_matter_and_outputs_follow_theirs(u_hat, count, random):
    v = _final(u_hat, count)
    inputs, outputs = list(range(u_hat.shape[1])), list(range(u_hat.shape[2]))
    random.shuffle(inputs)
    random.shuffle(outputs)
    torch.testing.assert_close(_final(u_hat[:, inputs], count), v, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(
        _final(u_hat[:, :, outputs], count), v[:, outputs], atol=1e-5, rtol=1e-5
    )


def test_images_of_a_batch_do_not_affect_each_other_or_later_calls():
    u_hat = torch.randn(4, 9, 5, 3, generator=torch.Generator().manual_seed(2))
    together = _final(u_hat, 3)
    for image in range(4):
        torch.testing.assert_close(
            _final(u_hat[image : image + 1], 3)[0], together[image], atol=1e-6, rtol=1e-5
        )
    assert torch.equal(_final(u_hat, 3), together)


@pytest.mark.parametrize("iterations", [1, 2, 3, 5])
def test_gradient_flows_through_the_last_iteration_alone(iterations):
    """As if the couplings of the last iteration had fallen from the sky."""
    u_hat = torch.randn(3, 8, 5, 4, generator=torch.Generator().manual_seed(3)).requires_grad_()
    aim = torch.randn(3, 5, 4, generator=torch.Generator().manual_seed(4))
    (found,) = torch.autograd.grad((_final(u_hat, iterations) * aim).sum(), u_hat)

    steps = [reference.route(image, iterations)[-1] for image in u_hat.tolist()]
    c = torch.tensor([step.c for step in steps])
    by_hand = squash(torch.einsum("nij,nijd->njd", c, u_hat))
    (expected,) = torch.autograd.grad((by_hand * aim).sum(), u_hat)
    torch.testing.assert_close(found, expected, atol=1e-6, rtol=1e-5)


def test_gradient_on_votes_that_are_all_zero_is_finite():
    u_hat = torch.zeros(2, 6, 4, 3, requires_grad=True)
    _final(u_hat, 3).sum().backward()
    assert torch.isfinite(u_hat.grad).all()


def test_a_forward_pass_holds_no_earlier_step():
    steps = dynamic_routing(torch.randn(1, 6, 4, 3), 3)
    first = next(steps)
    couplings = weakref.ref(next(steps).c)
    del first
    final = final_step(steps)
    assert couplings() is None
    assert final.c.shape == (1, 6, 4)
