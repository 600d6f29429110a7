"""Loss functions of capsule networks."""

from __future__ import annotations

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional

PRESENT, ABSENT, ABSENT_WEIGHT = 0.9, 0.1, 0.5
#: Margin of the spread loss at the start and at the end of its schedule.
SPREAD = 0.2, 0.9


def margin_loss(
    lengths: Float[Tensor, "batch classes"],
    present: Float[Tensor, "batch classes"],
    margins: tuple[float, float] = (PRESENT, ABSENT),
    absent_weight: float = ABSENT_WEIGHT,
) -> Float[Tensor, ""]:
    """Margin loss on capsule lengths, summed over classes, averaged over images.

    ``T max(0, 0.9 - |v|)^2 + 0.5 (1 - T) max(0, |v| - 0.1)^2`` (Sabour et al. 2017,
    equation 4): on lengths, not on their squares.

    Parameters
    ----------
    lengths : capsule lengths in [0, 1).
    present : 1 where the class is in the image, else 0.
    margins : m⁺ and m⁻, the 0.9 and 0.1 above.
    absent_weight : λ, the 0.5 above.
    """
    too_short = functional.relu(margins[0] - lengths).square()
    too_long = functional.relu(lengths - margins[1]).square()
    per_class = present * too_short + absent_weight * (1 - present) * too_long
    return per_class.sum(1).mean()


def distillation_loss(
    lengths: Float[Tensor, "batch classes"], probabilities: Float[Tensor, "batch classes"]
) -> Float[Tensor, ""]:
    """Distillation loss ``sum over k of (|v_k| - (0.1 + 0.8 p_k))²``, averaged over images.

    The targets are the probabilities p of other networks. They hold similarities between classes,
    which a label does not (Hinton, Vinyals, Dean 2015).

    Lengths are in [0, 1); `probabilities` is p, for the classes of each image, and sums to 1.
    """
    return (lengths - ABSENT - (PRESENT - ABSENT) * probabilities).square().sum(1).mean()


def spread_loss(
    a: Float[Tensor, "batch classes"], label: Int[Tensor, " batch"], margin: float
) -> Float[Tensor, ""]:
    """Spread loss ``sum over i ≠ t of max(0, m - (a_t - a_i))²``, averaged over images.

    Hinton, Sabour and Frosst 2018, equation 3.

    Parameters
    ----------
    a : activations of the classes, in [0, 1].
    label : the class t of each image.
    margin : m; it rises from `SPREAD` [0] to [1] in training.
    """
    target = a.gather(1, label[:, None])
    violations = functional.relu(margin - (target - a)).square()
    return (violations.sum(1) - margin**2).mean()  # the class itself contributes the whole margin


def spread_margin(progress: float) -> float:
    """Return the margin m of `spread_loss`, which rises over the first half of a training.

    With the full margin from the start, classes that are not yet separated would get all of the
    gradient.

    `progress` is the completed share of the training, 0 to 1.
    """
    low, high = SPREAD
    return low + (high - low) * min(1.0, 2 * progress)


def reconstruction_error(
    reconstruction: Float[Tensor, "batch *c side side"],
    image: Float[Tensor, "batch *c side side"],
) -> Float[Tensor, " batch"]:
    """Sum of squared pixel errors of each image, pixels in 0..1 (Sabour et al. 2017, 4.1).

    A mean in place of the sum would make the term 784 times too weak and blur the digits.
    """
    return (reconstruction - image).square().sum(tuple(range(1, image.ndim)))


def one_hot(labels: Int[Tensor, "*batch"], classes: int) -> Float[Tensor, "*batch classes"]:
    """Return T of the margin loss for one digit."""
    return functional.one_hot(labels, classes).float()
