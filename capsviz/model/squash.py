"""Nonlinearities that make a vector's length a presence."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

#: Added to |s|^2, so that the zero vector has a finite gradient.
EPSILON = 1e-12


def squash(s: Float[Tensor, "*batch dim"]) -> Float[Tensor, "*batch dim"]:
    """Shrink vectors to a length below 1 and keep their direction.

    ``v = (|s|^2 / (1 + |s|^2)) * s / |s|`` (Sabour et al. 2017, equation 1). A short s
    gets a length of about ``|s|^2``, a long one tends to 1; ``squash(0) = 0``.

    Parameters
    ----------
    s : vectors along the last axis, any length.

    Returns
    -------
    v : same shape, lengths in [0, 1).
    """
    square = (torch.linalg.vecdot(s, s) + EPSILON).unsqueeze(-1)
    return s * (square.sqrt() / (1 + square))


def bare_squash(s: Float[Tensor, "*batch dim"]) -> Float[Tensor, "*batch dim"]:
    """`squash` without `EPSILON`, as the equation is printed: NaN for s = 0."""
    square = torch.linalg.vecdot(s, s).unsqueeze(-1)
    return square / (1 + square) * s / square.sqrt()


def exponential_squash(s: Float[Tensor, "*batch dim"]) -> Float[Tensor, "*batch dim"]:
    """Shrink vectors to a length below 1, with short ones nearly unchanged.

    ``v = (1 - exp(-|s|)) s / |s|`` (Mazzia, Salvetti, Chiaberge 2021, equation 6): unlike `squash`,
    linear near zero.

    Parameters
    ----------
    s : vectors along the last axis, any length.

    Returns
    -------
    v : same shape, lengths in [0, 1].
    """
    length = (torch.linalg.vecdot(s, s) + EPSILON).sqrt().unsqueeze(-1)
    return s * (-torch.expm1(-length) / length)
