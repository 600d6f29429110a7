"""How good a model is on a labelled set."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor

from capsviz.data.overlap import Pairs, pictures, scored_pairs, split_iou
from capsviz.data.pictures import Pictures
from capsviz.model.capsnet import CapsNet
from capsviz.model.loss import reconstruction_error
from capsviz.model.networks import Network

BATCH = 256


@dataclass(frozen=True, slots=True)
class Scores:
    """Results on n images.

    Attributes
    ----------
    n : images.
    accuracy : share of images read rightly, 0..1: the longest capsule is the right one, or
        of two digits the two longest are.
    reconstruction_sse : mean over images of the summed squared pixel error (pixels in
        0..1) of the decoded longest capsule, as a visitor sees it. Of two digits: the mean
        over both, each decoded from its own capsule. None for a network without a decoder.
    iou : of two digits, the mean intersection over union of a digit's ink and of what its
        capsule claims; None for one digit, or without a decoder.
    """

    n: int
    accuracy: float
    reconstruction_sse: float | None
    iou: float | None = None


def evaluate(model: Network, digits: Pictures) -> Scores:
    """Accuracy and reconstruction error of `model` on `digits`."""
    found, error = answers(model, digits)
    return Scores(len(digits), float((found == digits.labels).float().mean()), error)


@torch.inference_mode()
def answers(
    model: Network, digits: Pictures, iterations: int | None = None
) -> tuple[Int[Tensor, " n"], float | None]:
    """The class that `model` gives each image, and its mean reconstruction error.

    Parameters
    ----------
    iterations : routing iterations, by default the model's own.
    """
    device = next(model.parameters()).device
    found, error = [], 0.0
    for images in digits.images.split(BATCH):
        x = images.to(device).float() / 255
        if not isinstance(model, CapsNet):
            found.append(model(x).lengths.argmax(1))
            continue
        v, lengths = model(x, iterations)
        winner = lengths.argmax(1)
        found.append(winner)
        decoded = model.decoder(v[torch.arange(len(x)), winner], winner)
        error += float(reconstruction_error(decoded, x).sum())
    mean_error = error / len(digits) if isinstance(model, CapsNet) else None
    return torch.cat(found).cpu(), mean_error


def evaluate_pairs(model: Network, digits: Pictures, pairs: Pairs | None = None) -> Scores:
    """How well `model` reads two digits over each other.

    Parameters
    ----------
    digits : the single digits that the images are made of.
    pairs : which of them, by default those of `scored_pairs`.
    """
    pairs = scored_pairs(digits) if pairs is None else pairs
    device = next(model.parameters()).device
    right, error, iou = 0, 0.0, 0.0
    with torch.inference_mode():
        for at in range(0, len(pairs), BATCH):
            images, parts, classes = pictures(digits, pairs[at : at + BATCH], device)
            v, lengths = model(images)
            two = lengths.topk(2).indices.sort(1).values
            right += int((two == classes.sort(1).values).all(1).sum())
            if isinstance(model, CapsNet):
                pose = v[torch.arange(len(v), device=device)[:, None], classes]
                decoded = model.decoder(pose.flatten(0, 1), classes.flatten())
                error += float(reconstruction_error(decoded, parts.flatten(0, 1)).sum())
                iou += float(split_iou(decoded, parts.flatten(0, 1)).sum())
    n = len(pairs)
    if not isinstance(model, CapsNet):
        return Scores(n, right / n, None)
    return Scores(n, right / n, error / (2 * n), iou / (2 * n))


def interval(accuracy: float, n: int) -> tuple[float, float]:
    """95 % interval of a share counted on n images (Wilson 1927).

    Parameters
    ----------
    accuracy : share found, 0..1.
    n : images it was counted on.
    """
    z = 1.959964
    middle = accuracy + z * z / (2 * n)
    spread = z * math.sqrt(accuracy * (1 - accuracy) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)
