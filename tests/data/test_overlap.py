"""Two overlapping digits: choice, positions, and intersection."""

from __future__ import annotations

import pytest
import torch

from capsviz.data.overlap import (
    SHIFT,
    SIDE,
    draw_pairs,
    overlaid,
    pair_for_scoring,
    pictures,
    place_digits,
    split_iou,
)
from capsviz.data.pictures import Digits


def _digits(n: int = 60) -> Digits:
    """Digit k is a single pixel of brightness k + 1, in the middle of its field."""
    images = torch.zeros(n, 28, 28, dtype=torch.uint8)
    images[:, 14, 14] = torch.arange(1, n + 1)
    return Digits(images, torch.arange(n) % 10)


def _random(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_partners_are_of_another_class_and_places_cover_the_field():
    labels = torch.tensor([0] * 50 + [1])  # nearly every first guess is of the same class
    pairs = draw_pairs(labels, torch.arange(51).repeat(20), _random())
    assert (labels[pairs.first] != labels[pairs.second]).all()
    assert pairs.moves.unique().tolist() == list(range(-SHIFT, SHIFT + 1))
    assert not torch.equal(pairs.moves[:, 0], pairs.moves[:, 1])


def test_the_scored_pairs_are_always_the_same_and_use_every_digit():
    digits = _digits()
    first, again = pair_for_scoring(digits), pair_for_scoring(digits)
    assert torch.equal(first.second, again.second)
    assert torch.equal(first.moves, again.moves)
    assert first.first.tolist() == list(range(60))
    assert len(pair_for_scoring(digits, 3)) == 180


def test_a_digit_is_moved_from_the_middle_of_the_larger_canvas():
    image = torch.zeros(1, 28, 28)
    image[0, 0, 27] = 1  # a corner: it must not be lost at the largest shift
    for move in [(0, 0), (-4, 4), (4, -4), (1, -3)]:
        (found,) = place_digits(image, torch.tensor([move])).nonzero().tolist()
        assert found == [0, 4 + move[0], 31 + move[1]]
    assert place_digits(image, torch.tensor([(0, 0)])).shape == (1, SIDE, SIDE)


def test_ink_on_ink_is_no_brighter_than_ink():
    first, second = torch.tensor([[0.0, 0.7], [0.2, 1.0]]), torch.tensor([[0.0, 0.7], [0.3, 0.0]])
    torch.testing.assert_close(overlaid(first, second), torch.tensor([[0.0, 1.0], [0.5, 1.0]]))


def test_pictures_are_made_of_their_two_digits():
    digits = _digits()
    pairs = draw_pairs(digits.labels, torch.arange(60), _random(3))
    images, apart, classes = pictures(digits, pairs[10:20])
    assert images.shape == (10, SIDE, SIDE)
    assert classes.tolist() == [
        [int(digits.labels[pairs.first[i]]), int(digits.labels[pairs.second[i]])]
        for i in range(10, 20)
    ]
    for at in range(10):
        for which, index in enumerate((pairs.first[10 + at], pairs.second[10 + at])):
            ((row, column),) = apart[at, which].nonzero().tolist()
            assert [row - 18, column - 18] == pairs.moves[10 + at, which].tolist()
            assert round(float(apart[at, which].max() * 255)) == int(index) + 1
        assert torch.equal(images[at], overlaid(apart[at, 0], apart[at, 1]))


@pytest.mark.parametrize(
    ("found", "true", "expected"),
    [
        ([0.9, 0.9, 0.1, 0.1], [0.8, 0.1, 0.1, 0.1], 1 / 2),
        ([0.9, 0.4, 0.1, 0.1], [0.8, 0.1, 0.1, 0.1], 1.0),
        ([0.9, 0.0, 0.0, 0.1], [0.0, 0.9, 0.0, 0.0], 0.0),
        ([0.1, 0.2, 0.3, 0.4], [0.0, 0.0, 0.0, 0.0], 1.0),
    ],
    ids=["half", "same ink", "apart", "both empty"],
)
def test_split_iou_is_the_intersection_over_the_union(found, true, expected):
    found, true = (torch.tensor(ink).view(2, 2) for ink in (found, true))
    assert float(split_iou(found, true)) == pytest.approx(expected)
