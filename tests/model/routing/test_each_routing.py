"""Properties of every registered routing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

NAMES = ["dynamic", "em", "self_routing", "attention", "uniform"]
#: Other what-if routings.
FAMILY = [
    "top_k",
    "leaky",
    "inverted_attention",
    "k_means",
    "soft_k_means",
    "query_key",
    "damped",
    "authors",
]
#: Routings whose couplings are not a plain softmax of the logits.
OWN_COUPLINGS = {"TopK", "Leaky", "KMeans"}
I, J, D, K = 12, 4, 6, 5


@pytest.fixture(params=[*NAMES, *FAMILY])
def routing(request):
    """A routing of each kind with parameters away from their starting values."""
    from capsviz.config import ModelConfig
    from capsviz.model.routing import ROUTINGS

    config = ModelConfig(
        image_size=19,
        kernel=9,
        routing=request.param,
        primary_types=3,
        primary_dim=K,
        classes=J,
        digit_dim=D,
    )
    assert config.primary_capsules == I
    made = ROUTINGS[request.param](config)
    random = torch.Generator().manual_seed(1)
    for parameter in made.parameters():
        parameter.data += 0.3 * torch.randn(parameter.shape, generator=random)
    return made


def _inputs(batch: int = 3, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    from capsviz.model.squash import squash

    random = torch.Generator().manual_seed(seed)
    u = squash(torch.randn(batch, I, K, generator=random))
    W = 0.5 * torch.randn(I, K, J, D, generator=random)
    return u, torch.einsum("bik,ikjd->bijd", u, W)


def _rounds(routing) -> int:
    return 3 if routing.iterative else 1


def test_the_list_of_names_is_the_registry():
    from capsviz.model.routing import ROUTINGS

    assert list(ROUTINGS) == [*NAMES, *FAMILY]


def test_couplings_sum_to_one_and_activations_are_shares(routing):
    steps = list(routing.steps(*_inputs(), 3))
    assert len(steps) == _rounds(routing)
    for step in steps:
        if routing.leaks:
            assert (step.c.sum(2) < 1).all()
        else:
            torch.testing.assert_close(step.c.sum(2), torch.ones(3, I))
        if type(routing).__name__ not in OWN_COUPLINGS:
            torch.testing.assert_close(step.c, step.b.softmax(2))
        assert (step.c >= 0).all()
        assert ((step.activations >= 0) & (step.activations <= 1)).all()
        assert (step.a is not None) == routing.activates


def test_each_routing_explains_its_steps_and_its_numbers(routing):
    from capsviz.model.routing import Routing

    meaning = routing.meaning.format(thing="garment", count="four")
    sharing = routing.sharing.format(thing="garment")
    assert meaning.count("garment") > 0
    assert meaning != Routing.meaning.format(thing="garment")
    assert meaning.startswith("The length" if not routing.activates else "An activation")
    assert ("add up to 1" in meaning) == routing.shares
    assert sharing[0].islower()
    assert sharing.endswith(".")
    assert ("next iteration" in sharing) <= routing.iterative


def test_weighted_votes_and_the_stated_prior_match_the_loop(routing):
    u, u_hat = _inputs()
    for step in routing.steps(u, u_hat, 3):
        s = torch.einsum("bij,bijd->bjd", routing.weigh(u, step.c), u_hat)
        torch.testing.assert_close(s + getattr(routing, "bias", 0), step.s, atol=1e-5, rtol=1e-4)
        if not routing.activates:
            torch.testing.assert_close(routing.shrink(step.s), step.v)
    first = next(iter(routing.steps(u, u_hat, 3)))
    alike = torch.allclose(first.c, torch.full_like(first.c, 1 / J))
    assert alike or not routing.begins_uniform
    unrouted = routing.uniform_presence(u, u_hat)
    assert unrouted.shape == (3, J)
    assert ((unrouted >= 0) & (unrouted <= 1)).all()


def test_input_capsules_may_come_in_any_order(routing):
    u, u_hat = _inputs()
    order = torch.randperm(I, generator=torch.Generator().manual_seed(3))
    *_, before = routing.steps(u, u_hat, 3)
    for parameter in routing.parameters():
        if len(parameter) == I:  # parameters of an input capsule move with it
            parameter.data = parameter.data[order]
    *_, after = routing.steps(u[:, order], u_hat[:, order], 3)
    torch.testing.assert_close(after.v, before.v, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(after.activations, before.activations, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(after.c, before.c[:, order], atol=1e-5, rtol=1e-5)


def test_an_image_is_routed_alike_alone_and_in_company(routing):
    u, u_hat = _inputs(batch=5)
    *_, together = routing.steps(u, u_hat, 3)
    *_, alone = routing.steps(u[2:3], u_hat[2:3], 3)
    torch.testing.assert_close(together.v[2:3], alone.v, atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(together.c[2:3], alone.c, atol=1e-6, rtol=1e-5)


@pytest.mark.parametrize("scale", [0.0, 1e-8, 1.0, 30.0])
def test_results_and_gradients_are_finite_for_votes_of_any_size(routing, scale):
    u, u_hat = (scale * part for part in _inputs())
    u, u_hat = u.clamp(-1, 1).requires_grad_(), u_hat.detach().requires_grad_()
    *_, step = routing.steps(u, u_hat, 3)
    (step.activations.sum() + step.v.sum()).backward()
    found = [step.b, step.c, step.v, step.activations, u_hat.grad]
    found += [] if u.grad is None else [u.grad]
    found += [parameter.grad for parameter in routing.parameters()]
    assert all(tensor is not None and tensor.isfinite().all() for tensor in found)


def test_votes_and_every_parameter_get_a_gradient(routing):
    u, u_hat = _inputs()
    u_hat.requires_grad_()
    *_, step = routing.steps(u, u_hat, 3)
    (step.activations[:, 0].sum() + step.v[..., 0].square().sum()).backward()
    learned = [u_hat, *routing.parameters()]
    assert all(tensor.grad.abs().sum() > 0 for tensor in learned)


@pytest.fixture(params=[*NAMES, "efficient", "top_k:2", "leaky", "query_key", "damped:0.3"])
def network(request):
    from capsviz.model.networks import MODELS, build

    config = MODELS.get(request.param) or replace(MODELS["dynamic"], routing=request.param)
    if request.param != "efficient":
        config = replace(config, conv_channels=8, primary_types=2)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(2)
        return build(replace(config, decoder_hidden=(16, 16))).eval()


@pytest.fixture
def images() -> np.ndarray:
    drawn = np.random.default_rng(0).random((18, 28, 28), dtype=np.float32)
    drawn[4] = 0
    return drawn


def test_the_trace_is_the_plain_forward_pass_bit_for_bit(network, images):
    import capsviz

    seen = capsviz.trace(network, images, 4)
    with torch.no_grad():
        v, lengths = network(torch.tensor(images), 4)
    assert seen.poses.tobytes() == v.numpy().tobytes()
    assert seen.lengths[:, -1].tobytes() == lengths.numpy().tobytes()
    assert seen.couplings.shape[1] == (4 if network.routing.iterative else 1)
    sums = seen.couplings.sum(-1)
    assert (sums < 1 + 1e-5).all() if network.routing.leaks else np.allclose(sums, 1, atol=1e-5)
    assert np.isfinite(seen.poses).all()


def test_a_network_survives_its_checkpoint(network, images, tmp_path):
    from capsviz.training import checkpoint

    path = tmp_path / "some.safetensors"
    checkpoint.save(path, network.state_dict(), network.config, {})
    again = checkpoint.load(path, "cpu").capsnet
    with torch.no_grad():
        expected, found = (m(torch.tensor(images)).v for m in (network, again))
    assert torch.equal(expected, found)


def test_couplings_of_the_wrong_axis_sum_to_one_over_the_inputs():
    """A common mistake: each output averages its votes, and inputs do not choose."""
    from capsviz.model.routing.dynamic import INPUTS, dynamic_routing

    u_hat = torch.randn(2, 6, 3, 4, generator=torch.Generator().manual_seed(3))
    first, second = dynamic_routing(u_hat, 2, lambda s: s, INPUTS)
    torch.testing.assert_close(first.v, u_hat.mean(1))
    torch.testing.assert_close(second.c.sum(1), torch.ones(2, 3))
    b = (u_hat * first.v[:, None]).sum(-1)
    torch.testing.assert_close(second.v, (b.softmax(1).unsqueeze(-1) * u_hat).sum(1))
