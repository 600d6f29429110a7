"""Evaluation of a model on a labelled set."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from capsviz.data.overlap import Pairs, pair_for_scoring, pictures, split_iou
from capsviz.data.pictures import Pictures
from capsviz.model.capsnet import CapsNet
from capsviz.model.loss import reconstruction_error
from capsviz.model.networks import Network
from capsviz.model.operator_precision import infer_exactly

BATCH = 256


@dataclass(frozen=True, slots=True)
class Scores:
    """Results on n images.

    Attributes
    ----------
    n : number of images.
    accuracy : share of correct predictions, 0..1: the longest capsule is correct, or for two digits
        the two longest are.
    reconstruction_sse : mean over images of the summed squared pixel error (pixels in 0..1) of the
        decoded longest capsule, as displayed. For two digits: the mean over both, each decoded from
        the capsule of its true class, whether or not it is among the two longest. None for a
        network without a decoder.
    iou : for two digits, the mean intersection over union of a digit's ink and the ink that the
        capsule of its true class claims; None for one digit, or without a decoder.
    winners_sse, winners_iou : the same with the two longest capsules in place of the true classes',
        each compared with the digit of its class, or else with the remaining one.
    """

    n: int
    accuracy: float
    reconstruction_sse: float | None
    iou: float | None = None
    winners_sse: float | None = None
    winners_iou: float | None = None


def evaluate(model: Network, digits: Pictures) -> Scores:
    """Accuracy and reconstruction error of `model` on `digits`."""
    predictions, error = answers(model, digits)
    return Scores(len(digits), float((predictions == digits.labels).float().mean()), error)


@infer_exactly
def answers(
    model: Network, digits: Pictures, iterations: int | None = None
) -> tuple[Int[Tensor, " n"], float | None]:
    """Return the class that `model` predicts for each image, and its mean reconstruction error.

    `iterations` are of the routing, by default the model's own.
    """
    device = next(model.parameters()).device
    predictions, error = [], 0.0
    decodes = isinstance(model, CapsNet) and model.decoder.exists
    for images in digits.images.split(BATCH):
        x = images.to(device).float() / 255
        if not isinstance(model, CapsNet):
            predictions.append(model(x).lengths.argmax(1))
            continue
        v, lengths = model(x, iterations)
        predictions.append(lengths.argmax(1))
        if decodes:
            error += float(decode_winner(model, x, v, lengths)[1].sum())
    mean_error = error / len(digits) if decodes else None
    return torch.cat(predictions).cpu(), mean_error


def decode_winner(
    model: CapsNet,
    x: Float[Tensor, "n *c side side"],
    v: Float[Tensor, "n J D"],
    lengths: Float[Tensor, "n J"],
) -> tuple[Float[Tensor, "n *c side side"], Float[Tensor, " n"]]:
    """Decode the longest capsules; returns reconstructions and their misfits with the images."""
    winner = lengths.argmax(1)
    decoded = model.decoder(v[torch.arange(len(x), device=x.device), winner], winner)
    return decoded, reconstruction_error(decoded, x)


def evaluate_pairs(model: Network, digits: Pictures, pairs: Pairs | None = None) -> Scores:
    """Evaluate `model` on two overlapping digits.

    `digits` are the single digits behind the images, `pairs` by default those of
    `pair_for_scoring`.
    """
    pairs = pair_for_scoring(digits) if pairs is None else pairs
    device = next(model.parameters()).device
    correct, sums = 0, np.zeros(4)
    with torch.inference_mode():
        for start in range(0, len(pairs), BATCH):
            images, parts, classes = pictures(digits, pairs[start : start + BATCH], device)
            v, lengths = model(images)
            predicted = lengths.topk(2).indices
            correct += int((predicted.sort(1).values == classes.sort(1).values).all(1).sum())
            if isinstance(model, CapsNet):
                target_scores = _reconstruction_scores(model, v, classes, parts)
                winner_scores = _compare_with_digits(model, v, predicted, classes, parts)
                sums += [float(scores.sum()) for scores in (*target_scores, *winner_scores)]
    n = len(pairs)
    if not isinstance(model, CapsNet):
        return Scores(n, correct / n, None)
    return Scores(n, correct / n, *(sums / (2 * n)).tolist())


def _compare_with_digits(
    model: CapsNet,
    v: Float[Tensor, "n J D"],
    predicted: Int[Tensor, "n 2"],
    classes: Int[Tensor, "n 2"],
    parts: Float[Tensor, "n 2 side side"],
) -> tuple[Float[Tensor, "n 2"], Float[Tensor, "n 2"]]:
    """Compare the two longest capsules with the digits, in the better order if neither matches."""
    orders = predicted, predicted.flip(1)
    (error, iou), (swapped, swapped_iou) = (
        _reconstruction_scores(model, v, order, parts) for order in orders
    )
    matches, swapped_matches = ((order == classes).sum(1) for order in orders)
    closer = (matches == swapped_matches) & (swapped.sum(1) < error.sum(1))
    swap = ((swapped_matches > matches) | closer)[:, None]
    return torch.where(swap, swapped, error), torch.where(swap, swapped_iou, iou)


def _reconstruction_scores(
    model: CapsNet,
    v: Float[Tensor, "n J D"],
    capsules: Int[Tensor, "n 2"],
    parts: Float[Tensor, "n 2 side side"],
) -> tuple[Float[Tensor, "n 2"], Float[Tensor, "n 2"]]:
    """Decode two capsules and compare each with a digit alone: error and overlap."""
    pose = v[torch.arange(len(v), device=v.device)[:, None], capsules]
    decoded = model.decoder(pose.flatten(0, 1), capsules.flatten())
    error = reconstruction_error(decoded, parts.flatten(0, 1))
    return error.view(-1, 2), split_iou(decoded.view_as(parts), parts)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Difference of one network's outputs in two precisions, on n images.

    Attributes
    ----------
    n : number of images.
    same : number of equal predictions.
    mean, largest : difference of a length (of a probability, for a network without capsules), over
        all images and classes.
    """

    n: int
    same: int
    mean: float
    largest: float


@torch.inference_mode()
def agreement(
    exact: Network,
    fast: Network,
    batches: Iterable[Float[Tensor, "_ *c side side"]],
    classes: int = 1,
) -> Agreement:
    """Measure the difference of `fast` from `exact`, the same network in another precision.

    Images have pixels in 0..1. A prediction is of `classes` classes: the longest capsule, or the
    two longest.
    """
    n, same, total, largest = 0, 0, 0.0, 0.0
    for images in batches:
        lengths = [network(images).lengths for network in (exact, fast)]
        predictions = [x.topk(classes).indices.sort(1).values for x in lengths]
        differences = (lengths[0] - lengths[1]).abs()
        n += len(images)
        same += int((predictions[0] == predictions[1]).all(1).sum())
        total += float(differences.mean(1).sum())
        largest = max(largest, float(differences.max()))
    return Agreement(n, same, total / n, largest)


def interval(accuracy: float, n: int) -> tuple[float, float]:
    """95 % interval of a share, 0..1, of n images (Wilson 1927)."""
    z = 1.959964
    middle = accuracy + z * z / (2 * n)
    spread = z * math.sqrt(accuracy * (1 - accuracy) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)
