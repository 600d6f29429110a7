"""Routings that refine couplings iteratively: one loop with two functions each."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from jaxtyping import Float
from torch import Tensor

from capsviz.model.routing.base import SQUASH_MEANING, Routing
from capsviz.model.routing.step import RoutingStep


class Rounds(Routing):
    """Iterative routing: votes are summed by couplings, and couplings are revised.

    In each iteration ``c = couple(b)``, ``s_j = sum_i c_ij u_hat_{j|i}``, ``v_j = squash(s_j)``,
    and ``b = revise(...)`` for the next; b = 0 in the first. Gradients flow through all iterations.
    `capsviz.model.routing.dynamic` is a faster special case.
    """

    iterative = True
    meaning = SQUASH_MEANING

    def couple(self, b: Float[Tensor, "batch out_caps in_caps"]) -> Tensor:
        """Return the couplings of logits, by output and input capsule: by default their softmax."""
        return b.softmax(1)

    def complete(self, s: Float[Tensor, "batch out_caps dim"]) -> Tensor:
        """Complete the sum of coupled votes, for example by a bias: by default unchanged."""
        return s

    def revise(
        self,
        b: Float[Tensor, "batch out_caps in_caps"],
        c: Float[Tensor, "batch out_caps in_caps"],
        s: Float[Tensor, "batch out_caps dim"],
        v: Float[Tensor, "batch out_caps dim"],
        votes: Float[Tensor, "batch out_caps in_caps dim"],
    ) -> Float[Tensor, "batch out_caps in_caps"]:
        """Return the next iteration's logits: by default agreement is added, as in Procedure 1."""
        return b + agreement(votes, v)

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """Yield one step per iteration."""
        votes = u_hat.transpose(1, 2)
        b = u_hat.new_zeros(votes.shape[:3])
        for t in range(1, iterations + 1):
            c = self.couple(b)
            s = self.complete(torch.matmul(c.unsqueeze(2), votes).squeeze(2))
            v = self.shrink(s)
            yield RoutingStep(b.transpose(1, 2), c.transpose(1, 2), s, v)
            if t < iterations:
                b = self.revise(b, c, s, v, votes)


def agreement(
    votes: Float[Tensor, "batch out_caps in_caps dim"], v: Float[Tensor, "batch out_caps dim"]
) -> Float[Tensor, "batch out_caps in_caps"]:
    """``a_ij = u_hat_{j|i} . v_j``."""
    return torch.matmul(v.unsqueeze(2), votes.transpose(2, 3)).squeeze(2)
