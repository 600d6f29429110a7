"""Information in a code about exactly known factors, and its disentanglement.

A code is n rows of D numbers: poses of one capsule, or a hidden layer. Maps are fitted on one half
of the rows and scored on the other, by ``R2 = 1 - sum (truth - fit)^2 / sum (truth - mean)^2``;
hyperparameters (a penalty, a kernel's width) are chosen on a third of the first half. An angle is
predicted as sine and cosine, after multiplication by 360 over the shape's symmetry angle; its R²
covers both.

References
----------
DCI: Eastwood and Williams, "A Framework for the Quantitative Evaluation of Disentangled
Representations", ICLR 2018; importances are the weights of a lasso, as there. Mutual information
gap: Chen, Li, Grosse and Duvenaud, "Isolating Sources of Disentanglement in Variational
Autoencoders", NeurIPS 2018; here on bins of equal counts, since the codes are numbers, not
distributions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from jaxtyping import Float64, Int64

#: Candidate penalties: of ridge, as shares of the kernel's mean diagonal, and of lasso.
_RIDGES = (1e-9, 1e-7, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0)
_LASSOS = (0.3, 0.1, 0.03, 0.01, 0.003)
#: Candidate widths of the Gaussian kernel, in median distances between two rows.
_WIDTHS = (0.5, 1.0, 2.0)
_STEPS = 200
#: Bins of the mutual information.
BINS = 20

#: Maps new rows and fitted rows to their similarities.
Kernel = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True, slots=True)
class FactorScores:
    """Scores of a code's factors, for objects of one class.

    Attributes
    ----------
    single : R² of a straight line over each dimension alone.
    linear : R² of the best linear map of all dimensions.
    nonlinear : R² of the best smooth map: ridge regression with a Gaussian kernel.
    disentanglement : DCI score, 1 if each dimension depends on one factor only, 0 if each depends
        on all equally; weighted by the dimensions' importance.
    completeness : DCI score, 1 if each factor is captured by one dimension only.
    gap : mutual information gap of each factor: the lead of the most informative dimension over the
        next, as a share of the factor's entropy.
    """

    single: Float64[np.ndarray, "D F"]
    linear: Float64[np.ndarray, " F"]
    nonlinear: Float64[np.ndarray, " F"]
    disentanglement: float
    completeness: float
    gap: Float64[np.ndarray, " F"]


def targets(
    factors: Float64[np.ndarray, "n F"], periods: Sequence[float]
) -> Float64[np.ndarray, "n T"]:
    """Return the T regression targets: the factors, with cosine and sine for each angle.

    `periods` are the degrees after which an object looks the same, for each factor; 0 for a factor
    that is not an angle.
    """
    columns = []
    for values, period in zip(factors.T, periods, strict=True):
        angle = values * (2 * np.pi / period) if period else values
        columns += [np.cos(angle), np.sin(angle)] if period else [values]
    return np.stack(columns, 1)


def _columns(periods: Sequence[float]) -> list[list[int]]:
    """Return the columns of `targets` that belong to each factor."""
    counts = [2 if period else 1 for period in periods]
    return [list(range(end - n, end)) for n, end in zip(counts, accumulate(counts), strict=True)]


def measure_code(
    code: Float64[np.ndarray, "n D"],
    factors: Float64[np.ndarray, "n F"],
    periods: Sequence[float],
) -> FactorScores:
    """Measure how well a code of objects of one class represents their factors.

    `code` and `factors` are rows of the same objects, shuffled; `periods` are as for `targets`.
    """
    z, t = standardise(code), targets(factors, periods)
    half = len(z) // 2
    importance = importances(z[:half], t[:half], periods)
    disentanglement, completeness = dci(importance)
    return FactorScores(
        single=_singles(z, t, half, _columns(periods)),
        linear=predictable(code, factors, periods),
        nonlinear=predictable(code, factors, periods, [linear, *gaussians(z[:half])]),
        disentanglement=disentanglement,
        completeness=completeness,
        gap=gaps(code, factors),
    )


def predictable(
    code: Float64[np.ndarray, "n D"],
    factors: Float64[np.ndarray, "n F"],
    periods: Sequence[float],
    kernels: Sequence[Kernel] | None = None,
) -> Float64[np.ndarray, " F"]:
    """R² of the best map from a code to each factor.

    `code`, `factors` and `periods` are as for `measure_code`. The kernels are maps to choose from,
    by default linear ones.
    """
    z, t = standardise(code), targets(factors, periods)
    half = len(z) // 2
    fit, score = slice(0, half), slice(half, None)
    predicted = predict(kernels or [linear], z[fit], t[fit], z[score], _columns(periods))
    return by_factor(t[score], predicted, periods)


def standardise(code: Float64[np.ndarray, "n D"]) -> Float64[np.ndarray, "n D"]:
    """Scale each dimension to mean 0 and standard deviation 1; a constant one becomes 0."""
    std = code.std(0)
    return (code - code.mean(0)) / np.where(std > 1e-9, std, np.inf)


def by_factor(
    truth: Float64[np.ndarray, "n T"], fit: Float64[np.ndarray, "n T"], periods: Sequence[float]
) -> Float64[np.ndarray, " F"]:
    """R² of each factor; sine and cosine of an angle count together."""
    return np.array([r_squared(truth[:, c], fit[:, c]) for c in _columns(periods)])


def r_squared(truth: Float64[np.ndarray, "n k"], fit: Float64[np.ndarray, "n k"]) -> float:
    """R² of all columns together, relative to the mean; negative if worse than the mean."""
    total = float(np.square(truth - truth.mean(0)).sum())
    return 1 - float(np.square(truth - fit).sum()) / total if total > 0 else 0.0


def _singles(
    z: Float64[np.ndarray, "n D"], t: Float64[np.ndarray, "n T"], half: int, groups: list[list[int]]
) -> Float64[np.ndarray, "D F"]:
    """R² of a straight line over one dimension, for each dimension and factor."""
    x, y = z[:half] - z[:half].mean(0), t[:half] - t[:half].mean(0)
    slope = x.T @ y / np.maximum(np.square(x).sum(0), 1e-12)[:, None]
    test_x, test_y = z[half:] - z[:half].mean(0), t[half:] - t[:half].mean(0)
    # The sum of (test_y - slope test_x)^2, expanded.
    missed = np.square(test_y).sum(0) + slope * (
        slope * np.square(test_x).sum(0)[:, None] - 2 * test_x.T @ test_y
    )
    total = np.square(test_y - test_y.mean(0)).sum(0)
    return np.stack([1 - missed[:, c].sum(1) / total[c].sum() for c in groups], 1)


# --- maps --------------------------------------------------------------------------------


def linear(a: Float64[np.ndarray, "m D"], b: Float64[np.ndarray, "n D"]) -> np.ndarray:
    """Kernel of linear maps with a constant."""
    return a @ b.T / a.shape[1] + 1


def gaussians(z: Float64[np.ndarray, "n D"]) -> list[Kernel]:
    """Return Gaussian kernels of several widths on the scale of these rows."""
    typical = float(np.median(_squares(z[:200], z[:200])))

    def of(width: float) -> Kernel:
        scale = 2 * width**2 * max(typical, 1e-12)
        return lambda a, b: np.exp(-_squares(a, b) / scale)

    return [of(width) for width in _WIDTHS]


def _squares(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Squared distances between all pairs of rows."""
    norms = np.square(a).sum(1)[:, None] + np.square(b).sum(1)
    return np.maximum(norms - 2 * (a @ b.T), 0)


