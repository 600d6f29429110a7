"""Mistakes of a user's network are reported, and correct networks have none."""

from __future__ import annotations

import inspect

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

SIDE, TYPES, PLACES, CLASSES = 20, 2, 4, 4


def squash(s: Tensor, dim: int = -1, epsilon: float = 1e-8) -> Tensor:
    square = (s**2).sum(dim, keepdim=True)
    return square / (1 + square) * s / torch.sqrt(square + epsilon)


class Net(nn.Module):
    """A small and sound network, its types first: [n, 20, 20] to 8 capsules to 4 classes."""

    types, side, iterations, types_first = TYPES, SIDE, 3, True

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.conv = nn.Conv2d(1, 8, 9)
        self.capsules = nn.Conv2d(8, TYPES * 6, 9, stride=2)
        self.W = nn.Parameter(0.3 * torch.randn(1, TYPES * PLACES, CLASSES, 5, 6))
        self.B = nn.Parameter(0.1 * torch.randn(TYPES * PLACES, CLASSES))

    def unsquashed(self, images: Tensor) -> Tensor:
        x = self.capsules(functional.relu(self.conv(images.unsqueeze(1))))
        return x.view(len(x), TYPES, 6, PLACES).permute(0, 1, 3, 2).reshape(len(x), -1, 6)

    def primary(self, images: Tensor) -> Tensor:
        return squash(self.unsquashed(images))

    def votes(self, u: Tensor) -> Tensor:
        return (self.W @ u[:, :, None, :, None]).squeeze(-1)

    def steps(self, u_hat, iterations):
        yield from _steps_with(squash)(self, u_hat, iterations)


def _weights_that_are_nan(self):
    Net.__init__(self)
    self.W.data[0, 0, 0, 0, 0] = torch.nan


def _weights_of_a_unit_normal(self):
    Net.__init__(self)
    self.capsules.weight.data *= 20
    self.W.data = torch.randn(1, TYPES * PLACES, CLASSES, 5, 6) * 10


def _saturated(self, images):
    return torch.tanh(1e4 + self.unsquashed(images))


def _normalise_in_place(self, images):
    return Net.primary(self, images.sub_(0.1307).div_(0.3081))


def _squeezed_votes(self, u):
    return (self.W @ u[:, :, None, :, None]).squeeze()


def _squash_over_axes(*layout_and_axis):
    *layout, axis = layout_and_axis

    def primary(self, images):
        u = self.unsquashed(images)
        return squash(u.view(len(u), *layout), axis).reshape(u.shape)

    return primary


def _no_primary_squash(self, images):
    return self.unsquashed(images)


def _primary_without_epsilon(self, images):
    u = self.unsquashed(images)
    square = (u**2).sum(-1, keepdim=True)
    return square / (1 + square) * u / torch.sqrt(square)


def _over_outputs(b):
    return b.softmax(2)


def _steps_with(squashed=squash, couplings=_over_outputs):
    def steps(self, u_hat, iterations):
        b = torch.zeros_like(u_hat[..., 0])
        for _ in range(iterations):
            c = couplings(b)
            s = (c.unsqueeze(-1) * u_hat).sum(1)
            v = squashed(s)
            yield b, c, s, v
            b = b + (u_hat * v.unsqueeze(1)).sum(-1)

    return steps


def _by_root(s):
    """Sound forwards, but its slope at zero is NaN."""
    length = torch.sqrt((s**2).sum(-1, keepdim=True))
    return length / (1 + length**2) * s


def _one_logit_for_the_batch(self, u_hat, iterations):
    b = torch.zeros(u_hat.shape[1:3])
    for _ in range(iterations):
        c = b.softmax(1)
        s = (c.unsqueeze(-1) * u_hat).sum(1)
        v = squash(s)
        yield b, c, s, v
        b = b + (u_hat * v.unsqueeze(1)).sum(-1).mean(0)


def _logits_for_each_dimension(self, u_hat, iterations):
    b = torch.zeros_like(u_hat)
    for _ in range(iterations):
        c = b.softmax(2)
        s = (c * u_hat).sum(1)
        v = squash(s)
        yield b, c, s, v
        b = b + u_hat * v.unsqueeze(1)


def _no_softmax(self, u_hat, iterations):
    for b, _, _, _ in Net.steps(self, u_hat, iterations):
        c = b.exp()
        s = (c.unsqueeze(-1) * u_hat).sum(1)
        yield b, c, s, squash(s)


