"""Sprites: eight shapes drawn from formulas, with exactly known poses.

They need no download, and no two pictures are alike. A shape is an intersection, union or
difference of half planes, discs and an ellipse, each given by its signed distance in pixels. A
pixel's ink is the share of its area inside, to within a few hundredths except beside sharp corners.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

import numpy as np
import torch
from jaxtyping import Float, Float64, Int, UInt8
from PIL import Image
from torch import Tensor

from capsviz.data.pictures import DataSet, DrawnPictures, Learning, Pictures
from capsviz.errors import CapsvizError
from capsviz.files import folder_for

#: The factors of a sprite, in the order of `Sprites.factors`.
FACTORS = ("x", "y", "rotation", "size", "form")
#: Index of the rotation among them.
ROTATION = 2
#: Maximum shift from the middle each way, and range of the circumscribed circle's radius, as shares
#: of the picture's side: a sprite always lies inside its picture.
PLACE, SIZE = 0.14, (0.18, 0.34)
#: Number of pictures drawn together, so that their pixels stay in the processor's cache.
_BATCH_SIZE = 64

#: Signed distance, negative inside, from coordinates in units of the circle's radius (x right, y
#: up, the shape upright) and the form, both per picture.
Distance = Callable[[Tensor, Tensor, Tensor], Tensor]


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of sprite.

    Attributes
    ----------
    name : name of the shape.
    form : its fifth factor: "thickness" or "aspect", as defined beside it.
    low, high : range of that factor.
    symmetry : its rotation is known modulo this many degrees.
    distance : signed distance of its outline.
    """

    name: str
    form: str
    low: float
    high: float
    symmetry: float
    distance: Distance


@dataclass(frozen=True, slots=True)
class Sprites(DrawnPictures):
    """Sprites and their factors.

    Attributes
    ----------
    images : bytes, bright on black.
    labels : indices into `SHAPES`.
    factors : values of `FACTORS`, and in colour those that `capsviz.data.colours` adds. x, to the
        right, and y, downwards: centre of the circumscribed circle relative to the picture's; size:
        the circle's radius; all three as shares of the side. rotation: degrees counter-clockwise,
        in 0 .. the shape's symmetry. form: thickness or aspect, see `SHAPES`.
    """


# --- the shapes --------------------------------------------------------------------------


def _plane(x: Tensor, y: Tensor, toward_x: Tensor | float, toward_y: Tensor | float) -> Tensor:
    """Signed distance along a direction of length 1."""
    return x * toward_x + y * toward_y


def _box(x: Tensor, y: Tensor, half_width: Tensor | float, half_height: Tensor | float) -> Tensor:
    return torch.maximum(x.abs() - half_width, y.abs() - half_height)


def _triangle(x: Tensor, y: Tensor, aspect: Tensor) -> Tensor:
    # The apex is at the top of the circle; half its angle follows from height over base.
    half = torch.atan(0.5 / aspect)
    # The base is 2 cos²(half) below the apex, by the angle at the circle's centre.
    base = torch.cos(2 * half)
    side = _plane(x.abs(), y - 1, torch.cos(half), torch.sin(half))
    return torch.maximum(side, -y - base)


def _square(x: Tensor, y: Tensor, thickness: Tensor) -> Tensor:
    half = math.sqrt(0.5)
    inner = half * (1 - thickness)
    return torch.maximum(_box(x, y, half, half), -_box(x, y, inner, inner))


def _ellipse(x: Tensor, y: Tensor, aspect: Tensor) -> Tensor:
    # To first order: the implicit function divided by the norm of its gradient.
    level = (x * aspect).square() + y.square() - aspect.square()
    slope = ((x * aspect.square()).square() + y.square()).sqrt().clamp(min=1e-3)
    return level / (2 * slope)


def _heart(x: Tensor, y: Tensor, aspect: Tensor) -> Tensor:
    # Two discs side by side, and the wedge from their flanks down to the tip, which lies on the
    # circumscribed circle. This is the right half; the left one is its mirror image.
    x = x.abs()
    radius, offset = 0.5, 0.42
    up, tip = 0.25 * aspect, -aspect
    to_disc_y = up - tip
    length = (offset**2 + to_disc_y.square()).sqrt()
    # Normal of the tangent from the tip to the disc's right flank.
    angle = torch.atan2(to_disc_y, torch.full_like(to_disc_y, offset)) - torch.asin(radius / length)
    normal_x, normal_y = torch.sin(angle), -torch.cos(angle)
    disc = ((x - offset).square() + (y - up).square()).sqrt() - radius
    wedge = _plane(x, y - tip, normal_x, normal_y)
    below = torch.maximum(_plane(x - offset, y - up, -normal_y, normal_x), y - up)
    return torch.minimum(disc, torch.maximum(wedge, below))


