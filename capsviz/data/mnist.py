"""MNIST on this machine: where it lies, how it is read, how it is shifted."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import torch
from jaxtyping import Float, Int, UInt8
from torch import Tensor
from torch.nn import functional

from capsviz.data.vision import torchvision_module
from capsviz.errors import CapsvizError

_CLONE = Path(__file__).parents[2]
#: Places looked at, in order, when no folder is named.
_USUAL_ROOTS = (_CLONE.parent / "shared" / "data" / "mnist", Path.home() / ".cache/capsviz/mnist")


@dataclass(frozen=True, slots=True)
class Digits:
    """Labelled images: bytes 0..255, white on black, and classes 0..9."""

    images: UInt8[Tensor, "n side side"]
    labels: Int[Tensor, " n"]

    def __len__(self) -> int:
        return len(self.labels)


def default_root() -> Path:
    """The folder MNIST is looked for in: ``CAPSVIZ_DATA`` or the first usual one that exists."""
    named = os.environ.get("CAPSVIZ_DATA")
    if named:
        return Path(named)
    return next((root for root in _USUAL_ROOTS if root.is_dir()), _USUAL_ROOTS[-1])


def load_mnist(root: Path | str | None = None, *, train: bool, download: bool = False) -> Digits:
    """Read MNIST's 60,000 training or 10,000 test images.

    Parameters
    ----------
    root : folder holding ``MNIST/raw`` (torchvision's layout); by default `default_root`.
    train : the training images, or else the test images.
    download : fetch them with torchvision where they are missing.

    Raises
    ------
    CapsvizError : the files are not there or cannot be read.
    """
    folder = Path(root) if root is not None else default_root()
    datasets = torchvision_module("torchvision.datasets")
    try:
        found = datasets.MNIST(str(folder), train=train, download=download)
    except Exception as error:  # torchvision raises many kinds for missing or damaged files
        raise CapsvizError(
            f"no readable MNIST in {folder}: name a folder that holds MNIST/raw with --data or "
            f"CAPSVIZ_DATA, or add --download ({type(error).__name__})"
        ) from error
    return Digits(found.data, found.targets)


def shifted(
    images: Float[Tensor, "n side side"], shift: Int[Tensor, "n 2"], margin: int
) -> Float[Tensor, "n side side"]:
    """Move each image by its own whole pixels, filling with zeros.

    Parameters
    ----------
    shift : rows down and columns right, each within -margin..margin.
    margin : largest shift.
    """
    side = images.shape[-1]
    padded = functional.pad(images, (margin,) * 4)
    steps = torch.arange(side, device=images.device)
    rows = (margin - shift[:, :1]) + steps
    columns = (margin - shift[:, 1:]) + steps
    which = torch.arange(len(images), device=images.device)[:, None, None]
    return padded[which, rows[:, :, None], columns[:, None, :]]


def turned(
    images: Float[Tensor, "n side side"],
    degrees: Float[Tensor, " n"],
    size: Float[Tensor, " n"],
) -> Float[Tensor, "n side side"]:
    """Turn and resize each image about its centre, bilinearly, filling with zeros.

    Parameters
    ----------
    degrees : counter-clockwise.
    size : factor, above 1 for larger.
    """
    angle = torch.deg2rad(degrees)
    cos, sin, zero = angle.cos() / size, angle.sin() / size, torch.zeros_like(size)
    # From a point of the result to where it comes from; rows point down.
    back = torch.stack([cos, -sin, zero, sin, cos, zero], 1).view(-1, 2, 3)
    batch = images.unsqueeze(1)
    grid = functional.affine_grid(back, list(batch.shape), align_corners=False)
    return functional.grid_sample(batch, grid, align_corners=False).squeeze(1)
