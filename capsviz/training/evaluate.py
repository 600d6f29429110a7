"""How good a model is on a labelled set."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from capsviz.data.mnist import Digits
from capsviz.model.capsnet import CapsNet
from capsviz.model.loss import reconstruction_error

BATCH = 256


@dataclass(frozen=True, slots=True)
class Scores:
    """Results on n images.

    Attributes
    ----------
    n : images.
    accuracy : share of images whose longest capsule is the right one, 0..1.
    reconstruction_sse : mean over images of the summed squared pixel error (pixels in
        0..1) of the decoded longest capsule, as a visitor sees it.
    """

    n: int
    accuracy: float
    reconstruction_sse: float


@torch.inference_mode()
def evaluate(model: CapsNet, digits: Digits) -> Scores:
    """Accuracy and reconstruction error of `model` on `digits`."""
    device = model.W.device
    right, error = 0, 0.0
    for images, labels in zip(digits.images.split(BATCH), digits.labels.split(BATCH), strict=True):
        x = images.to(device).float() / 255
        v, lengths = model(x)
        winner = lengths.argmax(1)
        right += int((winner == labels.to(device)).sum())
        decoded = model.decoder(v[torch.arange(len(x)), winner], winner)
        error += float(reconstruction_error(decoded, x).sum())
    return Scores(len(digits), right / len(digits), error / len(digits))
