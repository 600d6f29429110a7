"""Augmentation of training pictures; every choice has a name in `AUGMENTATIONS`."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int, Num
from torch import Tensor
from torch.nn import functional

from capsviz.errors import CapsvizError

#: Smoothness of elastic deformation: standard deviation of its Gaussian, in pixels.
ELASTIC_SIGMA = 4.0


@dataclass(frozen=True, slots=True)
class Augmentation:
    """Random transforms, drawn for each picture in each epoch.

    Attributes
    ----------
    shift : maximum shift in whole pixels, each way, filled with zeros.
    rotation : maximum rotation in degrees, each way.
    scale : maximum change of size, each way, as a share: 0.1 for up to 10 %.
    elastic : elastic deformation (Simard, Steinkraus, Platt 2003): the root mean square of each
        pixel's displacement along one axis, in pixels.
    mirror : mirror half of the pictures left to right.
    """

    shift: int = 0
    rotation: float = 0.0
    scale: float = 0.0
    elastic: float = 0.0
    mirror: bool = False

    def apply(
        self, images: Float[Tensor, "n *c side side"], random: torch.Generator
    ) -> Float[Tensor, "n *c side side"]:
        """Transform each image by its own draws.

        Images have pixels in 0..1, on any device. The same state of the CPU generator gives the
        same draws.
        """
        images = self.deform(images, random)
        if not self.shift:
            return images
        moves = torch.randint(-self.shift, self.shift + 1, (len(images), 2), generator=random)
        return shift_images(images, moves.to(images.device), self.shift)

    def deform(
        self, images: Float[Tensor, "n *c side side"], random: torch.Generator
    ) -> Float[Tensor, "n *c side side"]:
        """Apply all but the shift; see `apply`."""
        n, side = len(images), images.shape[-1]
        if self.mirror:
            mask = torch.rand(n, generator=random).to(images.device) < 0.5
            images = torch.where(mask.view(-1, *[1] * (images.ndim - 1)), images.flip(-1), images)
        if not (self.rotation or self.scale or self.elastic):
            return images
        degrees = self.rotation * (2 * torch.rand(n, generator=random) - 1)
        sizes = (1 + self.scale) ** (2 * torch.rand(n, generator=random) - 1)
        field = elastic_field(n, side, random).to(images.device) * self.elastic
        return warp(images, degrees.to(images.device), sizes.to(images.device), field)


#: Augmentations by name. "mild" is shared by all networks for digits; "paper" has the shifts of
#: Sabour et al. (2017) alone.
AUGMENTATIONS: dict[str, Augmentation] = {
    "none": Augmentation(),
    "paper": Augmentation(shift=2),
    "mild": Augmentation(shift=2, rotation=10.0, scale=0.1, elastic=0.7),
    "mirrored": Augmentation(shift=2, rotation=5.0, scale=0.08, elastic=0.4, mirror=True),
    "flipped": Augmentation(shift=1, mirror=True),
    "photo": Augmentation(shift=3, rotation=5.0, scale=0.1, mirror=True),
}


def augmentation(name: str) -> Augmentation:
    """Return the augmentation of this name; raises `CapsvizError`."""
    if name not in AUGMENTATIONS:
        raise CapsvizError(
            f"there is no augmentation {name!r}: choose one of {', '.join(AUGMENTATIONS)}"
        )
    return AUGMENTATIONS[name]


def shift_images(
    images: Num[Tensor, "n *c side side"], shift: Int[Tensor, "n 2"], margin: int
) -> Num[Tensor, "n *c side side"]:
    """Shift each image by its own number of whole pixels, filling with zeros.

    A shift is rows down and columns right, each within -margin..margin.
    """
    side = images.shape[-1]
    padded = functional.pad(images, (margin,) * 4)
    steps = torch.arange(side, device=images.device)
    rows = (margin - shift[:, :1]) + steps
    columns = (margin - shift[:, 1:]) + steps
    indices = torch.arange(len(images), device=images.device)[:, None, None]
    rows, columns = rows[:, :, None], columns[:, None, :]
    if images.ndim == 3:
        return padded[indices, rows, columns]
    return padded.movedim(1, -1)[indices, rows, columns].movedim(-1, 1)


def center_on_canvas(
    images: Num[Tensor, "*n small small"], side: int
) -> Num[Tensor, "*n side side"]:
    """Centre images on a canvas of this side: zero-padded, or cropped."""
    return functional.pad(images, ((side - images.shape[-1]) // 2,) * 4)


def place_on_canvas(
    images: Num[Tensor, "n *c small small"], moves: Int[Tensor, "n 2"], margin: int
) -> Num[Tensor, "n *c side side"]:
    """Place images on a canvas larger by `margin` each way, shifted by `moves` from its middle."""
    return shift_images(functional.pad(images, (margin,) * 4), moves, margin)


def warp(
    images: Float[Tensor, "n *c side side"],
    degrees: Float[Tensor, " n"],
    size: Float[Tensor, " n"],
    field: Float[Tensor, "n side side 2"] | None = None,
) -> Float[Tensor, "n *c side side"]:
    """Rotate, scale and deform images about their centres, bilinearly, filling with zeros.

    Parameters
    ----------
    degrees : rotation, counter-clockwise.
    size : scale factor, above 1 for larger.
    field : displacement of each pixel's source, columns right and rows down, after rotation and
        scale.
    """
    angle = torch.deg2rad(degrees)
    cos, sin, zero = angle.cos() / size, angle.sin() / size, torch.zeros_like(size)
    # Maps a point of the result to its source; rows point down.
    inverse = torch.stack([cos, -sin, zero, sin, cos, zero], 1).view(-1, 2, 3)
    batch = images if images.ndim == 4 else images.unsqueeze(1)
    grid = functional.affine_grid(inverse, list(batch.shape), align_corners=False)
    if field is not None:
        grid = grid + field * (2 / images.shape[-1])
    return functional.grid_sample(batch, grid, align_corners=False).view_as(images)


def elastic_field(
    n: int, side: int, random: torch.Generator, sigma: float = ELASTIC_SIGMA
) -> Float[Tensor, "n side side 2"]:
    """Smooth random displacements for n images, each component of variance 1.

    They are white noise, smoothed by a Gaussian of `sigma` pixels in each direction.
    """
    root = _smooth_root(side, sigma)
    noise = torch.randn(n, 2, root.shape[1], root.shape[1], generator=random)
    return (root @ noise @ root.T).permute(0, 2, 3, 1)


@functools.cache
def _smooth_root(side: int, sigma: float) -> Float[Tensor, "side few"]:
    """Matrix from a few random numbers to a smooth row of noise of variance 1.

    Smoothed noise is correlated, so far fewer numbers than pixels suffice: only eigenvalues of the
    covariance above a ten-thousandth of the largest one are kept. Noise is the most expensive part
    of augmenting a batch.
    """
    steps = torch.arange(side, dtype=torch.float64)
    margin = int(2 * sigma)
    padded = torch.arange(-margin, side + margin, dtype=torch.float64)
    smooth = torch.exp(-((steps[:, None] - padded) ** 2) / (2 * sigma**2))
    smooth = smooth / smooth.square().sum(1, keepdim=True).sqrt()
    sizes, directions = torch.linalg.eigh(smooth @ smooth.T)
    large = sizes > 1e-4 * sizes[-1]
    return (directions[:, large] * sizes[large].sqrt()).float()
