"""The compact build: what its capsules see, and that it is a capsule network as any other."""

from __future__ import annotations

import torch


def _model():
    from capsviz.model.networks import MODELS, build

    torch.manual_seed(0)
    return build(MODELS["overlap"]).eval()


def test_a_capsule_sees_just_the_square_that_the_configuration_says():
    model = _model()
    config = model.config
    image = torch.rand(1, 36, 36, requires_grad=True)
    u = model.primary_capsules(image)
    assert u.shape == (1, config.primary_capsules, config.primary_dim)
    by_place = u.view(config.grid, config.grid, -1)
    for row, column in [(0, 0), (3, 2), (6, 6)]:
        (seen,) = torch.autograd.grad(by_place[row, column].sum(), image, retain_graph=True)
        rows = seen[0].abs().sum(1).nonzero().flatten()
        columns = seen[0].abs().sum(0).nonzero().flatten()
        for found, place in ((rows, row), (columns, column)):
            first = config.first_pixel + config.stride * place
            last = first + config.receptive_field - 1
            assert found.min() == max(0, first)
            assert found.max() == min(34, last)  # the stride leaves out the last pixel


def test_its_trace_is_its_forward_pass_bit_for_bit():
    from capsviz.trace import trace

    model, images = _model(), torch.rand(3, 36, 36)
    with torch.inference_mode():
        v, lengths = model(images)
    seen = trace(model, images)
    assert torch.equal(torch.tensor(seen.poses), v)
    assert torch.equal(torch.tensor(seen.lengths[:, -1]), lengths)
    assert seen.couplings.shape == (3, 3, 784, 10)
    torch.testing.assert_close(torch.tensor(seen.couplings).sum(-1), torch.ones(3, 3, 784))


def test_an_empty_image_is_finite():
    v, lengths = _model()(torch.zeros(1, 36, 36))
    assert torch.isfinite(v).all()
    assert torch.isfinite(lengths).all()
