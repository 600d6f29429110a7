"""The plan of a network's layers, held against hooks on the modules of the real pass."""

from __future__ import annotations

import importlib.util
import json
import math
from pathlib import Path

import pytest
import torch
from torch import nn

import capsviz
from capsviz.cli import main
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import MODELS, frame
from capsviz.model.plan import plan
from capsviz.training import checkpoint


def _hooked(model: nn.Module, x: torch.Tensor) -> dict[str, tuple[tuple[int, ...], int]]:
    """Output and multiply-adds of each convolution and linear layer that is called."""
    seen = {}

    def note(name):
        def hook(module, _, output):
            each = math.prod(module.weight.shape[1:])
            seen[name] = (tuple(output.shape[1:]), output[0].numel() * each)

        return hook

    layers = (nn.Conv2d, nn.Linear)
    for name, module in model.named_modules():
        if isinstance(module, layers):
            module.register_forward_hook(note(name))
    with torch.no_grad():
        if isinstance(model, CapsNet):
            model.primary_capsules(x)
            c = model.config
            model.decoder.decode_all(torch.zeros(1, c.classes, c.digit_dim))
        else:
            model(x)
    return seen


#: All that can be trained, and all that come along.
CONFIGS = MODELS | {name: checkpoint.config(name) for name in checkpoint.names()}


@pytest.mark.parametrize("name", sorted(CONFIGS))
def test_planned_layers_equal_counts_by_hooks(name, monkeypatch):
    # The fused convolutions call no module, so no hook would see them.
    monkeypatch.setattr("capsviz.model.im2col.available", lambda: False)
    model = frame(CONFIGS[name]).eval()
    seen = plan(model)
    layers = {layer.name: layer for layer in seen.layers}
    hooked = _hooked(model, torch.zeros(1, *CONFIGS[name].format.shape))
    assert hooked
    for layer, (output, multiply_adds) in hooked.items():
        assert (layers[layer].output, layers[layer].multiply_adds) == (output, multiply_adds)
    assert seen.total("parameters") == sum(p.numel() for p in model.parameters())
    assert seen.total("weight_bytes") == 4 * seen.total("parameters")
    for layer, module in model.named_modules():
        if isinstance(module, nn.Conv2d | nn.Linear | nn.BatchNorm2d):
            assert layers[layer].parameters == sum(p.numel() for p in module.parameters())


@pytest.mark.parametrize("iterations", [1, 3, 5])
def test_costs_of_votes_and_dynamic_routing_equal_their_formulas(iterations):
    seen = plan(frame(MODELS["dynamic"]), iterations)
    layers = {layer.name: layer for layer in seen.layers}
    assert layers["votes"].output == (1152, 10, 16)
    assert layers["votes"].multiply_adds == 1152 * 10 * 16 * 8
    # The first iteration is a plain sum; each further one has two products with all votes.
    assert layers["routing"].multiply_adds == 2 * (iterations - 1) * 1152 * 10 * 16
    assert seen.rounds == iterations


def test_the_summary_lists_the_layers_of_an_own_network():
    spec = importlib.util.spec_from_file_location(
        "own_network", Path(__file__).parents[2] / ".github/examples/own_network.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    own = module.Net()
    seen = plan(capsviz.adapt(own))
    layers = {layer.name: layer for layer in seen.layers}
    assert layers["network.conv"].output == (16, 20, 20)
    assert layers["votes"].parameters == own.W.numel()
    assert seen.total("parameters") == sum(p.numel() for p in own.parameters())


def test_summary_prints_the_plan(capsys):
    assert main(["summary", "dynamic", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["network"] == "dynamic"
    assert told["total"]["parameters"] == 8_215_568
    assert main(["summary"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(told["layers"]) + 2
    assert "8,215,568" in lines[-1]


def test_summary_of_an_unknown_network_raises_one_sentence(capsys):
    assert main(["summary", "nosuch"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
