"""The toys' formulas in the script are those of the package."""

from __future__ import annotations

import numpy as np
import pytest
import torch

MATHS = "pages/learn/models/maths.js"


@pytest.fixture
def maths(script):
    return lambda call, *given: script(MATHS, f"(given) => {call}(...given)", list(given))


@pytest.mark.parametrize("length", [0.0, 1e-9, 0.1, 1.0, 3.0, 50.0])
def test_squash_equals_pythons(maths, length):
    from capsviz.model.squash import squash

    s = np.array([0.6, -0.48, 0.64]) * length
    expected = squash(torch.tensor(s)).numpy()
    assert np.allclose(maths("squashVector", s.tolist()), expected, atol=1e-15)
    assert maths("squashLength", length) == pytest.approx(np.linalg.norm(expected), abs=1e-9)


def test_squash_without_epsilon_is_not_a_number_at_zero(maths):
    assert np.isnan(maths("squashVector", [0, 0], 0)).all()
    assert maths("squashVector", [0, 0]) == [0, 0]


@pytest.mark.parametrize("length", [0.05, 0.7, 1.0, 2.5])
def test_the_jacobian_is_autograd_s_and_only_the_right_variant_is(maths, length):
    from capsviz.model.squash import squash

    s = torch.tensor([0.8, -0.6], dtype=torch.float64) * length
    expected = torch.autograd.functional.jacobian(squash, s).numpy()
    assert np.allclose(maths("squashJacobian", s.tolist()), expected, atol=1e-12)
    wrong = [maths("squashJacobian", s.tolist(), k) for k in (1, 2, 3, 4)]
    if length != 1.0:  # where n = 1 the outer product's factor is zero, and two slips hide
        assert all(np.abs(np.array(each) - expected).max() > 1e-3 for each in wrong)
    n = float(length)
    along, across = np.linalg.norm(expected @ (s.numpy() / n)), n / (1 + n * n)
    assert along == pytest.approx(2 * n / (1 + n * n) ** 2)
    assert np.linalg.svd(expected)[1].max() == pytest.approx(max(along, across))


def test_measured_slopes_agree(script, maths):
    slopes = "(s) => numericalJacobian((x) => squashVector(x), s)"
    found = script(MATHS, slopes, [0.4, 0.9])
    assert np.allclose(found, maths("squashJacobian", [0.4, 0.9]), atol=1e-7)


@pytest.mark.parametrize("shape", [(5, 2, 2), (6, 3, 2), (9, 4, 7)])
def test_each_step_of_routing_equals_pythons(maths, shape):
    from capsviz.model.routing.dynamic import dynamic_routing

    votes = np.random.default_rng(1).normal(size=shape)
    found = maths("routeVotes", votes.tolist(), 4)
    steps = list(dynamic_routing(torch.tensor(votes)[None], 4))
    assert len(found) == len(steps)
    for mine, step in zip(found, steps, strict=True):
        for name in "bcsv":
            expected = getattr(step, name)[0].numpy()
            assert np.allclose(mine[name], expected, atol=1e-9), name
        agreement = np.einsum("ijd,jd->ij", votes, step.v[0].numpy())
        assert np.allclose(mine["a"], agreement, atol=1e-9)
        assert np.allclose(np.sum(mine["c"], 1), 1)


def test_each_routing_mistake_shows_in_its_number(maths):
    votes = np.random.default_rng(2).normal(size=(5, 2, 2)).tolist()
    right = maths("routeVotes", votes, 3)[-1]
    softmax = maths("routeVotes", votes, 3, {"mistake": "softmax"})[0]
    assert np.allclose(np.sum(softmax["c"], 0), 1)  # each parent shares itself out
    assert np.allclose(np.sum(softmax["c"], 1), 2 / 5)
    dims = maths("routeVotes", votes, 3, {"mistake": "dims"})[-1]
    assert not np.allclose(np.sum(dims["c"], 1), 1, atol=0.01)
    added = maths("routeVotes", votes, 1, {"mistake": "sum"})[0]
    expected = np.sum(np.array(votes) + np.array(added["v"])[None], -1)
    assert np.allclose(added["a"], expected)
    start = (np.array(right["b"]) + right["a"]).tolist()
    kept = maths("routeVotes", votes, 1, {"mistake": "buffer", "start": start})[0]
    assert not np.allclose(kept["c"], 0.5, atol=0.01)
    alone = maths("routeVotes", votes, 3, {"compete": False})[-1]
    assert np.allclose(alone["s"], np.sum(votes, 0))


def test_votes_turned_around_change_no_length(maths):
    votes = np.random.default_rng(3).normal(size=(5, 2, 2))
    ahead = maths("routeVotes", votes.tolist(), 3)[-1]
    behind = maths("routeVotes", (-votes).tolist(), 3)[-1]
    assert np.allclose(ahead["c"], behind["c"])
    assert np.allclose(np.array(ahead["v"]), -np.array(behind["v"]))


