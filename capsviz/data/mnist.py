"""Location and loading of MNIST."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from capsviz.data.pictures import DataSet, Learning, Pictures, hold_out
from capsviz.data.vision import read_root, root_of

#: Pictures whose classes are the digits 0..9, white on black.
Digits = Pictures


def default_root() -> Path:
    """Return MNIST's folder: ``CAPSVIZ_DATA`` or the first usual one that exists."""
    return root_of("mnist")


def load_mnist(root: Path | str | None = None, *, train: bool, download: bool = False) -> Digits:
    """Load MNIST's 60,000 training or 10,000 test images.

    Parameters
    ----------
    root : folder holding ``MNIST/raw`` (torchvision's layout); by default `default_root`.
    train : whether to load the training or the test images.
    download : download them with torchvision if they are missing.

    Raises
    ------
    CapsvizError : the files are missing or cannot be read.
    """
    folder = Path(root) if root is not None else default_root()
    return read_root("MNIST", folder, train=train, download=download)


@dataclass(frozen=True, slots=True)
class Mnist(DataSet):
    """MNIST as a training set.

    Parameters
    ----------
    root, download : as for `load_mnist`.
    """

    root: Path | None = None
    download: bool = False

    name = "mnist"
    title = "MNIST"
    classes = tuple("0123456789")
    side = 28

    def learning(self) -> Learning:
        """55,000 training images, and 5,000 for validation out of the 60,000."""
        return hold_out(load_mnist(self.root, train=True, download=self.download))

    def test(self) -> Pictures:
        """The 10,000 test images."""
        return load_mnist(self.root, train=False, download=self.download)
