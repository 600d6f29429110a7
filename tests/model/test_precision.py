"""Available precisions, their differences, and the replacement of missing ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from capsviz.config import ModelConfig
from capsviz.data.samples import sample_pictures
from capsviz.errors import CapsvizError
from capsviz.model import int8, precision
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import MODELS, build
from capsviz.model.precision import convert_precision, possible
from capsviz.model.primary import is_half_faster
from capsviz.model.routing import ROUTINGS
from capsviz.tracing import reconstructions, trace

FAST = [
    pytest.param(
        "bfloat16",
        marks=pytest.mark.skipif(
            not is_half_faster(torch.device("cpu")), reason="no bfloat16 here"
        ),
    ),
    pytest.param(
        "int8", marks=pytest.mark.skipif(not int8.available(), reason="no 8-bit products here")
    ),
]


def _pictures(side: int) -> torch.Tensor:
    return torch.tensor(sample_pictures(side))


def _network(routing: str) -> CapsNet:
    torch.manual_seed(0)
    config = ModelConfig(conv_channels=16, primary_types=4, decoder_hidden=(32, 64))
    model = CapsNet(replace(config, routing=routing)).eval().requires_grad_(False)
    model.W.mul_(10)  # lengths like those of a trained network
    return model


@pytest.mark.parametrize("routing", ROUTINGS)
@pytest.mark.parametrize("name", FAST)
def test_every_routing_is_near_float32(routing, name):
    exact = _network(routing)
    fast = convert_precision(exact, name, _pictures)
    images = _pictures(28)
    a, b = exact(images), fast(images)
    assert float((a.lengths - b.lengths).abs().mean()) < 0.01
    assert float((a.lengths - b.lengths).abs().max()) < 0.1
    pictures = (reconstructions(exact, a.v.numpy()), reconstructions(fast, a.v.numpy()))
    np.testing.assert_allclose(*pictures, atol=0.02)
    assert not torch.equal(a.v, b.v)  # it is another arithmetic


@pytest.mark.parametrize("name", FAST)
def test_an_image_does_not_depend_on_those_beside_it(name):
    fast = convert_precision(_network("dynamic"), name, _pictures)
    images = _pictures(28)[:9]
    together = fast(images).v
    alone = torch.cat([fast(image[None]).v for image in images])
    torch.testing.assert_close(together, alone, atol=1e-6, rtol=1e-5)


@pytest.mark.parametrize("name", FAST)
def test_an_empty_image_is_finite_and_the_trace_equals_the_pass(name):
    fast = convert_precision(_network("dynamic"), name, _pictures)
    images = torch.cat([torch.zeros(1, 28, 28), _pictures(28)[:5]])
    found = fast(images)
    assert torch.isfinite(found.v).all()
    assert trace(fast, images).poses.tobytes() == found.v.numpy().tobytes()


def test_the_twin_shares_its_weights_and_leaves_the_network_as_it_was():
    exact = _network("dynamic")
    images = _pictures(28)[:3]
    before = exact(images).v
    fast = convert_precision(exact, precision.FASTEST, _pictures)
    assert [p.data_ptr() for p in fast.parameters()] == [p.data_ptr() for p in exact.parameters()]
    assert torch.equal(exact(images).v, before)
    assert exact.precision is torch.float32


def test_float32_equals_the_network_bit_for_bit():
    exact = _network("dynamic")
    images = _pictures(28)[:5]
    assert torch.equal(convert_precision(exact, "float32", _pictures)(images).v, exact(images).v)


def test_an_unavailable_precision_gives_way_to_the_next_fastest(monkeypatch):
    exact = _network("dynamic")
    monkeypatch.setattr(int8, "available", lambda: False)
    assert "int8" not in possible(exact)
    with pytest.raises(CapsvizError, match="cannot be calculated in int8"):
        convert_precision(exact, "int8", _pictures)
    fastest = convert_precision(exact, precision.FASTEST, _pictures)
    assert fastest.precision is precision.PRECISIONS[possible(exact)[-1]]
    monkeypatch.setattr(precision, "is_half_faster", lambda device: False)
    assert possible(exact) == ["float32"]
    assert convert_precision(exact, precision.FASTEST, _pictures).precision is torch.float32


def test_bfloat16_by_name_is_calculated_without_its_instructions_too(monkeypatch):
    """So that its agreement can be measured on any processor."""
    exact = _network("dynamic")
    images = _pictures(28)[:4]
    monkeypatch.setattr(precision, "is_half_faster", lambda device: False)
    half = convert_precision(exact, "bfloat16", _pictures)
    assert half.precision is torch.bfloat16
    with torch.inference_mode():
        difference = (exact(images).lengths - half(images).lengths).abs()
    assert 0 < float(difference.max()) < 0.1


def test_an_unknown_precision_raises_one_sentence():
    with pytest.raises(CapsvizError, match="no precision 'int4'"):
        convert_precision(_network("dynamic"), "int4", _pictures)


@pytest.mark.parametrize("name", MODELS)
def test_every_network_has_a_fastest_precision(name):
    torch.manual_seed(0)
    config = MODELS[name]
    network = build(config).eval().requires_grad_(False)
    fast = convert_precision(network, precision.FASTEST, _pictures)
    images = _pictures(config.image_size)[:4]
    with torch.inference_mode():
        difference = (network(images).lengths - fast(images).lengths).abs()
    assert float(difference.max()) < 0.1
