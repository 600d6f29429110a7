"""Advice for networks that need normalised pixels and do not declare it."""

from types import SimpleNamespace

import torch

from capsviz.analysis.normalisation import advise


class _Network:
    """Tells two classes apart if the pixels have the wanted mean."""

    def __init__(self, mean, deviation, declared=None):
        self.network = SimpleNamespace(normalize=declared)
        self.shift = -mean / deviation

    def __call__(self, images):
        ink = images.amax((1, 2)) - images.amin((1, 2)) > 0
        known = (images.amin((1, 2)) - self.shift).abs() < 1e-4
        bright = images[:, 0, 0] > images[:, 1, 1]
        lengths = torch.stack([~bright, bright], 1).float()
        return SimpleNamespace(lengths=torch.where((known & ink)[:, None], lengths, 1 - lengths))


def _pictures(n):
    images = torch.zeros(n, 2, 2)
    labels = torch.arange(n) % 2
    images[labels == 1, 0, 0] = 1
    images[labels == 0, 1, 1] = 1
    return images, labels


def test_the_normalisation_that_helps_is_named():
    images, labels = _pictures(40)
    said = advise("Mine", _Network(0.5, 0.5), images, labels)
    assert said.endswith(
        "0 of 40 pictures correctly, and 40 when their pixels are normalised: "
        "declare normalize = (0.5, 0.5)"
    )
    assert "(0.1307, 0.3081)" in advise("Mine", _Network(0.1307, 0.3081), images, labels)


def test_nothing_is_said_where_it_is_declared_or_helps_too_few():
    images, labels = _pictures(40)
    assert not advise("Mine", _Network(0.5, 0.5, (0.5, 0.5)), images, labels)
    assert not advise("Mine", _Network(0, 1), images, labels)
    few = advise("Mine", _Network(0.5, 0.5), *_pictures(8))
    assert few.startswith("Mine classifies 0 of 8 pictures correctly: if it"), "chance does that"
