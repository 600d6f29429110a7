"""Routing by agreement as a damped differential equation, solved in steps."""

from __future__ import annotations

from torch import Tensor

from capsviz.bounds import Number
from capsviz.model.routing.rounds import Rounds, agreement
from capsviz.model.routing.setting import Setting

#: Rate at which logits decay to zero; with 1 they converge to the agreement.
DAMPING = 1.0


class Damping(Rounds):
    """Logits that follow ``db_ij/dt = u_hat_{j|i} . v_j - b_ij``, in Euler steps of h.

    ``b <- b + h (u_hat . v - b)``: dynamic routing keeps adding, while these logits converge to ``b
    = u_hat . v``. The number of steps is the number of iterations; with h = 1 each logit is the
    last agreement alone. It is not from a paper, but shows the effect of unbounded logits by
    contrast.
    """

    title = "Damped, continuous"
    solves = True
    setting = Setting("h", "size of a step in time", 0.5, Number(float, 0.05, 1), 0.05)

    def revise(self, b: Tensor, c: Tensor, s: Tensor, v: Tensor, votes: Tensor) -> Tensor:
        """Take one Euler step."""
        return b + self.level * (agreement(votes, v) - DAMPING * b)
