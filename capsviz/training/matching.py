"""Which class each object is, found afterwards: how what was learnt without labels is scored."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from jaxtyping import Int
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Match:
    """Names of the objects, and how far they hold.

    Attributes
    ----------
    classes : by object, the class that it is taken for.
    accuracy : share of the pictures whose object is taken for their class, 0..1.
    counts : by object and class, pictures.
    """

    classes: tuple[int, ...]
    accuracy: float
    counts: Int[np.ndarray, "K J"]


def match(
    guesses: Int[Tensor, " n"], labels: Int[Tensor, " n"], objects: int, classes: int
) -> Match:
    """The naming of objects by which most pictures are read rightly.

    With as many objects as classes, or fewer, each class names one object (Kuhn 1955); with
    more, each object is named by the class that it is most often, as in Kosiorek et al. (2019).
    """
    counts = np.zeros((objects, classes), int)
    np.add.at(counts, (guesses.numpy(), labels.numpy()), 1)
    named = counts.argmax(1)
    if objects <= classes:
        rows, columns = scipy.optimize.linear_sum_assignment(-counts)
        named[rows] = columns
    right = counts[np.arange(objects), named].sum()
    return Match(tuple(map(int, named)), float(right) / len(labels), counts)


def name_objects(
    guesses: Int[Tensor, " n"], labels: Int[Tensor, " n"], objects: int, each: int
) -> list[int]:
    """By object, the class that most of its first `each` pictures are of; 0 of one without any."""
    names = []
    for k in range(objects):
        own = labels[guesses == k][:each]
        names.append(int(own.bincount().argmax()) if len(own) else 0)
    return names
