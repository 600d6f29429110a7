"""Users' networks with several routed layers of capsules: adapted, traced, and their tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

IMAGES = torch.rand(3, 28, 28, generator=torch.Generator().manual_seed(1))
CLASSES, TYPES, ABOVE = 4, 3, 2


def _squash(s):
    n2 = s.square().sum(-1, keepdim=True)
    return n2 / (1 + n2) * s / (n2 + 1e-9).sqrt()


def _steps(u_hat, iterations):
    b = u_hat.new_zeros(u_hat.shape[:3])
    for _ in range(iterations):
        c = b.softmax(2)
        s = (c.unsqueeze(-1) * u_hat).sum(1)
        v = _squash(s)
        yield b, c, s, v
        b = b + (u_hat * v.unsqueeze(1)).sum(-1)


def _windows(side, size):
    """Children of each window of size x size places, stride 1; types of a place together."""
    steps = torch.arange(side - size + 1)
    within = torch.arange(size)
    rows = steps[:, None] + within
    places = rows[:, None, :, None] * side + rows[None, :, None, :]
    return (places.reshape(len(steps) ** 2, -1, 1) * TYPES + torch.arange(TYPES)).flatten(1)


class Windowed(nn.Module):
    """Routing by agreement in windows of 2 x 2 places, matrices shared over places."""

    iterations = 2

    def __init__(self, dim=4):
        super().__init__()
        self.windows = _windows(4, 2)
        self.W = nn.Parameter(0.7 * torch.randn(self.windows.shape[1], dim, ABOVE, dim))

    def votes(self, u):
        return torch.einsum("npkd,kdje->npkje", u[:, self.windows], self.W)

    def steps(self, u_hat, iterations):
        return _steps(u_hat, iterations)


class SelfRouted(Windowed):
    """Self-routing: couplings from the children, in one pass."""

    iterations = 1

    def __init__(self):
        super().__init__()
        self.gate = nn.Parameter(torch.randn(self.windows.shape[1], 4, ABOVE))

    def steps(self, u_hat, iterations, u=None):
        assert u is not None
        b = torch.einsum("nkd,kdj->nkj", u, self.gate)
        c = b.softmax(2)
        a = u.norm(dim=-1)
        s = (c.unsqueeze(-1) * a[..., None, None] * u_hat).sum(1) / (a.sum(1)[:, None, None] + 1e-6)
        yield b, c, s, _squash(s)


class Activated(SelfRouted):
    """Self-routing as published: activations, apart from poses, travel to the next layer."""

    def steps(self, u_hat, iterations, u=None):
        for b, c, s, v in super().steps(u_hat, iterations, u):
            yield b, c, s, torch.cat([v, c.mean(1).unsqueeze(-1)], -1)


class Summed(Windowed):
    """As in DeepCaps: one vote of each type, a sum over its window, routed at each place."""

    def __init__(self):
        super().__init__()
        whole = self.windows.view(9, 4, TYPES)
        self.window, self.windows = whole, whole[:, 0]

    def votes(self, u):
        W = self.W.view(4, TYPES, 4, ABOVE, 4)
        return torch.einsum("npktd,ktdje->nptje", u[:, self.window], W)


class Inverted(Windowed):
    """Inverted dot-product attention: agreement with the parents of the pass before."""

    def steps(self, u_hat, iterations):
        v = u_hat.mean(1)
        for _ in range(iterations):
            b = (u_hat * v.unsqueeze(1)).sum(-1)
            c = b.softmax(2)
            s = (c.unsqueeze(-1) * u_hat).sum(1)
            v = nn.functional.layer_norm(s, s.shape[-1:])
            yield b, c, s, v


class Dense(nn.Module):
    """One place that sees every capsule below."""

    iterations = 3

    def __init__(self, below=18):
        super().__init__()
        self.W = nn.Parameter(0.4 * torch.randn(below, 4, 6, 4))

    def votes(self, u):
        return torch.einsum("nid,idje->nije", u, self.W)

    def steps(self, u_hat, iterations):
        return _steps(u_hat, iterations)


class ReadsActivations(Dense):
    """The last number of a capsule below is its activation."""

    def votes(self, u):
        return u[..., None, -1:] * torch.einsum("nid,idje->nije", u[..., :-1], self.W)


class Net(nn.Module):
    side, iterations = 28, 3

    def __init__(self, *stages):
        super().__init__()
        torch.manual_seed(3)
        self.conv = nn.Conv2d(1, TYPES * 4, 10, 6)
        self.primary_types = TYPES
        self.types, count = (6, 6) if len(stages) > 1 else (ABOVE, 18)
        self.capsule_stages = nn.ModuleList(stages)
        self.W = nn.Parameter(0.5 * torch.randn(count, 4, CLASSES, 4))

    def primary(self, images):
        x = self.conv(images.unsqueeze(1)).permute(0, 2, 3, 1)
        return _squash(x.reshape(x.shape[0], -1, 4))

    def votes(self, u):
        return torch.einsum("nid,idje->nije", u, self.W)

    def steps(self, u_hat, iterations):
        return _steps(u_hat, iterations)

    def forward(self, images):
        """As its author writes it, without capsviz."""
        u = self.primary(images)
        stages: Any = self.capsule_stages
        for stage in stages:
            votes = stage.votes(u)
            votes = votes if votes.ndim == 5 else votes.unsqueeze(1)
            n = len(votes)
            children = getattr(stage, "windows", torch.arange(u.shape[1])[None])
            given = {"u": u[:, children].flatten(0, 1)} if isinstance(stage, SelfRouted) else {}
            *_, (_, _, _, v) = stage.steps(votes.flatten(0, 1), stage.iterations, **given)
            u = v.reshape(n, -1, v.shape[-1])
        *_, (_, _, _, v) = self.steps(self.votes(u), 3)
        return v


KINDS = {
    "windows": (Windowed,),
    "self-routing": (SelfRouted,),
    "DeepCaps": (Summed,),
    "inverted attention": (Inverted,),
    "dense above windows": (Windowed, Dense),
    "activations between layers": (Activated, ReadsActivations),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_stages_is_traced_as_the_network_computes(kind) -> None:
    import capsviz
    from capsviz.analysis.parse_tree import trace_layers
    from capsviz.model.adapter import AdaptedNetwork
    from capsviz.model.plan import plan

    torch.manual_seed(0)
    stages = [make() for make in KINDS[kind]]
    net = Net(*stages)
    expected = net(IMAGES).detach()
    model = capsviz.adapt(net)
    seen = capsviz.trace(model, IMAGES)
    np.testing.assert_allclose(seen.poses, expected, atol=1e-6)

    assert isinstance(model, AdaptedNetwork)
    layers = trace_layers(model, IMAGES[0].numpy())
    assert [layer.name for layer in layers] == [
        "PrimaryCaps",
        *(f"Stage{k + 1}" for k in range(len(stages))),
        "ClassCaps",
    ]
    assert layers[-2].name == model.config.input_capsules  # Routing says who votes
    np.testing.assert_allclose(layers[-1].means[-1, 0], expected[0], atol=1e-6)
    assert (layers[0].grid, layers[0].reach, layers[0].step) == (4, 10, 6)
    if kind == "windows":
        assert (layers[1].grid, layers[1].reach, layers[1].step) == (3, 16, 6)
    for layer in layers[1:]:
        np.testing.assert_allclose(layer.responsibilities.sum(3), 1, atol=1e-5)
    assert sum(layer.parameters for layer in plan(model).layers) == sum(
        weights.numel() for weights in net.parameters()
    )


def test_stages_may_be_given_to_adapt() -> None:
    import capsviz

    torch.manual_seed(0)
    stage = Windowed()
    expected = capsviz.trace(capsviz.adapt(Net(stage)), IMAGES)
    net = Net()
    assert capsviz.trace(capsviz.adapt(net, stages=[stage]), IMAGES) == expected


class _WrongAxis(Windowed):
    def steps(self, u_hat, iterations):
        for b, _, _, _ in _steps(u_hat, iterations):
            c = b.softmax(1)
            s = (c.unsqueeze(-1) * u_hat).sum(1)
            yield b, c, s, _squash(s)


class _NoChildren(Windowed):
    def __init__(self):
        super().__init__()
        self.window, self.windows = self.windows, self.windows + 40

    def votes(self, u):
        return torch.einsum("npkd,kdje->npkje", u[:, self.window], self.W)


class _Flat(Windowed):
    def votes(self, u):
        return super().votes(u).flatten(1, 2)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (_WrongAxis, "stage 1: the couplings sum to 1 over the input capsules"),
        (_NoChildren, r"windows of a stage must be indices \[P, K\] of the 48 capsules below"),
        (_Flat, "votes of a stage give"),
        (nn.Identity, "stage 1 of Net lacks votes, steps, iterations"),
    ],
)
def test_mistakes_in_stages_raise_one_sentence(make, says) -> None:
    import capsviz

    with pytest.raises(capsviz.CapsvizError, match=says):
        capsviz.adapt(Net(make()))


def test_a_network_with_stages_is_exported_for_any_number_of_pictures() -> None:
    import capsviz
    from capsviz import onnx_export

    pytest.importorskip("onnxscript")
    ort = pytest.importorskip("onnxruntime")
    model = capsviz.adapt(Net(Windowed(), Dense()))
    file = onnx_export.export(model, "a", model.class_names, batch=True)
    session = ort.InferenceSession(file.model.SerializeToString())
    for images in (IMAGES[:1], IMAGES):
        (lengths,) = session.run(["lengths"], {"image": images.numpy()})
        np.testing.assert_allclose(lengths[-1], model(images).lengths, atol=1e-5)
