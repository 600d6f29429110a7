"""The output of each block of a network, checked against the network itself and loops."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch


@pytest.fixture
def picture() -> np.ndarray:
    return np.random.default_rng(3).random((28, 28), dtype=np.float32)


@pytest.fixture
def look(tiny_model, picture):
    """Run the tiny network on the picture, with some parts switched off."""
    from capsviz.analysis.ablation import Ablation
    from capsviz.analysis.activations import activations
    from capsviz.model.plan import plan

    return lambda **off: activations(tiny_model, plan(tiny_model), picture, 3, Ablation(**off))


@pytest.mark.parametrize(
    "name",
    ["dynamic", "em", "attention", "self_routing", "uniform", "efficient", "compact", "matrix"],
)
def test_nothing_switched_off_is_the_network_itself(name, picture):
    from capsviz.analysis.activations import activations
    from capsviz.model.networks import MODELS, build
    from capsviz.model.plan import blocks, plan
    from capsviz.model.squash import squash

    torch.manual_seed(1)
    network = build(MODELS[name])
    network(torch.rand(4, 28, 28))  # a normalisation with an effect
    network.eval()
    layers = plan(network)
    seen = activations(network, layers, picture)
    with torch.no_grad():
        out = network(torch.from_numpy(picture)[None])
    np.testing.assert_allclose(seen.lengths[-1], out.lengths[0], atol=1e-5)
    np.testing.assert_allclose(seen.capsules[-1], out.v[0], atol=1e-5)
    if seen.before is not None:
        squashed = squash(torch.from_numpy(seen.before))
        np.testing.assert_allclose(seen.primary, squashed, atol=1e-5)
    assert (seen.before is None) == (name in ("efficient", "matrix"))
    drawn = blocks(layers)
    assert sum(block.total("parameters") for block in drawn) == sum(
        p.numel() for p in network.parameters()
    )
    assert [layer for block in drawn for layer in block.layers] == list(layers.layers)
    assert {"votes", "routing", "decoder"} <= {block.part for block in drawn}
    features = [block for block in drawn if block.part == "features"]
    assert features
    for block in features:
        count, *place = seen.maps[block.name].shape
        assert count in block.output or (count, *place) == block.output
        assert (seen.maps[block.name] >= 0).all()
    assert set(seen.seconds) <= {block.name for block in drawn}
    for handles in (m._forward_hooks for m in network.modules()):
        assert not handles, "nothing watches it any more"


def test_maps_and_capsules_are_those_of_a_loop(tiny_model, picture, look):
    seen = look()
    weight, bias = (p.detach().numpy() for p in tiny_model.conv1.parameters())
    patch = picture[4:13, 7:16]
    alone = max(0.0, float((patch * weight[5, 0]).sum() + bias[5]))
    assert seen.maps["conv1"][5, 4, 7] == pytest.approx(alone, abs=1e-5)
    assert seen.before is not None
    raw, length = seen.before[77], float(np.linalg.norm(seen.before[77]))
    np.testing.assert_allclose(seen.primary[77], raw * length / (1 + length**2), atol=1e-6)
    r, I, J = seen.couplings.shape
    flow = np.zeros((r, 4, J))
    for t in range(r):
        for i in range(I):
            flow[t, i % 4] += seen.couplings[t, i] * seen.vote_lengths[i]
    np.testing.assert_allclose(seen.flow(4), flow, rtol=1e-4)


def test_the_maps_of_a_capsule_add_up_to_its_sum(tiny_model, look):
    from capsviz.analysis.weight_patterns import feeds

    seen = look()
    capsule, (row, column), kind = (2 * 6 + 3) * 4 + 1, (2, 3), 1
    weight = tiny_model.primary.weight.detach().numpy()[kind * 8 : (kind + 1) * 8]
    bias = tiny_model.primary.bias.detach().numpy()[kind * 8 : (kind + 1) * 8]
    parts = [
        [
            sum(
                weight[d, m, y, x] * seen.maps["conv1"][m, 2 * row + y, 2 * column + x]
                for y in range(9)
                for x in range(9)
            )
            for d in range(8)
        ]
        for m in range(16)
    ]
    np.testing.assert_allclose(np.sum(parts, 0) + bias, seen.before[capsule], atol=1e-4)
    maps = torch.tensor(seen.maps["conv1"])
    fed = feeds(tiny_model, maps, torch.tensor([capsule])).detach()
    np.testing.assert_allclose(fed, [math.hypot(*part) for part in parts], rtol=1e-4)
    assert feeds(tiny_model, maps[:3], torch.tensor([capsule])) is None


def test_disabled_parts_are_zero_and_change_later_blocks(look):
    whole = look()
    without = look(maps={"conv1": (2, 5, 999)})
    assert not without.maps["conv1"][[2, 5]].any()
    np.testing.assert_array_equal(without.maps["conv1"][[0, 3]], whole.maps["conv1"][[0, 3]])
    assert (without.lengths != whole.lengths).any()
    types = look(types=(1, 77), places=(0,))
    assert not types.presence.reshape(36, 4)[:, 1].any()
    assert not types.presence[:4].any()
    assert types.presence[6] == pytest.approx(whole.presence[6])
    hidden = look(hidden={"0": (3,)})
    assert hidden.hidden[0][3] == 0
    np.testing.assert_array_equal(hidden.lengths, whole.lengths)
    plain = look(squash="none")
    np.testing.assert_array_equal(plain.primary, plain.before)
    assert plain.presence.max() > whole.presence.max()


def test_a_hidden_unit_s_pattern_is_the_gradient_of_the_sum_before_the_sigmoid(tiny_model, look):
    from capsviz.analysis.weight_patterns import hidden_pattern

    hidden = tuple(map(torch.tensor, look().hidden))
    fc1, fc2, fc3 = tiny_model.decoder.layers
    first = hidden[0].clone().requires_grad_()
    out = fc3(torch.relu(fc2(first)))
    unit = int(hidden[0].argmax())
    gradient = [torch.autograd.grad(out[p], first, retain_graph=True)[0][unit] for p in range(784)]
    pattern = hidden_pattern(tiny_model, hidden, 0, unit)
    np.testing.assert_allclose(pattern.ravel(), torch.stack(gradient), atol=1e-6)
    last = hidden_pattern(tiny_model, hidden, 1, 7)
    np.testing.assert_array_equal(last.detach().ravel(), fc3.weight.detach()[:, 7])
    assert hidden_pattern(tiny_model, hidden, 1, 64) is None
    assert fc1.weight.requires_grad


def test_shown_filters_respond_most_and_differ_in_direction(tiny_model):
    from capsviz.analysis.activations import activations, sample
    from capsviz.model.plan import plan

    pictures = np.random.default_rng(8).random((3, 28, 28), dtype=np.float32)
    layers = plan(tiny_model)
    shown = sample(tiny_model, layers, pictures)
    maps = [activations(tiny_model, layers, one).maps["conv1"] for one in pictures]
    means = [float(np.mean([one[k] for one in maps])) for k in range(16)]
    assert list(shown.maps["conv1"]) == sorted(range(16), key=lambda k: -means[k])
    np.testing.assert_allclose(shown.axes @ shown.axes.T, np.eye(2), atol=1e-5)


@pytest.mark.parametrize(
    "plain",
    [
        None,
        [],
        {"squash": 1},
        {"axis": "both"},
        {"types": [-1]},
        {"types": [0.5]},
        {"places": "all"},
        {"maps": []},
        {"maps": {"conv1": [True]}},
        {"hidden": {"0": list(range(600))}},
    ],
)
def test_an_ablation_that_is_no_list_is_refused(plain):
    from capsviz.analysis.ablation import Ablation
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="ablation"):
        Ablation.from_plain(plain)


def test_an_ablation_is_read_as_it_was_written():
    from capsviz.analysis.ablation import Ablation

    off = Ablation({"conv1": (1, 4)}, (2,), (), {"1": (9,)}, "bare", "inputs")
    assert Ablation.from_plain(off.to_plain()) == off
    assert Ablation.from_plain({"types": [3, 1, 3], "maps": {"conv1": []}}) == Ablation(
        types=(1, 3)
    )
