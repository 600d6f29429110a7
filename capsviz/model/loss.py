"""The two terms a capsule network is trained on."""

from __future__ import annotations

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional

PRESENT, ABSENT, ABSENT_WEIGHT = 0.9, 0.1, 0.5


def margin_loss(
    lengths: Float[Tensor, "batch classes"], present: Float[Tensor, "batch classes"]
) -> Float[Tensor, ""]:
    """Margin loss on capsule lengths, summed over classes, averaged over images.

    ``T max(0, 0.9 - |v|)^2 + 0.5 (1 - T) max(0, |v| - 0.1)^2`` (Sabour et al. 2017,
    equation 4): on lengths, not on their squares.

    Parameters
    ----------
    lengths : capsule lengths in [0, 1).
    present : 1 where the class is in the image, else 0.
    """
    too_short = functional.relu(PRESENT - lengths).square()
    too_long = functional.relu(lengths - ABSENT).square()
    per_class = present * too_short + ABSENT_WEIGHT * (1 - present) * too_long
    return per_class.sum(1).mean()


def reconstruction_error(
    reconstruction: Float[Tensor, "batch side side"], image: Float[Tensor, "batch side side"]
) -> Float[Tensor, " batch"]:
    """SUM of squared pixel errors of each image, pixels in 0..1 (Sabour et al. 2017, 4.1).

    A mean in place of the sum makes the term 784 times too weak and digits blur.
    """
    return (reconstruction - image).square().sum((1, 2))


def one_hot(labels: Int[Tensor, "*batch"], classes: int) -> Float[Tensor, "*batch classes"]:
    """T of the margin loss for one digit."""
    return functional.one_hot(labels, classes).float()
