"""Routing by agreement in scalar loops: slow, and plain enough to be checked by eye.

Every vectorised formula is held to this file. It follows "Dynamic Routing Between Capsules"
(Sabour, Frosst, Hinton 2017) word by word and knows nothing of arrays: capsules are lists of
floats, i counts input capsules, j output capsules, d the dimensions of an output capsule.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Vector = list[float]


def squash(s: Vector) -> Vector:
    """Equation 1: ``|s|^2 / (1 + |s|^2) * s / |s|``."""
    square = sum(x * x for x in s)
    if square == 0:
        return [0.0 for _ in s]
    factor = square / (1 + square) / math.sqrt(square)
    return [factor * x for x in s]


def softmax(b: Vector) -> Vector:
    """Equation 3, for the logits of one input capsule."""
    highest = max(b)
    weights = [math.exp(x - highest) for x in b]
    return [weight / sum(weights) for weight in weights]


def length(v: Vector) -> float:
    """Length of a capsule: the presence of its entity."""
    return math.sqrt(sum(x * x for x in v))


def votes(u: list[Vector], W: list[list[list[Vector]]]) -> list[list[Vector]]:
    """Equation 2: ``u_hat[i][j] = W_ij u_i``, with W as [i][in_dim][j][d]."""
    return [
        [
            [sum(W[i][k][j][d] * u[i][k] for k in range(len(u[i]))) for d in range(len(W[i][0][j]))]
            for j in range(len(W[i][0]))
        ]
        for i in range(len(u))
    ]


@dataclass
class Step:
    """One iteration: logits entering it, couplings, totals, capsules, agreement."""

    b: list[Vector]
    c: list[Vector]
    s: list[Vector]
    v: list[Vector]
    a: list[Vector]


def route(u_hat: list[list[Vector]], iterations: int) -> list[Step]:
    """Procedure 1, for one image; all its iterations."""
    inputs, outputs, dims = range(len(u_hat)), range(len(u_hat[0])), range(len(u_hat[0][0]))
    b = [[0.0 for _ in outputs] for _ in inputs]
    steps = []
    for _ in range(iterations):
        c = [softmax(b[i]) for i in inputs]
        s = [[sum(c[i][j] * u_hat[i][j][d] for i in inputs) for d in dims] for j in outputs]
        v = [squash(s[j]) for j in outputs]
        a = [[sum(u_hat[i][j][d] * v[j][d] for d in dims) for j in outputs] for i in inputs]
        steps.append(Step(b, c, s, v, a))
        b = [[b[i][j] + a[i][j] for j in outputs] for i in inputs]
    return steps


def margin_loss(
    lengths: list[Vector],
    present: list[Vector],
    margins: tuple[float, float] = (0.9, 0.1),
    down_weight: float = 0.5,
) -> float:
    """Equation 4, summed over the classes, averaged over the images."""
    total = 0.0
    for image, truth in zip(lengths, present, strict=True):
        for size, there in zip(image, truth, strict=True):
            total += there * max(0.0, margins[0] - size) ** 2
            total += down_weight * (1 - there) * max(0.0, size - margins[1]) ** 2
    return total / len(lengths)


def taught_loss(lengths: list[Vector], taught: list[Vector]) -> float:
    """Squared distance of lengths from 0.1 + 0.8 p, summed over classes, averaged over images."""
    total = 0.0
    for image, told in zip(lengths, taught, strict=True):
        for size, p in zip(image, told, strict=True):
            total += (size - (0.1 + 0.8 * p)) ** 2
    return total / len(lengths)


def reconstruction_error(decoded: list[Vector], image: list[Vector]) -> float:
    """The sum over all pixels of one image (section 4.1), not their mean."""
    return sum(
        (x - y) ** 2
        for row, other in zip(decoded, image, strict=True)
        for x, y in zip(row, other, strict=True)
    )
