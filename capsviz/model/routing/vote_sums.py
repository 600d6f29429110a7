"""Sums over matrix votes for EM routing: of r, rV and rV², and distances from a mean.

A 3 x 3 window of 16 types has 37,000 vote entries for one place; an image's votes take 3 MB and a
batch's 200 MB. `StoredVotes` keeps them, as a trace needs. `FusedVotes` never writes them outside
of a core's own cache: each sum recomputes the votes from the poses.
"""

from __future__ import annotations

import functools
import shutil
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Float
from torch import Tensor

#: Number of images whose votes' gradient is computed together; other batches are processed one by
#: one.
CHUNK = 8
#: Number of values that stay near a core.
CACHED_VALUES = 500_000


@runtime_checkable
class Votes(Protocol):
    """Votes V of n windows' K children for J parents, each a 4 x 4 matrix."""

    def gather(
        self, w: Float[Tensor, "n K J"]
    ) -> tuple[Float[Tensor, "n 4 4 J"], Float[Tensor, "n 4 4 J"]]:
        """Sums over the children of ``w V`` and ``w V²``, entry by entry."""
        ...

    def score(
        self, beta: Float[Tensor, "n 4 4 J"], alpha: Float[Tensor, "n 4 4 J"]
    ) -> Float[Tensor, "n K J"]:
        """Sums over a vote's sixteen entries of ``beta V + alpha V²``."""
        ...


class StoredVotes:
    """Votes that are stored.

    Parameters
    ----------
    V : the votes.
    """

    def __init__(self, V: Float[Tensor, "n K 4 4 J"]) -> None:
        self.V = V

    def gather(self, w: Float[Tensor, "n K J"]) -> tuple[Tensor, Tensor]:
        """See `Votes`."""
        wV = w[:, :, None, None] * self.V
        return wV.sum(1), (wV * self.V).sum(1)

    def score(self, beta: Tensor, alpha: Tensor) -> Tensor:
        """See `Votes`."""
        return ((beta[:, None] + alpha[:, None] * self.V) * self.V).sum((2, 3))


def votes_of(
    P: Float[Tensor, "n K 4 inner"], W: Float[Tensor, "K inner 4 J"]
) -> Float[Tensor, "n K 4 4 J"]:
    """Return every child's pose times its matrix for each parent: ``V_ij = P_i W_ij``."""
    return torch.einsum("nkac,kcbj->nkabj", P, W)


class FusedVotes:
    """Votes ``P W`` that are recomputed in each sum, by compiled code.

    The gradients of all uses are collected and propagated to P and W together: the gradient of a
    vote is ``sum over uses of w (beta + 2 alpha V)``.

    Parameters
    ----------
    P : the children's poses, window by window.
    W : matrix of each child's pose for each parent.
    places : windows of one image; n is a multiple of it.
    """

    def __init__(
        self, P: Float[Tensor, "n K 4 inner"], W: Float[Tensor, "K inner 4 J"], places: int
    ) -> None:
        self.sums = _Sums(P.detach().contiguous(), W.detach().contiguous(), places)
        self.token: Tensor = _Join.apply(P, W, self.sums)  # pyright: ignore[reportAttributeAccessIssue]

    def gather(self, w: Float[Tensor, "n K J"]) -> tuple[Tensor, Tensor]:
        """See `Votes`."""
        return _Gather.apply(self.token, w, self.sums)  # pyright: ignore[reportReturnType]

    def score(self, beta: Tensor, alpha: Tensor) -> Tensor:
        """See `Votes`."""
        return _Score.apply(self.token, beta, alpha, self.sums)  # pyright: ignore[reportReturnType]