def _arrow(x: Tensor, y: Tensor, thickness: Tensor) -> Tensor:
    # The head is a right-angled triangle on a shaft, from the top of the circle to its bottom.
    half = math.sqrt(0.5)
    head = torch.maximum(_plane(x.abs(), y - 1, half, half), 0.25 - y)
    shaft = _box(x, y + 0.3, thickness / 2, 0.65)
    return torch.minimum(head, shaft)


def _cross(x: Tensor, y: Tensor, thickness: Tensor) -> Tensor:
    half = thickness / 2
    length = (1 - half.square()).sqrt()
    return torch.minimum(_box(x, y, half, length), _box(x, y, length, half))


def _crescent(x: Tensor, y: Tensor, thickness: Tensor) -> Tensor:
    # A disc minus another one of nine tenths its size, leaving the given thickness at the left.
    radius = 0.9
    disc = (x.square() + y.square()).sqrt() - 1
    bite = ((x - (thickness + radius - 1)).square() + y.square()).sqrt() - radius
    return torch.maximum(disc, -bite)


def _ell(x: Tensor, y: Tensor, thickness: Tensor) -> Tensor:
    # The upright leg is as high as the circle allows, the foot three fifths as long.
    half_height, half_width = 0.85, 0.51
    t = thickness / 2
    upright = _box(x + half_width - t, y, t, half_height)
    foot = _box(x, y + half_height - t, half_width, t)
    return torch.minimum(upright, foot)


#: All shapes; a label is an index here. The ranges exclude forms with additional symmetry (an
#: equilateral triangle, a circular ellipse).
SHAPES: tuple[Shape, ...] = (
    # Height over base.
    Shape("triangle", "aspect", 1.1, 1.8, 360.0, _triangle),
    # Width of the frame, as a share of half the square.
    Shape("square", "thickness", 0.3, 0.8, 90.0, _square),
    # Narrow over wide diameter.
    Shape("ellipse", "aspect", 0.35, 0.75, 180.0, _ellipse),
    # Depth of the tip below the middle, in radii.
    Shape("heart", "aspect", 0.7, 1.0, 360.0, _heart),
    # Thickness of the shaft, the cross's bars, the crescent's middle, the L's legs: in radii.
    Shape("arrow", "thickness", 0.25, 0.6, 360.0, _arrow),
    Shape("cross", "thickness", 0.25, 0.7, 90.0, _cross),
    Shape("crescent", "thickness", 0.4, 0.8, 360.0, _crescent),
    Shape("L", "thickness", 0.25, 0.5, 360.0, _ell),
)


# --- drawing -----------------------------------------------------------------------------


def draw(
    labels: Int[Tensor, " n"], factors: Float[Tensor, "n 5"], side: int = 28
) -> UInt8[Tensor, "n side side"]:
    """Draw sprites with given factors.

    `labels` are indices into `SHAPES`, `factors` those of `Sprites`; values outside their usual
    ranges are drawn too. The side is in pixels.
    """
    images = torch.empty(len(labels), side, side, dtype=torch.uint8)
    for k, shape in enumerate(SHAPES):
        for indices in (labels == k).nonzero().squeeze(1).split(_BATCH_SIZE):
            images[indices] = _draw(shape, factors[indices], side)
    return images


def _draw(shape: Shape, factors: Float[Tensor, "n 5"], side: int) -> UInt8[Tensor, "n side side"]:
    centre_x, centre_y, degrees, size, form = factors.T[..., None, None]
    pixel = (torch.arange(side, dtype=factors.dtype) + 0.5) / side - 0.5
    x, y = pixel - centre_x, centre_y - pixel[:, None]  # y upwards
    angle = torch.deg2rad(degrees)
    cos, sin = angle.cos() / size, angle.sin() / size
    distance = shape.distance(cos * x + sin * y, cos * y - sin * x, form)
    return ((0.5 - distance * (size * side)).clamp(0, 1) * 255).round().to(torch.uint8)


def sprites(
    n: int,
    seed: int | Sequence[int],
    side: int = 28,
    shapes: int = len(SHAPES),
    angles: tuple[float, float] | None = None,
) -> Sprites:
    """Draw n random sprites: shapes and factors are uniformly distributed.

    Parameters
    ----------
    seed : seed of the draws; the same sprites result at every `side`.
    side : height and width of the pictures, in pixels.
    shapes : number of `SHAPES` to use, the first ones.
    angles : minimum and maximum from upright in degrees, either way; None for all angles.
    """
    return draw_random(
        n, seed, ranges(), lambda labels, factors: draw(labels, factors, side), shapes, angles
    )


