"""Fashion-MNIST (Xiao, Rasul, Vollgraf 2017): ten classes of clothing, located like MNIST."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from capsviz.data.vision import VisionSet


@dataclass(frozen=True, slots=True)
class Fashion(VisionSet):
    """Fashion-MNIST as a training set.

    Parameters
    ----------
    root : folder holding ``FashionMNIST/raw`` (torchvision's layout); by default ``CAPSVIZ_DATA``,
        or the first usual one.
    download : download it with torchvision if it is missing.
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