def _constant_couplings(self, u_hat, iterations):
    c = torch.full_like(u_hat[..., 0], 0.7)
    s = (c.unsqueeze(-1) * u_hat).sum(1)
    yield torch.zeros_like(c), c, s, squash(s)


def _attention_over_inputs(self, u_hat, iterations):
    """One pass, as in AR CapsNet (Choi et al. 2019)."""
    b = u_hat.sum(-1)
    c = b.softmax(1)
    s = (c.unsqueeze(-1) * u_hat).sum(1)
    yield b, c, s, squash(s)


def _max_min(b):
    """Max-min normalisation (Zhao et al. 2019), whose couplings begin at 1."""
    low, high = b.amin(2, keepdim=True), b.amax(2, keepdim=True)
    return torch.where(high > low, (b - low) / (high - low + 1e-9), torch.ones_like(b))


def _over_inputs(b):
    return b.softmax(1)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"__init__": _weights_that_are_nan}, "its weights W hold NaN"),
        ({"__init__": _weights_of_a_unit_normal}, "all 4 output capsules are above 0.9 "),
        ({"primary": _saturated}, "input capsules are the same for different pictures"),
        ({"primary": lambda self, images: 0 * self.unsquashed(images)}, "the same for different"),
        ({"votes": _squeezed_votes}, "not one, .* name the axis"),
        ({"primary": _normalise_in_place}, "changes the pictures that it is given"),
        ({"primary": _squash_over_axes(8, 6, 1)}, "over all 8 input capsules together"),
        ({"primary": _squash_over_axes(2, 4, 6, 1)}, "over the types at a place together"),
        ({"primary": _squash_over_axes(2, 4, 6, 2)}, "over the places of a type together"),
        ({"primary": _squash_over_axes(48, 1)}, "over all numbers of all 8 input capsules"),
        ({"primary": _no_primary_squash}, "input capsules are not squashed"),
        ({"primary": _primary_without_epsilon}, "makes capsules NaN: put a small number"),
        ({"steps": _steps_with(lambda s: squash(s, epsilon=0))}, "makes capsules NaN"),
        ({"steps": _steps_with(_by_root)}, "makes gradients and after some steps all weights NaN"),
        ({"steps": _one_logit_for_the_batch}, "the logits are averaged over it"),
        ({"steps": _logits_for_each_dimension}, "each dimension is routed by itself"),
        ({"steps": _no_softmax}, "take the softmax over the output capsules"),
        ({"steps": _constant_couplings, "iterations": 1}, "take the softmax over"),
        ({"normalize": 0.1307}, r"normalize must be the mean .* \(0.1307, 0.3081\), not 0.1307"),
        ({"normalize": (0.1307, 0)}, "normalize must be"),
        ({"weigh": lambda self, u, c: 2 * c}, "s is not the sum of the votes"),
        (
            {"steps": _steps_with(couplings=_over_inputs)},
            'is meant, declare couplings_over = "inputs"',
        ),
        ({"steps": _steps_with(couplings=_max_min)}, 'gates, declare couplings_over = "none"'),
        ({"steps": _no_softmax, "couplings_over": "inputs"}, "take the softmax over the output"),
        ({"couplings_over": "both"}, "couplings_over must be one of outputs, inputs, none"),
        ({"classes": ("a", "b")}, "names 2 classes and has 4"),
    ],
)
def test_each_mistake_of_a_network_is_named(changed, says) -> None:
    import capsviz

    wrong = type("Wrong", (Net,), changed)
    with pytest.raises(capsviz.CapsvizError, match=says) as caught:
        capsviz.adapt(wrong())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "changed",
    [
        {"primary": _normalise_in_place},
        {"primary": _primary_without_epsilon},
        {"steps": _steps_with(_by_root)},
    ],
)
def test_adapt_opens_a_mistaken_network_unchanged_on_request(changed) -> None:
    import capsviz

    network = type("Wrong", (Net,), changed)()
    before = {name: kept.clone() for name, kept in network.state_dict().items()}
    images = torch.rand(2, SIDE, SIDE)
    given = images.clone()
    with pytest.warns(UserWarning, match="Wrong: "):
        model = capsviz.adapt(network, strict=False)
    assert torch.isfinite(model(given).lengths).all()
    torch.testing.assert_close(given, images)
    for name, kept in network.state_dict().items():
        torch.testing.assert_close(kept, before[name])


