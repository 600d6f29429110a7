"""Matching of objects to classes, to score an unsupervised training."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from jaxtyping import Int
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Match:
    """Assignment of objects to classes, and its accuracy.

    Attributes
    ----------
    classes : class of each object.
    accuracy : share of pictures whose object has their class, 0..1.
    counts : number of pictures by object and class.
    """

    classes: tuple[int, ...]
    accuracy: float
    counts: Int[np.ndarray, "K J"]


def match(
    guesses: Int[Tensor, " n"], labels: Int[Tensor, " n"], objects: int, classes: int
) -> Match:
    """Find the assignment of objects to classes with the highest accuracy.

    With at most as many objects as classes, it is one-to-one (Kuhn 1955); with more, each object
    gets its most frequent class, as in Kosiorek et al. (2019).
    """
    counts = np.zeros((objects, classes), int)
    np.add.at(counts, (guesses.numpy(), labels.numpy()), 1)
    assigned = counts.argmax(1)
    if objects <= classes:
        rows, columns = scipy.optimize.linear_sum_assignment(-counts)
        assigned[rows] = columns
    correct = counts[np.arange(objects), assigned].sum()
    return Match(tuple(map(int, assigned)), float(correct) / len(labels), counts)


def name_objects(
    guesses: Int[Tensor, " n"], labels: Int[Tensor, " n"], objects: int, count: int
) -> list[int]:
    """Return the majority class of each object's first `count` pictures; 0 for one without any."""
    names = []
    for k in range(objects):
        own_labels = labels[guesses == k][:count]
        names.append(int(own_labels.bincount().argmax()) if len(own_labels) else 0)
    return names
