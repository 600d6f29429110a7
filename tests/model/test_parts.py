"""Part and object capsules equal the scalar formulas, and their losses are finite."""

from __future__ import annotations

import pytest
import reference_parts as plain
import torch


@pytest.fixture
def network():
    from capsviz.config import PartsConfig
    from capsviz.model.parts import PartsNetwork

    torch.manual_seed(0)
    config = PartsConfig(parts=3, template=5, objects=2, image_size=12, hidden=8)
    network = PartsNetwork(config).double()
    for weights in network.parameters():  # no zero, no symmetry that would hide a mistake
        weights.data += 0.3 * torch.randn_like(weights)
    return network.requires_grad_(False)


def test_painted_parts_equal_the_reference_picture(network):
    from capsviz.model.parts.part_capsules import Parts

    g = torch.tensor(
        [[0.5, 0.7, 0.9, 0.3, 0.2, -0.4], [0.4, 0.3, -1.2, -0.5, 0, 0.6], [0.8, 0.6, 0, 0, 0.1, 0]]
    ).double()
    z = torch.tensor([1.0, -0.5, 3.0]).double()
    parts = Parts(g[None], z[None])
    expected = plain.picture(network.parts.ink().tolist(), g.tolist(), z.sigmoid().tolist(), 12)
    painted = network.paint(parts).view(12, 12)
    assert torch.allclose(painted, torch.tensor(expected).double(), atol=1e-12)
    assert torch.allclose(parts.x[0, 0], torch.tensor(plain.affine(g[0].tolist())).double())


@pytest.mark.parametrize("poses", [True, False])
def test_objects_explain_parts_as_the_reference_does(network, poses):
    from dataclasses import replace

    objects = network.objects
    objects.config = replace(objects.config, poses=poses)
    x, d = torch.randn(4, 3, 2, 3).double(), torch.rand(4, 3).double()
    objects.standardise(x, d)
    said = objects(x, d)
    for n in range(4):
        for k in range(2):
            for m in range(3):
                op = objects.offset[k, m].view(2, 3).tolist()
                mu = plain.prediction(said.ov[n, k].tolist(), op)
                assert torch.allclose(said.mu[n, k, m], torch.tensor(mu).double())
                expected = plain.log_p(
                    x[n, m].tolist(), float(d[n, m]), mu, objects.log_sigma[k, m].tolist(),
                    float(objects.presence[k, m]), poses,
                )  # fmt: skip
                assert float(said.log_p[n, k, m]) == pytest.approx(expected, rel=1e-9)
        none = objects.log_p_of_none(d)
        for m in range(3):
            often = float(d[:, m].mean())
            expected = plain.log_p_of_none(float(d[n, m]), often, poses)
            assert float(none[n, m]) == pytest.approx(expected, rel=1e-9)
    assert torch.allclose(said.a.sum(1), torch.ones(4).double())


def test_gradients_are_those_of_autodiff_and_finite_on_an_empty_picture(network):
    from capsviz.model.parts.part_capsules import bound_pose, compose, part_losses, pixels

    raw = torch.randn(2, 3, 6).double().requires_grad_()
    d = torch.rand(2, 3).double().requires_grad_()
    where = pixels(12).double()[::7].expand(2, -1, -1)
    truth = torch.rand(2, where.shape[1]).double()

    def loss(raw, d):
        picture = compose(d, network.parts.paint(bound_pose(raw), where))
        error, present, uneven = part_losses(truth, picture, d)
        return error + present + uneven

    assert torch.autograd.gradcheck(loss, (raw, d))
    network.requires_grad_(True)
    images = torch.zeros(2, 12, 12).double()
    parts, objects = network(images)
    error, *_ = part_losses(images.flatten(1), network.paint(parts), parts.d)
    (error + objects.log_likelihood.sum() + objects.z.sum()).backward()
    for name, weights in network.named_parameters():
        assert weights.grad is not None, name
        assert torch.isfinite(weights.grad).all(), name


def test_moving_an_object_moves_its_predicted_parts(network):
    """The prediction is equivariant: an object's pose moved is all its parts' poses moved."""
    ov = torch.eye(2, 3).double().expand(1, 2, 2, 3)
    moved = ov.clone()
    moved[..., 2] += torch.tensor([0.3, -0.2]).double()
    still, after = network.objects.expect(ov), network.objects.expect(moved)
    assert torch.allclose(after[..., :2], still[..., :2])
    assert torch.allclose(after[..., 2] - still[..., 2], moved[:, :, None, :, 2])


def test_a_parts_network_can_have_any_side_and_counts():
    from capsviz.config import PartsConfig
    from capsviz.model.parts import PartsNetwork

    for side in (28, 36, 40):
        network = PartsNetwork(PartsConfig(parts=2, objects=3, image_size=side, hidden=4))
        parts, objects = network(torch.rand(1, side, side))
        assert network.paint(parts).shape == (1, side * side)
        assert objects.mu.shape == (1, 3, 2, 2, 3)
