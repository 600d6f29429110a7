"""Parametrised W: parameters, savings, and unchanged behaviour elsewhere."""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import nn

from capsviz.cli.summary import _savings
from capsviz.config import ModelConfig
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import build, route_instead, title
from capsviz.model.plan import plan
from capsviz.tracing import trace

SMALL = ModelConfig(conv_channels=8, primary_types=4, decoder_hidden=(16, 16))
COUNTS = {"shared": 4 * 8 * 160, "groups:2": 36 * 2 * 8 * 160, "low_rank:3": 144 * 10 * 3 * 24}


def _network(form: str) -> CapsNet:
    torch.manual_seed(0)
    network = build(replace(SMALL, matrices=form)).eval().requires_grad_(False)
    assert isinstance(network, CapsNet)
    return network


def _learnt(network: CapsNet) -> list[nn.Parameter]:
    return [p for name, p in network.named_parameters() if name.startswith("parametrizations.W")]


def _matrix(network, i: int, j: int) -> np.ndarray:
    """Compute W_ij entry by entry, from its parameters."""
    learnt = [p.numpy() for p in _learnt(network)]
    match network.config.matrices:
        case "shared":
            return learnt[0][i % 4, :, j]
        case "groups:2":
            return learnt[0][i // 4, (i % 4) // 2, :, j]
        case _:
            return learnt[0][i, j] @ learnt[1][i, j]


@pytest.mark.parametrize("form", COUNTS)
def test_every_vote_matrix_follows_its_documented_form(form):
    network = _network(form)
    assert network.W.shape == (144, 8, 10, 16)
    for i, j in ((0, 0), (1, 9), (66, 3), (143, 7)):
        np.testing.assert_allclose(network.W[i, :, j], _matrix(network, i, j), atol=1e-7)
    assert network.W.std() == pytest.approx(0.05, rel=0.1)
    made = plan(network)
    votes = next(layer for layer in made.layers if layer.part == "votes")
    assert votes.parameters == COUNTS[form]
    assert made.total("parameters") == sum(p.numel() for p in network.parameters())
    (told,) = _savings(network)
    assert f"of {COUNTS[form]:,} numbers; with all of their own they would be 184,320" in told
    assert not list(_savings(_network("full")))


@pytest.mark.parametrize("form", COUNTS)
def test_vote_matrices_learn_and_are_computed_from_the_new_weights(form):
    network = _network(form).train().requires_grad_(True)
    images = torch.rand(2, 28, 28)
    with torch.no_grad():
        before = network.W.clone()
    network(images).lengths.sum().backward()
    learnt = _learnt(network)
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in learnt)
    torch.optim.SGD(learnt, lr=1.0).step()
    with torch.no_grad():
        assert not torch.equal(network.W, before), "what was made before is not kept"


def test_a_network_of_low_rank_can_be_traced_copied_and_rerouted():
    network, images = _network("low_rank:2"), torch.rand(1, 28, 28)
    twin = copy.deepcopy(network)
    torch.testing.assert_close(twin(images).lengths, network(images).lengths)
    assert trace(network, images).couplings.shape[-2:] == (144, 10)
    other = route_instead(network, "uniform")
    assert isinstance(other, CapsNet)
    assert other.config.routing == "uniform"
    assert network.config.routing == "dynamic"
    assert not torch.equal(other(images).lengths, network(images).lengths)
    assert title(network.config) == "Dynamic, W of low rank"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"matrices": "thin"}, "there are no matrices 'thin'"),
        ({"matrices": "low_rank:0"}, "rank"),
        ({"matrices": "groups:3"}, "4 types of capsule cannot be 3 groups"),
        ({"matrices": "shared:2"}, "has no setting"),
        ({"matrices": "shared", "architecture": "cnn"}, "has no matrices to choose"),
    ],
)
def test_impossible_vote_matrices_are_refused(changes, says):
    with pytest.raises(CapsvizError, match=says):
        build(replace(SMALL, **changes))