def draw_random(
    n: int,
    seed: int | Sequence[int],
    ends: tuple[Float64[np.ndarray, "shapes F"], Float64[np.ndarray, "shapes F"]],
    draw_them: Callable[[Int[Tensor, " n"], Float[Tensor, "n F"]], Tensor],
    shapes: int = len(SHAPES),
    angles: tuple[float, float] | None = None,
) -> Sprites:
    """Draw `sprites` of any factors, by minimum and maximum of each, for every shape."""
    random = np.random.default_rng(seed)
    labels = random.integers(shapes, size=n)
    low, high = ends
    uniform = random.random((n, low.shape[1]))
    values = low[labels] + uniform * (high - low)[labels]
    if angles is not None:
        values[:, ROTATION] = _turn(uniform[:, ROTATION], angles) % high[labels, ROTATION]
    factors, classes = torch.from_numpy(values).float(), torch.from_numpy(labels)
    return Sprites(draw_them(classes, factors), classes, factors)


def _turn(u: Float64[np.ndarray, " n"], angles: tuple[float, float]) -> Float64[np.ndarray, " n"]:
    """Map uniform numbers in 0..1 to angles: the lower half to the right, the upper to the left."""
    low, high = angles
    size = low + np.abs(2 * u - 1) * (high - low)
    return np.where(u < 0.5, -size, size)


def ranges() -> tuple[Float64[np.ndarray, "shapes 5"], Float64[np.ndarray, "shapes 5"]]:
    """Return the minimum and maximum of every factor, for every shape."""
    low = [(-PLACE, -PLACE, 0.0, SIZE[0], shape.low) for shape in SHAPES]
    high = [(PLACE, PLACE, shape.symmetry, SIZE[1], shape.high) for shape in SHAPES]
    return np.array(low), np.array(high)


def write_folder(folder: Path, classes: int, per_class: int, seed: int = 0, side: int = 64) -> None:
    """Write sprites as PNG files in a folder per shape, as an example of a user's data set.

    Raises `CapsvizError` if the folder exists or cannot be written; no partial folder remains.

    The first `classes` of `SHAPES` are drawn, with `per_class` pictures each.
    """
    try:
        with folder_for(folder):
            folder.mkdir()
            try:
                _write(folder, classes, per_class, seed, side)
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)  # do not leave a partial data set
                raise
    except FileExistsError as error:
        raise CapsvizError(f"{folder} is there already: name a new folder") from error
    except OSError as error:
        raise CapsvizError(f"{folder} cannot be written ({error.strerror})") from error


def _write(folder: Path, classes: int, per_class: int, seed: int, side: int) -> None:
    pictures = sprites(2 * per_class * len(SHAPES) + 100, seed, side)
    for k, shape in enumerate(SHAPES[:classes]):
        (folder / shape.name).mkdir()
        for n, image in enumerate(pictures.images[pictures.labels == k][:per_class]):
            Image.fromarray(image.numpy()).save(folder / shape.name / f"{n:05}.png")


# --- as a data set -----------------------------------------------------------------------


class DrawnSet(DataSet):
    """Sprites of any kind as a training set: every epoch has new ones.

    Attributes
    ----------
    sizes : number of sprites per training epoch, for validation and for test.
    seeds : prefixes of their three seeds, so that no sprite is shared.
    """

    sizes: ClassVar[tuple[int, int, int]]
    seeds: ClassVar[tuple[int, int, int]]
    classes = tuple(shape.name for shape in SHAPES)
    usual = MappingProxyType({"augment": "none"})

    def _some(self, n: int, seed: Sequence[int], *, test: bool = False) -> Sprites:
        """Draw n random sprites."""
        raise NotImplementedError

    def learning(self) -> Learning:
        """Sprites per epoch, and others for validation."""
        return Learning(
            lambda number: self._some(self.sizes[0], (self.seeds[0], number)).pictures,
            self.validation().pictures,
            f"{self.title.lower()} of a seed of their own",
        )

    def validation(self) -> Sprites:
        """Return the validation sprites with their factors."""
        return self._some(self.sizes[1], (self.seeds[1],))

    def test(self) -> Pictures:
        """Sprites for testing only."""
        return self._some(self.sizes[2], (self.seeds[2],), test=True).pictures


@dataclass(frozen=True, slots=True)
class SpriteSet(DrawnSet):
    """Sprites as a training set.

    Parameters
    ----------
    side : height and width of the pictures, in pixels.
    turn : maximum rotation of training and validation sprites in degrees each way; 180 for all
        angles. Test sprites have all angles.
    """

    side: int = 28
    turn: float = 180.0

    name = "sprites"
    title = "Sprites"
    sizes = (55_000, 5_000, 10_000)
    seeds = (1, 2, 3)

    def _some(self, n: int, seed: Sequence[int], *, test: bool = False) -> Sprites:
        angles = None if test or self.turn >= 180 else (0.0, self.turn)
        return sprites(n, seed, self.side, angles=angles)
