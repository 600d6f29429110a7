"""Measured effect of each output capsule's dimensions, as a label of a few words.

Every dimension is swept over the range of real digits, starting from many real poses. The decoded
images are measured (`capsviz.analysis.morphology`) and a straight line is fitted to each measure.
The labels are then checked on real digits outside of the training set, shifted as in training: does
the measured shape of the input correlate with the pose?
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float, Float64, Int64

from capsviz.analysis import colours, morphology
from capsviz.analysis.colours import COLOUR_MEASURES
from capsviz.analysis.dimensions import ClassPoses, PoseStatistics
from capsviz.analysis.morphology import MEASURES
from capsviz.data.drawing import shown_planes

#: Decodes poses of one class: (class, [n, D]) -> images [n, side, side], pixels in 0..1.
Decode = Callable[[int, Float[np.ndarray, "n D"]], Float[np.ndarray, "n *c side side"]]

#: Number of real poses that sweeps start from, and number of values along a sweep.
START_COUNT, STEPS = 32, 7
#: Ends of a sweep, in standard deviations from the mean of real digits.
REACH = 2.5

#: Minimum yardsticks. MNIST scales and centres its digits, so the spread of their size and position
#: is only a fraction of a pixel.
_MIN_YARDSTICK = {"x": 1.0, "y": 1.0, "width": 1.0, "height": 1.0}
#: Minimum effect: a measure that changes by a smaller share of its yardstick per standard deviation
#: counts as unchanged.
MIN_EFFECT = 0.15
#: Minimum R² of a measure that explains a dimension.
MIN_R2 = 0.6
#: Minimum correlation on real digits that confirms a label (medium, by Cohen 1988): a weaker one
#: leaves nine tenths of the variance to other causes.
MIN_R = 0.3
#: A second measure with at least this share of the first one's weight makes a label entangled.
RIVAL_SHARE = 0.7
#: Minimum number of real pictures for a correlation, beyond the number of dimensions.
MIN_EXTRA_PICTURES = 10
#: Consequences of each measure: a thicker, longer, wider or taller digit has more ink, a wider or
#: taller one a longer line, and slanting turns the axis.
_CONSEQUENCES = {
    "thickness": ("area",),
    "length": ("area",),
    "width": ("length", "area"),
    "height": ("length", "area"),
    "area": ("thickness", "length"),
    "slant": ("rotation",),
    "rotation": ("slant",),
}


@dataclass(frozen=True, slots=True)
class Effects:
    """Measured effects of D dimensions of J capsules on the nine `MEASURES`.

    For colour pictures the measures are `capsviz.analysis.colours.COLOUR_MEASURES`.

    Attributes
    ----------
    slope : change of the measure, in its unit, per standard deviation of the dimension over real
        digits.
    r2 : share of the measure's changes along the sweeps that the straight line explains.
    yardstick : standard deviation of the measure over real test digits of the class; at least one
        pixel for positions, width and height.
    partial : correlation of measure and dimension over real test digits with the other dimensions
        held fixed, -1..1; NaN if undefined.
    visible : mean Euclidean distance of the images at the two ends of a sweep.
    tested : number of real digits behind `partial` and `yardstick`, per class.
    """

    slope: Float64[np.ndarray, "J D 9"]
    r2: Float64[np.ndarray, "J D 9"]
    yardstick: Float64[np.ndarray, "J 9"]
    partial: Float64[np.ndarray, "J D 9"]
    visible: Float64[np.ndarray, "J D"]
    tested: Int64[np.ndarray, " J"]

    @property
    def size(self) -> Float64[np.ndarray, "J D 9"]:
        """Change per standard deviation of the dimension, in yardsticks of the measure."""
        return self.slope / self.yardstick[:, None, :]


@dataclass(frozen=True, slots=True)
class Label:
    """Label of one dimension.

    Attributes
    ----------
    kind : "clear" (one measure explains it), "entangled" (several change), "loose" (one changes,
        but not linearly), "local" (the image changes, but no measure does), "still" (hardly any
        change) or "unknown" (too few real pictures).
    text : label text, such as "slant (R² 0.87, r 0.62)" or "entangled: width 0.41, thickness 0.38;
        r 0.35". R² is over the sweeps, r over real test digits.
    measures : indices of the named measures, the strongest first.
    confirmed : whether r is at least `MIN_R` and significant at 1 %; None without a measure.
    r : partial correlation of the first measure with the dimension over real test digits, -1..1,
        positive if the sign agrees with the sweeps; None if unknown.
    """

    kind: Literal["clear", "entangled", "loose", "local", "still", "unknown"]
    text: str
    measures: tuple[int, ...]
    confirmed: bool | None
    r: float | None = None


def measure_effects(
    decode: Decode,
    statistics: PoseStatistics,
    training: ClassPoses,
    test: ClassPoses,
    images: Float[np.ndarray, "n *c side side"],
    seed: int = 0,
    tick: Callable[[], object] = lambda: None,
) -> Effects:
    """Measure the effect of every dimension of every capsule; takes about a minute.

    Parameters
    ----------
    statistics : distribution of the training poses.
    training : real poses from which the sweeps start.
    test : poses of held-out digits, randomly shifted as in training: MNIST's own are all centred,
        and a constant position cannot be confirmed.
    images : the shifted digits, pixels in 0..1.
    tick : called after each of the J x D dimensions.
    """
    classes, dim = statistics.mean.shape
    generator = np.random.default_rng(seed)
    coloured = images.ndim == 4
    measure = _measure_colours if coloured else morphology.measure
    shapes = measure(images)
    if not coloured:
        shapes[:, _ROTATION] = _unwound(shapes[:, _ROTATION], test.labels, classes)
    slope, r2 = (np.zeros((classes, dim, len(MEASURES))) for _ in range(2))
    partial = np.full((classes, dim, len(MEASURES)), np.nan)
    yardstick = np.ones((classes, len(MEASURES)))
    visible = np.zeros((classes, dim))
    for k in range(classes):
        of_class = np.flatnonzero(test.labels == k)
        pose, shape = test.pose[of_class].astype(np.float64), shapes[of_class]
        names = COLOUR_MEASURES if coloured else MEASURES
        yardstick[k] = _yardstick(shape if len(shape) >= MIN_EXTRA_PICTURES else shapes, names)
        partial[k] = partial_correlations(pose, shape)
        real = np.flatnonzero(training.labels == k)
        starts = training.pose[generator.choice(real, min(START_COUNT, len(real)), replace=False)]
        for d in range(dim):
            values = np.linspace(-REACH, REACH, STEPS)
            poses = np.repeat(starts[:, None, :], STEPS, axis=1)
            poses[:, :, d] = statistics.mean[k, d] + values * statistics.std[k, d]
            decoded = decode(k, poses.reshape(-1, dim))
            swept = measure(decoded).reshape(len(starts), STEPS, -1)
            if not coloured:
                swept[..., _ROTATION] = np.unwrap(swept[..., _ROTATION], period=180, axis=1)
            slope[k, d], r2[k, d] = fit_sweeps(values, swept)
            ends = decoded.reshape(len(starts), STEPS, -1)[:, [0, -1]]
            visible[k, d] = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1).mean()
            tick()
    tested = np.bincount(test.labels, minlength=classes)
    return Effects(slope, r2, yardstick, partial, visible, tested)


_ROTATION = MEASURES.index("rotation")


def fit_sweeps(
    values: Float64[np.ndarray, " steps"], measured: Float64[np.ndarray, "starts steps measures"]
) -> tuple[Float64[np.ndarray, " measures"], Float64[np.ndarray, " measures"]]:
    """Fit one straight line to all sweeps, with an intercept per sweep.

    Slope and share of the changes that the line explains are 0 if nothing changes or could be
    measured.

    Parameters
    ----------
    values : values of the dimension along every sweep.
    measured : measures along the sweeps; NaN marks points to leave out.
    """
    finite = np.isfinite(measured)
    count = np.maximum(finite.sum(1, keepdims=True), 1)
    x = np.where(finite, values[None, :, None], 0)
    y = np.where(finite, measured, 0)
    x = np.where(finite, x - x.sum(1, keepdims=True) / count, 0)
    y = np.where(finite, y - y.sum(1, keepdims=True) / count, 0)
    xx, yy, xy = ((a * b).sum((0, 1)) for a, b in ((x, x), (y, y), (x, y)))
    # Rounding noise of a constant measure does not count as a change.
    moves = (xx > 0) & (yy > 1e-9)
    slope = np.divide(xy, xx, out=np.zeros_like(xy), where=moves)
    r2 = np.divide(xy**2, xx * yy, out=np.zeros_like(xy), where=moves)
    return slope, r2


def partial_correlations(
    pose: Float64[np.ndarray, "n D"], shape: Float64[np.ndarray, "n measures"]
) -> Float64[np.ndarray, "D measures"]:
    """Correlation of each measure with each dimension, the other dimensions held fixed.

    Computed from the inverse correlation matrix of the D dimensions and the one measure; NaN if
    there are too few digits or a variable is constant.
    """
    dim = pose.shape[1]
    partial = np.full((dim, shape.shape[1]), np.nan)
    for m in range(shape.shape[1]):
        finite = np.isfinite(shape[:, m])
        joint = np.column_stack([pose[finite], shape[finite, m]])
        if len(joint) < dim + MIN_EXTRA_PICTURES or (joint.std(0) < 1e-9).any():
            continue
        inverse = np.linalg.pinv(np.corrcoef(joint, rowvar=False), hermitian=True)
        scale = np.sqrt(np.diagonal(inverse)[:-1] * inverse[-1, -1])
        partial[:, m] = -inverse[:-1, -1] / scale
    return partial


def labels(effects: Effects, names: Sequence[str] = MEASURES) -> list[list[Label]]:
    """Return one label for each dimension of each capsule.

    `names` are those of the measures, as in `capsviz.analysis.record.Analysis.measures`.
    """
    classes, dim, _ = effects.slope.shape
    return [[_label(effects, k, d, names) for d in range(dim)] for k in range(classes)]


def _measure_colours(images: Float[np.ndarray, "n c side side"]) -> Float64[np.ndarray, "n 9"]:
    """Measure the channels that are shown as red, green and blue."""
    return colours.measure(shown_planes(images))


def measures_of(channels: int) -> tuple[str, ...]:
    """Return the names of the measures of grey or of colour pictures."""
    return MEASURES if channels == 1 else COLOUR_MEASURES


def _label(effects: Effects, k: int, d: int, names: Sequence[str]) -> Label:
    if effects.tested[k] < effects.slope.shape[1] + MIN_EXTRA_PICTURES:
        text = f"unknown: {effects.tested[k]} test pictures are too few"
        return Label("unknown", text, (), None)
    size, r2 = np.abs(effects.size[k, d]), effects.r2[k, d]
    weight = size * r2
    changed = [int(m) for m in np.argsort(-weight, kind="stable") if size[m] >= MIN_EFFECT]
    if not changed:
        return _unknown_label(effects, k, d)
    first = _more_specific(changed, weight, names)
    excluded = {names[first], *_CONSEQUENCES.get(names[first], ())}
    rivals = [m for m in changed if names[m] not in excluded]
    r = _on_real_digits(effects, k, d, first)
    real = "r unknown" if r is None else f"r {r:.2f}".replace("-", "\N{MINUS SIGN}")
    confirmation = (_is_confirmed(effects, k, r), r)
    strong = rivals and weight[rivals[0]] >= RIVAL_SHARE * weight[first]
    explained = f"{names[first]} (R² {r2[first]:.2f}, {real})"
    if r2[first] >= MIN_R2 and not strong:
        return Label("clear", explained, (first,), *confirmation)
    if not rivals:
        return Label("loose", f"loosely {explained}", (first,), *confirmation)
    measures = (first, rivals[0])
    parts = ", ".join(f"{names[m]} {r2[m]:.2f}" for m in measures)
    return Label("entangled", f"entangled: {parts}; {real}", measures, *confirmation)


def _more_specific(
    changed: list[int], weight: Float64[np.ndarray, " measures"], names: Sequence[str]
) -> int:
    """Return the cause instead of its consequence, if the cause changes nearly as much."""
    first = changed[0]
    for m in changed[1:]:
        follows = names[first] in ("area", "length") and (
            names[first] in _CONSEQUENCES.get(names[m], ())
        )
        if follows and weight[m] >= RIVAL_SHARE * weight[first]:
            return m
    return first


def _unknown_label(effects: Effects, k: int, d: int) -> Label:
    if effects.visible[k, d] < 0.1 * effects.visible[k].max():
        return Label("still", "hardly any change", (), None)
    return Label("local", "local detail", (), None)


def _on_real_digits(effects: Effects, k: int, d: int, m: int) -> float | None:
    correlation = effects.partial[k, d, m] * np.sign(effects.slope[k, d, m])
    return float(correlation) if np.isfinite(correlation) else None


def _is_confirmed(effects: Effects, k: int, r: float | None) -> bool:
    """Return whether an effect on real digits is large enough and significant."""
    freedom = effects.tested[k] - effects.slope.shape[1] - 1
    if r is None or freedom <= 0:
        return False
    return bool(r >= max(MIN_R, 2.58 / np.sqrt(freedom)))


def _yardstick(
    shape: Float64[np.ndarray, "n measures"], names: Sequence[str]
) -> Float64[np.ndarray, " measures"]:
    finite = np.isfinite(shape)
    count = np.maximum(finite.sum(0), 1)
    mean = np.where(finite, shape, 0).sum(0) / count
    std = np.sqrt(np.where(finite, (shape - mean) ** 2, 0).sum(0) / count)
    minimum = np.array([_MIN_YARDSTICK.get(name, 1e-6) for name in names])
    return np.maximum(std, minimum)


def _unwound(
    degrees: Float64[np.ndarray, " n"], labels: Int64[np.ndarray, " n"], classes: int
) -> Float64[np.ndarray, " n"]:
    """Unwrap axes, which have no direction: within 90 degrees of their class's mean."""
    unwound = degrees.copy()
    for k in range(classes):
        members = (labels == k) & np.isfinite(degrees)
        if members.any():
            doubled = np.radians(2 * degrees[members])
            mean = np.degrees(np.arctan2(np.sin(doubled).mean(), np.cos(doubled).mean())) / 2
            unwound[members] = mean + (degrees[members] - mean + 90) % 180 - 90
    return unwound
