"""Shape measures of a digit: size, thickness, slant and position.

After Morpho-MNIST (Castro, Tan, Kainz, Konukoglu, Glocker 2019): each image is enlarged four times,
thresholded at half its range, and measured. All results are in pixels and degrees of the 28x28
image. Only the length is computed differently: counting a skeleton's pixels changes a bar's length
by up to a quarter with its angle, and cuts off some ends.
"""

from __future__ import annotations

import functools
from operator import itemgetter

import numpy as np
import scipy
import skimage
from jaxtyping import Bool, Float, Float64

#: Names of the measures, in the order of the columns of `measure`.
MEASURES = ("area", "length", "thickness", "slant", "width", "height", "x", "y", "rotation")
#: Enlargement before thresholding.
SCALE = 4
#: Minimum range of brightness: an image with less has no shape.
MIN_RANGE = 0.1
#: Share of the ink outside the bounding parallelogram, at each side.
CUT_SHARE = 0.02
#: Number of images measured together, to bound memory: each takes about 200 kB.
BATCH_SIZE = 512


def measure(images: Float[np.ndarray, "n side side"]) -> Float64[np.ndarray, "n 9"]:
    """Measure white shapes on black, pixels in 0..1.

    Columns are `MEASURES`: area of the ink; length of the line that a round pen would follow to
    leave it; thickness, twice the mean distance from skeleton to edge; slant of a shear from second
    moments, positive when the top leans right; width and height of the parallelogram with that
    slant that holds 96 % of the ink in each direction; x and y of the centre of mass (x right, y
    down, pixel 0 at 0); rotation of the long axis from upright, positive clockwise, in -90..90.

    All columns are NaN for an image without a shape (all pixels nearly alike).
    """
    batches = [
        _measure(images[start : start + BATCH_SIZE].astype(np.float64))
        for start in range(0, len(images), BATCH_SIZE)
    ]
    return np.concatenate(batches) if batches else np.empty((0, len(MEASURES)))


def _enlarge(
    images: Float64[np.ndarray, "n side side"],
) -> tuple[Float64[np.ndarray, "n tall tall"], Float64[np.ndarray, " n"], Bool[np.ndarray, " n"]]:
    """Enlarge images four times; returns them, half their range, and whether they have a shape."""
    enlarge = _enlargement(images.shape[-1])
    large = enlarge @ images @ enlarge.T
    low, high = (bound(large, axis=(1, 2)) for bound in (np.min, np.max))
    return large, (low + high) / 2, high - low >= MIN_RANGE


@functools.cache
def _enlargement(side: int) -> Float64[np.ndarray, "tall side"]:
    """Cubic spline interpolation as a matrix, so that many images are enlarged at once."""
    return np.asarray(
        scipy.ndimage.zoom(np.eye(side), (SCALE, 1), order=3, mode="nearest", grid_mode=True)
    )


def _measure(images: Float64[np.ndarray, "n side side"]) -> Float64[np.ndarray, "n 9"]:
    large, half, has_shape = _enlarge(images)
    shape = (large > half[:, None, None]) & has_shape[:, None, None]
    size = shape.shape[-1]
    pixels = shape.sum((1, 2)).astype(np.float64)
    ink = pixels > 0
    mass = np.where(ink, pixels, np.nan)

    positions = np.arange(size, dtype=np.float64)
    x = (shape.sum(1) @ positions) / mass
    y = (shape.sum(2) @ positions) / mass
    dx, dy = positions - x[:, None], positions - y[:, None]
    # A pixel is a square, not a point: its own second moment is 1/12.
    xx = (shape.sum(1) * dx**2).sum(1) / mass + 1 / 12
    yy = (shape.sum(2) * dy**2).sum(1) / mass + 1 / 12
    xy = np.einsum("nrc,nr,nc->n", shape, dy, dx, optimize=True) / mass
    shear = xy / yy  # columns to the right per row downwards
    width, height = _parallelogram(shape, shear)
    # Outlines run between the pixels, so every second row and column locates them as well.
    length = np.where(has_shape, 2 * _lengths(large[:, ::2, ::2], half), np.nan)
    return np.stack(
        [
            mass / SCALE**2,
            length / SCALE,
            _thickness(shape) / SCALE,
            -np.degrees(np.arctan(shear)),
            width / SCALE,
            height / SCALE,
            (x + 0.5) / SCALE - 0.5,
            (y + 0.5) / SCALE - 0.5,
            -np.degrees(0.5 * np.arctan2(2 * xy, yy - xx)),
        ],
        axis=1,
    )


