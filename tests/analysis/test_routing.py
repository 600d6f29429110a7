"""Numbers behind the Routing page, compared with loops over single numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from reference_routing import length, route


@pytest.fixture
def found(tiny_model):
    """Info, votes and trace of one random picture routed four times by a small model."""
    import capsviz
    from capsviz.analysis.routing import routing_info
    from capsviz.tracing import votes

    picture = np.random.default_rng(5).random((1, 28, 28), dtype=np.float32)
    seen = capsviz.trace(tiny_model, picture, 4)
    u_hat = votes(tiny_model, seen.primary)
    return routing_info(seen, u_hat, tiny_model), u_hat[0], seen


def test_every_number_is_that_of_the_scalar_routing(found):
    info, u_hat, _ = found
    I, J, D = u_hat.shape
    T, P = info.geometry.types, info.geometry.grid**2
    lengths = [[length(u_hat[i, j].tolist()) for j in range(J)] for i in range(I)]
    steps = route(u_hat.astype(float).tolist(), 4)
    winner = max(range(J), key=lambda j: length(steps[-1].v[j]))
    for t, step in enumerate(steps):
        b, c, s, v, a = step.b, step.c, step.s, step.v, step.a
        np.testing.assert_allclose(info.logits[t], b, atol=1e-5)
        np.testing.assert_allclose(info.couplings[t], c, atol=1e-5)
        np.testing.assert_allclose(info.agreement[t], a, atol=1e-5)
        np.testing.assert_allclose(info.totals[t], s, atol=1e-5)
        np.testing.assert_allclose(info.capsules[t], v, atol=1e-5)
        zeros = lambda n: np.zeros((n, J))  # noqa: E731
        shares, flows, feeds = ([zeros(T), zeros(P)] for _ in range(3))
        favourites = 0
        entropy = 0.0
        for i in range(I):
            places = (i % T, i // T)
            for j in range(J):
                along = sum(float(u_hat[i, j, d]) * s[j][d] for d in range(D)) / length(s[j])
                for part, at in enumerate(places):
                    shares[part][at, j] += c[i][j] / (P if part == 0 else T)
                    flows[part][at, j] += c[i][j] * lengths[i][j]
                    feeds[part][at, j] += c[i][j] * along
                entropy -= c[i][j] * math.log2(c[i][j]) / I
            favourites += all(c[i][winner] > c[i][j] for j in range(J) if j != winner)
        np.testing.assert_allclose(info.type_couplings[t], shares[0], atol=1e-5)
        np.testing.assert_allclose(info.place_couplings[t], shares[1], atol=1e-5)
        np.testing.assert_allclose(info.type_flow[t], flows[0], atol=1e-4)
        np.testing.assert_allclose(info.place_flow[t], flows[1], atol=1e-4)
        np.testing.assert_allclose(info.type_feed[t], feeds[0], atol=1e-4)
        np.testing.assert_allclose(info.place_feed[t], feeds[1], atol=1e-4)
        np.testing.assert_allclose(info.type_feed[t].sum(0), [length(x) for x in s], rtol=1e-4)
        assert info.summary.entropy[t] == pytest.approx(entropy, abs=1e-4)
        if t:  # in the first iteration all couplings are equal: there is no favourite
            assert info.summary.favourite[t] == pytest.approx(favourites / I, abs=1e-6)
        for j in range(J):
            mean = sum(a[i][j] for i in range(I)) / I
            weight = sum(c[i][j] for i in range(I))
            coupled = sum(c[i][j] * a[i][j] for i in range(I)) / weight
            assert info.summary.agreement[t, j] == pytest.approx(mean, abs=1e-6)
            assert info.summary.coupled_agreement[t, j] == pytest.approx(coupled, abs=1e-6)
            centre = [x / weight for x in s[j]]
            spread = sum(
                c[i][j] * length([float(u_hat[i, j, d]) - centre[d] for d in range(D)]) ** 2
                for i in range(I)
            )
            assert info.cloud.spread[t, j] == pytest.approx(math.sqrt(spread / weight), rel=1e-3)
        assert info.summary.winners[t] == max(range(J), key=lambda j: length(v[j]))
        np.testing.assert_allclose(info.summary.lengths[t], [length(x) for x in v], atol=1e-5)
    assert info.summary.favourite[0] == 0
    assert info.summary.entropy[0] == pytest.approx(math.log2(J), abs=1e-5)


def test_fewer_iterations_are_the_beginning_of_more(found, tiny_model):
    import capsviz

    info, _, seen = found
    for rounds in (1, 2, 3):
        alone = capsviz.trace(tiny_model, seen.images, rounds)
        np.testing.assert_allclose(alone.couplings[0], info.couplings[:rounds], atol=1e-6)
        np.testing.assert_allclose(alone.capsules[0], info.capsules[:rounds], atol=1e-6)


def test_the_cloud_is_the_plane_of_largest_variance(found):
    info, u_hat, seen = found
    for j in range(u_hat.shape[1]):
        votes = u_hat[:, j]
        _, spread, axes = np.linalg.svd(votes - votes.mean(0), full_matrices=False)
        share = np.square(spread) / np.square(spread).sum()
        np.testing.assert_allclose(info.cloud.explained[j], share[:2], rtol=1e-3)
        expected = np.abs(votes @ axes[:2].T)
        np.testing.assert_allclose(np.abs(info.cloud.points[j]), expected, atol=2e-3)
        last = info.cloud.capsules[-1, j]
        assert (last >= 0).all(), "the plane is turned until v_j points right and up"
        kept = np.linalg.norm(seen.poses[0, j] @ axes[:2].T) / np.linalg.norm(seen.poses[0, j])
        assert info.cloud.in_plane[-1, j] == pytest.approx(kept, abs=1e-3)
        # s and v point the same way, so they do in the plane.
        s, v = info.cloud.totals[-1, j], last
        assert abs(s[0] * v[1] - s[1] * v[0]) < 1e-4 * np.linalg.norm(s)


def test_reach_is_the_receptive_field_of_the_convolutions(tiny_model):
    """A pixel changes exactly the capsules whose receptive field contains it."""
    import torch

    from capsviz.analysis.routing import Geometry

    geometry = Geometry.of(tiny_model.config)
    assert (geometry.field, geometry.grid, geometry.side) == (17, 6, 28)
    reach = geometry.reach()
    with torch.no_grad():
        image = torch.full((1, 28, 28), 0.5)
        before = tiny_model.primary_capsules(image)
        for row, column in ((0, 0), (3, 20), (16, 9), (26, 26), (27, 5)):
            changed = image.clone()
            changed[0, row, column] = 1
            change = (tiny_model.primary_capsules(changed) - before).abs().amax(-1)[0]
            moved = (change > 1e-5 * change.max()).reshape(6, 6, -1).any(-1).numpy()  # not rounding
            sees = np.outer(reach[row] > 0, reach[column] > 0)
            assert (moved <= sees).all()
            assert moved.sum() >= 0.5 * sees.sum()
    assert reach[27].sum() == 0
    np.testing.assert_allclose(reach[:27].sum(1), 1, atol=1e-6)


def test_full_receptive_fields_reach_over_their_core():
    from capsviz.analysis.routing import Geometry
    from capsviz.model.networks import MODELS

    geometry = Geometry.of(MODELS["compact"])
    assert geometry.field > 2 * geometry.side
    reach = geometry.reach()
    np.testing.assert_allclose(reach.sum(1), 1, atol=1e-6)
    rows, columns = (np.flatnonzero(reach[:, place]) for place in (1, 2))  # middles 7 and 11
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (2, 12, 6, 16)


def test_an_empty_picture_has_finite_numbers(tiny_model):
    import dataclasses

    import torch

    import capsviz
    from capsviz.analysis.routing import routing_info
    from capsviz.tracing import votes

    with torch.no_grad():  # without biases nothing at all reaches the capsules
        tiny_model.conv1.bias.zero_()
        tiny_model.primary.bias.zero_()
    seen = capsviz.trace(tiny_model, np.zeros((28, 28), np.float32), 3)
    info = routing_info(seen, votes(tiny_model, seen.primary), tiny_model)
    for part in (info, info.cloud, info.summary):
        for field in dataclasses.fields(part):
            value = getattr(part, field.name)
            if isinstance(value, np.ndarray):
                assert np.isfinite(value).all(), field.name


def test_couplings_of_the_shipped_model_sum_to_one():
    import capsviz
    from capsviz.analysis.routing import routing_info
    from capsviz.tracing import votes

    try:
        model = capsviz.load()
    except capsviz.CapsvizError:
        pytest.skip("there is no trained checkpoint here")
    picture = np.zeros((28, 28), np.float32)
    picture[5:23, 13:16] = 1
    seen = capsviz.trace(model, picture, 10)
    info = routing_info(seen, votes(model, seen.primary), model)
    assert info.couplings.shape == (10, 1152, 10)
    np.testing.assert_allclose(info.couplings.sum(-1), 1, atol=1e-5)
    assert (info.couplings[0] == np.float32(0.1)).all()
    np.testing.assert_allclose(info.type_couplings.sum(-1), 1, atol=1e-5)
    np.testing.assert_allclose(info.place_couplings.sum(-1), 1, atol=1e-5)
