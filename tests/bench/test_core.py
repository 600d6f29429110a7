"""The comparison is fair: the plain network computes the same, and ratios are correct."""

from __future__ import annotations

import pytest
import torch

from capsviz import cli
from capsviz.config import ModelConfig
from capsviz.development.bench import core
from capsviz.model import graphs
from capsviz.model.capsnet import CapsNet


@torch.no_grad()
def test_the_plain_network_equals_the_core(tiny_model):
    tiny_model.W.mul_(10)
    plain = core.PlainCapsNet(tiny_model)
    images = torch.rand(5, 28, 28, generator=torch.Generator().manual_seed(0))
    expected = tiny_model(images).v
    found = plain(images.unsqueeze(1))
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-5)
    which = torch.tensor([0, 3, 9, 9, 1])
    torch.testing.assert_close(
        plain.decode(expected, which).view(5, 28, 28),
        tiny_model.decoder(expected[torch.arange(5), which], which),
        atol=1e-5,
        rtol=1e-5,
    )


def test_the_plain_network_has_the_same_gradients(tiny_model):
    plain = core.PlainCapsNet(tiny_model)
    images = torch.rand(3, 28, 28, generator=torch.Generator().manual_seed(0))
    tiny_model(images).lengths.sum().backward()
    plain(images.unsqueeze(1)).norm(dim=-1).sum().backward()
    for ours, theirs in ((tiny_model.conv1, plain.conv1), (tiny_model.primary, plain.primary)):
        torch.testing.assert_close(ours.weight.grad, theirs.weight.grad, atol=1e-5, rtol=1e-4)


def test_a_ratio_is_the_median_of_the_rounds_ratios():
    slow, fast = core.Timing((2.0, 9.0, 3.0)), core.Timing((1.0, 3.0, 2.0))
    assert slow.median == 3.0
    assert slow.ratio(fast) == 2.0
    timings = {"plain": fast, "core": slow, "trace": slow, "core bf16": fast, "trace bf16": slow}
    timings["live bf16"] = fast
    assert core._ratios(timings) == {
        "core": 2.0,
        "trace": 1.0,
        "core bf16": 1.0,
        "trace bf16": 2.0,
        "live bf16": 0.5,
    }


@pytest.fixture(scope="module")
def measured():
    """Run a short benchmark of a small network."""
    small = ModelConfig(conv_channels=8, primary_types=2, decoder_hidden=(8, 8))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "ModelConfig", lambda: small)
        return core.run(rounds=2, batch=2, threads=1)


def test_every_case_is_measured_and_compared_with_its_baseline(measured):
    milliseconds, ratios = measured["milliseconds"], measured["ratios"]
    assert list(milliseconds) == [
        "one image",
        "16 images",
        "2 images",
        "training step of 2",
        "matrices, 16 images",
        "layers of capsules, 16 images",
        "176 decodes",
    ]
    for group, cases in milliseconds.items():
        assert all(value > 0 for value in cases.values())
        assert set(ratios[group]) == {case for case in cases if not case.startswith("plain")}
    assert {"plain", "core", "trace", "convolutions", "routing", "plain routing"} <= set(
        milliseconds["one image"]
    )


def test_the_live_pass_is_measured_only_if_it_has_a_graph(monkeypatch):
    small = ModelConfig(conv_channels=8, primary_types=2, decoder_hidden=(8, 8))
    monkeypatch.setattr(core, "ModelConfig", lambda: small)
    monkeypatch.setattr(graphs, "size", lambda model, n: 4 if n <= 4 else None)
    monkeypatch.setattr(graphs, "replay", lambda work, model, x, rounds: work(model, x, rounds))
    few, many = (core._forward_cases(torch.device("cpu"), n) for n in (2, 5))
    assert few["live"]().lengths.shape == (2, 3, 10)
    assert not any(name.startswith("live") for name in many)


def test_the_number_of_threads_is_restored():
    before = torch.get_num_threads()
    with core.set_threads(before + 1):
        assert torch.get_num_threads() == before + 1
    assert torch.get_num_threads() == before


def test_the_command_prints_the_measured_numbers(measured, monkeypatch, capsys):
    monkeypatch.setattr(core, "run", lambda *_, **__: measured)
    assert cli.main(["bench", "core", "--device", "cpu"]) == 0
    printed = capsys.readouterr().out
    assert "one image\n  plain" in printed
    assert "x core bf16" in printed or "core bf16" not in printed
    assert cli.main(["bench", "core", "--device", "cpu", "--json"]) == 0
    assert '"milliseconds"' in capsys.readouterr().out


def test_the_measured_networks_are_the_papers():
    model, plain, images = core._networks(torch.device("cpu"), 1)
    assert isinstance(model, CapsNet)
    for network in (model, plain):
        assert sum(parameter.numel() for parameter in network.parameters()) == 8_215_568
    assert images.shape == (1, 28, 28)
