"""Self-attention routing (Mazzia, Salvetti, Chiaberge 2021, Efficient-CapsNet)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from jaxtyping import Float
from torch import Tensor, nn

from capsviz.config import ModelConfig
from capsviz.model.routing.base import Routing
from capsviz.model.routing.step import RoutingStep
from capsviz.model.squash import exponential_squash


def attention_routing(
    u_hat: Float[Tensor, "batch in_caps out_caps dim"], B: Float[Tensor, "in_caps out_caps"]
) -> RoutingStep:
    """Attention routing: couplings from the votes' agreement with each other, in one pass.

    ``A_j = u_hat_j u_hat_j^T / sqrt(d)``, ``c_ij = softmax_j(sum_i' A_ji i')``, ``s_j = sum_i (c_ij
    + B_ij) u_hat_{j|i}``. The sum over i' becomes one product with the total of the votes, so A
    itself, 1,152 x 1,152 numbers for each j, is never computed.

    Parameters
    ----------
    u_hat : votes of every input capsule for every output capsule.
    B : learned prior, added to the couplings after the softmax. The step's c does not include it: c
        sums to 1 over the outputs, c + B need not.
    """
    batch, in_caps, out_caps, dim = u_hat.shape
    votes = u_hat.transpose(1, 2).flatten(0, 1)
    total = votes.sum(1, keepdim=True)
    agreement = torch.bmm(total, votes.transpose(1, 2)) / math.sqrt(dim)
    by_parent = agreement.view(batch, out_caps, in_caps)
    c = by_parent.softmax(1)
    s = torch.bmm((c + B.T).reshape(-1, 1, in_caps), votes).view(batch, out_caps, dim)
    return RoutingStep(by_parent.transpose(1, 2), c.transpose(1, 2), s, exponential_squash(s))


class Attention(Routing):
    """`attention_routing` with its learned prior B, initialised to zero."""

    title = "Self-attention"
    published = (
        "As Mazzia, Salvetti and Chiaberge (2021) published it: the routing by self-attention with "
        "its learned prior, and the squash. Not as published: 1,152 input capsules behind the two "
        "convolutions of Sabour, Frosst and Hinton in place of 16 behind four small ones; "
        "Efficient-CapsNet here is nearer to theirs."
    )
    sharing = (
        "in one pass: a {thing} for which its vote fits the sum of all votes gets a larger share, "
        "and a learned prior is added."
    )
    meaning = (
        "The length of a capsule's vector is the presence of its {thing}, from 0 to 1. This "
        "network's squash shortens the vector to 1 − exp(−‖s‖), always below 1."
    )
    shrink = staticmethod(exponential_squash)
    begins_uniform = False

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.B = nn.Parameter(torch.zeros(config.primary_capsules, config.classes))

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """Yield its one step."""
        yield attention_routing(u_hat, self.B)

    def weigh(self, u: Tensor, c: Tensor) -> Tensor:
        """Return couplings plus the prior."""
        return c + self.B
