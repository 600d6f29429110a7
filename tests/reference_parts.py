"""Parts and objects in scalar loops, after Kosiorek, Sabour, Teh and Hinton (2019), simplified.

The formulas are those of sections 2.2 and 2.3, simplified as in `capsviz.model.parts`; poses are
lists of six numbers, maps are pairs of rows, pictures lists of rows.
"""

from __future__ import annotations

import math

Map = list[list[float]]


def affine(g: list[float]) -> Map:
    """``R(turn) · [[1, shear], [0, 1]] · diag(sx, sy)``, then the shift."""
    sx, sy, turn, shear, tx, ty = g
    c, s = math.cos(turn), math.sin(turn)
    scaled = [[sx, shear * sy], [0, sy]]
    return [
        [c * scaled[0][0] - s * scaled[1][0], c * scaled[0][1] - s * scaled[1][1], tx],
        [s * scaled[0][0] + c * scaled[1][0], s * scaled[0][1] + c * scaled[1][1], ty],
    ]


def ink_at(template: Map, x: float, y: float) -> float:
    """Bilinear between the centres of a template's pixels, which reaches from -1 to 1."""
    side = len(template)
    column, row = ((x + 1) * side - 1) / 2, ((y + 1) * side - 1) / 2
    total = 0.0
    for r in range(side):
        for c in range(side):
            total += max(0, 1 - abs(r - row)) * max(0, 1 - abs(c - column)) * template[r][c]
    return total


def picture(templates: list[Map], poses: list[list[float]], d: list[float], side: int) -> Map:
    """``1 - Π_m (1 - d_m T_m)`` at every pixel's centre."""
    rows = []
    for r in range(side):
        row = []
        for c in range(side):
            x, y = (2 * c + 1) / side - 1, (2 * r + 1) / side - 1
            dark = 1.0
            for template, g, presence in zip(templates, poses, d, strict=True):
                (a, b, tx), (e, f, ty) = affine(g)
                det = a * f - b * e
                u = (f * (x - tx) - b * (y - ty)) / det
                v = (a * (y - ty) - e * (x - tx)) / det
                dark *= 1 - min(0.999, presence * ink_at(template, u, v))
            row.append(1 - dark)
        rows.append(row)
    return rows


def prediction(ov: Map, op: Map) -> Map:
    """``OV_k · OP_km``, both with a last row of 0, 0, 1."""
    return [
        [sum(row[k] * op[k][c] for k in range(2)) + (row[2] if c == 2 else 0) for c in range(3)]
        for row in ov
    ]


def log_p(
    x: Map, d: float, mu: Map, log_sigma: list[float], presence: float, poses: bool = True
) -> float:
    """Log-likelihood of one part under one object: its pose if present, and its presence."""
    total = 0.0
    if poses:
        flat, expected = [v for row in x for v in row], [v for row in mu for v in row]
        for value, middle, log in zip(flat, expected, log_sigma, strict=True):
            sigma = max(0.05, math.exp(log))
            total += d * (-0.5 * ((value - middle) / sigma) ** 2 - math.log(sigma))
    p = 1 / (1 + math.exp(-presence))
    return total + 3 * (d * math.log(p) + (1 - d) * math.log(1 - p))


def log_p_of_none(d: float, often: float, poses: bool = True) -> float:
    """Log-likelihood of one part without an object: a uniform pose, and the mean presence."""
    total = 3 * (d * math.log(often) + (1 - d) * math.log(1 - often))
    return total + d * sum(math.log(1 / 2) + 0.5 * math.log(2 * math.pi) for _ in range(6)) * poses
