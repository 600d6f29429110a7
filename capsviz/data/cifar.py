"""CIFAR-10 (Krizhevsky 2009): colour photographs of ten classes, located like MNIST."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from capsviz.data.vision import VisionSet


@dataclass(frozen=True, slots=True)
class Cifar(VisionSet):
    """CIFAR-10 as a training set.

    Its files are pickles; torchvision only reads files with known checksums.

    Parameters
    ----------
    root : folder holding ``cifar-10-batches-py`` (torchvision's layout); by default
        ``CAPSVIZ_DATA``, or the first usual one.
    download : download it with torchvision if it is missing.
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
