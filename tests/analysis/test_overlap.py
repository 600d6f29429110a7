"""Segmentation of overlapping digits: numbers worked out by hand, and one small network."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch


@pytest.fixture
def network():
    """A network for fields of 36 x 36 pixels, always with the same weights."""
    from capsviz.model.networks import MODELS, build

    config = replace(MODELS["overlap"], primary_types=2, decoder_hidden=(8, 8))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return build(config).eval()


@pytest.fixture
def parts() -> np.ndarray:
    found = np.zeros((2, 36, 36), np.float32)
    found[0, 8:28, 10:14] = 1
    found[1, 16:20, 6:30] = 1
    return found


@pytest.mark.parametrize("move", [(0, 0), (4, -4), (-3, 2)])
def test_a_digit_is_placed_as_in_training(move):
    from capsviz.analysis.overlap import place
    from capsviz.data.overlap import place_digits

    digit = torch.rand(1, 28, 28, generator=torch.Generator().manual_seed(1))
    expected = place_digits(digit, torch.tensor([move]))[0].numpy()
    assert (place(digit[0].numpy(), move, 36) == expected).all()


def test_a_digit_moved_further_loses_what_leaves_the_field():
    from capsviz.analysis.overlap import place

    found = place(np.ones((28, 28), np.float32), (8, -8), 36)
    assert found[12:, :24].all()
    assert found.sum() == 24 * 24


def test_ink_on_ink_is_still_ink(parts):
    from capsviz.analysis.overlap import overlay
    from capsviz.data.overlap import overlaid

    expected = overlaid(torch.tensor(parts[0]), torch.tensor(parts[1])).numpy()
    assert (overlay(parts) == expected).all()
    assert overlay(parts).max() == 1


def test_shrinking_a_drawing_to_the_field_preserves_its_ink():
    from capsviz.analysis.overlap import shrink

    raster = np.zeros((112, 112), np.uint8)
    raster[28:56, 0:28] = 255
    found = shrink(raster, 36)
    assert found.sum() * (112 / 36) ** 2 == pytest.approx(28 * 28, rel=1e-6)
    assert found[9:18, :9] == pytest.approx(np.ones((9, 9)))
    assert found[:8].sum() == 0


def test_capsules_share_a_pixel_in_proportion_to_their_reconstructions():
    from capsviz.analysis.overlap import claims, ink_shares

    two = np.array([[[0.6, 1.0, 0.0, 0.01]], [[0.2, 0.0, 0.0, 0.02]]], np.float32)
    shares = claims(two)
    assert shares[0, 0] == pytest.approx([0.75, 1, 0, 0])
    assert shares[1, 0] == pytest.approx([0.25, 0, 0, 0])
    image = np.array([[1.0, 1.0, 1.0, 1.0]], np.float32)
    # 0.8 of the first pixel is painted, three quarters of that by the first capsule.
    assert ink_shares(image, two) == pytest.approx((1.6 / 4, 0.2 / 4, 2.2 / 4))
    # The two paint more ink than there is, so they share it.
    assert ink_shares(image / 2, two) == pytest.approx((0.875 / 2, 0.125 / 2, 0.5))
    assert ink_shares(np.zeros_like(image), two) == (0, 0, 0)


def test_iou_equals_values_by_hand_and_of_the_evaluation():
    from capsviz.analysis.overlap import iou
    from capsviz.data.overlap import split_iou

    found = np.zeros((3, 2, 2), np.float32)
    true = np.zeros((3, 2, 2), np.float32)
    found[0], true[0] = [[0.9, 0.6], [0.1, 0]], [[0.8, 0.2], [0.9, 0]]
    found[2], true[2] = [[0.2, 0.9], [0.9, 0]], [[0.1, 0.7], [0.8, 0]]
    assert iou(found, true) == pytest.approx([1 / 3, 1, 1])
    assert iou(found, true) == pytest.approx(
        split_iou(torch.tensor(found), torch.tensor(true)).numpy()
    )


@pytest.mark.parametrize(
    ("pair", "labels", "expected"),
    [
        ((5, 8), (5, 8), (5, 8)),
        ((8, 5), (5, 8), (5, 8)),
        ((3, 5), (5, 8), (5, 3)),  # the wrong one is assigned to the remaining digit
        ((3, 8), (5, 8), (3, 8)),
        ((5, 8), (None, 5), (8, 5)),
    ],
)
def test_class_labels_assign_capsules_to_digits(pair, labels, expected, parts):
    from capsviz.analysis.overlap import assign

    # Classes take precedence over reconstructions.
    decoded = np.zeros((10, 36, 36), np.float32)
    decoded[expected[0]], decoded[expected[1]] = parts[1], parts[0]
    assert assign(pair, labels, decoded, parts) == expected


def test_pictures_decide_the_assignment_without_classes(parts):
    from capsviz.analysis.overlap import assign

    decoded = np.zeros((10, 36, 36), np.float32)
    decoded[4], decoded[7] = parts[1], parts[0]
    assert assign((4, 7), (None, None), decoded, parts) == (7, 4)
    assert assign((4, 7), (1, 2), decoded, parts) == (7, 4)
    assert assign((4, 7), (None, None), decoded, None) == (4, 7)


def test_a_split_equals_the_networks_output_after_the_same_iterations(network, parts):
    from capsviz.analysis.overlap import iou, overlay, split_picture

    image = overlay(parts)
    for rounds in (1, 3, 7):
        found = split_picture(network, image, parts, (1, 2), iterations=rounds)
        assert found.iterations == rounds
        v, lengths = network(torch.tensor(image)[None], rounds)
        assert found.lengths[rounds - 1] == pytest.approx(lengths[0].detach().numpy(), abs=1e-6)
        assert found.winners == tuple(lengths[0].topk(2).indices.tolist())
        first = found.shown[0]
        alone = network.decoder(v[:, first], torch.tensor([first])).detach()[0].numpy()
        assert found.decoded[first] == pytest.approx(alone, abs=1e-5)
        assert found.errors[0] == pytest.approx(np.square(alone - parts[0]).sum(), rel=1e-4)
        assert found.ious == pytest.approx(iou(found.decoded[list(found.shown)], parts))


def test_couplings_and_feeds_are_those_of_the_places(network, parts):
    from capsviz.analysis.overlap import overlay, split_picture
    from capsviz.tracing import trace

    image = overlay(parts)
    found = split_picture(network, image, forced=(6, 2))
    seen = trace(network, image, 5)
    assert found.shown == (6, 2)
    assert found.couplings.shape == (5, 2, network.config.grid**2)
    types, place = network.config.primary_types, 11
    here = slice(place * types, (place + 1) * types)
    assert found.couplings[2, 0, place] == pytest.approx(seen.couplings[0, 2, here, 6].mean())
    # The contributions of all places to s add up to its length.
    for column, capsule in enumerate((6, 2)):
        totals = np.linalg.norm(seen.totals[0, :, capsule], axis=-1)
        assert found.feeds[:, column].sum(1) == pytest.approx(totals, rel=1e-3)
    assert found.errors is None
    assert found.ious is None


@pytest.mark.parametrize("forced", [(3, 3), (2, 10)])
def test_only_two_different_existing_capsules_can_be_forced(network, parts, forced):
    from capsviz.analysis.overlap import split_picture
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="two different capsules"):
        split_picture(network, parts[0], forced=forced)


def test_right_pairs_are_counted_for_every_number_of_iterations(network):
    from capsviz.analysis.overlap import right_by_iterations, two_longest

    images = np.random.default_rng(0).random((6, 36, 36), np.float32)
    by_rounds = [network(torch.tensor(images), r).lengths.topk(2).indices for r in range(1, 6)]
    # The predictions after three iterations count as correct, also in the other order.
    labels = by_rounds[2].numpy()[:, ::-1].copy()
    expected = [
        int((two.sort(1).values == by_rounds[2].sort(1).values).all(1).sum()) for two in by_rounds
    ]
    assert right_by_iterations(network, images, labels) == expected
    assert expected[2] == 6
    assert (two_longest(network, images) == by_rounds[2].numpy()).all()
