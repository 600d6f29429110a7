"""Matrix capsules: held to scalar loops and to autodiff; one loop for what is stored and fused."""

from __future__ import annotations

from dataclasses import replace

import pytest
import reference_matrix as plain
import torch

SIDE, CHILDREN, PARENTS = 5, 2, 3


@pytest.fixture
def layer():
    """Children on 5 x 5 places, parents on 2 x 2; statistics as after some training."""
    from capsviz.model.matrix import ConvCaps

    random = torch.Generator().manual_seed(0)
    made = ConvCaps(SIDE, 2, CHILDREN, PARENTS, 2).double().eval()
    made.W.data = torch.randn(made.W.shape, generator=random, dtype=torch.float64)
    made.costs.beta_u.data = torch.randn(PARENTS, generator=random, dtype=torch.float64)
    for norm in made.costs.norms:
        norm.running_mean.copy_(torch.randn(PARENTS, generator=random))
        norm.running_var.copy_(1 + torch.rand(PARENTS, generator=random))
    return made


def _below(batch: int = 1):
    from capsviz.model.matrix import Level

    random = torch.Generator().manual_seed(1)
    pose = torch.randn(batch, SIDE**2, CHILDREN, 4, 4, generator=random, dtype=torch.float64)
    return Level(pose / 2, torch.rand(batch, SIDE**2, CHILDREN, generator=random).double())


