"""Laws of the pose: linear models of how a pose follows a transform of the picture.

For a class k and a kind of transform with parameter t (0: identity), v(t) is the pose of capsule k
for one digit of that class. Three linear maps are fitted by least squares on one half of the digits
and scored on the other half:

- shared: ``v(t) - v(0) = t a``, one vector a for all digits of the class;
- own: ``v(t) - v(0) = t (a + B v(0))``, a law that may depend on the digit's own pose;
- read: ``t = w . v(t) + c``, the parameter predicted from the pose alone.

A pose of sixteen numbers is also taken as a 4 x 4 matrix M, row by row. Matrix capsules vote by ``M
W`` (Hinton, Sabour and Frosst 2018, section 2), which is viewpoint-equivariant if a transform
multiplies every M from the left by the same matrix:

- matrix: ``M(t) = exp(t A) M(0)``, one generator A for all digits of the class;
- common: the same with one A for all classes.

All but "read" are scored by ``R2 = 1 - sum |v(t) - v(0) - fit|^2 / sum |v(t) - v(0)|^2``: the share
of the pose's change that is explained, 0 for a fit no better than "the pose stays". "read" has the
usual R², against the mean of t. Below zero is worse than no fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy
import torch
from jaxtyping import Bool, Float32, Float64
from tqdm import tqdm

from capsviz.data.affine import KINDS, Transform, transform_image
from capsviz.data.pictures import Digits
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet

BATCH = 64
#: Each kind of transform is fitted up to this amount each way: affNIST's ranges, where given.
SPAN: dict[str, float] = {
    "rotation": 20.0,
    "shift_x": 3.0,
    "shift_y": 3.0,
    "scale": 0.2,
    "shear": 0.2,
    "thickness": 1.0,
}
#: Fitted values of the parameter, as shares of that span.
STEPS = (-1.0, -0.5, 0.5, 1.0)
#: Digits per class: half to fit, half to score.
DIGITS_PER_CLASS = 100
#: Minimum number of digits per class.
MIN_PER_CLASS = 8
#: Size of a pose that can be a 4 x 4 matrix.
_MATRIX = 16


@dataclass(frozen=True, slots=True)
class Fits:
    """Laws of the pose, for each of T kinds of transform (`KINDS`) and each class.

    Attributes
    ----------
    shared, own, read : R² on digits that were not fitted, as defined by the module docstring.
    slope : the vector a of the shared law: change of the pose per unit of the parameter.
    kept : accuracy on the scored digits at the ends of the span.
    matrix, common : R² of the matrix laws; None if a pose does not have sixteen numbers, or if they
        were not measured.
    """

    shared: Float64[np.ndarray, "T J"]
    own: Float64[np.ndarray, "T J"]
    read: Float64[np.ndarray, "T J"]
    slope: Float64[np.ndarray, "T J D"]
    kept: Float64[np.ndarray, "T J"]
    matrix: Float64[np.ndarray, "T J"] | None = None
    common: Float64[np.ndarray, "T J"] | None = None


Read = Callable[[Float32[np.ndarray, "n *c side side"]], tuple[np.ndarray, np.ndarray]]


def fit_laws(
    read: Read,
    digits: Digits,
    classes: int = 10,
    per_class: int = DIGITS_PER_CLASS,
    seed: int = 0,
    progress: Callable[[int], Any] = lambda _: None,
) -> Fits:
    """Fit how poses follow transforms.

    Raises `CapsvizError` if a class has fewer digits than asked for.

    Parameters
    ----------
    read : function from images to lengths [n, J] and poses [n, J, D].
    digits : digits outside of the network's training set.
    per_class : number of digits per class: half to fit, half to score.
    progress : called with the number of images after each class and kind of transform.
    """
    shuffled = np.random.default_rng(seed).permutation(len(digits))
    labels = digits.labels.numpy()[shuffled]
    rows: list[dict[str, Any]] = []
    for kind in KINDS:
        transformed: list[TransformedPoses] = []
        fits: list[dict[str, Any]] = []
        for k in range(classes):
            indices = shuffled[labels == k][:per_class]
            if len(indices) < per_class:
                raise CapsvizError(f"class {k} has only {len(indices)} test pictures: give more")
            images = digits.images.numpy()[indices].astype(np.float32) / 255
            poses, accuracy = poses_under(read, images, kind, k)
            transformed.append(poses)
            fits.append({**laws(poses), "kept": accuracy})
            progress(per_class * (len(STEPS) + 1))
        row = {name: [fit[name] for fit in fits] for name in fits[0]}
        rows.append({**row, **matrix_laws(transformed)})
    return Fits(**{name: np.array([row[name] for row in rows], np.float64) for name in rows[0]})


@dataclass(frozen=True, slots=True)
class TransformedPoses:
    """Poses of n digits of one class, before and after each amount t of a transform.

    Attributes
    ----------
    before : v(0).
    after : v(t) after each amount.
    amounts : t.
    fitted : mask of the digits to fit; the others are scored.
    """

    before: Float64[np.ndarray, "n D"]
    after: Float64[np.ndarray, "steps n D"]
    amounts: Float64[np.ndarray, " steps"]
    fitted: Bool[np.ndarray, " n"]

    @property
    def change(self) -> Float64[np.ndarray, "steps n D"]:
        """``v(t) - v(0)``."""
        return self.after - self.before

    @property
    def matrices(self) -> Float64[np.ndarray, "n 4 4"]:
        """``M(0)``, the sixteen numbers of v(0) row by row."""
        return self.before.reshape(-1, 4, 4)


def poses_under(
    read: Read, images: Float32[np.ndarray, "n *c side side"], kind: str, k: int
) -> tuple[TransformedPoses, float]:
    """Return the poses of capsule k under a transform, and the accuracy at the ends of its span."""
    rest = Transform()
    before = read(images)[1][:, k].astype(np.float64)
    amounts = np.array(STEPS) * SPAN[kind]
    after, right = [], []
    for amount in amounts:
        transform = replace(rest, **{kind: getattr(rest, kind) + float(amount)})
        lengths, poses = read(np.stack([transform_image(image, transform) for image in images]))
        after.append(poses[:, k])
        right.append(lengths.argmax(1) == k)
    half = len(images) // 2
    fitted = np.arange(len(images)) < half
    poses = TransformedPoses(before, np.stack(after).astype(np.float64), amounts, fitted)
    return poses, float(np.mean([right[0][half:], right[-1][half:]]))


def laws(poses: TransformedPoses) -> dict[str, Any]:
    """Fit the first three maps of the module docstring on some digits and score them on others."""
    before, amounts, fitted = poses.before, poses.amounts, poses.fitted
    change, scored = poses.change, ~fitted
    t = amounts[:, None, None]
    first = change[:, fitted]
    shared, slope = shared_law(poses)
    # The law `own`: each digit's pose, and 1 for the vector a, times t.
    basis = t * np.concatenate([np.ones((len(before), 1)), before], 1)
    own, *_ = np.linalg.lstsq(_rows(basis[:, fitted]), _rows(first), rcond=None)
    all_poses = np.concatenate([before[None], poses.after])
    amount_rows = np.concatenate([[0.0], amounts])[:, None].repeat(len(before), 1)
    with_one = np.concatenate([all_poses, np.ones((*all_poses.shape[:2], 1))], 2)
    reading, *_ = np.linalg.lstsq(
        _rows(with_one[:, fitted]), amount_rows[:, fitted].reshape(-1), rcond=None
    )
    rest = amount_rows[:, scored]
    return {
        "shared": shared,
        "own": _r_squared(change[:, scored], basis[:, scored] @ own),
        "read": _r_squared(rest - rest.mean(), with_one[:, scored] @ reading - rest.mean()),
        "slope": slope,
    }


def shared_law(poses: TransformedPoses) -> tuple[float, Float64[np.ndarray, " D"]]:
    """Return R² of one vector for all digits of the class, and that vector."""
    amounts, change = poses.amounts, poses.change
    t = amounts[:, None, None]
    fitted = change[:, poses.fitted]
    slope = (t * fitted).sum((0, 1)) / ((amounts**2).sum() * poses.fitted.sum())
    return _r_squared(change[:, ~poses.fitted], t * slope), slope


def matrix_laws(classes: list[TransformedPoses]) -> dict[str, list[float]]:
    """Return R² of the matrix laws for each class; empty if poses do not have sixteen numbers."""
    if classes[0].before.shape[1] != _MATRIX:
        return {}
    common = _generator(classes)
    return {
        "matrix": [_by_matrix(poses, _generator([poses])) for poses in classes],
        "common": [_by_matrix(poses, common) for poses in classes],
    }


def _generator(classes: list[TransformedPoses]) -> Float64[np.ndarray, "4 4"]:
    """Fit A of ``M(t) = exp(t A) M(0)`` to all classes' fitted digits, by least squares.

    The starting point is the solution for small t, ``M(t) - M(0) = t A M(0)``, a linear system.
    """

    def error(A: Float64[np.ndarray, "16"]) -> Float64[np.ndarray, " numbers"]:
        changes = _matrix_changes(classes, A.reshape(4, 4))
        return np.concatenate(
            [
                (predicted - poses.change)[:, poses.fitted].ravel()
                for predicted, poses in zip(changes, classes, strict=True)
            ]
        )

    product, square = np.zeros((4, 4)), np.zeros((4, 4))
    for poses in classes:
        first = poses.matrices[poses.fitted]
        change = poses.change[:, poses.fitted].reshape(len(poses.amounts), -1, 4, 4)
        product += np.einsum("t,tnij,nkj->ik", poses.amounts, change, first)
        square += (poses.amounts**2).sum() * np.einsum("nij,nkj->ik", first, first)
    begin = product @ np.linalg.pinv(square)
    return scipy.optimize.least_squares(error, begin.ravel(), method="lm").x.reshape(4, 4)


def _matrix_changes(
    classes: list[TransformedPoses], A: Float64[np.ndarray, "4 4"]
) -> list[Float64[np.ndarray, "steps n 16"]]:
    """Return the change of each class's poses under the law, for equal amounts in all classes."""
    factors = scipy.linalg.expm(classes[0].amounts[:, None, None] * A) - np.eye(4)
    return [
        np.einsum("tij,njk->tnik", factors, poses.matrices).reshape(poses.after.shape)
        for poses in classes
    ]


