"""The whole network: its size, the order of its capsules, what each of them sees."""

from __future__ import annotations

import copy

import pytest
import reference_routing as reference
import torch

from capsviz.config import ModelConfig
from capsviz.model import capsnet as module
from capsviz.model.capsnet import CapsNet
from capsviz.model.squash import squash


def _images(n: int) -> torch.Tensor:
    return torch.rand(n, 28, 28, generator=torch.Generator().manual_seed(5))


def test_parameter_counts_are_the_papers():
    with torch.device("meta"):
        model = CapsNet()

    def count(*parts: str) -> int:
        return sum(p.numel() for name, p in model.named_parameters() if name.startswith(parts))

    assert count("") == 8_215_568
    assert count("conv1") == 20_992
    assert count("primary") == 5_308_672
    assert count("W") == 1_474_560
    assert count("decoder") == 1_411_344
    assert count("conv1", "primary", "W") == 6_804_224


def test_configuration_gives_the_papers_shapes(tiny_model):
    config = ModelConfig()
    assert (config.grid, config.primary_capsules, config.receptive_field) == (6, 1152, 17)
    v, lengths = tiny_model(_images(3))
    assert v.shape == (3, 10, 16)
    assert lengths.shape == (3, 10)
    torch.testing.assert_close(lengths, v.norm(dim=-1))


@torch.no_grad()
def test_a_primary_capsule_is_eight_channels_of_one_place(tiny_model):
    x = torch.relu(tiny_model.conv1(_images(2).unsqueeze(1)))
    channels = tiny_model.primary(x)  # [n, types * 8, 6, 6]
    u = tiny_model.primary_capsules(_images(2))
    types = tiny_model.config.primary_types
    for row, column, kind in ((0, 0, 0), (5, 2, 3), (3, 5, 1)):
        expected = squash(channels[:, kind * 8 : kind * 8 + 8, row, column])
        i = (row * 6 + column) * types + kind
        torch.testing.assert_close(u[:, i], expected, atol=1e-6, rtol=1e-5)


@torch.no_grad()
def test_primary_capsules_are_normalised_before_their_squash_where_asked():
    model = CapsNet(ModelConfig(conv_channels=8, primary_types=2, primary_norm=True)).eval()
    model.norm.running_mean.normal_()
    model.norm.running_var.uniform_(0.5, 2)
    channels = model.norm(model.primary(torch.relu(model.conv1(_images(2).unsqueeze(1)))))
    u = model.primary_capsules(_images(2)).unflatten(1, (6, 6, 2))
    expected = squash(channels[:, 8:16, 5, 2])
    torch.testing.assert_close(u[:, 5, 2, 1], expected, atol=1e-5, rtol=1e-5)


def test_a_primary_capsule_sees_seventeen_rows_and_columns(tiny_model):
    types = tiny_model.config.primary_types
    for row, column in ((0, 0), (2, 3), (5, 5)):
        images = _images(1).requires_grad_()
        place = (row * 6 + column) * types
        tiny_model.primary_capsules(images)[:, place : place + types].abs().sum().backward()
        assert images.grad is not None
        # All else is rounding: sums of tiles reach beyond it and cancel out.
        seen = images.grad[0].abs() > 1e-5 * images.grad.abs().max()
        rows, columns = (seen.any(1).nonzero().flatten(), seen.any(0).nonzero().flatten())
        assert (rows.min(), rows.max()) == (2 * row, 2 * row + 16)
        assert (columns.min(), columns.max()) == (2 * column, 2 * column + 16)


@torch.no_grad()
def test_network_equals_the_scalar_reference_from_votes_to_lengths():
    torch.manual_seed(1)
    model = CapsNet(ModelConfig(conv_channels=8, primary_types=1, decoder_hidden=(4, 4))).eval()
    model.W.mul_(3)
    images = _images(2)
    u = model.primary_capsules(images)
    v, lengths = model(images)
    for image in range(2):
        u_hat = reference.votes(u[image].tolist(), model.W.tolist())
        torch.testing.assert_close(model.votes(u)[image], torch.tensor(u_hat), atol=1e-5, rtol=1e-5)
        expected = reference.route(u_hat, 3)[-1].v
        torch.testing.assert_close(v[image], torch.tensor(expected), atol=1e-5, rtol=1e-5)
        sizes = [reference.length(capsule) for capsule in expected]
        torch.testing.assert_close(lengths[image], torch.tensor(sizes), atol=1e-5, rtol=1e-5)


@torch.no_grad()
@pytest.mark.parametrize("learns", [True, False])
def test_an_image_gets_the_same_capsules_alone_and_in_any_batch(tiny_model, learns):
    pieces = module.TRAINING_CHUNK if learns else module.ROUTING_CHUNK
    tiny_model.requires_grad_(learns)
    images = _images(pieces + 3)
    together = tiny_model(images).v
    for at in (0, pieces // 2, pieces - 1, pieces, pieces + 2):
        alone = tiny_model(images[at : at + 1]).v[0]
        torch.testing.assert_close(alone, together[at], atol=1e-6, rtol=1e-5)


def test_an_empty_image_gives_finite_capsules_and_gradients(tiny_model):
    tiny_model.conv1.bias.data.zero_()
    tiny_model.primary.bias.data.zero_()
    v, lengths = tiny_model(torch.zeros(2, 28, 28))
    assert torch.equal(v, torch.zeros(2, 10, 16))
    (lengths.sum() + v.sum()).backward()
    for name, parameter in tiny_model.named_parameters():
        assert name.startswith("decoder") or torch.isfinite(parameter.grad).all()


def test_iterations_can_be_chosen_and_change_the_result(tiny_model):
    with torch.no_grad():
        tiny_model.W.mul_(10)
        one, three = tiny_model(_images(2), 1).v, tiny_model(_images(2), 3).v
        assert not torch.allclose(one, three, atol=1e-4)
        assert torch.equal(three, tiny_model(_images(2)).v)


def test_gradient_mode_does_not_change_the_result(tiny_model):
    with_gradient = tiny_model(_images(3)).v
    with torch.inference_mode():
        without = tiny_model(_images(3)).v
    assert torch.equal(with_gradient.detach(), without)


def test_a_used_model_can_be_copied_and_its_state_holds_weights_alone(tiny_model):
    before = {name: value.clone() for name, value in tiny_model.state_dict().items()}
    v = tiny_model(_images(2)).v
    twin = copy.deepcopy(tiny_model)
    assert torch.equal(twin(_images(2)).v, v)
    assert set(twin.state_dict()) == set(before)
    assert set(before) == {
        "W",
        *(f"{layer}.{part}" for layer in ("conv1", "primary") for part in ("weight", "bias")),
        *(f"decoder.fc{n}.{part}" for n in (1, 2, 3) for part in ("weight", "bias")),
    }


@pytest.mark.parametrize("precision", [torch.float32, torch.bfloat16])
def test_capsules_are_float32_whatever_the_precision_of_the_convolutions(tiny_model, precision):
    tiny_model.precision = precision
    v = tiny_model(_images(2)).v
    assert v.dtype == torch.float32
    tiny_model.precision = torch.float32
    torch.testing.assert_close(v, tiny_model(_images(2)).v, atol=2e-3, rtol=0.02)
