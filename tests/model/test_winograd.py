"""Convolutions by fewer multiplications, held against torch's own in double precision."""

from __future__ import annotations

from copy import deepcopy

import pytest
import torch
from torch import Tensor, nn

from capsviz.model.winograd import WinogradConv, applies


def _case(kernel: int, stride: int, height: int, width: int) -> tuple[nn.Conv2d, Tensor]:
    torch.manual_seed(0)
    return nn.Conv2d(6, 5, kernel, stride), torch.randn(19, 6, height, width)


def _exactly(layer: nn.Conv2d, x: Tensor) -> tuple[Tensor, Tensor, tuple[Tensor, ...]]:
    """Return the output, a gradient for it, and torch's gradients, in double precision."""
    twin = deepcopy(layer).double()
    x = x.double().requires_grad_()
    out = twin(x)
    grad = torch.randn(out.shape, generator=torch.Generator().manual_seed(1)).double()
    gradients = torch.autograd.grad(out, (x, *twin.parameters()), grad)
    return out.detach(), grad, gradients


# The paper's; tiles that stand over the edge, other strides and taps, sides that differ.
@pytest.mark.parametrize(
    ("kernel", "stride", "height", "width"),
    [(9, 2, 20, 20), (9, 2, 23, 16), (5, 1, 9, 12), (5, 2, 20, 11), (3, 1, 7, 8), (7, 3, 21, 13)],
)
def test_winograd_equals_torchs_convolution_and_its_gradients(kernel, stride, height, width):
    layer, x = _case(kernel, stride, height, width)
    out, grad, (of_x, of_weight, of_bias) = _exactly(layer, x)
    assert applies(layer)
    convolution = WinogradConv.of(layer)
    x, grad = (each.float().permute(0, 2, 3, 1).contiguous() for each in (x, grad))
    with torch.no_grad():
        found = convolution.convolve(x, torch.empty(0)).permute(0, 3, 1, 2)
        weight, bias = convolution.weight_gradient(grad, x)
        inputs = convolution.input_gradient(grad, x).permute(0, 3, 1, 2)
    for ours, exact in ((found, out), (inputs, of_x), (weight, of_weight), (bias, of_bias)):
        assert ours.shape == exact.shape
        assert float((ours - exact).norm()) < 1e-5 * float(exact.norm())


def test_kernels_with_too_many_taps_are_left_to_others():
    assert not applies(nn.Conv2d(1, 1, 9))
    assert not applies(nn.Conv2d(1, 1, 11, stride=2))


def _one_after_another(a: Tensor, b: Tensor) -> Tensor:
    """The product of two batches of matrices by the order of additions that rounds most."""
    total = a.new_zeros(len(a), a.shape[1], b.shape[2])
    for k in range(a.shape[2]):
        total += a[:, :, k, None] * b[:, k, None]
    return total


@pytest.mark.parametrize("product", [torch.bmm, _one_after_another])
def test_the_papers_convolution_rounds_less_than_storing_its_weights_did(product, monkeypatch):
    torch.manual_seed(0)
    layer, x = nn.Conv2d(256, 32, 9, stride=2), torch.rand(4, 256, 20, 20)
    monkeypatch.setattr(torch, "bmm", product)
    with torch.no_grad():
        convolution = WinogradConv.of(layer)
        exact = deepcopy(layer).double()(x.double()).permute(0, 2, 3, 1)
        found = convolution.convolve(x.permute(0, 2, 3, 1), torch.empty(0))
    # Checkpoints are stored in float16: a number is rounded by half its unit at most.
    stored = torch.finfo(torch.float16).eps / 2
    assert float((found - exact).norm()) < stored / 16 * float(exact.norm())