def predict(
    kernels: Sequence[Kernel],
    z: Float64[np.ndarray, "n D"],
    t: Float64[np.ndarray, "n k"],
    unseen: Float64[np.ndarray, "m D"],
    groups: Sequence[Sequence[int]],
    *,
    centred: bool = True,
) -> Float64[np.ndarray, "m k"]:
    """Predict the targets of unseen rows by ridge regression with the best kernel and penalty.

    Parameters
    ----------
    groups : columns of the targets that share the choice of kernel and penalty.
    centred : whether to fit the targets' deviations from their mean, or the targets themselves.
    """
    cut = len(z) * 2 // 3
    mean = t.mean(0) if centred else np.zeros(t.shape[1])
    y = t - mean
    trials = [_solve(kernel, z[:cut], y[:cut], z[cut:], _RIDGES) for kernel in kernels]
    predictions = np.empty((len(unseen), t.shape[1]))
    for group in groups:
        columns = list(group)
        errors = [
            [float(np.square(y[cut:][:, columns] - fit[:, columns]).sum()) for fit in trial]
            for trial in trials
        ]
        k, r = divmod(int(np.argmin(errors)), len(_RIDGES))
        (fit,) = _solve(kernels[k], z, y[:, columns], unseen, (_RIDGES[r],))
        predictions[:, columns] = fit + mean[columns]
    return predictions


def _solve(
    kernel: Kernel, z: np.ndarray, t: np.ndarray, unseen: np.ndarray, ridges: Sequence[float]
) -> list[np.ndarray]:
    gram = kernel(z, z)
    level = max(float(np.trace(gram)), 1e-12)  # mean diagonal times the number of rows
    values, vectors = np.linalg.eigh(gram)
    coeffs, basis = vectors.T @ t, kernel(unseen, z) @ vectors
    return [basis @ (coeffs / (np.maximum(values, 0) + ridge * level)[:, None]) for ridge in ridges]


def linear_map(
    code: Float64[np.ndarray, "n D"], t: Float64[np.ndarray, "n k"]
) -> Float64[np.ndarray, "k E"]:
    """Fit the linear map from a code to targets: a weight per dimension and a constant.

    Each target has a row of D + 1 weights.
    """
    z = np.column_stack([code, np.ones(len(code))])
    return np.linalg.lstsq(z, t, rcond=1e-9)[0].T


# --- disentanglement ---------------------------------------------------------------------


