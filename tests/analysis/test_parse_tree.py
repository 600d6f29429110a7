from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import torch

from capsviz.analysis.parse_tree import trace_layers
from capsviz.model.matrix import MatrixCapsNet
from capsviz.model.networks import MODELS, build
from capsviz.tracing import trace

IMAGE = np.random.default_rng(3).random((28, 28), np.float32)
#: Places along a side, types, square of pixels seen and its step, children of each place.
PAPER = [(12, 8, 5, 2, 0), (5, 16, 9, 4, 72), (3, 16, 17, 4, 144), (1, 10, 25, 0, 144)]


@pytest.fixture(scope="module")
def network() -> MatrixCapsNet:
    torch.manual_seed(0)
    made = build(MODELS["matrix"]).eval()
    assert isinstance(made, MatrixCapsNet)
    return made


@pytest.fixture(scope="module")
def layers(network):
    return trace_layers(network, IMAGE)


def test_layers_have_the_papers_places_and_squares(layers):
    shapes = [
        (each.grid, each.means.shape[2], each.reach, each.step, each.children.shape[1])
        for each in layers
    ]
    assert shapes == PAPER
    for below, above in pairwise(layers):
        count = below.activations[0].size
        assert 0 <= above.children.min() <= above.children.max() < count


def test_the_last_layer_equals_the_network_s_output(network, layers):
    seen = trace(network, IMAGE)
    np.testing.assert_allclose(layers[-1].activations[:, 0], seen.lengths[0], atol=1e-6)
    np.testing.assert_allclose(layers[-1].means[-1, 0], seen.poses[0], atol=1e-5)
    flat = layers[2].activations[-1].reshape(-1)
    np.testing.assert_allclose(flat, seen.primary_lengths[0], atol=1e-6)


def test_each_child_shares_itself_out_over_all_its_parents(layers):
    for below, above in pairwise(layers):
        for responsibilities in above.responsibilities:
            shares = np.zeros(below.activations[0].size)
            np.add.at(shares, above.children, responsibilities.sum(2))
            np.testing.assert_allclose(shares[np.unique(above.children)], 1, atol=1e-5)


def test_a_parent_s_mean_is_that_of_its_children_s_votes(network, layers):
    primary, caps1, *_ = layers
    W = network.caps1.W.detach().numpy()
    t, place, parent = 1, 7, 3
    total, weight = np.zeros((4, 4)), 0.0
    for k, child in enumerate(caps1.children[place]):
        pose = primary.means[0].reshape(-1, 4, 4)[child]
        share = caps1.responsibilities[t, place, k, parent]
        share *= primary.activations[0].reshape(-1)[child]
        total += share * (pose @ W[k, :, :, parent])
        weight += share
    assert weight == pytest.approx(caps1.received[t, place, parent], rel=1e-4)
    mean = (total / weight).reshape(-1)
    np.testing.assert_allclose(caps1.means[t, place, parent], mean, atol=1e-4)


def test_the_gaussian_in_the_cloud_equals_the_one_that_em_fitted(network, layers):
    from capsviz.analysis.routing import routing_info
    from capsviz.tracing import votes

    seen = trace(network, IMAGE[None])
    u_hat = votes(network, seen.primary)
    cloud = routing_info(seen, u_hat, network).cloud
    classes = layers[-1]
    assert cloud.gaussian is not None
    for j in range(10):
        _, _, axes = np.linalg.svd(u_hat[0, :, j] - u_hat[0, :, j].mean(0), full_matrices=False)
        for t, variance in enumerate(classes.variances[:, 0, j]):
            expected = axes[:2] @ np.diag(variance) @ axes[:2].T
            # The plane may be mirrored, which changes the sign of what its axes have in common.
            np.testing.assert_allclose(np.abs(cloud.gaussian[t, j]), np.abs(expected), atol=2e-3)


def test_only_em_has_a_gaussian_in_its_cloud(tiny_model):
    from capsviz.analysis.routing import routing_info
    from capsviz.tracing import votes

    seen = trace(tiny_model, IMAGE[None])
    assert routing_info(seen, votes(tiny_model, seen.primary), tiny_model).cloud.gaussian is None