def _by_loops(layer, below, iterations: int) -> list[plain.Step]:
    a_in, votes = {}, {}
    for row in range(2):
        for column in range(2):
            for tap in range(9):
                at = (2 * row + tap // 3, 2 * column + tap % 3)
                for i in range(CHILDREN):
                    place = SIDE * at[0] + at[1]
                    a_in[*at, i] = float(below.a[0, place, i])
                    pose = below.pose[0, place, i].tolist()
                    for j in range(PARENTS):
                        W = layer.W[tap * CHILDREN + i, :, :, j].tolist()
                        votes[(row, column, j), (*at, i)] = plain.product(pose, W)
    norms = [(n.running_mean.tolist(), n.running_var.tolist()) for n in layer.costs.norms]
    return plain.route(a_in, votes, layer.costs.beta_u.tolist(), norms, iterations)


def test_a_layer_equals_scalar_loops(layer):
    below = _below()
    found, expected = list(layer.requires_grad_(False).steps(below, 2)), _by_loops(layer, below, 2)
    assert len(found) == len(expected) == 2
    for step, loops in zip(found, expected, strict=True):
        for (row, column, j), cost in loops.cost.items():
            n = 2 * row + column
            assert float(step.cost[n, j]) == pytest.approx(cost, rel=1e-6)
            assert float(step.a[n, j]) == pytest.approx(loops.a[row, column, j], rel=1e-6)
            for mine, theirs in ((step.mu, loops.mu), (step.variance, loops.variance)):
                want = torch.tensor(theirs[row, column, j], dtype=torch.float64)
                torch.testing.assert_close(mine[n, :, :, j], want, rtol=1e-6, atol=1e-9)
        for ((row, column, j), (y, x, i)), r in loops.r.items():
            k = (3 * (y - 2 * row) + x - 2 * column) * CHILDREN + i
            assert float(step.r[2 * row + column, k, j]) == pytest.approx(r, rel=1e-6, abs=1e-12)


def test_a_child_shares_itself_out_over_all_parents_in_whose_fields_it_lies(layer):
    for step in layer.steps(_below(3), 3):
        whole = torch.zeros(3, SIDE**2, CHILDREN, dtype=torch.float64)
        r = step.r.sum(2).view(3, -1, CHILDREN)
        whole.index_add_(1, layer.field.taps, r)
        torch.testing.assert_close(whole, torch.ones_like(whole))


def test_gradients_flow_through_all_iterations_as_differences_say(layer):
    below = _below()
    learned = (layer.W, layer.costs.beta_u, below.pose, below.a)

    def result(*values):
        from torch.func import functional_call

        from capsviz.model.matrix import Level

        W, beta_u, pose, a = values
        own = {"W": W, "costs.beta_u": beta_u}
        level = functional_call(layer, own, (Level(pose, a), 2))
        return level.pose, level.a

    inputs = [value.detach().clone().requires_grad_() for value in learned]
    assert torch.autograd.gradcheck(result, inputs, fast_mode=True)


@pytest.mark.parametrize("images", [3, 8])
def test_votes_that_are_never_stored_give_the_same_result_and_gradients(layer, images, monkeypatch):
    from capsviz.model.routing import vote_sums

    # The formulas alone: what is compiled of them takes a minute.
    monkeypatch.setattr(vote_sums, "_compile", lambda function: function)
    found = []
    for fused in (False, True):
        layer.fused = fused
        below = _below(images)
        below.pose.requires_grad_()
        below.a.requires_grad_()
        level = layer(below, 2)
        (level.a.square().sum() + level.pose.square().sum()).backward()
        parts = (layer.W, layer.costs.beta_u, below.pose, below.a)
        found.append([level.a, level.pose, *(part.grad for part in parts)])
        layer.zero_grad()
    for stored, fused in zip(*found, strict=True):
        torch.testing.assert_close(fused, stored)


def test_votes_that_are_never_stored_are_gone_after_their_step(monkeypatch):
    """A ring of a tensor, its graph and what that holds waits for gc, which counts no bytes."""
    import gc
    import weakref

    from capsviz.model.routing import vote_sums

    monkeypatch.setattr(vote_sums, "_compile", lambda function: function)
    P = torch.rand(8, 3, 4, 4, requires_grad=True)
    votes = vote_sums.FusedVotes(P, torch.rand(3, 4, 4, 2, requires_grad=True), 1)
    gone = weakref.ref(votes.token)
    gc.disable()
    votes.gather(torch.rand(8, 3, 2, requires_grad=True))[0].sum().backward()
    del votes
    try:
        assert gone() is None
    finally:
        gc.enable()


@pytest.fixture(scope="module")
def network():
    from capsviz.model.networks import MODELS, build

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return build(replace(MODELS["matrix"], decoder_hidden=(8, 8))).eval()


def test_the_network_has_the_papers_sizes(network):
    decoder = sum(p.numel() for p in network.decoder.parameters())
    learned = sum(p.numel() for p in network.parameters()) - decoder
    # The paper's 68,572 have one beta_a for each parent; two normalisations of 42 have four.
    assert learned == 68_572 - 42 + 4 * 42
    assert (network.caps1.field.grid, network.caps2.field.grid) == (5, 3)
    assert network.config.grid == 3
    assert network.config.primary_capsules == 144
    assert network.config.receptive_field == 17


@torch.inference_mode()
def test_votes_for_classes_have_their_place_in_the_last_column_of_two_rows(network):
    u = torch.zeros(1, 144, 17)
    votes = network.votes(u).view(3, 3, 16, 10, 4, 4)
    for row in range(3):
        for column in range(3):
            seen = votes[row, column]
            assert torch.allclose(seen[..., 0, 3], torch.tensor((row + 0.5) / 3))
            assert torch.allclose(seen[..., 1, 3], torch.tensor((column + 0.5) / 3))
    votes[..., :2, 3] = 0
    assert not votes.any()


def test_a_trace_ends_with_the_networks_output(network):
    from capsviz.tracing import trace

    images = torch.rand(2, 28, 28, generator=torch.Generator().manual_seed(0))
    seen = trace(network, images)
    assert seen.couplings.shape == (2, 2, 144, 10)
    with torch.inference_mode():
        v, a = network(images)
    assert (seen.poses == v.numpy()).all()
    assert (seen.lengths[:, -1] == a.numpy()).all()
    assert ((seen.primary_lengths > 0) & (seen.primary_lengths < 1)).all()
    assert (seen.primary_lengths == seen.primary[..., 16]).all()


def test_a_loaded_checkpoint_gives_the_same_lengths(network, tmp_path):
    from capsviz.training import checkpoint

    path = tmp_path / "matrix.safetensors"
    checkpoint.save(path, network.state_dict(), network.config, {"command": "none"})
    images = torch.rand(1, 28, 28, generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        assert checkpoint.load(path, "cpu").model(images).lengths.equal(network(images).lengths)


def test_an_empty_picture_has_finite_results_and_gradients(network):
    v, a = network(torch.zeros(2, 28, 28))
    (v.sum() + a.sum()).backward()
    found = [p.grad for p in network.parameters() if p.grad is not None]
    network.zero_grad()
    assert len(found) == len(network.list_frozen_parameters(True))
    assert all(grad.isfinite().all() for grad in found)


def test_the_spread_loss_is_the_papers():
    from capsviz.model.loss import spread_loss, spread_margin

    a = torch.rand(5, 10, generator=torch.Generator().manual_seed(0))
    labels = torch.tensor([0, 3, 9, 1, 1])
    for m in (0.2, 0.9):
        expected = plain.spread_loss(a.tolist(), labels.tolist(), m)
        assert float(spread_loss(a, labels, m)) == pytest.approx(expected, rel=1e-5)
    assert [spread_margin(x) for x in (0.0, 0.25, 0.5, 1.0)] == pytest.approx([0.2, 0.55, 0.9, 0.9])


def test_the_decoder_learns_with_the_capsules_or_alone(network):
    from capsviz.config import TrainConfig
    from capsviz.model.networks import build
    from capsviz.training.step import new_run, train_step
    from capsviz.training.tasks import Batch

    batch = Batch.of_digits(torch.rand(4, 28, 28), torch.arange(4))
    for freeze in (False, True):
        model = build(network.config)
        run = new_run(model, build(network.config).eval(), TrainConfig(freeze=freeze, clip=5.0))
        before = {key: value.clone() for key, value in model.state_dict().items()}
        train_step(run, batch, 1e-3)
        changed = {key for key, value in model.state_dict().items() if (value != before[key]).any()}
        assert {key.startswith("decoder.") for key in changed} == {True, freeze}


def test_poses_learn_from_the_pictures_too(network):
    from capsviz.config import TrainConfig
    from capsviz.training.step import losses
    from capsviz.training.tasks import Batch

    batch = Batch.of_digits(torch.rand(4, 28, 28), torch.arange(4))
    _, error = losses(network, batch, TrainConfig())
    (gradient,) = torch.autograd.grad(error, network.caps2.W)
    assert gradient.abs().sum() > 0


def test_the_papers_best_sizes_see_every_pixel_with_padding():
    from capsviz.model.networks import MODELS, build

    network = build(MODELS["matrix_32"]).eval()
    size = sum(p.numel() for p in network.parameters() if p.requires_grad)
    assert size - sum(p.numel() for p in network.decoder.parameters()) == 319_398
    images = torch.rand(1, 28, 28, requires_grad=True)
    network.primary_capsules(images).square().sum().backward()
    assert images.grad is not None
    assert (images.grad.abs() > 0).all()
