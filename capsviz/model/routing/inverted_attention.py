"""Inverted dot-product attention (Tsai, Srivastava, Goh, Salakhutdinov 2020)."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional

from capsviz.model.routing.rounds import Rounds, agreement


class InvertedAttention(Rounds):
    """Agreement with the parent's current pose, a layer norm of the sum of votes.

    ``b_ij = u_hat_{j|i} . LayerNorm(s_j)``, ``c_ij = softmax_j(b_ij)``: parents compete for each
    child, children do not compete for a parent, and logits are not accumulated. Poses start at
    zero, so that the first couplings are uniform.

    Differences from the paper: the layer norm has no gain and no bias; the output is ``squash(s)``,
    whose length is the presence, in place of a linear classifier on the normalised pose; and only
    one layer is routed, so there is no concurrent update of several.
    """

    title = "Inverted dot-product attention"
    published = (
        "As Tsai, Srivastava, Goh and Salakhutdinov (2020) published it: the routing by inverted "
        "dot-product attention, several rounds, layer norm. Not as published: one routed layer "
        "behind the convolutions of Sabour, Frosst and Hinton, no gain or bias in the layer norm, "
        "and the length of the squashed sum in place of a linear classifier."
    )

    def revise(self, b: Tensor, c: Tensor, s: Tensor, v: Tensor, votes: Tensor) -> Tensor:
        """Return each vote's dot product with its parent's normalised pose."""
        return agreement(votes, functional.layer_norm(s, s.shape[-1:]))