class _Sums:
    """The sums without their gradients, and the collected gradients.

    It has no reference to the token: that would be a cycle through the graph, which waits for
    Python's garbage collector, and that counts objects, not the gigabytes they hold.
    """

    def __init__(self, P: Tensor, W: Tensor, places: int) -> None:
        (n, K), J = P.shape[:2], W.shape[3]
        images = 1 if (n // places) % CHUNK else CHUNK
        self.rows = places * images
        self.gradient_rows = self.rows if 16 * self.rows * K * J < CACHED_VALUES else places
        self.P, self.W = P, W
        self.uses: list[tuple[Tensor, Tensor, Tensor]] = []

    def gather_without_gradient(self, w: Tensor) -> tuple[Tensor, Tensor]:
        """`Votes.gather` without a gradient."""
        chunks = [
            _compile(_gather)(P, self.W, part)
            for P, part in zip(self.P.split(self.rows), _rows(w, self.rows), strict=True)
        ]
        first, second = zip(*chunks, strict=True)
        return torch.cat(first), torch.cat(second)

    def score_without_gradient(self, beta: Tensor, alpha: Tensor) -> Tensor:
        """`Votes.score` without a gradient."""
        parts = zip(
            self.P.split(self.rows), _rows(beta, self.rows), _rows(alpha, self.rows), strict=True
        )
        return torch.cat([_compile(_score)(P, self.W, *factors) for P, *factors in parts])

    def backpropagate(self) -> tuple[Tensor, Tensor]:
        """Compute gradients of P and W from all uses, in chunks whose votes fit a cache."""
        dP, dW = [], torch.zeros_like(self.W)
        split = [[_rows(tensor, self.gradient_rows) for tensor in use] for use in self.uses]
        for i, P in enumerate(self.P.split(self.gradient_rows)):
            uses = [tuple(parts[i] for parts in use) for use in split]
            dP_chunk, dW_chunk = _compile(_push)(P, self.W, uses)
            dP.append(dP_chunk)
            dW += dW_chunk
        self.uses.clear()
        return torch.cat(dP), dW


class _Join(torch.autograd.Function):
    """Joins the gradients of all uses of the votes."""

    @staticmethod
    def forward(ctx: Any, P: Tensor, W: Tensor, sums: _Sums) -> Tensor:
        ctx.sums = sums
        return P.new_zeros(())

    @staticmethod
    def backward(ctx: Any, *_: Any) -> Any:
        return *ctx.sums.backpropagate(), None


class _Gather(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, token: Tensor, w: Tensor, sums: _Sums) -> Any:
        ctx.sums = sums
        ctx.save_for_backward(token, w)
        return sums.gather_without_gradient(w)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        token, w = ctx.saved_tensors
        first, second = grads
        ctx.sums.uses.append((w, first, second))
        return torch.zeros_like(token), ctx.sums.score_without_gradient(first, second), None


class _Score(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, token: Tensor, beta: Tensor, alpha: Tensor, sums: _Sums) -> Any:
        ctx.sums = sums
        ctx.save_for_backward(token, beta, alpha)
        return sums.score_without_gradient(beta, alpha)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        token, beta, alpha = ctx.saved_tensors
        (g,) = grads
        ctx.sums.uses.append((g, beta, alpha))
        return torch.zeros_like(token), *ctx.sums.gather_without_gradient(g), None


# The compiled functions are written as products and sums of single numbers. These become one loop
# over the children with the votes in registers, while a matrix product would have to be stored.


def _make_votes(P: Tensor, W: Tensor) -> Tensor:
    P, by_row = P[..., None, None], W[None, :, None]
    return sum(P[:, :, :, c] * by_row[:, :, :, c] for c in range(P.shape[3]))  # pyright: ignore[reportReturnType]


def _gather(P: Tensor, W: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
    return StoredVotes(_make_votes(P, W)).gather(w)


def _score(P: Tensor, W: Tensor, beta: Tensor, alpha: Tensor) -> Tensor:
    return StoredVotes(_make_votes(P, W)).score(beta, alpha)


def _push(P: Tensor, W: Tensor, uses: list[tuple[Tensor, ...]]) -> tuple[Tensor, Tensor]:
    V = _make_votes(P, W)
    terms = [
        w[:, :, None, None] * (beta[:, None] + 2 * alpha[:, None] * V) for w, beta, alpha in uses
    ]
    (n, K, *_, J), inner = V.shape, W.shape[1]
    dV: Tensor = sum(terms[1:], terms[0]).transpose(0, 1).reshape(K, 4 * n, 4 * J)
    dP = torch.bmm(dV, W.reshape(K, inner, 4 * J).transpose(1, 2)).view(K, n, 4, inner)
    dW = torch.bmm(P.transpose(0, 1).reshape(K, 4 * n, inner).transpose(1, 2), dV).view_as(W)
    return dP.transpose(0, 1), dW


def _rows(tensor: Tensor, rows: int) -> tuple[Tensor, ...]:
    return tensor.detach().contiguous().split(rows)


@functools.cache
def _compile(function: Any) -> Any:
    # Each layer and a batch's remainder have their own sizes; torch's default limit is eight.
    torch._dynamo.config.recompile_limit = 64
    # By default torch stores values that are read more than a few times, here the votes.
    limits: dict[str, Any] = {"realize_reads_threshold": 100, "realize_opcount_threshold": 1000}
    return torch.compile(function, fullgraph=True, dynamic=False, options=limits)


def can_fuse(device: torch.device) -> bool:
    """Return whether `FusedVotes` are faster here: on a CPU with a C++ compiler for torch.

    On other devices their chunks, sized for a core's cache, are far too small.
    """
    return bool(device.type == "cpu" and shutil.which("g++"))
