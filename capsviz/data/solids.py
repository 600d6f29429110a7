"""Solids: seven bodies in three dimensions, with exactly known viewpoint, light, size and place.

They need no download. A body is a signed distance in the unit sphere; a ray for each quarter of a
pixel finds its surface by sphere tracing (Hart 1996), and Lambert's law shades it. The camera is
orthographic, so that place and size only move and scale a picture. Like smallNORB (LeCun, Huang,
Bottou 2004), the set can be split by viewpoint.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import torch
from jaxtyping import Float, Float64, Int, UInt8
from torch import Tensor
from torch.nn import functional

from capsviz.data.pictures import DataSet, DrawnPictures, Learning, Pictures
from capsviz.errors import CapsvizError

#: The factors of a solid, in the order of `Solids.factors`.
FACTORS = ("x", "y", "size", "azimuth", "elevation", "light")
#: Indices of the viewpoint's two angles among them.
AZIMUTH, ELEVATION = 3, 4
#: Maximum shift from the middle each way, and range of the bounding sphere's radius, as shares of
#: the picture's side: a solid always lies inside its picture.
PLACE, SIZE = 0.08, (0.28, 0.4)
#: Range of the camera's elevation, and maximum angle of the light to either side, in degrees.
ELEVATIONS, LIGHT = (10.0, 70.0), 60.0
#: Splits by viewpoint, and the factor of each.
SPLITS = {"azimuth": AZIMUTH, "elevation": ELEVATION}
#: Maximum azimuth each way, and maximum elevation, of familiar views: a third of the range, as
#: Hinton, Sabour and Frosst (2018), section 5.1, split smallNORB.
FAMILIAR_AZIMUTH, FAMILIAR_ELEVATION = 60.0, 30.0
#: Degrees between the two cameras of a pair of pictures.
STEREO = 10.0
#: Number of solids for training, for validation, of novel views, and for test.
TRAINING, VALIDATION, NOVEL, TEST = 20_000, 2_000, 2_000, 4_000
#: Prefixes of the four seeds, so that no solid is shared.
_TRAINING, _VALIDATION, _NOVEL, _TEST = 1, 2, 3, 4

#: Elevation of the light above the camera's horizon in degrees, and brightness in the shade.
_LIGHT_ELEVATION, _AMBIENT = 35.0, 0.15
#: Rays per pixel each way; steps of a ray at most, the number between two removals of finished
#: rays, and the distance at which a ray has met the surface.
_RAYS, _STEPS, _BETWEEN, _NEAR = 2, 32, 4, 2e-3
#: Number of pictures drawn together, so that their rays stay in the processor's cache.
_BATCH_SIZE = 64

#: Signed distance, negative inside, from coordinates in units of the bounding sphere's radius: x
#: to the right, y away from a camera in front, z up.
Distance = Callable[[Tensor, Tensor, Tensor], Tensor]


@dataclass(frozen=True, slots=True)
class Body:
    """One kind of solid.

    Attributes
    ----------
    name : name of the body.
    symmetry : its azimuth is known modulo this many degrees.
    distance : signed distance of its surface, or a lower bound of its absolute value.
    """

    name: str
    symmetry: float
    distance: Distance


@dataclass(frozen=True, slots=True)
class Solids(DrawnPictures):
    """Solids and their factors.

    Attributes
    ----------
    images : bytes, bright on black; of two channels, the left camera's picture comes first.
    labels : indices into `BODIES`.
    factors : values of `FACTORS`. x, to the right, and y, downwards: centre of the bounding sphere
        relative to the picture's; size: the sphere's radius; all three as shares of the side.
        azimuth: degrees by which the body is turned counter-clockwise seen from above, in 0 .. its
        symmetry; elevation of the camera above its horizon; light: angle of the light to the right
        of the camera; all three in degrees.
    """


# --- the bodies --------------------------------------------------------------------------


def _hypot(x: Tensor, y: Tensor) -> Tensor:
    return (x.square() + y.square()).sqrt()  # torch.hypot takes twice as long


def _box(x: Tensor, y: Tensor, z: Tensor, half_x: float, half_y: float, half_z: float) -> Tensor:
    return torch.maximum(torch.maximum(x.abs() - half_x, y.abs() - half_y), z.abs() - half_z)


def _cube(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    half = math.sqrt(1 / 3)
    return _box(x, y, z, half, half, half)


def _cone(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    # It lies, with its apex to the right on the sphere and the edge of its base on it too.
    half = math.radians(25)
    side = math.sin(half) * (x - 1) + math.cos(half) * _hypot(y, z)
    return torch.maximum(side, -x - math.cos(2 * half))


def _cylinder(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    return torch.maximum(x.abs() - 0.8, _hypot(y, z) - 0.6)


def _torus(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    # It stands like a wheel that is seen from the side.
    return _hypot(_hypot(x, z) - 0.7, y) - 0.3


def _ell(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    half_x, half_y, half_z, thick = 0.54, 0.22, 0.8, 0.2
    upright = _box(x + half_x - thick, y, z, thick, half_y, half_z)
    foot = _box(x, y, z + half_z - thick, half_x, half_y, thick)
    return torch.minimum(upright, foot)


def _stairs(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    # Three steps that rise to the right, in the bounds of a cube.
    half = math.sqrt(1 / 3)
    distance = None
    for step in range(3):
        width, height = half * (3 - step) / 3, half * (step + 1) / 3
        box = _box(x - half + width, y, z + half - height, width, half, height)
        distance = box if distance is None else torch.minimum(distance, box)
    assert distance is not None
    return distance


def _mug(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    # The cup stands to the left of the middle, its handle points to the right.
    half, radius, wall = 0.62, 0.52, 0.1
    around = _hypot(x + 0.22, y)
    outside = torch.maximum(around - radius, z.abs() - half)
    inside = torch.maximum(around - (radius - wall), -z - (half - wall))
    ring = _hypot(_hypot(x - 0.3, z) - 0.36, y) - 0.11
    handle = torch.maximum(ring, radius - wall / 2 - around)
    return torch.minimum(torch.maximum(outside, -inside), handle)


#: All bodies; a label is an index here. Cone, cylinder and torus do not stand on their axis:
#: otherwise every azimuth would look alike.
BODIES: tuple[Body, ...] = (
    Body("cube", 90.0, _cube),
    Body("cone", 360.0, _cone),
    Body("cylinder", 180.0, _cylinder),
    Body("torus", 180.0, _torus),
    Body("L", 360.0, _ell),
    Body("stairs", 360.0, _stairs),
    Body("mug", 360.0, _mug),
)


# --- drawing -----------------------------------------------------------------------------


def draw(
    labels: Int[Tensor, " n"], factors: Float[Tensor, "n 6"], side: int = 32, channels: int = 1
) -> UInt8[Tensor, "n *c side side"]:
    """Draw solids with given factors.

    Parameters
    ----------
    labels : indices into `BODIES`.
    factors : see `Solids`; values outside their usual ranges are drawn too.
    side : height and width of the pictures, in pixels.
    channels : 1 for one camera, 2 for two cameras side by side, `STEREO` degrees apart.
    """
    if channels == 2:
        offset = torch.zeros(len(FACTORS))
        offset[AZIMUTH] = STEREO / 2
        # a camera further to the left sees the body turned to the right, as seen from above
        return torch.stack([draw(labels, factors + offset * sign, side) for sign in (1, -1)], 1)
    images = torch.zeros(len(labels), side, side, dtype=torch.uint8)
    for k, body in enumerate(BODIES):
        for indices in (labels == k).nonzero().squeeze(1).split(_BATCH_SIZE):
            images[indices] = _draw(body, factors[indices], side)
    return images


def _draw(body: Body, factors: Float[Tensor, "n 6"], side: int) -> UInt8[Tensor, "n side side"]:
    centre_x, centre_y, size, azimuth, elevation, light = factors.T
    fine = side * _RAYS
    pixel = (torch.arange(fine, dtype=factors.dtype) + 0.5) / fine - 0.5
    dx = ((pixel - centre_x[:, None]) / size[:, None])[:, None, :]
    dy = ((centre_y[:, None] - pixel) / size[:, None])[:, :, None]
    # Every ray begins and ends on the bounding sphere.
    depth = (1 - dx.square() - dy.square()).clamp(min=0).sqrt()
    picture, row, column = hit = (depth > 0).nonzero(as_tuple=True)
    frame = _frame(azimuth, elevation)
    start = torch.stack([(x * dx + y * dy + z * depth)[hit] for x, y, z in frame[..., None, None]])
    indices, points = _march(body.distance, start, -frame[:, 2, picture], 2 * depth[hit])
    picture, row, column = picture[indices], row[indices], column[indices]
    toward = (frame * _light(light)).sum(1)[:, picture]
    slope = _slope(body.distance, points)
    cosine = _product(slope, toward) / _product(slope, slope).sqrt()
    shade = torch.zeros(len(factors), fine, fine)
    shade[picture, row, column] = _AMBIENT + (1 - _AMBIENT) * cosine.clamp(min=0)
    mean = functional.avg_pool2d(shade[:, None], _RAYS)[:, 0]
    return (mean * 255).round().to(torch.uint8)


def _product(first: Float[Tensor, "3 n"], second: Float[Tensor, "3 n"]) -> Float[Tensor, " n"]:
    return first[0] * second[0] + first[1] * second[1] + first[2] * second[2]


def _frame(azimuth: Float[Tensor, " n"], elevation: Float[Tensor, " n"]) -> Float[Tensor, "3 3 n"]:
    """Directions of a picture's right, its top and the camera: columns, in the body's x, y, z."""
    theta, phi = torch.deg2rad(azimuth), torch.deg2rad(elevation)
    sin, cos, sin_phi, cos_phi = theta.sin(), theta.cos(), phi.sin(), phi.cos()
    rows = [
        torch.stack([cos, sin_phi * sin, -cos_phi * sin]),
        torch.stack([-sin, sin_phi * cos, -cos_phi * cos]),
        torch.stack([torch.zeros_like(sin), cos_phi, sin_phi]),
    ]
    return torch.stack(rows)


def _light(angle: Float[Tensor, " n"]) -> Float[Tensor, "3 n"]:
    """Direction of the light: its parts to the right, the top and the camera."""
    theta, phi = torch.deg2rad(angle), math.radians(_LIGHT_ELEVATION)
    up = torch.full_like(theta, math.sin(phi))
    return torch.stack([theta.sin() * math.cos(phi), up, theta.cos() * math.cos(phi)])


def _march(
    distance: Distance,
    points: Float[Tensor, "3 rays"],
    direction: Float[Tensor, "3 rays"],
    length: Float[Tensor, " rays"],
) -> tuple[Int[Tensor, " met"], Float[Tensor, "3 met"]]:
    """Return which rays meet the surface, and where."""
    indices = torch.arange(len(length))
    hits, positions = [], []
    for step in range(_STEPS):
        distances = distance(*points)
        if step % _BETWEEN == _BETWEEN - 1:
            close = distances < _NEAR
            hits.append(indices[close])
            positions.append(points[:, close])
            active = (~close & (length > 0)).nonzero().squeeze(1)
            indices, points, direction = indices[active], points[:, active], direction[:, active]
            length, distances = length[active], distances[active]
        points = points + distances * direction
        length = length - distances
    return torch.cat(hits), torch.cat(positions, 1)


def _slope(distance: Distance, points: Float[Tensor, "3 met"]) -> Float[Tensor, "3 met"]:
    """Directions of the normals, by differences over a small tetrahedron."""
    slope = torch.zeros_like(points)
    for corner in torch.tensor([[1.0, -1, -1], [-1, -1, 1], [-1, 1, -1], [1, 1, 1]])[..., None]:
        slope += corner * distance(*(points + 5e-3 * corner))
    return slope


def ranges() -> tuple[Float64[np.ndarray, "bodies 6"], Float64[np.ndarray, "bodies 6"]]:
    """Return the minimum and maximum of every factor, for every body."""
    low = [(-PLACE, -PLACE, SIZE[0], 0.0, ELEVATIONS[0], -LIGHT) for _ in BODIES]
    high = [(PLACE, PLACE, SIZE[1], body.symmetry, ELEVATIONS[1], LIGHT) for body in BODIES]
    return np.array(low), np.array(high)


def solids(
    n: int,
    seed: int | Sequence[int],
    side: int = 32,
    channels: int = 1,
    split: str = "",
    novel: bool = False,
) -> Solids:
    """Draw n random solids: bodies and factors are uniformly distributed.

    Parameters
    ----------
    seed : seed of the draws; the same solids result at every `side`.
    side : height and width of the pictures, in pixels.
    channels : see `draw`.
    split : one of `SPLITS`, to draw views of one part alone; "" for all views.
    novel : draw from the novel views of a split, not from the familiar ones. A body whose symmetry
        makes every azimuth look like a familiar one, the cube, is left out of the novel azimuths.
    """
    random = np.random.default_rng(seed)
    low, high = ranges()
    kinds = np.arange(len(BODIES))
    if split == "azimuth" and novel:
        kinds = kinds[high[:, AZIMUTH] > 2 * FAMILIAR_AZIMUTH]
    labels = random.choice(kinds, size=n)
    low, high, symmetry = low[labels], high[labels], high[labels, AZIMUTH]
    if split == "azimuth":
        low[:, AZIMUTH] = FAMILIAR_AZIMUTH * (1 if novel else -1)
        high[:, AZIMUTH] = symmetry - FAMILIAR_AZIMUTH if novel else FAMILIAR_AZIMUTH
    elif split == "elevation":
        (low if novel else high)[:, ELEVATION] = FAMILIAR_ELEVATION
    values = low + random.random((n, len(FACTORS))) * (high - low)
    values[:, AZIMUTH] %= symmetry
    factors, classes = torch.from_numpy(values).float(), torch.from_numpy(labels)
    return Solids(draw(classes, factors, side, channels), classes, factors)


# --- as a data set -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SolidSet(DataSet):
    """Solids as a training set, the same ones in every epoch.

    Parameters
    ----------
    side : height and width of the pictures, in pixels.
    channels : 1 for one camera, 2 for two.
    split : one of `SPLITS`: training and validation solids are seen from a third of all azimuths
        or elevations, and the others are scored after every epoch; "" for all views. Test solids
        are seen from all viewpoints.

    Raises `CapsvizError` for other channels or splits.
    """

    side: int = 32
    channels: int = 1
    split: str = ""

    name = "solids"
    title = "Solids"
    classes = tuple(body.name for body in BODIES)
    usual = MappingProxyType({"augment": "none"})

    def __post_init__(self) -> None:
        if self.channels not in (1, 2):
            raise CapsvizError(f"solids have 1 channel or 2, one per camera, not {self.channels}")
        if self.split and self.split not in SPLITS:
            raise CapsvizError(
                f"solids are not split by {self.split!r}: choose one of {', '.join(SPLITS)}"
            )

    def learning(self) -> Learning:
        """20,000 solids, 2,000 for validation, and 2,000 of novel views if there is a split."""
        return Learning(
            lambda _: self._some(TRAINING, _TRAINING).pictures,
            self.validation().pictures,
            "solids of a seed of their own",
            unfamiliar=self.novel().pictures if self.split else None,
        )

    def validation(self) -> Solids:
        """Return the validation solids with their factors."""
        return self._some(VALIDATION, _VALIDATION)

    def novel(self) -> Solids:
        """Return solids from viewpoints that training leaves out, with their factors."""
        return self._some(NOVEL, _NOVEL, novel=True)

    def test(self) -> Pictures:
        """4,000 solids for testing only."""
        return solids(TEST, (_TEST,), self.side, self.channels).pictures

    def _some(self, n: int, seed: int, *, novel: bool = False) -> Solids:
        return _cached_solids(n, seed, self.side, self.channels, self.split, novel)


@lru_cache(maxsize=4)
def _cached_solids(n: int, seed: int, side: int, channels: int, split: str, novel: bool) -> Solids:
    """Draw solids once per process: a training reads the same ones in every epoch."""
    return solids(n, (seed,), side, channels, split, novel)
