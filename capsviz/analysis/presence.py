"""Distribution of a network's output lengths over one digit, and over two.

The scale of an output differs between networks: a length trained to margins of 0.9 and 0.1, an
activation, a share of 1. The thresholds of a verdict (`analysis.verdict`) therefore follow from the
network's own outputs on training digits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Float64
from torch import Tensor

from capsviz.data.augment import center_on_canvas, shift_images
from capsviz.data.overlap import Pairs, draw_pairs, pictures
from capsviz.data.pictures import Digits
from capsviz.model.capsnet import CapsNet

BATCH = 64
#: Number of pictures of one training digit, and of two.
PICTURES = 3000
#: Maximum shift of a single digit, as in training.
SHIFT = 2
#: Percentiles kept.
PERCENTS = np.arange(101)


@dataclass(frozen=True, slots=True)
class Presence:
    """Percentiles 0..100 of output lengths (or activations) over training digits.

    Attributes
    ----------
    one, one_next : largest and second largest output, over pictures of one digit.
    two_next : second largest output, over pictures of two digits of different classes.
    """

    one: Float64[np.ndarray, " 101"]
    one_next: Float64[np.ndarray, " 101"]
    two_next: Float64[np.ndarray, " 101"]


@torch.inference_mode()
def read_presence(model: CapsNet, training: Digits, seed: int = 0) -> Presence:
    """Measure the outputs for single shifted training digits and for pairs; about a minute.

    The network is for pictures of 28 x 28 pixels, or for the larger ones of two digits; the digits
    are of at least two classes.
    """
    random = torch.Generator().manual_seed(seed)
    indices = torch.randperm(len(training), generator=random)[:PICTURES]
    moves = torch.randint(-SHIFT, SHIFT + 1, (len(indices), 2), generator=random)
    pairs = draw_pairs(training.labels, indices, random)
    singles, doubles = [], []
    for start in range(0, len(indices), BATCH):
        batch = slice(start, start + BATCH)
        images = shift_images(training.images[indices[batch]].float() / 255, moves[batch], SHIFT)
        singles.append(_two_largest(model, center_on_canvas(images, model.config.image_size)))
        doubles.append(_two_largest(model, _pictures(training, pairs[batch], model)))
    one, two = (torch.cat(parts).double().cpu().numpy() for parts in (singles, doubles))
    return Presence(*(np.percentile(column, PERCENTS) for column in (*one.T, two[:, 1])))


def _pictures(training: Digits, pairs: Pairs, model: CapsNet) -> Float[Tensor, "n *c side side"]:
    images, _, _ = pictures(training, pairs)
    return center_on_canvas(images, model.config.image_size)


def _two_largest(model: CapsNet, images: Float[Tensor, "n *c side side"]) -> Float[Tensor, "n 2"]:
    return model(images.to(model.W.device)).lengths.topk(2).values