def _parallelogram(
    shape: Bool[np.ndarray, "n tall tall"], shear: Float64[np.ndarray, " n"]
) -> tuple[Float64[np.ndarray, " n"], Float64[np.ndarray, " n"]]:
    width = np.full(len(shape), np.nan)
    height = np.full(len(shape), np.nan)
    for i in np.flatnonzero(np.isfinite(shear)):
        rows, columns = np.nonzero(shape[i])
        upright = columns - shear[i] * rows
        width[i] = _extent(upright)
        height[i] = _extent(rows.astype(np.float64))
    return width, height


def _extent(positions: Float64[np.ndarray, " n"]) -> float:
    low, high = np.quantile(positions, [CUT_SHARE, 1 - CUT_SHARE])
    # Add the cut-off shares, and the half pixel beyond each outermost centre.
    return float(high - low + 1) / (1 - 2 * CUT_SHARE) if high > low else 1.0


def _thickness(shape: Bool[np.ndarray, "n tall tall"]) -> Float64[np.ndarray, " n"]:
    """Mean thickness along the skeletons, for all images in one tall picture at once."""
    padded = np.pad(shape, ((0, 0), (1, 1), (1, 1)))
    n, size, _ = padded.shape
    picture = padded.reshape(n * size, size)
    skeleton = np.asarray(skimage.morphology.skeletonize(picture)).reshape(n, size, size)
    depth = np.asarray(scipy.ndimage.distance_transform_edt(picture)).reshape(n, size, size)
    count = skeleton.sum((1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        # Depth is the distance to the nearest outside pixel's centre, half a pixel too far,
        # measured from a pixel up to half a pixel off the middle: on average a quarter too much.
        return 2 * (np.where(skeleton, depth, 0).sum((1, 2)) / count) - 0.5


def _lengths(
    large: Float64[np.ndarray, "n tall tall"], half: Float64[np.ndarray, " n"]
) -> Float64[np.ndarray, " n"]:
    """Lengths of the pen lines, with a separate level for each image."""
    # Ink at the border needs an outline there too.
    dark = np.minimum(large.min((1, 2)), half)
    padded = np.empty((len(large), *(side + 2 for side in large.shape[1:])))
    padded[:] = dark[:, None, None]
    padded[:, 1:-1, 1:-1] = large
    return np.array([_length(padded[k], level) for k, level in enumerate(half.tolist())])


def _length(image: Float64[np.ndarray, "tall tall"], level: float) -> float:
    """Length of the line of the ink brighter than a level, from outlines between the pixels.

    Along a line of length L, a pen of radius r leaves ink of the area ``A = 2 r L + pi r^2 k``
    within outlines of ``P = 2 L + 2 pi r k`` together, k being 1 less the number of holes
    (Steiner's formula), independent of angle and pixel grid. This is solved for L for each
    connected piece of ink; a disc has length 0.
    """
    outlines = [
        (points, *_outline(points)) for points in skimage.measure.find_contours(image, level)
    ]
    holes = [o for o in outlines if o[1] < 0]
    length = 0.0
    for points, area, perimeter in sorted((o for o in outlines if o[1] > 0), key=itemgetter(1)):
        # A hole belongs to the smallest piece around it.
        inner = [hole for hole in holes if skimage.measure.points_in_poly(hole[0][:1], points)[0]]
        holes = [hole for hole in holes if all(hole is not other for other in inner)]
        area += sum(hole[1] for hole in inner)
        perimeter += sum(hole[2] for hole in inner)
        k = 1 - len(inner)
        radius = 2 * area / (perimeter + np.sqrt(max(perimeter**2 - 4 * np.pi * k * area, 0)))
        length += perimeter / 2 - np.pi * radius * k
    return float(length)


def _outline(points: Float64[np.ndarray, "m 2"]) -> tuple[float, float]:
    """Return the area within a closed line, negative for a hole, and its length."""
    (row, column), step = points[:-1].T, np.diff(points, axis=0)
    area = (column * step[:, 0] - row * step[:, 1]).sum() / 2
    return float(area), float(np.hypot(*step.T).sum())
