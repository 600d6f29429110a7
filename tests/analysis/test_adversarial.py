"""Attacks stay within their bounds and raise the loss, and their results are counted."""

from __future__ import annotations

import numpy as np
import pytest

METHODS = ["fgsm", "pgd"]


@pytest.fixture
def images():
    import torch

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        return torch.rand(5, 28, 28).clamp(0, 1) * (torch.rand(5, 28, 28) > 0.6)


@pytest.fixture
def labels(model, images):
    """Labels that the network predicts, so that the attack leads away from them."""
    return model(images).lengths.argmax(1)


@pytest.mark.parametrize("method", METHODS)
def test_an_attack_stays_within_epsilon_and_the_range(model, images, labels, method):
    from capsviz.analysis.adversarial import attack

    for epsilon in (0.03, 0.3):
        moved = attack(model, images, labels, epsilon, method)
        assert (moved - images).abs().max() <= epsilon + 1e-6
        assert moved.min() >= 0
        assert moved.max() <= 1
        assert (moved - images).abs().max() > 0.9 * epsilon


@pytest.mark.parametrize("method", METHODS)
def test_an_attack_raises_the_loss(model, images, labels, method):
    from capsviz.analysis.adversarial import attack, margin

    before = margin(model, images, labels)
    assert (before <= 0).all()
    after = margin(model, attack(model, images, labels, 0.05, method), labels)
    assert (after > before).all()


@pytest.mark.parametrize("method", METHODS)
def test_zero_epsilon_leaves_the_image_unchanged(model, images, labels, method):
    import torch

    from capsviz.analysis.adversarial import attack

    assert torch.equal(attack(model, images, labels, 0.0, method), images)


def test_the_step_goes_up_the_gradient(model, images, labels):
    """Compare with a finite difference, pixel by pixel where the gradient is large."""
    import torch

    from capsviz.analysis.adversarial import attack, margin

    one, label = images[:1], labels[:1]
    moved = attack(model, one, label, 0.01, "fgsm")
    opposite = (2 * one - moved).clamp(0, 1)
    with torch.inference_mode():
        up, down = (float(margin(model, x, label)) for x in (moved, opposite))
    assert up > float(margin(model, one, label)) > down


@pytest.mark.parametrize(("epsilon", "method"), [(-0.1, "fgsm"), (1.1, "pgd"), (0.1, "vote")])
def test_an_impossible_attack_gets_one_sentence(model, images, labels, epsilon, method):
    from capsviz.analysis.adversarial import attack
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError):
        attack(model, images, labels, epsilon, method)


def test_attack_and_read_returns_both_readings_of_one_image(model, images, labels):
    from capsviz.analysis.adversarial import attack_and_read

    image = images[0].numpy()
    before, after = attack_and_read(model, image, int(labels[0]), 0.1, "fgsm")
    assert np.array_equal(before.image, image)
    assert np.abs(after.image - image).max() <= 0.1 + 1e-6
    assert before.lengths.argmax() == labels[0]
    if before.reconstruction is None:
        assert before.misfit is None
    else:
        error = np.square(before.reconstruction - image).sum()
        assert before.misfit == pytest.approx(float(error), rel=1e-4)


def test_the_gradient_goes_through_all_iterations(tiny_model, images):
    import torch

    from capsviz.analysis.adversarial import gradient, margin
    from capsviz.model.routing.gradients import through_all_iterations

    labels = torch.tensor([3, 5])
    found = gradient(lambda y: margin(tiny_model, y, labels, 3), images[:2])
    leaf = images[:2].clone().requires_grad_(True)

    def plain() -> torch.Tensor:
        return torch.autograd.grad(margin(tiny_model, leaf, labels, 3).sum(), leaf)[0]

    with through_all_iterations():
        torch.testing.assert_close(found, plain())
    assert (found - plain()).abs().max() > 1e-3 * found.abs().max(), "the last one alone"
