"""Iterative routings, compared with scalar loops of their formulas."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from reference_routing import softmax, squash

from capsviz.config import ModelConfig
from capsviz.errors import CapsvizError
from capsviz.model.routing import ROUTINGS

I, J, D = 7, 4, 3
#: Routings with settings other than the defaults, if they have one.
WRITTEN = [
    "top_k:2",
    "leaky:0.5",
    "inverted_attention",
    "k_means",
    "soft_k_means:0.7",
    "query_key",
    "damped:0.3",
    "authors",
]
ROUNDS = 4


def _routing(written: str):
    config = ModelConfig(routing=written, classes=J, digit_dim=D)
    made = ROUTINGS[config.routing_name](config).double()
    random = torch.Generator().manual_seed(2)
    for parameter in made.parameters():
        parameter.data = torch.randn(parameter.shape, generator=random, dtype=torch.float64)
    return made.requires_grad_(False)


@pytest.fixture
def votes() -> torch.Tensor:
    random = torch.Generator().manual_seed(1)
    return torch.randn(1, I, J, D, generator=random, dtype=torch.float64)


def _dot(x, y) -> float:
    return sum(a * b for a, b in zip(x, y, strict=True))


def _normalise(s):
    mean = sum(s) / D
    deviation = math.sqrt(sum((x - mean) ** 2 for x in s) / D + 1e-5)
    return [(x - mean) / deviation for x in s]


def _top(b, k):
    least = sorted(b)[-k]
    powers = [math.exp(x) if x >= least else 0.0 for x in b]
    return [power / sum(powers) for power in powers]


def _leaky(b, leak):
    return softmax([*b, leak])[:-1]


def _nearest(b):
    best = [float(x == max(b)) for x in b]
    return [one / sum(best) for one in best]


def _far(vote, c, s, j):
    members = sum(row[j] for row in c)
    mean = [x / members if members else 0.0 for x in s[j]]
    return sum((x - m) ** 2 for x, m in zip(vote, mean, strict=True))


#: By name: couplings of one input's logits; the next logit from (b, vote, c, s, v, j).
LAWS = {
    "top_k": (lambda b: _top(b, 2), lambda b, vote, c, s, v, j: b + _dot(vote, v[j])),
    "leaky": (lambda b: _leaky(b, 0.5), lambda b, vote, c, s, v, j: b + _dot(vote, v[j])),
    "inverted_attention": (softmax, lambda b, vote, c, s, v, j: _dot(vote, _normalise(s[j]))),
    "k_means": (_nearest, lambda b, vote, c, s, v, j: -_far(vote, c, s, j)),
    "soft_k_means": (softmax, lambda b, vote, c, s, v, j: -0.7 * _far(vote, c, s, j)),
    "authors": (softmax, lambda b, vote, c, s, v, j: b + _dot(vote, v[j])),
    "damped": (softmax, lambda b, vote, c, s, v, j: b + 0.3 * (_dot(vote, v[j]) - b)),
}


@pytest.mark.parametrize("written", [one for one in WRITTEN if one != "query_key"])
def test_each_round_is_its_formulas(written, votes):
    couple, revise = LAWS[written.partition(":")[0]]
    u_hat = votes[0].tolist()
    b = [[0.0] * J for _ in range(I)]
    routing = _routing(written)
    bias = getattr(routing, "bias", torch.zeros(J, D)).tolist()
    steps = list(routing.steps(votes[..., 0], votes, ROUNDS))
    assert len(steps) == ROUNDS
    for step in steps:
        c = [couple(row) for row in b]
        s = [
            [bias[j][d] + sum(c[i][j] * u_hat[i][j][d] for i in range(I)) for d in range(D)]
            for j in range(J)
        ]
        v = [squash(total) for total in s]
        for found, expected in ((step.b, b), (step.c, c), (step.s, s), (step.v, v)):
            np.testing.assert_allclose(found[0], expected, rtol=1e-9, atol=1e-9)
        b = [[revise(b[i][j], u_hat[i][j], c, s, v, j) for j in range(J)] for i in range(I)]


def test_query_key_routing_equals_the_scalar_reference(votes):
    from capsviz.model.routing.query_key import QueryKey

    routing, u_hat = _routing("query_key"), votes[0].tolist()
    assert isinstance(routing, QueryKey)
    Q, K = routing.Q.tolist(), routing.K.tolist()
    (step,) = routing.steps(votes[..., 0], votes, ROUNDS)
    mean = [[sum(u_hat[i][j][d] for i in range(I)) / J for d in range(D)] for j in range(J)]
    queries = [[_dot(row, one) for row in Q] for one in mean]
    keys = [[[_dot(row, vote) for row in K] for vote in of_one] for of_one in u_hat]
    b = [[_dot(queries[j], keys[i][j]) / math.sqrt(D) for j in range(J)] for i in range(I)]
    np.testing.assert_allclose(step.b[0], b, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(step.c[0], [softmax(row) for row in b], rtol=1e-9)
    torch.testing.assert_close(step.s, (step.c.unsqueeze(-1) * votes).sum(1))


@pytest.mark.parametrize("written", WRITTEN)
def test_gradients_flow_through_all_rounds(written, votes):
    routing = _routing(written)
    votes.requires_grad_()
    assert torch.autograd.gradcheck(lambda x: list(routing.steps(x[..., 0], x, 3))[-1].v, votes)


@pytest.mark.parametrize("written", ["top_k:4", "leaky:-5", "damped:1"])
def test_the_extreme_settings_equal_the_routings_they_derive_from(written, votes):
    """With all parents kept it is dynamic routing; with full damping it is one agreement alone."""
    *_, found = _routing(written).steps(votes[..., 0], votes, 2)
    *_, dynamic = ROUTINGS["dynamic"](ModelConfig()).steps(votes[..., 0], votes, 2)
    torch.testing.assert_close(found.v, dynamic.v, rtol=0.02, atol=0.02)


@pytest.mark.parametrize(("written", "beta"), [("k_means", math.inf), ("soft_k_means:0.7", 0.7)])
def test_the_energy_of_clusters_never_rises(written, beta):
    random = torch.Generator().manual_seed(3)
    votes = torch.randn(5, 40, J, D, generator=random, dtype=torch.float64)
    energies = []
    for step in _routing(written).steps(votes[..., 0], votes, 8):
        mu = step.s / step.c.sum(1).unsqueeze(-1).clamp(min=1e-9)
        far = (votes - mu.unsqueeze(1)).square().sum(-1)
        entropy = torch.special.entr(step.c) / beta
        energies.append((step.c * far - entropy).sum((1, 2)))
    fallen = -torch.stack(energies).diff(dim=0)
    assert (fallen > -1e-9).all()
    assert (fallen[0] > 0.1).all()


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("top_k:0", "k that is a whole number from 1 to 10, not '0'"),
        ("top_k:many", "not 'many'"),
        ("damped:nan", "h that is a number from 0.05 to 1, not 'nan'"),
        ("uniform:3", "'uniform' has no setting"),
    ],
)
def test_a_setting_that_cannot_be_gets_one_sentence(written, sentence):
    from capsviz.model.networks import check

    with pytest.raises(CapsvizError, match=sentence):
        check(replace(ModelConfig(), routing=written))


def test_a_network_is_read_by_another_routing_and_stays_as_it_is():
    """Only networks trained with dynamic routing have what-ifs; all weights are shared."""
    from capsviz.model.capsnet import CapsNet
    from capsviz.model.networks import MODELS, frame, route_instead

    dynamic, em = (frame(replace(MODELS[name], conv_channels=8)) for name in ("dynamic", "em"))
    other = route_instead(dynamic, "top_k:2")
    assert isinstance(other, CapsNet)
    assert isinstance(dynamic, CapsNet)
    assert (other.routing.title, other.routing.level) == ("Top-k", 2)
    assert dynamic.routing.title == "Dynamic"
    assert other.W is dynamic.W
    assert route_instead(em, "top_k:2") is em
    assert route_instead(dynamic, "") is dynamic
    with pytest.raises(CapsvizError, match="no network can route by 'telepathy' instead"):
        route_instead(dynamic, "telepathy")
