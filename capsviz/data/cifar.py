"""CIFAR-10 (Krizhevsky 2009): ten kinds of photograph in colour, found as MNIST is."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from capsviz.data.vision import VisionSet


@dataclass(frozen=True, slots=True)
class Cifar(VisionSet):
    """CIFAR-10 as a data set to train on.

    Its files are pickles: torchvision reads them where their checksums are those that it knows,
    and no others.

    Parameters
    ----------
    root : folder holding ``cifar-10-batches-py`` (torchvision's layout); by default the one that
        ``CAPSVIZ_DATA`` names, or the first usual one.
    download : fetch it with torchvision where it is missing.
    """

    name = "cifar10"
    kind = "CIFAR10"
    title = "CIFAR-10"
    classes = (
        "airplane",
        "automobile",
        "bird",
        "cat",
        "deer",
        "dog",
        "frog",
        "horse",
        "ship",
        "truck",
    )
    side, channels = 32, 3
    usual = MappingProxyType({"augment": "photo", "epochs": 40})
