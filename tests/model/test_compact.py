"""The compact build: its receptive fields, and its interface."""

from __future__ import annotations

import torch


def _model():
    from capsviz.model.networks import MODELS, build

    torch.manual_seed(0)
    return build(MODELS["overlap"]).eval()


def test_capsule_positions_follow_the_configuration():
    model = _model()
    config = model.config
    image = torch.rand(1, 36, 36)
    shape = model.primary_capsules(image).shape
    assert shape == (1, config.primary_capsules, config.primary_dim)
    parts = config.primary_capsules * config.primary_dim // config.grid**2
    # A copy of the image for each number at a place: all gradients in one pass back.
    images = image.expand(parts, 36, 36).clone().requires_grad_()
    by_place = model.primary_capsules(images).view(parts, config.grid, config.grid, -1)
    centre = config.first_pixel + (config.receptive_field - 1) / 2
    pixels = torch.arange(36.0)
    for row, column in [(2, 3), (4, 4), (5, 2)]:
        # With random weights, the gradient peaks in the middle of the receptive field.
        own = by_place[:, row, column].diagonal().sum()
        (gradients,) = torch.autograd.grad(own, images, retain_graph=True)
        seen = gradients.square().sum(0)
        for axis, place in ((1, row), (0, column)):
            middle = float((seen.sum(axis) * pixels).sum() / seen.sum())
            assert abs(middle - (centre + config.stride * place)) < config.stride / 2
        near = [
            (pixels - centre - config.stride * at).abs() <= config.core / 2 for at in (row, column)
        ]
        core = torch.outer(*near)
        assert seen[core].mean() > 3 * seen[~core].mean()


def test_the_trace_equals_the_forward_pass_bit_for_bit():
    from capsviz.tracing import trace

    model, images = _model(), torch.rand(3, 36, 36)
    with torch.inference_mode():
        v, lengths = model(images)
    seen = trace(model, images)
    assert torch.equal(torch.tensor(seen.poses), v)
    assert torch.equal(torch.tensor(seen.lengths[:, -1]), lengths)
    assert seen.couplings.shape == (3, 3, 512, 10)
    torch.testing.assert_close(torch.tensor(seen.couplings).sum(-1), torch.ones(3, 3, 512))


def test_an_empty_image_is_finite():
    v, lengths = _model()(torch.zeros(1, 36, 36))
    assert torch.isfinite(v).all()
    assert torch.isfinite(lengths).all()


def test_the_compact_cnn_has_the_same_convolutions_and_no_capsules(tmp_path, monkeypatch):
    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    networks = {name: build(MODELS[name]) for name in ("overlap", "overlap_cnn")}
    for name, network in networks.items():
        checkpoint.save(tmp_path / f"{name}.safetensors", network.state_dict(), network.config, {})
    shapes = [
        {key: value.shape for key, value in network.state_dict().items() if key[:4] != "line"}
        for network in networks.values()
    ]
    own = {"W"} | {key for key in shapes[0] if key.startswith("decoder.")}
    assert {key: shape for key, shape in shapes[0].items() if key not in own} == shapes[1]
    assert list(checkpoint.list_offers(36)) == ["overlap"]
    assert list(checkpoint.list_offers(36, capsules=False)) == ["overlap", "overlap_cnn"]
    with torch.inference_mode():
        loaded = checkpoint.load("overlap_cnn").model
        probabilities = loaded(torch.rand(2, 36, 36)).lengths
    torch.testing.assert_close(probabilities.sum(1), torch.ones(2))
