"""How good a model is on a labelled set."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from capsviz.data.mnist import Digits
from capsviz.model.cnn import CNN
from capsviz.model.loss import reconstruction_error
from capsviz.model.networks import Network

BATCH = 256


@dataclass(frozen=True, slots=True)
class Scores:
    """Results on n images.

    Attributes
    ----------
    n : images.
    accuracy : share of images whose longest capsule is the right one, 0..1.
    reconstruction_sse : mean over images of the summed squared pixel error (pixels in
        0..1) of the decoded longest capsule, as a visitor sees it; None for a network
        without a decoder.
    """

    n: int
    accuracy: float
    reconstruction_sse: float | None


@torch.inference_mode()
def evaluate(model: Network, digits: Digits) -> Scores:
    """Accuracy and reconstruction error of `model` on `digits`."""
    device = next(model.parameters()).device
    right, error = 0, 0.0
    for images, labels in zip(digits.images.split(BATCH), digits.labels.split(BATCH), strict=True):
        x = images.to(device).float() / 255
        v, lengths = model(x)
        winner = lengths.argmax(1)
        right += int((winner == labels.to(device)).sum())
        if isinstance(model, CNN):
            continue
        decoded = model.decoder(v[torch.arange(len(x)), winner], winner)
        error += float(reconstruction_error(decoded, x).sum())
    sse = None if isinstance(model, CNN) else error / len(digits)
    return Scores(len(digits), right / len(digits), sse)
