"""The 8-bit core against the same arithmetic written out in whole numbers."""

from __future__ import annotations

import pytest
import torch
from torch import nn
from torch.nn import functional

from capsviz.model import int8

pytestmark = pytest.mark.skipif(
    not int8.available(), reason="this processor does not multiply bytes"
)
MAX_ACTIVATION = 2.5


def _layers(channels: int = 16) -> tuple[nn.Conv2d, nn.Conv2d]:
    torch.manual_seed(0)
    return nn.Conv2d(1, channels, 9), nn.Conv2d(channels, 24, 9, stride=2)


def _images(n: int) -> torch.Tensor:
    return torch.rand(n, 28, 28, generator=torch.Generator().manual_seed(1))


def _whole(layer: nn.Conv2d) -> tuple[torch.Tensor, torch.Tensor]:
    """Weights as whole numbers in -127..127, and each output channel's scale."""
    scales = layer.weight.detach().abs().amax((1, 2, 3)) / 127
    return (layer.weight.detach() / scales.view(-1, 1, 1, 1)).round(), scales


@torch.no_grad()
def _reference(conv1: nn.Conv2d, primary: nn.Conv2d, images: torch.Tensor) -> torch.Tensor:
    """Sums of whole numbers in float64, where they are exact; scaled afterwards."""
    x = (images * 255).round().double().unsqueeze(1)
    for layer, scale, last in ((conv1, 1 / 255, False), (primary, MAX_ACTIVATION / 255, True)):
        weight, scales = _whole(layer)
        sums = functional.conv2d(x, weight.double(), stride=layer.stride)
        x = sums * (scales * scale).double().view(-1, 1, 1) + layer.bias.double().view(-1, 1, 1)
        if last:
            return x.permute(0, 2, 3, 1).float()
        x = (x.relu() / (MAX_ACTIVATION / 255)).round().clamp(0, 255)
    raise AssertionError


@pytest.mark.parametrize("n", [1, 2, int8.CHUNK + 3])
def test_features_are_the_sums_of_whole_numbers(n):
    layers, images = _layers(), _images(n)
    with torch.inference_mode():
        found = int8.features(*layers, images, MAX_ACTIVATION)
    expected = _reference(*layers, images)
    assert found.shape == (n, 6, 6, 24)
    # A hidden value that lies between two bytes may fall to either side in float32.
    step = MAX_ACTIVATION / 255 * float(layers[1].weight.detach().abs().max())
    assert float((found - expected).abs().max()) < 3 * step
    assert float((found - expected).abs().mean()) < 0.01 * step


def test_values_above_the_range_are_clamped():
    layers, images = _layers(), _images(2)
    with torch.inference_mode():
        low, wide = (int8.features(*layers, images, most) for most in (0.05, 3.0))
    hidden = functional.relu(layers[0](images.unsqueeze(1))).clamp(max=0.05)
    expected = layers[1](hidden).permute(0, 2, 3, 1)
    torch.testing.assert_close(low, expected, atol=0.01, rtol=0)
    assert float((low - wide).abs().max()) > 0.1


def test_an_image_does_not_depend_on_those_beside_it():
    layers, images = _layers(), _images(int8.CHUNK + 3)
    with torch.inference_mode():
        together = int8.features(*layers, images, MAX_ACTIVATION)
        alone = torch.cat([int8.features(*layers, image[None], MAX_ACTIVATION) for image in images])
    assert torch.equal(together, alone)


@pytest.mark.parametrize("n", [1, 3, 5])
def test_votes_are_those_of_w_rounded_by_rows(tiny_model, n):
    W = tiny_model.W.detach()
    u = torch.rand(n, W.shape[0], W.shape[1], generator=torch.Generator().manual_seed(2))
    with torch.inference_mode():
        found = int8.votes(tiny_model, W, u)
        exact = torch.einsum("bik,ikjd->bijd", u, W)
    rows = W.flatten(2)
    step = (rows.amax(2) - rows.amin(2)).max() / 255
    assert found.shape == exact.shape
    # Eight rows, each off by half a step at most and weighted by at most 1.
    assert float((found - exact).abs().max()) <= 8 * 0.5 * float(step) * 1.01
    alone = torch.cat([int8.votes(tiny_model, W, one[None]) for one in u])
    assert torch.equal(found, alone)


def test_changed_weights_are_packed_anew():
    layers, images = _layers(), _images(2)
    with torch.no_grad():
        before = int8.features(*layers, images, MAX_ACTIVATION)
        layers[1].weight.mul_(2)
        layers[1].bias.mul_(2)
        after = int8.features(*layers, images, MAX_ACTIVATION)
    torch.testing.assert_close(after, 2 * before, atol=1e-4, rtol=1e-4)


def test_a_channel_of_zero_weights_gives_finite_features():
    layers, images = _layers(), _images(1)
    with torch.no_grad():
        layers[0].weight[3] = 0
        assert torch.isfinite(int8.features(*layers, images, MAX_ACTIVATION)).all()
