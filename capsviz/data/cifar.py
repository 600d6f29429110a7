"""CIFAR-10 (Krizhevsky 2009): ten kinds of photograph in colour, found as MNIST is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from capsviz.data.pictures import DataSet, Learning, Pictures, hold_out
from capsviz.data.vision import read_root, root_of


@dataclass(frozen=True, slots=True)
class Cifar(DataSet):
    """CIFAR-10 as a data set to train on.

    Its files are pickles: torchvision reads them where their checksums are those that it knows,
    and no others.

    Parameters
    ----------
    root : folder holding ``cifar-10-batches-py`` (torchvision's layout); by default the one that
        ``CAPSVIZ_DATA`` names, or the first usual one.
    download : fetch it with torchvision where it is missing.
    """

    root: Path | None = None
    download: bool = False

    name = "cifar10"
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

    def learning(self) -> Learning:
        """45,000 training images, and 5,000 held out of the 50,000."""
        return hold_out(self._read_pictures(train=True))

    def test(self) -> Pictures:
        """The 10,000 test images."""
        return self._read_pictures(train=False)

    def _read_pictures(self, *, train: bool) -> Pictures:
        folder = self.root or root_of("cifar10")
        return read_root("CIFAR10", folder, train=train, download=self.download)
