"""Weights of the votes, for every routing."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import numpy as np
import pytest

from capsviz.model.routing import ROUTINGS


@pytest.fixture(params=[*ROUTINGS, "efficient"])
def routed(request, tiny_model):
    """A small network whose routing has learned parameters, one trace of it, and its votes."""
    import torch

    import capsviz
    from capsviz.model.networks import build
    from capsviz.tracing import votes

    config = replace(tiny_model.config, routing="attention", architecture="efficient")
    if request.param != "efficient":
        config = replace(tiny_model.config, routing=request.param)
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(1)
        model = build(config).eval()
        for parameter in model.routing.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))
    picture = np.random.default_rng(5).random((1, 28, 28), dtype=np.float32)
    seen = capsviz.trace(model, picture, 4)
    return model, seen, votes(model, seen.primary)


def test_weighted_votes_add_up_to_the_total(routed) -> None:
    from capsviz.analysis.routing import routing_info

    model, seen, votes = routed
    info = routing_info(seen, votes, model)
    bias = getattr(model.routing, "bias", None)
    added = 0 if bias is None else bias.detach().numpy()
    total = np.einsum("rij,ijd->rjd", info.mixing.weights, votes[0])
    np.testing.assert_allclose(total + added, seen.totals[0], atol=2e-5)
    along = seen.totals[0] / np.linalg.norm(seen.totals[0], axis=-1, keepdims=True)
    fed = ((seen.totals[0] - added) * along).sum(-1)
    np.testing.assert_allclose(info.type_feed.sum(1), fed, rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(info.place_feed.sum(1), fed, rtol=1e-3, atol=1e-5)
    kept = np.linalg.norm(info.cloud.capsules, axis=-1) / np.linalg.norm(info.capsules, axis=-1)
    np.testing.assert_allclose(info.cloud.in_plane, kept, rtol=1e-3)
    assert info.geometry.types * info.geometry.grid**2 == votes.shape[1]


def test_unrouted_is_the_network_with_uniform_couplings(routed) -> None:
    import torch

    from capsviz.analysis.vote_weights import mixing
    from capsviz.model.routing.dynamic import dynamic_routing
    from capsviz.model.routing.rounds import Rounds
    from capsviz.model.squash import exponential_squash, squash

    model, seen, votes = routed
    found = mixing(model, seen, votes).unrouted
    u_hat = torch.tensor(votes)
    name = model.config.routing
    if name in ("dynamic", "uniform"):
        (step,) = dynamic_routing(u_hat, 1)
        expected = step.activations[0].numpy()
    elif isinstance(model.routing, Rounds) or name == "query_key":
        s = u_hat.sum(1) / 10 + getattr(model.routing, "bias", torch.zeros(1)).detach()
        expected = squash(s)[0].norm(dim=-1).numpy()
    elif name == "em":
        expected = seen.lengths[0, 0]
        assert (seen.couplings[0, 0] == np.float32(0.1)).all()
    elif name == "attention":
        weights = 0.1 + model.routing.B.detach()
        s = torch.einsum("ij,bijd->bjd", weights, u_hat)
        expected = exponential_squash(s)[0].norm(dim=-1).numpy()
    else:
        expected = np.full(10, 0.1)
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_spread_is_how_far_the_counted_votes_lie_from_their_mean(routed) -> None:
    from capsviz.analysis.routing import routing_info

    model, seen, votes = routed
    info = routing_info(seen, votes, model)
    counted = np.maximum(info.mixing.weights.astype(float), 0)
    share = counted / counted.sum(1, keepdims=True)
    mean = np.einsum("rij,ijd->rjd", share, votes[0])
    if model.config.routing == "em":
        np.testing.assert_allclose(mean, seen.capsules[0], atol=1e-5)
    off = np.square(votes[0][None] - mean[:, None]).sum(-1)
    expected = np.sqrt((share * off).sum(1))
    np.testing.assert_allclose(info.cloud.spread, expected, rtol=1e-2)


def test_an_empty_picture_has_finite_numbers(routed) -> None:
    import capsviz
    from capsviz.analysis.routing import routing_info
    from capsviz.tracing import votes

    model = routed[0]
    seen = capsviz.trace(model, np.zeros((28, 28), np.float32), 3)
    info = routing_info(seen, votes(model, seen.primary), model)
    for part in (info, info.mixing, info.cloud, info.summary):
        for field in dataclasses.fields(part):
            value = getattr(part, field.name)
            if isinstance(value, np.ndarray):
                assert np.isfinite(value).all(), field.name
