"""User networks are accepted unchanged, or rejected with a description of the mistake."""

from __future__ import annotations

import importlib.util
import inspect
import warnings
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional


@pytest.fixture(scope="module")
def written():
    """The documented example, loaded from its file."""
    spec = importlib.util.spec_from_file_location(
        "own_network", Path(__file__).parents[2] / ".github/examples/own_network.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def net(written):
    torch.manual_seed(0)
    return written.Net()


IMAGES = np.random.default_rng(0).random((2, 28, 28), dtype=np.float32)


def test_the_trace_of_an_adapted_network_equals_its_output(net):
    import capsviz

    model = capsviz.adapt(net)
    seen = capsviz.trace(model, IMAGES)
    np.testing.assert_allclose(seen.lengths[:, -1], net(torch.tensor(IMAGES)).numpy(), atol=1e-5)
    np.testing.assert_allclose(seen.couplings.sum(-1), 1, atol=1e-5)
    assert seen.couplings.shape == (2, 3, 144, 10)
    # Places first, as everywhere here: capsule 5 is type 1 of place 1, which it counts as 36 + 1.
    u = net.primary(torch.tensor(IMAGES))
    np.testing.assert_allclose(seen.primary[:, 5], u[:, 37].numpy(), atol=1e-6)
    np.testing.assert_allclose(model(torch.tensor(IMAGES)).v.numpy(), seen.poses, atol=1e-6)


@pytest.mark.parametrize(
    "name", ["lengths", "reconstructions", "couplings", "flow", "votes", "entropy", "sweep"]
)
def test_figures_accept_an_adapted_network(net, name):
    import capsviz
    from capsviz import figures

    model = capsviz.adapt(net)
    figure = getattr(figures, name)(model, capsviz.trace(model, IMAGES))
    assert len(figure.to_json()) > 1000


def test_adapt_loads_weights_from_a_file(net, written, tmp_path):
    from safetensors.torch import save_file

    import capsviz

    save_file(net.state_dict(), tmp_path / "mine.safetensors")
    again = capsviz.adapt(written.Net(), tmp_path / "mine.safetensors")
    np.testing.assert_array_equal(
        capsviz.trace(again, IMAGES).poses, capsviz.trace(capsviz.adapt(net), IMAGES).poses
    )
    save_file({"other": torch.zeros(1)}, tmp_path / "other.safetensors")
    with pytest.raises(capsviz.CapsvizError, match="does not hold the weights of Net"):
        capsviz.adapt(written.Net(), tmp_path / "other.safetensors")
    with pytest.raises(capsviz.CapsvizError, match="does not hold the weights of Net"):
        capsviz.adapt(written.Net(), tmp_path / "missing.safetensors")
    np.savez(tmp_path / "arrays.npz", W=IMAGES)  # a zip file, as torch's are
    for name in ("text.pt", "text.safetensors"):
        (tmp_path / name).write_text("these are no weights\n")
    for name in ("text.pt", "text.safetensors", "arrays.npz"):
        with pytest.raises(capsviz.CapsvizError, match=r"write (one|it) by .*save"):
            capsviz.adapt(written.Net(), tmp_path / name)


def _wrong_axis(self, u_hat, iterations):
    b = torch.zeros_like(u_hat[..., 0])
    for _ in range(iterations):
        c = functional.softmax(b, dim=1)
        s = (c.unsqueeze(-1) * u_hat).sum(1)
        yield b, c, s, s
        b = b + (u_hat * s.unsqueeze(1)).sum(-1)


def _sigmoid(self, u_hat, iterations):
    for b, c, s, v in type(self).__mro__[1].steps(self, u_hat, iterations):
        yield b, torch.sigmoid(c), s, v


def _averaged(self, u_hat, iterations):
    for b, c, _, _ in type(self).__mro__[1].steps(self, u_hat, iterations):
        mean = torch.softmax(50 * u_hat.norm(dim=-1).mean(0, keepdim=True), 2).expand_as(c)
        v = (mean.unsqueeze(-1) * u_hat).sum(1)
        yield b, mean, v, v


def _one_for_all(self, u_hat, iterations):
    b = torch.zeros_like(u_hat[..., 0])
    for _ in range(iterations):
        c = functional.softmax(b, dim=2)
        s = (c.unsqueeze(-1) * u_hat).sum(1)
        v = s / (1 + s.norm(dim=-1, keepdim=True))
        yield b, c, s, v
        b = b + (u_hat * v.unsqueeze(1)).sum(-1).mean(0, keepdim=True)


def _doubled(self):
    type(self).__mro__[1].__init__(self)
    self.double()


def _kept(self, u_hat, iterations):
    self.calls = getattr(self, "calls", 0) + 1
    for b, c, s, v in type(self).__mro__[1].steps(self, u_hat, iterations):
        yield b, c, s, v * self.calls


def _elsewhere(self, u_hat, iterations):
    for b, c, s, v in type(self).__mro__[1].steps(self, u_hat, iterations):
        yield b, c, s / 2, v


def _axis_of_squash(self, u_hat, iterations):
    for b, c, s, _ in type(self).__mro__[1].steps(self, u_hat, iterations):
        square = (s**2).sum(1, keepdim=True)
        yield b, c, s, square / (1 + square) * s / torch.sqrt(square + 1e-8)


def _no_squash(self, u_hat, iterations):
    for b, c, s, _ in type(self).__mro__[1].steps(self, u_hat, iterations):
        yield b, c, s, s


def _never_updated(self, u_hat, iterations):
    for _ in range(iterations):
        yield next(type(self).__mro__[1].steps(self, u_hat, 1))


def _its_own_number(self, u_hat, iterations):
    yield from type(self).__mro__[1].steps(self, u_hat, 3)


def _scrambled(self, images):
    from own_network_squash import squash

    x = self.capsules(functional.relu(self.conv(images.unsqueeze(1))))
    return squash(x.view(len(x), 4, 8, 36).reshape(len(x), -1, 8))


def _nan(self, images):
    x = self.capsules(functional.relu(self.conv(images.unsqueeze(1))))
    x = x - x.mean()
    u = x.view(len(x), 4, 8, 36).permute(0, 1, 3, 2).reshape(len(x), -1, 8)
    u = u * images.amax((1, 2))[:, None, None]
    return u / u.norm(dim=-1, keepdim=True)


def _batch_mean(self, images):
    u = type(self).__mro__[1].primary(self, images)
    return u - u.mean(0, keepdim=True)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"steps": _wrong_axis}, "softmax is over the wrong axis"),
        ({"steps": _sigmoid}, "must sum to 1 over the output capsules"),
        ({"steps": _averaged}, "logits are averaged"),
        ({"steps": _kept}, "keeps its logits"),
        ({"primary": _scrambled}, "several places of one channel"),
        ({"primary": _nan}, "NaN"),
        ({"primary": _batch_mean}, "input capsules depend on the other pictures"),
        ({"types_first": False}, "types_first = True"),
        ({"types": 5}, "not 5 types on a square grid"),
        ({"channels": 5}, "channels must be 1 to 4"),
        ({"votes": lambda self, u: u}, "it must be \\[n, I, J, D\\]"),
        ({"primary": lambda self, images: images}, "not 4 types|must be \\[n, I, d\\]"),
        ({"decode": lambda self, poses: poses}, "decode gives"),
        ({"decode": lambda self, poses: 9 + 0 * poses.sum() + torch.zeros(2, 28, 28)}, "sigmoid"),
        ({"steps": lambda self, u_hat, iterations: iter(())}, "yields 0 times"),
        ({"steps": _elsewhere}, "s is not the sum of the votes"),
        ({"votes": lambda self, u: u.no_such_thing}, "cannot read pictures .* AttributeError"),
        ({"steps": lambda self, u_hat, iterations: None}, "yields 0 times"),
        ({"steps": lambda self, u_hat, iterations: [{}] * 3}, "must yield four tensors"),
        ({"primary": lambda self, images: [images]}, "primary gives list: it must be a tensor"),
        ({"primary": lambda self, images: self.conv(images)}, "channel, images.unsqueeze"),
        ({"steps": _one_for_all}, "depend on the other pictures"),
        ({"iterations": 0}, "iterations must be a whole number from 1 on, not 0"),
        ({"types": 4.0}, "types must be a whole number from 1 on, not 4.0"),
        ({"side": "28"}, "side must be a whole number from 1 on, not '28'"),
        ({"__init__": _doubled}, "weights of torch.float64"),
        ({"classes": ("cat", "dog")}, "names 2 classes and has 10"),
        ({"steps": _axis_of_squash}, "squash is over the wrong axis"),
        ({"steps": _no_squash}, "so squash them to below 1"),
        ({"steps": _never_updated}, "b is never updated"),
        ({"steps": _its_own_number}, "yields 3 times where 4 iterations are asked for"),
        ({"decode": lambda self, poses: torch.full((len(poses), 28, 28), 0.5)}, "the same picture"),
    ],
)
def test_the_mistakes_that_circulate_are_named(written, monkeypatch, changed, says):
    import sys
    from types import ModuleType

    import capsviz

    holder = ModuleType("own_network_squash")
    holder.squash = written.squash
    monkeypatch.setitem(sys.modules, "own_network_squash", holder)
    torch.manual_seed(0)
    wrong = type("Wrong", (written.Net,), changed)()
    with pytest.raises(capsviz.CapsvizError, match=says):
        capsviz.adapt(wrong)