def _by_norm(s):
    """Another squash in use: that of Efficient-CapsNet, by a norm whose slope at zero is 0."""
    length = s.norm(dim=-1, keepdim=True)
    return (1 - torch.exp(-length)) * s / (length + 1e-7)


def _prior_in_couplings(self, u_hat, iterations):
    b = (u_hat * u_hat.sum(1, keepdim=True)).sum(-1)
    c = b.softmax(2) + self.B
    s = (c.unsqueeze(-1) * u_hat).sum(1)
    yield b, c, s, squash(s)


def _prior_apart(self, u_hat, iterations):
    b = (u_hat * u_hat.sum(1, keepdim=True)).sum(-1)
    c = b.softmax(2)
    s = ((c + self.B).unsqueeze(-1) * u_hat).sum(1)
    yield b, c, s, squash(s)


def _prior_as_first_logits(self, u_hat, iterations):
    b = self.B.expand(len(u_hat), -1, -1)
    for _ in range(iterations):
        c = b.softmax(2)
        s = (c.unsqueeze(-1) * u_hat).sum(1)
        v = squash(s)
        yield b, c, s, v
        b = b + (u_hat * v.unsqueeze(1)).sum(-1)


def _axis_of_one(self, u_hat, iterations):
    for b, c, s, v in Net.steps(self, u_hat, iterations):
        yield b.unsqueeze(-1), c.unsqueeze(-1), s, v


def _uniform_of_all_pictures(self, u_hat, iterations):
    c = torch.full((1, *u_hat.shape[1:3]), 1 / CLASSES)
    s = (c.unsqueeze(-1) * u_hat).sum(1)
    yield torch.zeros_like(c), c, s, squash(s)


def _votes_called_u(self, u, iterations):
    yield from Net.steps(self, u, iterations)


def _partly_saturated(self, images):
    """One type of two is saturated by any picture, as may happen in training."""
    u = self.unsquashed(images).view(len(images), TYPES, PLACES, 6)
    return torch.tanh(u * u.new_tensor([1, 1e6])[:, None, None]).reshape(len(u), -1, 6) / 6


def _normalised_by_layer(self, images):
    return functional.layer_norm(self.unsquashed(images), (6,))


def _bounded(self, images):
    return torch.sigmoid(self.unsquashed(images)) / 6


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"types_first": False, "types": 8, "grid": (1, 1)},
        {"steps": _steps_with(_by_norm)},
        {"steps": _prior_in_couplings, "iterations": 1},
        {"steps": _prior_apart, "iterations": 1, "weigh": lambda self, u, c: c + self.B},
        {"steps": _prior_as_first_logits},
        {"steps": _axis_of_one},
        {"steps": _uniform_of_all_pictures, "iterations": 1},
        {"steps": _votes_called_u},
        {"steps": _attention_over_inputs, "iterations": 1},
        {"steps": _steps_with(couplings=_over_inputs), "couplings_over": "inputs"},
        {"steps": _steps_with(couplings=_max_min), "couplings_over": "none"},
        {"primary": _partly_saturated},
        {"primary": _normalised_by_layer},
        {"primary": _bounded},
        {"primary": _no_primary_squash, "presence": lambda self, u: u[..., 0].sigmoid()},
        {"normalize": (0.1307, 0.3081)},
        {"normalize": ([0.1307], torch.tensor([0.3081]))},
        *(
            {"classes": named}
            for named in (CLASSES, None, torch.arange(CLASSES), "0123", range(CLASSES))
        ),
        {"classes": {0: "a", 1: "b", 2: "c", 3: "d"}},
    ],
    ids=lambda changed: (
        ",".join(
            getattr(value, "__name__", str(value)).strip("_").replace("\n", " ")
            for value in changed.values()
        )
        or "as it is"
    ),
)
def test_a_sound_network_has_no_mistakes(changed) -> None:
    import capsviz

    images = torch.rand(2, SIDE, SIDE)
    network = type("Sound", (Net,), changed)()
    model = capsviz.adapt(network)
    assert model.mistakes == ()
    given = images
    if changed.get("normalize"):
        given = (images - 0.1307) / 0.3081
    u = network.primary(given)
    *_, (_, _, _, v) = network.steps(network.votes(u), network.iterations)
    torch.testing.assert_close(model(images).v, v)
    seen = capsviz.trace(model, images.numpy())
    torch.testing.assert_close(torch.tensor(seen.poses), v)


