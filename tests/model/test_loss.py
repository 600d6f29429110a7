"""The two losses against their scalar form."""

from __future__ import annotations

import pytest
import reference_routing as reference
import torch
from hypothesis import given
from hypothesis import strategies as st

from capsviz.model.loss import distillation_loss, margin_loss, one_hot, reconstruction_error


@given(
    st.lists(
        st.tuples(
            st.lists(st.floats(0, 1, width=32), min_size=4, max_size=4),
            st.lists(st.sampled_from([0.0, 1.0]), min_size=4, max_size=4),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_margin_loss_equals_the_scalar_formula(images):
    lengths, present = [image for image, _ in images], [truth for _, truth in images]
    found = margin_loss(torch.tensor(lengths), torch.tensor(present))
    assert float(found) == pytest.approx(reference.margin_loss(lengths, present), abs=1e-5)


def test_margins_are_on_lengths_not_on_their_squares():
    lengths = torch.tensor([[0.9, 0.1]])
    assert float(margin_loss(lengths, one_hot(torch.tensor([0]), 2))) == 0
    assert float(margin_loss(lengths**2, one_hot(torch.tensor([0]), 2))) > 0


def test_distillation_loss_matches_the_scalar_formula():
    random = torch.Generator().manual_seed(0)
    lengths = torch.rand(5, 4, generator=random, requires_grad=True)
    taught = torch.rand(5, 4, generator=random).softmax(1)
    found = distillation_loss(lengths, taught)
    expected = reference.taught_loss(lengths.tolist(), taught.tolist())
    assert float(found.detach()) == pytest.approx(expected, rel=1e-5)
    found.backward()
    torch.testing.assert_close(lengths.grad, 2 * (lengths.detach() - 0.1 - 0.8 * taught) / 5)
    # Certain targets are the lengths of the margins.
    sure = one_hot(torch.tensor([1]), 4)
    assert float(distillation_loss(0.1 + 0.8 * sure, sure)) == pytest.approx(0, abs=1e-12)


def test_reconstruction_error_is_a_sum_over_the_pixels():
    decoded, image = torch.rand(3, 5, 5), torch.rand(3, 5, 5)
    found = reconstruction_error(decoded, image)
    for at in range(3):
        expected = reference.reconstruction_error(decoded[at].tolist(), image[at].tolist())
        assert float(found[at]) == pytest.approx(expected, rel=1e-5)
    assert reconstruction_error(torch.ones(1, 28, 28), torch.zeros(1, 28, 28)).item() == 784


def test_one_hot_marks_one_class():
    assert one_hot(torch.tensor([2, 0]), 3).tolist() == [[0, 0, 1], [1, 0, 0]]
