"""Fashion-MNIST (Xiao, Rasul, Vollgraf 2017): ten kinds of clothing, found as MNIST is."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from capsviz.data.vision import VisionSet


@dataclass(frozen=True, slots=True)
class Fashion(VisionSet):
    """Fashion-MNIST as a data set to train on.

    Parameters
    ----------
    root : folder holding ``FashionMNIST/raw`` (torchvision's layout); by default the one that
        ``CAPSVIZ_DATA`` names, or the first usual one.
    download : fetch it with torchvision where it is missing.
    """

    name = "fashion"
    kind = "FashionMNIST"
    title = "Fashion-MNIST"
    classes = (
        "T-shirt",
        "trousers",
        "pullover",
        "dress",
        "coat",
        "sandal",
        "shirt",
        "sneaker",
        "bag",
        "ankle boot",
    )
    side = 28
    usual = MappingProxyType({"augment": "mirrored"})
