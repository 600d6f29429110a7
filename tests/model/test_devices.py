"""Everything stays where the network is: a forgotten device shows on `meta`, without a GPU."""

from __future__ import annotations

import pytest
import torch

from capsviz.model.capsnet import CapsNet
from capsviz.model.loss import margin_loss, one_hot, reconstruction_error
from capsviz.model.networks import MODELS, build

META = torch.device("meta")


@pytest.mark.parametrize("name", MODELS)
def test_a_network_and_its_losses_stay_on_their_device(name):
    network = build(MODELS[name]).to(META)
    side, classes = MODELS[name].image_size, MODELS[name].classes
    images = torch.zeros(3, side, side, device=META)
    labels = torch.zeros(3, dtype=torch.int64, device=META)
    v, lengths = network(images)
    assert lengths.shape == (3, classes)
    loss = margin_loss(lengths, one_hot(labels, classes))
    if isinstance(network, CapsNet):
        decoded = network.decoder(v[torch.arange(3, device=META), labels], labels)
        assert decoded.shape == images.shape
        loss = loss + reconstruction_error(decoded, images).mean()
    loss.backward()
    for where, found in network.named_parameters():
        assert found.grad is None or found.grad.device == META, where
    assert {v.device, lengths.device, loss.device} == {META}


@pytest.mark.parametrize("iterations", [1, 3])
def test_inference_without_gradients_stays_on_its_device(iterations):
    network = build(MODELS["dynamic"]).to(META).eval()
    with torch.inference_mode():
        assert network(torch.zeros(2, 28, 28, device=META), iterations).lengths.device == META