def test_adapt_opens_a_wrong_network_with_a_warning_on_request(written):
    import capsviz

    torch.manual_seed(0)
    wrong = type("Wrong", (written.Net,), {"steps": _wrong_axis})()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = capsviz.adapt(wrong, strict=False)
    assert "softmax is over the wrong axis" in model.mistakes[0]
    assert [str(one.message) for one in caught] == [f"Wrong: {one}" for one in model.mistakes]
    seen = capsviz.trace(model, IMAGES)
    np.testing.assert_allclose(seen.couplings.sum(2), 1, atol=1e-5)


def _of_ours(written, routing):
    """The documented network, with one of our routings in its place."""
    from capsviz.config import ModelConfig
    from capsviz.model.routing import ROUTINGS

    class Ours(written.Net):
        iterations = 3 if ROUTINGS[routing].iterative else 1
        types_first = False

        def __init__(self):
            super().__init__()
            self.own = ROUTINGS[routing](ModelConfig(primary_types=4, routing=routing))

        def primary(self, images):
            return super().primary(images).view(-1, 4, 36, 8).transpose(1, 2).flatten(1, 2)

        def presence(self, u):
            known = getattr(self.own, "activation", None)
            return known(u) if known else u.norm(dim=-1)

        def steps(self, u_hat, iterations, u):
            for step in self.own.steps(u, u_hat, iterations):
                yield step.b, step.c, step.s, step.v, step.activations

    return Ours()


