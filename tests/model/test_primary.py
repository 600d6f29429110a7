"""The fast convolutions against torch's own, forwards, backwards, and after any change."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from capsviz.model import im2col, weight_cache, winograd
from capsviz.model.primary import features, is_half_faster, plain_features

needs_onednn = pytest.mark.skipif(
    not im2col.available(), reason="this processor has no prepacked products"
)
needs_half = pytest.mark.skipif(
    not is_half_faster(torch.device("cpu")), reason="this processor has no bfloat16 products"
)
pytestmark = needs_onednn


def _layers(channels: int = 16) -> tuple[nn.Conv2d, nn.Conv2d]:
    torch.manual_seed(0)
    return nn.Conv2d(1, channels, 9), nn.Conv2d(channels, 24, 9, stride=2)


def _images(n: int) -> torch.Tensor:
    return torch.rand(n, 28, 28, generator=torch.Generator().manual_seed(1))


def _parameters(layers: tuple[nn.Conv2d, nn.Conv2d]) -> list[nn.Parameter]:
    return [parameter for layer in layers for parameter in layer.parameters()]


@pytest.fixture(params=["winograd", "patches"])
def way(request, monkeypatch):
    """Both ways of the second convolution, of which one is for kernels that the other lacks."""
    if request.param == "patches":
        monkeypatch.setattr(winograd, "applies", lambda layer: False)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("n", [1, 2, im2col.CHUNK + 1, winograd.CHUNK, 19])
def test_features_equal_torchs_convolutions(n):
    layers, images = _layers(), _images(n)
    with torch.inference_mode():
        found = im2col.features(*layers, images, torch.float32)
        expected = plain_features(*layers, images, torch.float32)
    assert found.shape == (n, 6, 6, 24)
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-5)


@needs_half
def test_features_equal_torchs_convolutions_in_bfloat16():
    layers, images = _layers(), _images(5)
    with torch.inference_mode():
        found = im2col.features(*layers, images, torch.bfloat16)
        expected = plain_features(*layers, images, torch.bfloat16)
    assert found.dtype == expected.dtype == torch.bfloat16
    torch.testing.assert_close(found, expected, atol=0.02, rtol=0.02)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("largest", [im2col.MAX_BUFFER, 2**20])
def test_gradients_equal_those_of_torchs_convolutions(monkeypatch, largest):
    monkeypatch.setattr(im2col, "MAX_BUFFER", largest)  # all rows at once, and one by one
    layers, images = _layers(), _images(11).requires_grad_()
    wanted = [images, *_parameters(layers)]
    aim = torch.randn(11, 6, 6, 24, generator=torch.Generator().manual_seed(2))
    found = torch.autograd.grad(im2col.features(*layers, images, torch.float32), wanted, aim)
    expected = torch.autograd.grad(plain_features(*layers, images, torch.float32), wanted, aim)
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.shape == theirs.shape
        torch.testing.assert_close(ours, theirs, atol=1e-3, rtol=1e-4)


@needs_half
def test_bfloat16_gradients_are_as_near_to_float32_as_torchs_own():
    layers, images = _layers(), _images(11).requires_grad_()
    wanted = [images, *_parameters(layers)]
    aim = torch.randn(11, 6, 6, 24, generator=torch.Generator().manual_seed(2))

    def gradients(way, precision):
        return torch.autograd.grad(way(*layers, images, precision), wanted, aim.to(precision))

    full = gradients(plain_features, torch.float32)
    for ours, theirs, exact in zip(
        gradients(im2col.features, torch.bfloat16),
        gradients(plain_features, torch.bfloat16),
        full,
        strict=True,
    ):
        assert ours.dtype == torch.float32
        assert float((ours - exact).norm()) < 1.2 * float((theirs - exact).norm()) + 1e-6


@pytest.mark.parametrize("frozen", [0, 1, 2, 3])
def test_only_parameters_that_require_a_gradient_get_one(frozen):
    layers, images = _layers(), _images(3)
    parameters = _parameters(layers)
    parameters[frozen].requires_grad_(False)
    im2col.features(*layers, images, torch.float32).sum().backward()
    for at, parameter in enumerate(parameters):
        assert (parameter.grad is None) == (at == frozen)
    assert images.grad is None


def _adam(layers, **options) -> None:
    parameters = _parameters(layers)
    optimiser = torch.optim.Adam(parameters, lr=0.1, **options)
    for parameter in parameters:
        parameter.grad = torch.ones_like(parameter)
    optimiser.step()


@torch.no_grad()
def _in_place(layers) -> None:
    layers[1].weight.mul_(2)


@torch.no_grad()
def _bias_alone(layers) -> None:
    layers[0].bias.add_(1)


@torch.no_grad()
def _lerp(layers) -> None:
    parameters = _parameters(layers)
    torch._foreach_lerp_(parameters, [torch.ones_like(p) for p in parameters], 0.5)


def _load(layers, **options) -> None:
    for layer in layers:
        state = {key: value + 0.5 for key, value in layer.state_dict().items()}
        layer.load_state_dict(state, **options)


def _new_parameter(layers) -> None:
    layers[1].weight = nn.Parameter(layers[1].weight.detach() + 1)


def _new_data(layers) -> None:
    layers[1].weight.data = layers[1].weight.data + 1


CHANGES = {
    "fused Adam": lambda layers: _adam(layers, fused=True),
    "foreach Adam": lambda layers: _adam(layers, foreach=True),
    "in place": _in_place,
    "bias": _bias_alone,
    "foreach lerp": _lerp,
    "load_state_dict": _load,
    "load_state_dict, assigned": lambda layers: _load(layers, assign=True),
    "new parameter": _new_parameter,
    "new data": _new_data,
    "channels last": lambda layers: [
        layer.to(memory_format=torch.channels_last) for layer in layers
    ],
    "reset": lambda layers: [layer.reset_parameters() for layer in layers],
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_packed_weights_never_go_stale(change):
    layers, images = _layers(), _images(3)
    with torch.no_grad():
        before = im2col.features(*layers, images, torch.float32)
    change(layers)
    with torch.no_grad():
        after = im2col.features(*layers, images, torch.float32)
        expected = plain_features(*layers, images, torch.float32)
    torch.testing.assert_close(after, expected, atol=1e-4, rtol=1e-4)
    assert torch.equal(before, after) == (change is CHANGES["channels last"])


def test_weights_made_in_inference_mode_never_go_stale():
    with torch.inference_mode():
        layers, images = _layers(), _images(2)
        im2col.features(*layers, images, torch.float32)
        layers[1].weight.mul_(2)
        after = im2col.features(*layers, images, torch.float32)
        expected = plain_features(*layers, images, torch.float32)
    torch.testing.assert_close(after, expected, atol=1e-4, rtol=1e-4)


def test_unchanged_weights_are_packed_once(monkeypatch):
    layers, images = _layers(), _images(2)
    with torch.no_grad():
        first = features(*layers, images, torch.float32)
        monkeypatch.setattr(weight_cache, "_Entry", None)  # packing again would fail
        assert torch.equal(features(*layers, images, torch.float32), first)


def test_colours_take_the_fast_way_to_the_same_features_and_gradients():
    from capsviz.model import im2col
    from capsviz.model.primary import plain_features

    if not im2col.available():
        pytest.skip("no oneDNN here")
    torch.manual_seed(0)
    conv1, primary = nn.Conv2d(3, 8, 9), nn.Conv2d(8, 16, 9, stride=2)
    images = torch.rand(3, 3, 32, 32, requires_grad=True)
    results = []
    for way in (im2col.features, plain_features):
        features = way(conv1, primary, images, torch.float32)
        wanted = (images, *conv1.parameters(), *primary.parameters())
        results.append((features, *torch.autograd.grad(features.square().mean(), wanted)))
    for fast, plain in zip(*results, strict=True):
        torch.testing.assert_close(fast, plain, rtol=1e-4, atol=1e-6)
