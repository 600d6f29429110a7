"""Statistics of the output capsules' pose dimensions over real digits.

`read_poses` runs the network once over a labelled set; `statistics_of` computes the distribution of
the poses. A network for two digits gets pictures of two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Float32, Float64, Int, Int64
from torch import Tensor
from tqdm import tqdm

from capsviz.data.overlap import Pairs, pictures
from capsviz.data.pictures import Digits
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.loss import reconstruction_error

BATCH = 128
#: Bins of the histograms, over `SPAN` standard deviations on each side of the mean.
BINS, SPAN = 32, 4.0
#: Number of digits kept for each end of a dimension.
EXAMPLES = 10
#: Percentiles kept of lengths, distances and errors.
PERCENTS = np.arange(101)


@dataclass(frozen=True, slots=True)
class ClassPoses:
    """Poses of n labelled digits in m pictures, k in each (n = m k).

    Attributes
    ----------
    labels : true class of each digit.
    pose : pose of the true class's capsule.
    length : length of the k-th longest capsule, in [0, 1), or its activation if the routing has
        activations separate from lengths.
    misfit : summed squared pixel error of the k longest capsules' reconstructions, overlaid.
    """

    labels: Int64[np.ndarray, " n"]
    pose: Float32[np.ndarray, "n D"]
    length: Float32[np.ndarray, " m"]
    misfit: Float32[np.ndarray, " m"]


@dataclass(frozen=True, slots=True)
class Ones:
    """Pictures of one digit."""

    digits: Digits

    def __len__(self) -> int:
        return len(self.digits)

    def batches(
        self, device: torch.device
    ) -> Iterator[tuple[Float[Tensor, "batch *c side side"], Int[Tensor, "batch k"]]]:
        """Yield the digits, pixels in 0..1, and their classes (k = 1)."""
        for x, classes in self.digits.batches(BATCH, device):
            yield x, classes[:, None]


@dataclass(frozen=True, slots=True)
class Twos:
    """Pictures of two overlapping digits."""

    digits: Digits
    pairs: Pairs

    def __len__(self) -> int:
        return len(self.pairs)

    def batches(
        self, device: torch.device
    ) -> Iterator[tuple[Float[Tensor, "batch *c side side"], Int[Tensor, "batch k"]]]:
        """Yield pairs as used to train a network for two digits, and their classes (k = 2)."""
        for start in range(0, len(self), BATCH):
            images, _, classes = pictures(self.digits, self.pairs[start : start + BATCH], device)
            yield images, classes


@dataclass(frozen=True, slots=True)
class PoseStatistics:
    """Distribution of the poses of real digits, class by class.

    Attributes
    ----------
    count : images per class.
    mean, std, covariance : moments of the pose of capsule k over images of class k.
    histogram : counts in `BINS` equal bins over mean - `SPAN` std .. mean + `SPAN` std; the
        outermost bins also hold the values beyond.
    lengths : percentiles 0..100 of the length of capsule k over images of class k.
    distances : percentiles 0..100 of the Mahalanobis distance of a pose of class k from its mean.
    winner_length : percentiles 0..100 of the winner's length over all images (for two digits, the
        second winner's).
    misfit : percentiles 0..100 of the winner's reconstruction error (summed squared pixel error,
        pixels in 0..1) over all images (for two digits, both winners').
    """

    count: Int64[np.ndarray, " J"]
    mean: Float64[np.ndarray, "J D"]
    std: Float64[np.ndarray, "J D"]
    covariance: Float64[np.ndarray, "J D D"]
    histogram: Int64[np.ndarray, "J D bins"]
    lengths: Float64[np.ndarray, "J 101"]
    distances: Float64[np.ndarray, "J 101"]
    winner_length: Float64[np.ndarray, " 101"]
    misfit: Float64[np.ndarray, " 101"]

    def distance(self, capsule: int, pose: Float64[np.ndarray, "n D"]) -> Float64[np.ndarray, " n"]:
        """Mahalanobis distance of poses from the mean pose of one class."""
        return mahalanobis(pose, self.mean[capsule], self.covariance[capsule])


@dataclass(frozen=True, slots=True)
class Examples:
    """Real digits at the two ends of each dimension.

    Attributes
    ----------
    low, high : indices into the set, the most extreme first.
    """

    low: Int64[np.ndarray, "J D examples"]
    high: Int64[np.ndarray, "J D examples"]


Shown = Ones | Twos


@torch.inference_mode()
def read_poses(model: CapsNet, samples: Shown, label: str | None = None) -> ClassPoses:
    """Run a network over labelled pictures and keep the pose of each true class.

    `label` is that of a progress bar on stderr; None for no bar.
    """
    device = model.W.device
    results: list[tuple[np.ndarray, ...]] = []
    with tqdm(total=len(samples), desc=label, unit="img", disable=label is None) as bar:
        for x, classes in samples.batches(device):
            v, lengths = model(x)
            k = classes.shape[1]
            longest, winners = lengths.topk(k)
            rows = torch.arange(len(x), device=device)[:, None]
            decoded = model.decoder(v[rows, winners].flatten(0, 1), winners.flatten())
            combined = decoded.unflatten(0, (-1, k)).sum(1).clamp(max=1)
            poses = (
                classes.flatten(),
                v[rows, classes].flatten(0, 1),
                longest[:, -1],
                reconstruction_error(combined, x),
            )
            results.append(tuple(part.cpu().numpy() for part in poses))
            bar.update(len(x))
    labels, pose, length, misfit = (np.concatenate(part) for part in zip(*results, strict=True))
    return ClassPoses(labels.astype(np.int64), pose, length, misfit)


def statistics_of(poses: ClassPoses, classes: int) -> PoseStatistics:
    """Distribution of poses, class by class.

    If a class has no more images than a pose has dimensions, its covariance is shrunk towards the
    diagonal of the pooled one, the more the fewer images there are.

    Raises `CapsvizError` if a class has no image.
    """
    count = np.bincount(poses.labels, minlength=classes)
    if len(count) > classes or count.min() == 0:
        raise CapsvizError(
            f"pose statistics need pictures of each of the {classes} classes, and "
            f"{classes - np.count_nonzero(count[:classes])} have none: give more pictures"
        )
    by_class = [poses.pose[poses.labels == k].astype(np.float64) for k in range(classes)]
    mean = np.stack([pose.mean(0) for pose in by_class])
    covariance = _covariances(by_class, mean)
    std = np.sqrt(np.diagonal(covariance, axis1=1, axis2=2))
    return PoseStatistics(
        count=count,
        mean=mean,
        std=std,
        covariance=covariance,
        histogram=np.stack([_histograms(pose, mean[k], std[k]) for k, pose in enumerate(by_class)]),
        lengths=np.stack(
            [np.percentile(np.linalg.norm(pose, axis=1), PERCENTS) for pose in by_class]
        ),
        distances=np.stack(
            [
                np.percentile(mahalanobis(pose, mean[k], covariance[k]), PERCENTS)
                for k, pose in enumerate(by_class)
            ]
        ),
        winner_length=np.percentile(poses.length.astype(np.float64), PERCENTS),
        misfit=np.percentile(poses.misfit.astype(np.float64), PERCENTS),
    )


def _covariances(
    by_class: list[Float64[np.ndarray, "_ D"]], mean: Float64[np.ndarray, "J D"]
) -> Float64[np.ndarray, "J D D"]:
    dim = mean.shape[1]
    deviations = np.concatenate([pose - mean[k] for k, pose in enumerate(by_class)])
    # With one picture per class, only the variance between the classes is known.
    common = np.diag((deviations if deviations.any() else mean - mean.mean(0)).var(0))
    covariances = []
    for pose in by_class:
        weight = 1.0 if len(pose) > dim else (len(pose) - 1) / dim
        covariance = np.cov(pose, rowvar=False).reshape(dim, dim) if weight else common
        covariances.append(weight * covariance + (1 - weight) * common)
    return np.stack(covariances)


def examples_of(poses: ClassPoses, classes: int) -> Examples:
    """Find the digits of each class with the lowest and highest value of each dimension.

    Each end has `EXAMPLES` digits, or as many as the rarest class.
    """
    count = np.bincount(poses.labels, minlength=classes)
    size, ends = min(EXAMPLES, int(count[:classes].min())), []
    for k in range(classes):
        members = np.flatnonzero(poses.labels == k)
        order = members[np.argsort(poses.pose[members], axis=0, kind="stable").T]
        ends.append((order[:, :size], order[:, ::-1][:, :size]))
    low, high = zip(*ends, strict=True)
    return Examples(np.stack(low), np.stack(high))


def mahalanobis(
    pose: Float64[np.ndarray, "n D"],
    mean: Float64[np.ndarray, " D"],
    covariance: Float64[np.ndarray, "D D"],
) -> Float64[np.ndarray, " n"]:
    """Distance from a mean in standard deviations, along the directions of real variation.

    ``sqrt((x - m)^T S^+ (x - m))``, with the pseudo-inverse, so that a constant dimension
    contributes nothing instead of infinity.
    """
    deviation = pose - mean
    inverse = np.linalg.pinv(covariance, hermitian=True)
    return np.sqrt(np.maximum(np.einsum("nd,de,ne->n", deviation, inverse, deviation), 0))


def _histograms(
    pose: Float64[np.ndarray, "n D"],
    mean: Float64[np.ndarray, " D"],
    std: Float64[np.ndarray, " D"],
) -> Int64[np.ndarray, "D bins"]:
    share = np.clip((pose - mean) / np.where(std > 0, std, 1), -SPAN, SPAN)
    return np.stack(
        [np.histogram(values, BINS, (-SPAN, SPAN))[0].astype(np.int64) for values in share.T]
    )