@pytest.mark.parametrize("routing", ["em", "self_routing"])
def test_activations_beside_the_votes_are_taken(written, routing):
    import capsviz

    torch.manual_seed(0)
    model = capsviz.adapt(_of_ours(written, routing))
    assert model.routing.activates
    seen = capsviz.trace(model, IMAGES)
    lengths = model(torch.tensor(IMAGES)).lengths.numpy()
    np.testing.assert_allclose(seen.lengths[:, -1], lengths, atol=1e-6)
    assert not np.allclose(seen.lengths, np.linalg.norm(seen.capsules, axis=-1), atol=1e-3)


class _Matrices(nn.Module):
    """Poses of 4 x 4 in windows of 3 x 3, matrices shared over places, EM in both layers."""

    types, side, iterations = 4, 28, 3

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(1, 2 * 17, 5, stride=2, padding=2)
        self.inner = nn.Parameter(torch.eye(4) + 0.2 * torch.randn(9, 2, 4, 4, 4))
        self.outer = nn.Parameter(torch.eye(4) + 0.2 * torch.randn(4, 10, 4, 4))

    def primary(self, images):
        n = len(images)
        windows = self.first(images.unsqueeze(1)).view(n, 2, 17, 14, 14)
        windows = windows.unfold(3, 3, 2).unfold(4, 3, 2).permute(0, 3, 4, 5, 6, 1, 2)
        windows = windows.reshape(n * 36, 9, 2, 17)
        poses = windows[..., :16].unflatten(-1, (4, 4))
        votes = torch.einsum("nkbij,kbcjl->nkbcil", poses, self.inner).flatten(4).flatten(1, 2)
        *_, (_, _, _, v, a) = self._rounds(votes, windows[..., 16].sigmoid().flatten(1), 3)
        return torch.cat([v, a.unsqueeze(-1)], -1).reshape(n, 36 * 4, 17)

    def presence(self, u):
        return u[..., 16]

    def votes(self, u):
        poses = u[..., :16].reshape(len(u), 36, 4, 4, 4)
        return torch.einsum("nxcij,cajl->nxcail", poses, self.outer).flatten(4).flatten(1, 2)

    def steps(self, u_hat, iterations, u):
        yield from self._rounds(u_hat, u[..., 16], iterations)

    def _rounds(self, votes, presence, iterations):
        b = torch.zeros_like(votes[..., 0])
        for t in range(iterations):
            c = b.softmax(2)
            r = (c * presence.unsqueeze(-1)).unsqueeze(-1)
            v = (r * votes).sum(1) / r.sum(1)
            spread = (r * (votes - v.unsqueeze(1)) ** 2).sum(1) / r.sum(1) + 1e-4
            a = torch.sigmoid((t + 1) * -spread.log().mean(-1))
            yield b, c, v, v, a
            far = (votes - v.unsqueeze(1)) ** 2 / spread.unsqueeze(1)
            b = a.log().unsqueeze(1) - 0.5 * (far + spread.log().unsqueeze(1)).sum(-1)


