"""EM routing of matrix capsules in scalar loops (Hinton, Sabour and Frosst 2018, procedure 1).

Capsules are 4 x 4 lists of floats. Children lie on a square grid of places, each place with
several types; a parent's field is a square of their places. Batch normalisation, which the network
has in place of the paper's lambda and beta_a, is given as a mean and a variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Matrix = list[list[float]]
#: (row, column, type)
Place = tuple[int, int, int]

FLOOR, NORM_EPSILON = 0.1, 1e-5
FOUR = range(4)


def product(P: Matrix, W: Matrix) -> Matrix:
    """One 4 x 4 matrix times another."""
    return [[sum(P[x][k] * W[k][y] for k in FOUR) for y in FOUR] for x in FOUR]


def logistic(z: float) -> float:
    """1 / (1 + exp(-z))."""
    return 1 / (1 + math.exp(-z))


@dataclass
class Step:
    """One iteration: by (parent, child) the responsibilities, by parent all else."""

    r: dict[tuple[Place, Place], float]
    mu: dict[Place, Matrix]
    variance: dict[Place, Matrix]
    cost: dict[Place, float]
    a: dict[Place, float]


def route(
    a_in: dict[Place, float],
    votes: dict[tuple[Place, Place], Matrix],
    beta_u: list[float],
    norms: list[tuple[list[float], list[float]]],
    iterations: int,
) -> list[Step]:
    """All iterations; `votes` has a (parent, child) for each child in that parent's field."""
    parents = sorted({parent for parent, _ in votes})
    children = sorted({child for _, child in votes})
    field = {j: [i for i in children if (j, i) in votes] for j in parents}
    heard = {i: [j for j in parents if (j, i) in votes] for i in children}
    kinds = len(beta_u)
    r = {(j, i): 1 / len(heard[i]) for j, i in votes}
    steps = []
    for t in range(iterations):
        mu, variance, cost, a = {}, {}, {}, {}
        for j in parents:
            w = {i: r[j, i] * a_in[i] for i in field[j]}
            R = sum(w.values())
            mu[j] = [
                [sum(w[i] * votes[j, i][x][y] for i in field[j]) / R for y in FOUR] for x in FOUR
            ]
            variance[j] = [
                [
                    sum(w[i] * (votes[j, i][x][y] - mu[j][x][y]) ** 2 for i in field[j]) / R + FLOOR
                    for y in FOUR
                ]
                for x in FOUR
            ]
            price = sum(
                beta_u[j[2]] + 0.5 * math.log(variance[j][x][y]) for x in FOUR for y in FOUR
            )
            cost[j] = price * R * kinds / len(field[j])
            mean, spread = norms[t]
            z = (-cost[j] - mean[j[2]]) / math.sqrt(spread[j[2]] + NORM_EPSILON)
            a[j] = logistic(z)
        steps.append(Step(dict(r), mu, variance, cost, a))
        for i in children:
            p = {}
            for j in heard[i]:
                p[j] = a[j]
                for x in FOUR:
                    for y in FOUR:
                        s = variance[j][x][y]
                        off = votes[j, i][x][y] - mu[j][x][y]
                        p[j] *= math.exp(-(off**2) / (2 * s)) / math.sqrt(2 * math.pi * s)
            for j in heard[i]:
                r[j, i] = p[j] / sum(p.values())
    return steps


def spread_loss(a: list[list[float]], labels: list[int], m: float) -> float:
    """Equation 3, averaged over images."""
    total = 0.0
    for image, t in zip(a, labels, strict=True):
        total += sum(max(0.0, m - (image[t] - x)) ** 2 for i, x in enumerate(image) if i != t)
    return total / len(a)