def test_classes_are_named_by_lists_and_dictionaries_alone() -> None:
    import capsviz

    def names(classes):
        return capsviz.adapt(type("Named", (Net,), {"classes": classes})()).class_names

    assert names({0: "a", 1: "b", 2: "c", 3: "d"}) == names(["a", "b", "c", "d"]) == tuple("abcd")
    assert names(4) == names(None) == names(torch.arange(4)) == tuple("0123")


def _by_presence(self, u_hat, iterations, u=None):
    a = u.norm(dim=-1)[..., None, None]
    for b, c, _, _ in Net.steps(self, u_hat, iterations):
        s = (c.unsqueeze(-1) * a * u_hat).sum(1)
        yield b, c, s, squash(s)


def _mean_by_presence(self, u_hat, iterations, u=None):
    weights = u.norm(dim=-1)[..., None, None]
    for b, c, _, _ in Net.steps(self, u_hat, iterations):
        w = c.unsqueeze(-1) * weights
        s = (w * u_hat).sum(1) / w.sum(1)
        yield b, c, s, squash(s)


@pytest.mark.parametrize(
    "changed",
    [
        {"steps": _prior_apart, "iterations": 1, "weigh": lambda self, u, c: c + self.B},
        {"steps": _by_presence},
        {"steps": _mean_by_presence},
    ],
)
def test_vote_weights_add_the_votes_up_to_s(changed) -> None:
    import capsviz

    network = type("Weighing", (Net,), changed)()
    model = capsviz.adapt(network)
    assert model.routing.weighs
    assert not capsviz.adapt(Net()).routing.weighs
    u = model.primary_capsules(torch.rand(2, SIDE, SIDE))
    step = next(model.routing.steps(u, model.votes(u), 1))
    weights = model.routing.weigh(u, step.c)
    s = (weights.unsqueeze(-1) * model.votes(u)).sum(1)
    torch.testing.assert_close(s, step.s)


@pytest.mark.parametrize(
    ("changed", "over", "kind"),
    [
        ({"steps": _steps_with(_by_norm)}, "outputs", "own"),
        ({"steps": _attention_over_inputs, "iterations": 1}, "inputs", "own_weights_once"),
        ({"steps": _steps_with(couplings=torch.sigmoid)}, "none", "own_weights"),
        ({"steps": _prior_in_couplings, "iterations": 1}, "none", "own_weights_once"),
    ],
)
def test_pages_know_what_couplings_sum_to_1_over(changed, over, kind) -> None:
    import capsviz
    from capsviz.ui.live.messages import describe_routing, routing_kind

    model = capsviz.adapt(type("Weighs", (Net,), changed)())
    assert describe_routing(model)["couplings_over"] == over
    assert routing_kind(model) == kind


def test_a_network_in_colour_is_normalised_channel_by_channel() -> None:
    from capsviz.model.adapter_checks import input_capsules

    class Colours(nn.Module):
        normalize = ((0.5, 0.4, 0.3), (0.25, 0.5, 1.0))

        def primary(self, images):
            return images

    images = torch.rand(2, 3, 4, 4)
    expected = torch.stack(
        [
            (images[:, k] - mean) / by
            for k, (mean, by) in enumerate(zip(*Colours.normalize, strict=True))
        ],
        1,
    )
    torch.testing.assert_close(input_capsules(Colours(), images), expected)


def test_the_docstring_describes_each_optional_attribute() -> None:
    from capsviz.model.adapter import CapsuleNetwork

    text = inspect.getdoc(CapsuleNetwork) or ""
    optional = ("normalize", "weigh", "presence", "background", "couplings_over", "grid")
    for name in (*optional, "channels"):
        assert f"{name} : optional" in text


def test_couplings_that_a_prior_makes_negative_are_drawn_as_zero() -> None:
    import capsviz
    from capsviz.analysis.activations import observe
    from capsviz.analysis.block_arrays import capsule_arrays, vote_arrays
    from capsviz.model.plan import plan

    changed = {"steps": _prior_in_couplings, "iterations": 1}
    network = type("Below", (Net,), changed)()
    network.B.data -= 1
    model = capsviz.adapt(network)
    seen = observe(model, plan(model), torch.rand(SIDE, SIDE)).routed
    assert seen is not None
    assert (seen.stack("c") < 0).all()
    axes = torch.eye(2, model.config.primary_dim)
    for arrays in (vote_arrays(seen), capsule_arrays(model, seen, axes)):
        assert not arrays["couplings"].any()