def test_convolutional_matrix_capsules_are_taken():
    """Hinton, Sabour and Frosst (2018): what is traced is the last layer, on 6 x 6 places."""
    import capsviz

    torch.manual_seed(0)
    model = capsviz.adapt(_Matrices().eval())
    assert model.routing.activates
    assert (model.config.rows, model.config.grid, model.config.primary_capsules) == (6, 6, 144)
    assert (model.config.receptive_field, model.config.stride) == (9, 4)
    seen = capsviz.trace(model, IMAGES)
    lengths = model(torch.tensor(IMAGES)).lengths.numpy()
    np.testing.assert_allclose(seen.lengths[:, -1], lengths, atol=1e-6)


def _by_sigmoid(self, u_hat, iterations):
    b = torch.zeros_like(u_hat[..., 0])
    for _ in range(iterations):
        c = torch.sigmoid(b)
        s = (c.unsqueeze(-1) * u_hat).sum(1) / c.sum(1).unsqueeze(-1)
        v = s / (1 + s.norm(dim=-1, keepdim=True))
        yield b, c, s, v
        b = b + (u_hat * v.unsqueeze(1)).sum(-1)


def _with_a_background(self, u_hat, iterations):
    b = torch.zeros_like(u_hat[..., 0])
    for _ in range(iterations):
        c = functional.softmax(functional.pad(b, (0, 1)), dim=2)[..., :-1]
        s = (c.unsqueeze(-1) * u_hat).sum(1)
        v = s / (1 + s.norm(dim=-1, keepdim=True))
        yield b, c, s, v
        b = b + (u_hat * v.unsqueeze(1)).sum(-1)


@pytest.mark.parametrize(
    "kind",
    [
        {"steps": _by_sigmoid},
        {"steps": _with_a_background, "background": True},
        {"iterations": 12},
    ],
)
def test_routings_of_another_kind_are_taken(written, kind):
    import capsviz

    torch.manual_seed(0)
    network = type("Other", (written.Net,), kind)()
    seen = capsviz.trace(capsviz.adapt(network), IMAGES)
    assert seen.couplings.shape == (2, network.iterations, 144, 10)


def test_a_grid_that_is_no_square_is_taken(written):
    import capsviz
    from capsviz import figures
    from capsviz.model.adapter_checks import grid_of

    class Flat(written.Net):
        """Primary capsules at 3 x 12 places, of which a stride of two numbers sees the height."""

        grid = (3, 12)

        def __init__(self):
            super().__init__()
            self.capsules = nn.Conv2d(16, 4 * 8, 9, stride=(5, 1))

    torch.manual_seed(0)
    model = capsviz.adapt(Flat())
    config = model.config
    assert (config.rows, config.grid, config.primary_capsules) == (3, 12, 144)
    assert (config.receptive_field, config.stride) == (28, 0)  # a square alone has a stride
    seen = capsviz.trace(model, IMAGES)
    assert len(figures.couplings(model, seen).data[0].x) == 36
    assert grid_of(written.Net(), 144) == (6, 6)
    for wrong, says in (((4, 10), "4 types on 4 x 10 places"), ((3,), "rows and columns")):
        with pytest.raises(capsviz.CapsvizError, match=says):
            capsviz.adapt(type("Wrong", (Flat,), {"grid": wrong})())


def test_the_authors_network_for_cifar_is_taken(written):
    """Sabour et al. (2017), section 6: 24 x 24 pixels in colour, none of the above."""
    import capsviz

    class Cifar(written.Net):
        types, side, channels, background = 32, 24, 3, True
        classes = ("airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship",
                   "truck")  # fmt: skip

        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2d(3, 16, 9)
            self.capsules = nn.Conv2d(16, self.types * 8, 9, stride=2)
            self.W = nn.Parameter(0.05 * torch.randn(1, self.types * 16, 10, 16, 8))
            self.decoder = nn.Sequential(nn.Linear(160, 32), nn.ReLU(), nn.Linear(32, 3 * 24 * 24))

        def primary(self, images):
            x = self.capsules(functional.relu(self.conv(images)))
            x = x.view(len(x), self.types, 8, 16).permute(0, 1, 3, 2)
            return written.squash(x.reshape(len(x), -1, 8))

        steps = _with_a_background

        def decode(self, poses):
            return torch.sigmoid(self.decoder(poses.flatten(1))).view(-1, 3, 24, 24)

    torch.manual_seed(0)
    model = capsviz.adapt(Cifar())
    assert model.config.format.shape == (3, 24, 24)
    found = model.config.grid, model.config.receptive_field, model.config.stride
    assert found == (4, 17, 2)
    pictures = np.random.default_rng(0).random((2, 24, 24, 3), dtype=np.float32)
    seen = capsviz.trace(model, pictures)
    assert seen.images.shape == (2, 3, 24, 24)
    assert bool((seen.couplings.sum(-1) < 0.95).all())
    assert seen.classes[8] == "ship"