def importances(
    z: Float64[np.ndarray, "n D"], t: Float64[np.ndarray, "n T"], periods: Sequence[float]
) -> Float64[np.ndarray, "D F"]:
    """Importances of each dimension for each factor: absolute lasso weights at unit variance."""
    y = standardise(t)
    cut = len(z) * 2 // 3
    trials = _lassos(z[:cut], y[:cut])
    models = _lassos(z, y)
    groups = _columns(periods)
    weights = np.zeros((z.shape[1], len(groups)))
    for f, columns in enumerate(groups):
        errors = [np.square(y[cut:][:, columns] - z[cut:] @ w[:, columns]).sum() for w in trials]
        weights[:, f] = np.abs(models[int(np.argmin(errors))][:, columns]).sum(1)
    return weights


def _lassos(z: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """Weights for each of `_LASSOS`, by accelerated proximal steps (Beck, Teboulle 2009)."""
    n = len(z)
    steepest = max(float(np.linalg.eigvalsh(z @ z.T if n < z.shape[1] else z.T @ z)[-1]) / n, 1e-9)
    w = np.zeros((z.shape[1], y.shape[1]))
    models = []
    for penalty in _LASSOS:  # each starts from the solution of the next larger penalty
        ahead, momentum = w, 1.0
        for _ in range(_STEPS):
            step = ahead - z.T @ (z @ ahead - y) / (n * steepest)
            after = np.sign(step) * np.maximum(np.abs(step) - penalty / steepest, 0)
            gained = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
            ahead = after + (momentum - 1) / gained * (after - w)
            w, momentum = after, gained
        models.append(w)
    return models


def dci(importance: Float64[np.ndarray, "D F"]) -> tuple[float, float]:
    """Disentanglement and completeness, each 0 to 1, from a matrix of importances."""
    total = importance.sum()
    if total <= 0:
        return 0.0, 0.0
    weight = importance.sum(1) / total
    return float((weight * (1 - _entropy(importance))).sum()), float(
        np.mean(1 - _entropy(importance.T))
    )


def _entropy(rows: Float64[np.ndarray, "n k"]) -> Float64[np.ndarray, " n"]:
    """Normalised entropy of each row as shares, 0 to 1; 1 for a row of zeros."""
    sums = rows.sum(1, keepdims=True)
    p = np.where(sums > 0, rows / np.where(sums > 0, sums, 1), 1 / rows.shape[1])
    logs = np.log(np.where(p > 0, p, 1))
    return -(p * logs).sum(1) / np.log(rows.shape[1])


def gaps(
    code: Float64[np.ndarray, "n D"], factors: Float64[np.ndarray, "n F"]
) -> Float64[np.ndarray, " F"]:
    """Mutual information gap of each factor, 0 to 1."""
    bins, differences = _bins(code), []
    for truth in _bins(factors).T:
        shares = np.bincount(truth) / len(truth)
        entropy = -(shares * np.log(np.maximum(shares, 1e-300))).sum()
        second, first = np.sort(_mutual(bins, truth))[-2:]
        differences.append((first - second) / max(entropy, 1e-12))
    return np.array(differences)


def _bins(values: Float64[np.ndarray, "n k"]) -> Int64[np.ndarray, "n k"]:
    """Bin each column into bins of equal counts; equal values share a bin."""
    edges = np.quantile(values, np.arange(1, BINS) / BINS, axis=0)
    return (values >= edges[:, None]).sum(0)


def _mutual(
    bins: Int64[np.ndarray, "n D"], truth: Int64[np.ndarray, " n"]
) -> Float64[np.ndarray, " D"]:
    """Mutual information of each binned column and the truth, in nats."""
    n, dims = bins.shape
    cells = (np.arange(dims) * BINS + bins) * BINS + truth[:, None]
    joint = np.bincount(cells.ravel(), minlength=dims * BINS**2).reshape(dims, BINS, BINS) / n
    independent = joint.sum(2, keepdims=True) * joint.sum(1, keepdims=True)
    logs = np.log(np.where(joint > 0, joint, 1) / np.where(joint > 0, independent, 1))
    return (joint * logs).sum((1, 2))


# --- laws --------------------------------------------------------------------------------


def laws(
    before: Float64[np.ndarray, "n D"],
    after: Float64[np.ndarray, "n D"],
    factor_change: Float64[np.ndarray, " n"],
) -> tuple[float, float]:
    """Measure how well a law explains the change of a code when one factor changes alone.

    `factor_change` is from before to after.

    Returns
    -------
    Shares of the code's change that are explained, ``1 - sum |change - fit|^2 / sum |change|^2``:
    by one vector times `factor_change`, the same for all, and by a vector that depends linearly
    on the code before the change.
    """
    change, half = after - before, len(before) // 2
    rows = np.column_stack([factor_change / np.abs(factor_change).max(), standardise(before)])
    columns = [range(change.shape[1])]

    def share(kernel: Kernel) -> float:
        fit = predict([kernel], rows[:half], change[:half], rows[half:], columns, centred=False)
        total = float(np.square(change[half:]).sum())
        return 1 - float(np.square(change[half:] - fit).sum()) / total if total > 0 else 0.0

    return share(_common), share(_own)


def _common(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.outer(a[:, 0], b[:, 0])


def _own(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return _common(a, b) * linear(a[:, 1:], b[:, 1:])