def _by_matrix(poses: TransformedPoses, A: Float64[np.ndarray, "4 4"]) -> float:
    scored = ~poses.fitted
    (change,) = _matrix_changes([poses], A)
    return _r_squared(poses.change[:, scored], change[:, scored])


def _rows(values: Float64[np.ndarray, "steps n D"]) -> Float64[np.ndarray, "rows D"]:
    return values.reshape(-1, values.shape[-1])


def _r_squared(truth: Float64[np.ndarray, "..."], fit: Float64[np.ndarray, "..."]) -> float:
    total = float((truth**2).sum())
    return 1 - float(((truth - fit) ** 2).sum()) / total if total > 0 else 0.0


def fits_of(model: CapsNet, digits: Digits, *, seed: int = 0, quiet: bool = False) -> Fits:
    """Run `fit_laws` for a capsule network; takes about a minute on a CPU."""

    @torch.inference_mode()
    def read(images: Float32[np.ndarray, "n *c side side"]) -> tuple[np.ndarray, np.ndarray]:
        outputs = [
            model(batch.to(model.W.device)) for batch in torch.from_numpy(images).split(BATCH)
        ]
        lengths = torch.cat([output.lengths for output in outputs])
        return lengths.cpu().numpy(), torch.cat([output.v for output in outputs]).cpu().numpy()

    classes = model.config.classes
    per_class = digits_per_class(digits, classes)
    total = len(KINDS) * classes * per_class * (len(STEPS) + 1)
    with tqdm(total=total, desc="transforms", unit="img", disable=quiet) as bar:
        return fit_laws(read, digits, classes, per_class, seed, bar.update)


def digits_per_class(digits: Digits, classes: int) -> int:
    """Return the number of digits per class for the laws: `DIGITS_PER_CLASS`, or all if fewer."""
    minimum = int(digits.labels.bincount(minlength=classes).min())
    return min(DIGITS_PER_CLASS, minimum - minimum % 2)
