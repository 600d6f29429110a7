"""Each routing against its formulas, written out in scalar loops."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

I, J, D, K = 7, 3, 4, 5


@pytest.fixture
def u() -> torch.Tensor:
    random = torch.Generator().manual_seed(0)
    return 0.3 * torch.randn(2, I, K, generator=random, dtype=torch.float64)


@pytest.fixture
def u_hat() -> torch.Tensor:
    random = torch.Generator().manual_seed(1)
    return torch.randn(2, I, J, D, generator=random, dtype=torch.float64)


def _softmax(values: list[float]) -> list[float]:
    powers = [math.exp(value - max(values)) for value in values]
    return [power / sum(powers) for power in powers]


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def _same(found: torch.Tensor, expected: list) -> None:
    np.testing.assert_allclose(found.detach().numpy(), np.array(expected), rtol=1e-6, atol=1e-7)


def test_uniform_is_the_squashed_mean_of_the_votes(u, u_hat):
    from capsviz.config import ModelConfig
    from capsviz.model.routing.uniform import Uniform

    (step,) = Uniform(ModelConfig()).steps(u, u_hat, 3)
    for n in range(2):
        for j in range(J):
            s = [sum(float(u_hat[n, i, j, h]) for i in range(I)) / J for h in range(D)]
            length = math.sqrt(sum(x * x for x in s))
            factor = length**2 / (1 + length**2) / length
            _same(step.v[n, j], [factor * x for x in s])
            _same(step.c[n, :, j], [1 / J] * I)


def test_self_routing_equals_the_scalar_reference(u, u_hat):
    from capsviz.model.routing.self_routing import self_routing

    W = torch.randn(I, K, J, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    random = torch.Generator().manual_seed(6)
    a = torch.rand(2, I, generator=random, dtype=torch.float64)
    step = self_routing(a, u, u_hat, W)
    for n in range(2):
        c, a_in = [], [float(a[n, i]) for i in range(I)]
        for i in range(I):
            logits = [sum(float(u[n, i, k] * W[i, k, j]) for k in range(K)) for j in range(J)]
            c.append(_softmax(logits))
        _same(step.c[n], c)
        for j in range(J):
            sent = sum(c[i][j] * a_in[i] for i in range(I))
            _same(step.a[n, j], sent / sum(a_in))
            pose = [
                sum(c[i][j] * a_in[i] * float(u_hat[n, i, j, h]) for i in range(I)) / sent
                for h in range(D)
            ]
            _same(step.v[n, j], pose)


def test_attention_routing_equals_the_scalar_reference(u_hat):
    from capsviz.model.routing.attention import attention_routing

    B = torch.randn(I, J, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
    step = attention_routing(u_hat, B)
    for n in range(2):
        logits = [[0.0] * J for _ in range(I)]
        for j in range(J):
            for i in range(I):
                for other in range(I):  # the row sums of A_j
                    dot = sum(float(u_hat[n, i, j, h] * u_hat[n, other, j, h]) for h in range(D))
                    logits[i][j] += dot / math.sqrt(D)
        c = [_softmax(row) for row in logits]
        _same(step.b[n], logits)
        _same(step.c[n], c)
        for j in range(J):
            s = [
                sum((c[i][j] + float(B[i, j])) * float(u_hat[n, i, j, h]) for i in range(I))
                for h in range(D)
            ]
            length = math.sqrt(sum(x * x for x in s))
            _same(step.v[n, j], [(1 - math.exp(-length)) * x / length for x in s])


def test_input_activations_are_logistics_of_each_pose(u):
    from capsviz.config import ModelConfig
    from capsviz.model.routing.activation import GAIN, InputActivation

    config = ModelConfig(image_size=17, primary_types=I, primary_dim=K)
    activation = InputActivation(config).double().requires_grad_(False)
    random = torch.Generator().manual_seed(7)
    for parameter in activation.parameters():
        parameter.data = 0.01 * torch.randn(parameter.shape, generator=random, dtype=torch.float64)
    expected = [
        [
            _sigmoid(
                GAIN
                * (
                    sum(float(activation.w[i, k] * u[n, i, k]) for k in range(K))
                    + float(activation.w0[i])
                )
            )
            for i in range(I)
        ]
        for n in range(2)
    ]
    _same(activation(u), expected)


def test_em_routing_equals_the_scalar_reference(u_hat):
    from capsviz.model.routing.em import LAMBDA, VARIANCE_FLOOR, em_routing

    random = torch.Generator().manual_seed(4)
    a_in = torch.rand(2, I, generator=random, dtype=torch.float64)
    beta_u, beta_a = torch.randn(2, J, generator=random, dtype=torch.float64)
    steps = list(em_routing(a_in, u_hat, beta_u, beta_a, 3))
    assert len(steps) == 3
    for n in range(2):
        r = [[1 / J] * J for _ in range(I)]
        logits = [[0.0] * J for _ in range(I)]
        everything = float(a_in[n].sum())
        for t, step in enumerate(steps):
            _same(step.c[n], r)
            _same(step.b[n], logits)
            mu, variance, activation = [], [], []
            for j in range(J):  # M-step
                weights = [r[i][j] * float(a_in[n, i]) for i in range(I)]
                total = sum(weights)
                mu.append([0.0] * D)
                variance.append([0.0] * D)
                cost = 0.0
                for h in range(D):
                    votes = [float(u_hat[n, i, j, h]) for i in range(I)]
                    mean = sum(w * x for w, x in zip(weights, votes, strict=True)) / total
                    square = sum(w * (x - mean) ** 2 for w, x in zip(weights, votes, strict=True))
                    mu[j][h], variance[j][h] = mean, square / total + VARIANCE_FLOOR
                    price = float(beta_u[j]) + math.log(math.sqrt(variance[j][h]))
                    cost += price * total / everything * J
                activation.append(_sigmoid(LAMBDA * (t + 1) * (float(beta_a[j]) - cost)))
            _same(step.v[n], mu)
            _same(step.a[n], activation)
            for i in range(I):  # E-step
                likelihood = []
                for j in range(J):
                    density = 1.0
                    for h in range(D):
                        off = (float(u_hat[n, i, j, h]) - mu[j][h]) ** 2
                        density *= math.exp(-off / (2 * variance[j][h]))
                        density /= math.sqrt(2 * math.pi * variance[j][h])
                    likelihood.append(activation[j] * density)
                logits[i] = [math.log(x) for x in likelihood]
                r[i] = [x / sum(likelihood) for x in likelihood]


def test_em_gathers_the_votes_that_agree():
    """Nine votes for output 0 agree and one strays: EM leaves the stray one to output 1."""
    from capsviz.model.routing.em import em_routing

    random = torch.Generator().manual_seed(5)
    u_hat = torch.randn(1, 10, 2, 4, generator=random)
    u_hat[0, :9, 0] = 1 + 0.05 * torch.randn(9, 4, generator=random)
    u_hat[0, 9, 0] = -3
    *_, step = em_routing(torch.full((1, 10), 0.5), u_hat, torch.zeros(2), torch.zeros(2), 3)
    assert (step.c[0, :9, 0] > 0.9).all()
    assert step.c[0, 9, 0] < 0.1
    assert step.a[0, 0] > step.a[0, 1]


def test_exponential_squash_preserves_direction_and_short_vectors():
    from capsviz.model.squash import exponential_squash

    s = torch.tensor([[3.0, 4.0], [3e-4, 4e-4], [0.0, 0.0]], dtype=torch.float64)
    v = exponential_squash(s)
    _same(v[0], [(1 - math.exp(-5)) * 0.6, (1 - math.exp(-5)) * 0.8])
    np.testing.assert_allclose(v[1], s[1], rtol=1e-3)
    assert (v[2] == 0).all()


def test_efficient_capsnet_has_the_papers_number_of_parameters():
    from capsviz.model.networks import MODELS, build

    with torch.device("meta"):
        network = build(MODELS["efficient"])
    learned = {name: p.numel() for name, p in network.named_parameters()}
    assert sum(n for name, n in learned.items() if not name.startswith("decoder")) == 161_824


def test_the_cnns_lengths_are_probabilities_and_it_has_no_pose():
    import capsviz
    from capsviz.model.networks import MODELS, build

    network = build(MODELS["cnn"]).eval()
    with torch.no_grad():
        v, lengths = network(torch.rand(3, 28, 28))
    torch.testing.assert_close(lengths.sum(1), torch.ones(3))
    assert v.shape == (3, 10, 0)
    with pytest.raises(capsviz.CapsvizError, match="no capsules"):
        capsviz.trace(network, np.zeros((28, 28), np.float32))


@pytest.mark.parametrize(
    ("field", "name"), [("routing", "telepathy"), ("architecture", "cathedral")]
)
def test_an_unknown_name_in_a_configuration_gets_one_sentence(field, name):
    from capsviz.config import ModelConfig
    from capsviz.errors import CapsvizError
    from capsviz.model.networks import build

    with pytest.raises(CapsvizError, match=f"no {field} '{name}'"):
        build(ModelConfig(**{field: name}))