@pytest.mark.parametrize("channels", [2, 4])
def test_pictures_of_any_channels_are_read_and_decoded(written, channels):
    import capsviz

    class Several(written.Net):
        def __init__(self):
            super().__init__()
            self.channels = channels
            self.conv = nn.Conv2d(channels, 8, 9)
            self.capsules = nn.Conv2d(8, self.types * 8, 9, stride=2)
            self.decoder = nn.Linear(160, channels * 28 * 28)

        def primary(self, images):
            x = self.capsules(functional.relu(self.conv(images)))
            x = x.view(len(x), self.types, 8, -1).permute(0, 1, 3, 2)
            return written.squash(x.reshape(len(x), -1, 8))

        def decode(self, poses):
            return torch.sigmoid(self.decoder(poses.flatten(1))).view(-1, channels, 28, 28)

    torch.manual_seed(0)
    model = capsviz.adapt(Several())
    assert model.config.format.shape == (channels, 28, 28)
    with pytest.raises(capsviz.CapsvizError, match=rf"resize them first, {channels} planes each$"):
        capsviz.trace(model, np.zeros((2, 20, 20), np.float32))
    pictures = np.random.default_rng(0).random((2, 28, 28, channels), dtype=np.float32)
    seen = capsviz.trace(model, pictures)
    assert seen.images.shape == (2, channels, 28, 28)
    assert np.array_equal(seen.images, np.moveaxis(pictures, -1, 1))
    assert "input" in seen._repr_html_()


def test_an_adapted_module_without_attributes_gets_an_error_that_names_them():
    import capsviz

    with pytest.raises(capsviz.CapsvizError, match=r"Linear lacks types, side, .*CapsuleNetwork"):
        capsviz.adapt(nn.Linear(1, 1))
    with pytest.raises(capsviz.CapsvizError, match=r"build it first, as in adapt\(Net\(\)\)"):
        inspect.unwrap(capsviz.adapt)(nn.Linear)  # without the checks of types that tests have


def test_adapt_measures_the_receptive_field(net, written):
    import capsviz

    def found(network):
        config = capsviz.adapt(network).config
        return config.grid, config.receptive_field, config.stride, config.first_pixel

    assert found(net) == (6, 17, 2, 0)

    class Padded(written.Net):
        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2d(1, 16, 5, stride=2, padding=2)
            self.capsules = nn.Conv2d(16, 4 * 8, 5, stride=2, padding=1)

    config = capsviz.adapt(Padded()).config
    assert (config.grid, config.receptive_field, config.stride, config.first_pixel) == (
        6,
        13,
        4,
        -4,
    )

    class Whole(written.Net):
        def primary(self, images):
            u = super().primary(images)
            return u * (1 + images.mean((1, 2)))[:, None, None]

    assert found(Whole()) == (6, 28, 0, 0)


def test_a_decoder_of_linear_layers_is_found_and_no_other_is_taken_for_one(net, written):
    import capsviz

    assert capsviz.adapt(net).decoder.layers == [net.decoder[n] for n in (0, 2, 4)]

    class Leaky(written.Net):
        def decode(self, poses):
            pixels = functional.leaky_relu(self.decoder(poses.flatten(1)), 0.1)
            return torch.sigmoid(pixels).view(-1, 28, 28)

    assert capsviz.adapt(Leaky()).decoder.layers is None


def test_routing_by_agreement_is_distinguished_from_variants(net, written):
    import capsviz

    class Sharp(written.Net):
        def steps(self, u_hat, iterations):
            for b, _, _, _ in super().steps(u_hat, iterations):
                c = torch.softmax(1.1 * b, 2)
                s = (c.unsqueeze(-1) * u_hat).sum(1)
                yield b, c, s, written.squash(s)

    assert capsviz.adapt(net).config.routing == "dynamic"
    model = capsviz.adapt(Sharp())
    assert (model.config.routing, model.routing.adds_agreement) == ("own", False)
