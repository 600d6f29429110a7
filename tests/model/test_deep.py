"""Deep capsules: fields held to scalar loops and differences, what they save, saved and traced."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import reference_routing as plain
import torch

from capsviz.analysis.parse_tree import trace_layers
from capsviz.cli.summary import _savings
from capsviz.errors import CapsvizError
from capsviz.model.deep import ConvVectorCaps, DeepCapsNet
from capsviz.model.networks import MODELS, build
from capsviz.model.plan import plan
from capsviz.model.precision import convert_precision
from capsviz.tracing import trace

SIDE, CHILDREN, PARENTS, DIM = 5, 2, 3, 4


@pytest.fixture
def layer() -> ConvVectorCaps:
    """Children on 5 x 5 places, parents on 2 x 2."""
    made = ConvVectorCaps(SIDE, 2, CHILDREN, PARENTS, DIM).double()
    torch.nn.init.normal_(made.W, generator=torch.Generator().manual_seed(0))
    return made


@pytest.fixture
def below():
    random = torch.Generator().manual_seed(1)
    return torch.randn(2, SIDE**2, CHILDREN, DIM, generator=random, dtype=torch.float64) / 3


@pytest.fixture(scope="module", params=["deep_2", "deep_3", "deep_4"])
def network(request) -> DeepCapsNet:
    torch.manual_seed(0)
    made = build(replace(MODELS[request.param], decoder_hidden=(8, 8))).eval()
    assert isinstance(made, DeepCapsNet)
    return made


def test_every_field_is_routed_as_scalar_loops_do(layer, below):
    found = list(layer.requires_grad_(False).steps(below, 3))
    for image, row, column in ((0, 0, 0), (0, 1, 0), (1, 1, 1)):
        taps = [(2 * row + y) * SIDE + 2 * column + x for y in range(3) for x in range(3)]
        u = [below[image, tap, kind].tolist() for tap in taps for kind in range(CHILDREN)]
        expected = plain.route(plain.votes(u, layer.W.tolist()), 3)
        for step, loops in zip(found, expected, strict=True):
            at = 4 * image + 2 * row + column
            torch.testing.assert_close(step.c[at], torch.tensor(loops.c).double())
            torch.testing.assert_close(step.v[at], torch.tensor(loops.v).double())


def test_gradients_are_those_of_differences(layer, below):
    from capsviz.model.routing.gradients import through_all_iterations

    def result(W, u):
        return torch.func.functional_call(layer, {"W": W}, (u, 2))

    inputs = [layer.W.detach().clone().requires_grad_(), below.requires_grad_()]
    with through_all_iterations():
        assert torch.autograd.gradcheck(result, inputs, fast_mode=True)


def test_matrices_shared_over_places_save_as_many_as_there_are_places(network):
    layers = {each.name: each for each in plan(network).layers}
    shared = [caps for caps in network.caps if caps.field.places > 1]
    for at, (caps, told) in enumerate(zip(shared, _savings(network), strict=True)):
        assert f"{caps.W.numel():,} numbers serve {caps.field.places} places" in told
        found = layers[f"caps.{at}"]
        assert found.parameters == caps.W.numel()
        # Each number of a matrix takes part once at each place, and twice in routing's sums.
        assert found.multiply_adds >= caps.field.places * caps.W.numel()
    assert network.W.shape[0] == {1: 400, 2: 144, 3: 16}[len(network.caps)]


def test_the_parse_tree_equals_the_forward_pass(network):
    image = np.random.default_rng(3).random((28, 28), np.float32)
    layers, seen = trace_layers(network, image), trace(network, image)
    reach = [5, 9, 17, 25][: len(network.caps) + 1]
    assert [layer.reach for layer in layers] == [*reach, 25]
    np.testing.assert_allclose(layers[-1].activations[:, 0], seen.lengths[0], atol=1e-6)
    np.testing.assert_allclose(layers[-2].activations[-1].reshape(-1), seen.primary_lengths[0])
    below, caps1 = layers[:2]
    t, place, parent = 1, 7, 3
    u = below.means[0].reshape(-1, 8)[caps1.children[place]]
    votes = np.einsum("kd,kde->ke", u, network.caps[0].W[:, :, parent].detach().numpy())
    s = caps1.responsibilities[t, place, :, parent] @ votes
    v = s * np.linalg.norm(s) / (1 + s @ s)
    np.testing.assert_allclose(caps1.means[t, place, parent], v, atol=1e-5)
    np.testing.assert_allclose(caps1.responsibilities.sum(3), 1, atol=1e-5)


def test_untrained_capsules_have_medium_lengths_in_every_layer(network):
    with torch.inference_mode():
        u = network.first_level(torch.rand(4, 28, 28))
        lengths = [u.norm(dim=-1).mean()]
        for caps in network.caps:
            u = caps(u, network.config.iterations)
            lengths.append(u.norm(dim=-1).mean())
    assert all(0.1 < float(length) < 0.9 for length in lengths), lengths


def test_a_deep_network_can_be_saved_loaded_and_traced_but_not_run_in_int8(network, tmp_path):
    from capsviz.training import checkpoint

    path = tmp_path / "deep.safetensors"
    checkpoint.save(path, network.state_dict(), network.config, {"command": "none"})
    loaded = checkpoint.load(path, "cpu").capsnet
    image = torch.rand(1, 28, 28)
    with torch.inference_mode():
        expected = network(image)
    seen = trace(loaded, image)
    assert seen.couplings.shape == (1, 3, network.config.primary_capsules, 10)
    np.testing.assert_allclose(seen.poses, expected.v, atol=1e-6)
    with pytest.raises(CapsvizError, match="cannot be calculated in int8"):
        convert_precision(loaded, "int8", lambda side: torch.rand(1, side, side))
