"""Decoded capsules: the numbers behind the figures of them."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def seen(tiny_model):
    import capsviz

    return capsviz.trace(tiny_model, np.random.default_rng(3).random((3, 28, 28), dtype=np.float32))


def test_every_capsule_is_decoded_alone_and_the_difference_is_the_winners(tiny_model, seen) -> None:
    import torch

    from capsviz.analysis.decoding import decode

    info = decode(tiny_model, seen, 1)
    assert info.winner == int(seen.winners[1])
    np.testing.assert_array_equal(info.image, seen.images[1])
    with torch.no_grad():
        pose = torch.tensor(seen.poses[1, info.winner])[None]
        alone = tiny_model.decoder(pose, torch.tensor([info.winner]))[0].numpy()
    np.testing.assert_allclose(info.difference, alone - seen.images[1], atol=1e-6)


def test_a_sweep_moves_one_dimension_and_is_the_reconstruction_in_the_middle(
    tiny_model, seen
) -> None:
    import torch

    from capsviz.analysis.decoding import OFFSETS, decode, sweep

    info = sweep(tiny_model, seen, 2, capsule=4)
    assert info.images.shape == (16, 11, 28, 28)
    middle = decode(tiny_model, seen, 2).decoded[4]
    np.testing.assert_allclose(info.images[:, 5], np.broadcast_to(middle, (16, 28, 28)), atol=1e-6)
    pose = seen.poses[2, 4].copy()
    pose[7] += OFFSETS[9]
    with torch.no_grad():
        moved = tiny_model.decoder(torch.tensor(pose)[None], torch.tensor([4]))[0].numpy()
    np.testing.assert_allclose(info.images[7, 9], moved, atol=1e-6)


def test_an_interpolation_begins_and_ends_at_the_two_reconstructions(tiny_model, seen) -> None:
    from capsviz.analysis.decoding import decode, way

    for first, second in ((0, 1), (0, 0), (2, 1)):
        info = way(tiny_model, seen, first, second)
        for place, which in ((0, first), (-1, second)):
            one = decode(tiny_model, seen, which)
            np.testing.assert_allclose(info.images[place], one.decoded[one.winner], atol=1e-6)
    assert info.shares[0] == 0
    assert info.shares[-1] == 1


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda d, m, s: d.decode(m, s, 3), "no picture 3"),
        (lambda d, m, s: d.decode(m, s, -1), "no picture -1"),
        (lambda d, m, s: d.sweep(m, s, 0, 10), "no capsule 10"),
        (lambda d, m, s: d.way(m, s, 0, 1, 1), "at least 2"),
    ],
)
def test_a_missing_decoding_raises_one_sentence(tiny_model, seen, ask, says) -> None:
    from capsviz.analysis import decoding
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match=says):
        ask(decoding, tiny_model, seen)
