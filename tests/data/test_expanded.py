"""Digits anywhere on a larger canvas: placement, training and scoring."""

from __future__ import annotations

import pytest
import torch

CPU = torch.device("cpu")


@pytest.fixture
def digits():
    from capsviz.data.pictures import Digits

    random = torch.Generator().manual_seed(0)
    images = torch.randint(1, 256, (300, 28, 28), generator=random).to(torch.uint8)
    return Digits(images, torch.arange(300) % 10)


def _corners(images):
    """First row and column with ink, of each image."""
    return [tuple(image.nonzero().min(0).values.tolist()) for image in images]


def test_every_place_of_the_field_is_drawn_and_the_digit_stays_whole(digits):
    from capsviz.data.expanded import SIDE, place_for_scoring

    found = place_for_scoring(digits)
    assert found.images.shape == (300, SIDE, SIDE) == (300, 40, 40)
    corners = _corners(found.images)
    assert {row for row, _ in corners} == {column for _, column in corners} == set(range(13))
    for image, (row, column), whole in zip(found.images, corners, digits.images, strict=True):
        assert torch.equal(image[row : row + 28, column : column + 28], whole)
        assert int(image.sum()) == int(whole.sum())
    assert torch.equal(place_for_scoring(digits).images, found.images)


def test_centred_digits_have_equal_margins_on_every_side(digits):
    from capsviz.data.expanded import centre

    assert set(_corners(centre(digits).images)) == {(6, 6)}


def test_each_epoch_places_digits_anew_and_a_repeated_one_as_before(digits):
    from capsviz.config import TrainConfig
    from capsviz.data.augment import AUGMENTATIONS
    from capsviz.training.tasks import TASKS

    def batch(number: int):
        config = TrainConfig(task="expanded", seed=5)
        drawn = TASKS["expanded"](digits, config, number, AUGMENTATIONS["none"])
        return drawn.order, drawn.batch(slice(10, 60), CPU)

    order, found = batch(0)
    assert found.classes[:, 0].tolist() == digits.labels[order[10:60]].tolist()
    for image, part, (row, column), which in zip(
        found.images, found.parts[:, 0], _corners(found.images), order[10:60], strict=True
    ):
        assert torch.equal(image, part)
        inside = image[row : row + 28, column : column + 28]
        torch.testing.assert_close(inside, digits.images[which].float() / 255)
    assert torch.equal(batch(0)[1].images, found.images)
    assert _corners(batch(1)[1].images) != _corners(found.images)


def test_the_task_is_scored_on_digits_at_fixed_places(digits, monkeypatch):
    from capsviz.config import ModelConfig
    from capsviz.data.expanded import place_for_scoring
    from capsviz.model.networks import build
    from capsviz.training import tasks
    from capsviz.training.evaluate import Scores

    seen = []

    def evaluate(model, pictures):
        seen.append(pictures)
        return Scores(len(pictures), 0.5, None)

    monkeypatch.setattr(tasks, "evaluate", evaluate)
    network = build(ModelConfig(architecture="cnn"))
    assert tasks.TASKS["expanded"].score(network, digits).accuracy == 0.5
    assert torch.equal(seen[0].images, place_for_scoring(digits).images)


def test_both_expanded_networks_have_equally_many_parameters_without_decoder():
    from capsviz.model.networks import MODELS, frame

    with torch.device("meta"):
        capsules, cnn = (frame(MODELS[name]) for name in ("expanded", "expanded_cnn"))
    n, m = (
        sum(p.numel() for name, p in net.named_parameters() if not name.startswith("decoder."))
        for net in (capsules, cnn)
    )
    assert (n, m) == (11_227_904, 11_224_044)
    assert abs(n - m) < 0.001 * n


def test_the_large_cnn_gives_probabilities_of_its_field():
    from capsviz.model.networks import MODELS, build

    torch.manual_seed(0)
    network = build(MODELS["expanded_cnn"]).eval()
    images = torch.rand(3, 40, 40, requires_grad=True)
    lengths = network(images).lengths
    torch.testing.assert_close(lengths.sum(1), torch.ones(3))
    # Each pixel counts, including the corners, and each image is independent.
    lengths[1].square().sum().backward()
    assert (images.grad[1] != 0).all()
    assert not images.grad[[0, 2]].any()