def test_margin_loss_equals_pythons(maths):
    from capsviz.model.loss import margin_loss

    generator = np.random.default_rng(4)
    for _ in range(5):
        lengths, present = generator.random(10), generator.random(10) < 0.3
        expected = margin_loss(torch.tensor(lengths)[None], torch.tensor(present)[None].double())
        found = maths("marginTerms", lengths.tolist(), present.tolist())
        assert sum(found) == pytest.approx(float(expected))
        squared = margin_loss(torch.tensor(lengths**2)[None], torch.tensor(present)[None].double())
        found = maths("marginTerms", lengths.tolist(), present.tolist(), True)
        assert sum(found) == pytest.approx(float(squared))


@pytest.mark.parametrize("mistaken", [False, True])
def test_grouping_equals_the_reshape(maths, mistaken):
    channel, row, column = np.meshgrid(np.arange(256), np.arange(6), np.arange(6), indexing="ij")
    code = torch.tensor(channel * 36 + row * 6 + column)[None]
    if mistaken:
        capsules = code.view(1, 32, 8, -1).view(1, 1152, 8)[0]
    else:  # as the package does: channels last, then a row of capsules by a view
        capsules = code.permute(0, 2, 3, 1).reshape(1, -1, 8)[0]
    for index in (0, 4, 40, 1151):
        found = maths("groupNumbers", index, mistaken)
        expected = capsules[index].tolist()
        assert [n["channel"] * 36 + n["row"] * 6 + n["column"] for n in found] == expected
        places = {(n["row"], n["column"]) for n in found}
        assert len(places) == (8 if mistaken else 1)


def test_the_counted_parameters_are_the_model_s(script):
    from capsviz.config import ModelConfig
    from capsviz.model.capsnet import CapsNet

    counted = script("pages/learn/models/count.js", "() => CAPSNET_PARAMETERS")
    model = CapsNet(ModelConfig())
    size = lambda part: sum(p.numel() for p in part.parameters())  # noqa: E731
    assert counted == {
        "conv": size(model.conv1),
        "primary": size(model.primary),
        "digit": model.W.numel(),
        "decoder": size(model.decoder),
    }


def test_a_fixed_matrix_takes_a_part_s_pose_to_its_whole_s_wherever_the_part_is(maths):
    part = {"x": 3.0, "y": -2.0, "angle": 0.4}
    relation = {"x": 0.0, "y": 30.0, "angle": np.pi}
    found = np.array(
        maths("matrixProduct", maths("poseMatrix", part), maths("poseMatrix", relation))
    )
    x, y = 3 - 30 * np.sin(0.4), -2 + 30 * np.cos(0.4)
    assert np.allclose(found, maths("poseMatrix", {"x": x, "y": y, "angle": 0.4 + np.pi}))
    expected = [[np.cos(0.4), -np.sin(0.4), 3], [np.sin(0.4), np.cos(0.4), -2], [0, 0, 1]]
    assert np.allclose(maths("poseMatrix", part), expected)


CLUSTERS = "pages/learn/models/clusters.js"


@pytest.mark.parametrize("shape", [(5, 2, 2), (7, 3, 4)])
def test_each_step_of_em_equals_pythons(script, monkeypatch, shape):
    from capsviz.model.routing import em

    votes = np.random.default_rng(2).normal(size=shape)
    parts, parents, _ = shape
    prices = {"betaU": 2.0, "betaA": 1.5, "lambda": 1.0}
    monkeypatch.setattr(em, "LAMBDA", prices["lambda"])
    beta_u, beta_a = (
        torch.full((parents,), prices[name], dtype=torch.float64) for name in ("betaU", "betaA")
    )
    there = torch.ones(1, parts, dtype=torch.float64)
    steps = list(em.em_routing(there, torch.tensor(votes)[None], beta_u, beta_a, 3))
    given = {"votes": votes.tolist(), "prices": prices}
    found = script(CLUSTERS, "({ votes, prices }) => emVotes(votes, 3, prices)", given)
    for step, here in zip(steps, found, strict=True):
        assert np.allclose(here["r"], step.c[0].numpy(), atol=1e-9)
        assert np.allclose(here["mu"], step.v[0].numpy(), atol=1e-7)
        assert np.allclose(here["a"], step.activations[0].numpy(), atol=1e-7)


def test_attention_shares_equal_pythons(script):
    from capsviz.model.routing.attention import attention_routing

    votes = np.random.default_rng(3).normal(size=(6, 3, 4))
    found = script(CLUSTERS, "(votes) => attentionShares(votes)", votes.tolist())
    prior = torch.zeros(6, 3, dtype=torch.float64)
    step = attention_routing(torch.tensor(votes)[None], prior)
    assert np.allclose(found, step.c[0].numpy(), atol=1e-9)
