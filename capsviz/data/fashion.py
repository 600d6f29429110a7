"""Fashion-MNIST (Xiao, Rasul, Vollgraf 2017): ten kinds of clothing, found as MNIST is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from capsviz.data.pictures import DataSet, Learning, Pictures, hold_out
from capsviz.data.vision import read_root, root_of


@dataclass(frozen=True, slots=True)
class Fashion(DataSet):
    """Fashion-MNIST as a data set to train on.

    Parameters
    ----------
    root : folder holding ``FashionMNIST/raw`` (torchvision's layout); by default the one that
        ``CAPSVIZ_DATA`` names, or the first usual one.
    download : fetch it with torchvision where it is missing.
    """

    root: Path | None = None
    download: bool = False

    name = "fashion"
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

    def learning(self) -> Learning:
        """55,000 training images, and 5,000 held out of the 60,000."""
        return hold_out(self._read_pictures(train=True))

    def test(self) -> Pictures:
        """The 10,000 test images."""
        return self._read_pictures(train=False)

    def _read_pictures(self, *, train: bool) -> Pictures:
        folder = self.root or root_of("fashion")
        return read_root("FashionMNIST", folder, train=train, download=self.download)
