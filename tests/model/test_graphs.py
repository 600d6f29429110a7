"""The live pass as a graph: tests without a GPU, and tests that need one."""

from __future__ import annotations

import logging
from dataclasses import fields
from typing import ClassVar

import numpy as np
import pytest
import torch

from capsviz import tracing
from capsviz.model import graphs
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import MODELS, build, frame
from capsviz.model.precision import convert_precision

with torch.device("meta"):
    CAPSULES = [name for name in MODELS if isinstance(frame(MODELS[name]), CapsNet)]
IMAGES = np.random.default_rng(0).random((3, 28, 28), np.float32)


def rows(found: tracing.LiveTrace | tracing.Trace) -> list[np.ndarray]:
    return [getattr(found, field.name) for field in fields(tracing.LiveTrace)]


def test_the_live_pass_on_a_cpu_equals_the_trace(tiny_model):
    assert graphs.size(tiny_model, 1) is None
    for live, plain in zip(
        rows(tracing.live(tiny_model, IMAGES)),
        rows(tracing.trace(tiny_model, IMAGES)),
        strict=True,
    ):
        np.testing.assert_array_equal(live, plain)


def test_a_padded_batch_returns_only_its_own_images(tiny_model, monkeypatch):
    sizes = []

    def replayed(work, model, x, rounds):
        sizes.append(len(x))
        return work(model, x, rounds)

    monkeypatch.setattr(graphs, "size", lambda model, n: 16)
    monkeypatch.setattr(graphs, "replay", replayed)
    for live, plain in zip(
        rows(tracing.live(tiny_model, IMAGES, 2)),
        rows(tracing.trace(tiny_model, IMAGES, 2)),
        strict=True,
    ):
        assert live.shape == plain.shape
        np.testing.assert_allclose(live, plain, atol=1e-5)
    assert sizes == [16]


class _Graph:
    """Stands for a captured graph: `wrong` is added to what it gives."""

    made: ClassVar[list[_Graph]]
    wrong: ClassVar[float]

    def __init__(self, work, like):
        self.work, self.calls = work, 0
        self.made.append(self)

    def __call__(self, x):
        self.calls += 1
        return tuple(each + self.wrong for each in self.work(x))


@pytest.mark.parametrize("wrong", [0.0, 0.1])
def test_a_graph_is_used_only_if_it_equals_the_plain_pass(tiny_model, monkeypatch, caplog, wrong):
    monkeypatch.setattr(graphs, "_Graph", _Graph)
    monkeypatch.setattr(_Graph, "made", [], raising=False)
    monkeypatch.setattr(_Graph, "wrong", wrong, raising=False)
    x = torch.tensor(IMAGES)
    with torch.inference_mode(), caplog.at_level(logging.WARNING, logger="capsviz"):
        plain = tracing.steps(tiny_model, x, 2)
        for _ in range(2):
            for got, expected in zip(
                graphs.replay(tracing.steps, tiny_model, x, 2), plain, strict=True
            ):
                torch.testing.assert_close(got, expected)
    (graph,) = _Graph.made  # made and held against the pass once
    assert graph.calls == (1 if wrong else 3)
    assert ("gives other numbers" in caplog.text) == bool(wrong)


@pytest.mark.parametrize("name", CAPSULES)
def test_the_pass_never_waits_for_its_device(name):
    """It does not use other devices either: on `meta` both are errors."""
    with torch.device("meta"):
        network = build(MODELS[name]).to("meta").eval()  # tables are made on the processor
    side = MODELS[name].image_size
    with torch.inference_mode():
        found = tracing.steps(network, torch.zeros(4, side, side, device="meta"), network.rounds(3))
    assert {each.device.type for each in found} == {"meta"}


@pytest.mark.cuda
@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no CUDA device here")
@pytest.mark.parametrize("name", CAPSULES)
def test_a_cuda_graph_equals_the_plain_pass(name):
    torch.manual_seed(0)
    network = build(MODELS[name]).to("cuda").eval().requires_grad_(False)
    fast = convert_precision(network, "bfloat16", lambda side: torch.zeros(1, side, side))
    side = MODELS[name].image_size
    for n in (1, 3, 4, 16, 17, 2):
        images = np.random.default_rng(n).random((n, side, side), np.float32)
        assert graphs.size(fast, n) == next((b for b in graphs.BATCHES if n <= b), None)
        for live, plain in zip(
            rows(tracing.live(fast, images)), rows(tracing.trace(fast, images)), strict=True
        ):
            np.testing.assert_allclose(live, plain, rtol=graphs.RELATIVE, atol=graphs.ABSOLUTE)
    assert all(graph is not None for graph in graphs._graphs[fast].values())
