"""The transforming auto-encoder follows its paper's formulas, here as scalar loops."""

from __future__ import annotations

import math

import pytest
import torch

K, READERS, PAINTERS, SIDE, UNIT = 3, 4, 5, 6, 2.5


@pytest.fixture
def model():
    from capsviz.model.transforming import TransformingAutoencoder, TransformingConfig

    torch.manual_seed(0)
    made = TransformingAutoencoder(TransformingConfig(K, READERS, PAINTERS, SIDE, UNIT))
    for weights in made.parameters():  # no zero that would hide a mistake
        weights.data += 0.3 * torch.randn_like(weights)
    return made.requires_grad_(False)


def sigmoid(z):
    return 1 / (1 + math.exp(-z))


def layer(weights, bias, inputs):
    return [
        float(b) + sum(float(w) * x for w, x in zip(row, inputs, strict=True))
        for row, b in zip(weights, bias, strict=True)
    ]


def test_capsules_read_and_paint_as_the_paper_says(model):
    image, shift = torch.rand(SIDE, SIDE), (1.5, -2.0)
    found = model.recognise(image[None])
    painted = torch.zeros(SIDE * SIDE)
    for k in range(K):
        hidden = layer(model.read[k], model.read_bias[k], image.flatten().tolist())
        said = layer(model.say[k], model.say_bias[k], [sigmoid(h) for h in hidden])
        p, place = sigmoid(said[0]), [UNIT * said[1], UNIT * said[2]]
        assert float(found.p[0, k]) == pytest.approx(p, abs=1e-5)
        assert found.place[0, k].tolist() == pytest.approx(place, abs=1e-4)
        at = [(x + by) / UNIT for x, by in zip(place, shift, strict=True)]
        hidden = [sigmoid(g) for g in layer(model.place[k], model.place_bias[k], at)]
        for i in range(SIDE * SIDE):
            column = sum(float(model.paint[k, g, i]) * hidden[g] for g in range(PAINTERS))
            painted[i] += p * (column + float(model.paint_bias[k, i]))
    predicted = model(image[None], torch.tensor([shift]))[0]
    torch.testing.assert_close(predicted, painted.view(SIDE, SIDE), atol=1e-4, rtol=0)


def test_every_parameter_gets_a_gradient(model):
    model.requires_grad_(True)
    wanted = torch.rand(2, SIDE, SIDE)
    (model(torch.rand(2, SIDE, SIDE), torch.ones(2, 2)) - wanted).square().sum().backward()
    assert all(bool(weights.grad.abs().sum() > 0) for weights in model.parameters())
