"""Compensated rounding: outputs change little on typical inputs."""

from __future__ import annotations

import numpy as np
import torch


def test_outputs_change_less_than_by_the_nearest_step():
    from capsviz.model.gptq import quantise

    random = torch.Generator().manual_seed(0)
    weights = torch.randn(40, 150, generator=random)
    # Inputs as they come after a ReLU: many depend on each other, and one never occurs.
    causes, mixes = torch.randn(500, 30, generator=random), torch.randn(30, 150, generator=random)
    seen = torch.relu(causes @ mixes)
    seen[:, 7] = 0
    step = 0.1
    found = torch.tensor(quantise(weights, step, seen).astype(np.float32)) * step
    nearest = (weights / step).round() * step
    ours, theirs = ((seen @ (each - weights).T).square().mean() for each in (found, nearest))
    assert ours < theirs / 3
    assert (found - weights).abs().max() < 10 * step


def test_weights_of_a_single_input_round_to_the_nearest_step():
    from capsviz.model.gptq import quantise

    weights = torch.tensor([[0.26], [-0.26], [9e9]])
    found = quantise(weights, 0.1, torch.ones(3, 1))
    assert found.tolist() == [[3], [-3], [32767]]
