"""Affine transforms and thickening of digits, one at a time or as a test set.

Transforms act on the network's input, after a drawing was normalised to MNIST's form; before that,
centring would undo every shift and change of scale.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy
import torch
from jaxtyping import Float32, Float64, Int

from capsviz.data.drawing import to_bytes
from capsviz.data.pictures import Digits
from capsviz.errors import CapsvizError

#: Enlargement for measuring the shape in `thicken`.
_ENLARGEMENT = 4
#: Minimum ink of a pixel that belongs to a digit's extent.
_MIN_INK = 0.1

#: Ranges of affNIST (Tieleman 2013), uniform to each side: degrees, a share of the size in each
#: direction, and columns per row. It shifts as far as the canvas's border.
AFFNIST_ROTATION, AFFNIST_SCALE, AFFNIST_SHEAR = 20.0, 0.2, 0.2


@dataclass(frozen=True, slots=True)
class Transform:
    """Transform of an image about the centre of its canvas; the defaults are the identity.

    The order is thickness, scale, shear, rotation, shift.

    Attributes
    ----------
    rotation : degrees, counter-clockwise.
    shift_x, shift_y : pixels to the right, pixels down.
    scale : factor, above 1 for larger.
    shear : columns to the right per row upwards; positive slants like italics.
    thickness : pixels added to each stroke's width, negative for thinner.
    """

    rotation: float = 0.0
    shift_x: float = 0.0
    shift_y: float = 0.0
    scale: float = 1.0
    shear: float = 0.0
    thickness: float = 0.0

    @classmethod
    def from_plain(cls, values: Any) -> Transform:
        """Check a transform from a browser or a link; raises `CapsvizError`.

        Missing fields keep their defaults; unknown fields are ignored.
        """
        if not isinstance(values, dict):
            raise CapsvizError("a transform must be a JSON object")
        amounts = {name: values[name] for name in KINDS if name in values}
        for name, value in amounts.items():
            low, high = LIMITS[name]
            if type(value) not in (int, float) or not low <= value <= high:
                raise CapsvizError(f"its {name} must be a number from {low:g} to {high:g}")
        return cls(**{name: float(value) for name, value in amounts.items()})

    def to_plain(self) -> dict[str, float]:
        """Return plain values for JSON."""
        return dataclasses.asdict(self)

    def matrix(self) -> Float64[np.ndarray, "2 2"]:
        """Matrix on a point (column, row) about the centre, before the shift."""
        return linear(self.rotation, self.scale, self.scale, self.shear)


#: The kinds of transform, as fields of `Transform`.
KINDS: tuple[str, ...] = tuple(field.name for field in dataclasses.fields(Transform))
#: Range of each kind for a visitor.
LIMITS: dict[str, tuple[float, float]] = {
    "rotation": (-90.0, 90.0),
    "shift_x": (-8.0, 8.0),
    "shift_y": (-8.0, 8.0),
    "scale": (0.5, 1.5),
    "shear": (-0.8, 0.8),
    "thickness": (-1.5, 2.0),
}


def linear(rotation: float, sx: float, sy: float, shear: float) -> Float64[np.ndarray, "2 2"]:
    """Return the matrix on (column, row) that scales, then shears, then rotates counter-clockwise.

    Rotation is in degrees, `sx` and `sy` scale columns and rows, `shear` is as in `Transform`.
    """
    angle = math.radians(rotation)
    # Rows point down, so a counter-clockwise rotation has the opposite signs.
    matrix = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return matrix @ np.array([[1.0, -shear], [0.0, 1.0]]) @ np.diag([sx, sy])


def transform_image(
    image: Float32[np.ndarray, "*c side side"], transform: Transform
) -> Float32[np.ndarray, "*c side side"]:
    """Transform one image bilinearly, with zeros outside.

    The identity and shifts by whole pixels are exact.

    Pixels are in 0..1; colour images, [3, side, side], are not thickened.
    """
    if image.ndim == 3:
        without_thickness = dataclasses.replace(transform, thickness=0.0)
        return np.stack([transform_image(plane, without_thickness) for plane in image])
    thick = thicken(image, transform.thickness)
    return map_image(thick, transform.matrix(), (transform.shift_x, transform.shift_y))


def map_image(
    image: Float32[np.ndarray, "side side"],
    matrix: Float64[np.ndarray, "2 2"],
    shift: tuple[float, float] = (0.0, 0.0),
    side: int | None = None,
) -> Float32[np.ndarray, "new new"]:
    """Apply a linear map about the image's centre, and a shift.

    The matrix is on (column, row); the shift is columns to the right, rows down. The side of the
    result is by default the image's; both have the same centre.
    """
    inverse = np.linalg.inv(matrix)[::-1, ::-1]  # scipy orders rows before columns
    new_side, old_side = (len(image) if side is None else side), len(image)
    centre = np.full(2, (new_side - 1) / 2) + np.array(shift[::-1])
    # scipy's type stub only accepts one number
    offset: Any = np.full(2, (old_side - 1) / 2) - inverse @ centre
    return scipy.ndimage.affine_transform(
        image, inverse, offset, (new_side, new_side), order=1, mode="grid-constant", prefilter=False
    )


def thicken(
    image: Float32[np.ndarray, "side side"], pixels: float
) -> Float32[np.ndarray, "side side"]:
    """Widen or thin an image's strokes by a number of pixels.

    The outline at half the ink's range, on a finer grid, moves outwards by half of `pixels`; each
    pixel gains or loses the change of its covered area. The result is continuous in `pixels`, and 0
    changes nothing.
    """
    if not pixels or not image.any():
        return image
    side, fine_side = len(image), len(image) * _ENLARGEMENT
    enlarged = scipy.ndimage.affine_transform(
        image,
        np.full(2, 1 / _ENLARGEMENT),
        (0.5 / _ENLARGEMENT - 0.5),
        (fine_side, fine_side),
        order=1,
        mode="nearest",
        prefilter=False,
    )
    inside = enlarged > enlarged.max() / 2
    # Distance to the outline in fine pixels, positive inside.
    depth = np.asarray(
        scipy.ndimage.distance_transform_edt(inside)
    ) - scipy.ndimage.distance_transform_edt(~inside)
    depth -= np.sign(depth) * 0.5

    def area(growth: float) -> Float64[np.ndarray, "side side"]:
        covered = np.clip(depth + growth * _ENLARGEMENT + 0.5, 0, 1)
        return covered.reshape(side, _ENLARGEMENT, side, _ENLARGEMENT).mean((1, 3))

    before, after = area(0.0), area(pixels / 2)
    changed = image + after - before
    if pixels < 0:  # soft ink outside the outline shrinks with the ink that it surrounds
        fade = min(1.0, -pixels)
        changed = np.where(after <= 0, image * (1 - fade) + np.minimum(changed, 0) * fade, changed)
    return np.clip(changed, 0, 1).astype(np.float32)


def affine_set(digits: Digits, strength: float, seed: int = 0) -> Digits:
    """Make a test set with affNIST's ranges, on the canvas of the digits.

    Each digit is rotated, scaled in each direction, sheared and shifted by amounts drawn uniformly
    from `strength` times affNIST's ranges; the range of a shift ends where its ink would leave the
    canvas. The draws depend on the seed alone, so sets of different strength apply the same
    transforms by different amounts. affNIST itself uses 40x40 pixels, which allow larger shifts.

    The strength is from 0 (unchanged digits) to 1 (the whole ranges).
    """
    draws = np.random.default_rng(seed).uniform(-1, 1, (len(digits), 6))
    images = digits.images.numpy().astype(np.float32) / 255
    transformed = np.stack(
        [_place(image, draw, strength) for image, draw in zip(images, draws, strict=True)]
    )
    return Digits(torch.from_numpy(to_bytes(transformed)), digits.labels)


def _place(
    image: Float32[np.ndarray, "side side"], draw: Float64[np.ndarray, " 6"], strength: float
) -> Float32[np.ndarray, "side side"]:
    rotation, x_scale, y_scale, shear = strength * draw[:4]
    matrix = linear(
        AFFNIST_ROTATION * rotation,
        1 + AFFNIST_SCALE * x_scale,
        1 + AFFNIST_SCALE * y_scale,
        AFFNIST_SHEAR * shear,
    )
    side = len(image)
    ink = map_image(image, matrix, side=2 * side) > _MIN_INK
    shift = [
        _shift(np.flatnonzero(ink.any(axis)) - side // 2, side, strength * share)
        for axis, share in ((0, draw[4]), (1, draw[5]))
    ]
    return map_image(image, matrix, (shift[0], shift[1]))


def _shift(ink: Int[np.ndarray, " n"], side: int, share: float) -> float:
    """Shift by a share of the way to the border; left or up if negative."""
    if not len(ink):
        return 0.0
    space = side - 1 - ink[-1] if share > 0 else ink[0]
    return float(share * max(0, space))
