"""Detection of users' networks that were trained on normalised pixels without declaring it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Float32, Int
from torch import Tensor

from capsviz.model.capsnet import Capsules

#: Means and standard deviations that programs for digits use: those of MNIST's pixels, and a half.
COMMON_STATISTICS = ((0.1307, 0.3081), (0.5, 0.5))
#: Minimum gain, in standard errors of the number of pictures classified correctly with only one of
#: two normalisations.
_MIN_GAIN = 3.0
#: Accuracy above which a network gets no general advice.
_GOOD_ACCURACY = 0.9


def advise(
    name: str,
    model: Any,
    images: Float32[Tensor, "n *c side side"],
    labels: Int[Tensor, " n"],
) -> str:
    """Return advice if a network was probably trained on normalised pictures; else "".

    It names the normalisation that improves the accuracy, if a common one does.

    `model` is an adapted network; `images` are in its format, in 0..1.
    """
    if getattr(model.network, "normalize", None) is not None:
        return ""
    unchanged = _correct(model, images, labels)
    right = int(unchanged.sum())
    text = f"{name} classifies {right} of {len(labels)} pictures correctly"
    for mean, deviation in COMMON_STATISTICS:
        changed = _correct(model, (images - mean) / deviation, labels)
        gain, differ = int(changed.sum()) - right, int((changed != unchanged).sum())
        if gain > _MIN_GAIN * math.sqrt(differ):
            return (
                f"{text}, and {right + gain} when their pixels are normalised: declare normalize = "
                f"({mean}, {deviation})"
            )
    if right <= _GOOD_ACCURACY * len(labels):
        return (
            f"{text}: if it learnt from normalised ones, declare their mean and standard "
            f"deviation, as in normalize = {COMMON_STATISTICS[0]}"
        )
    return ""


@torch.no_grad()
def _correct(model: Callable[[Tensor], Capsules], images: Tensor, labels: Tensor) -> Tensor:
    return model(images).lengths.argmax(1) == labels
