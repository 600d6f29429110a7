"""Query-key routing: scaled dot-product attention of parents to their votes."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from jaxtyping import Float
from torch import Tensor, nn

from capsviz.config import ModelConfig
from capsviz.model.routing.base import SQUASH_MEANING, Routing
from capsviz.model.routing.rounds import agreement
from capsviz.model.routing.step import RoutingStep
from capsviz.model.squash import squash


def query_key_routing(
    u_hat: Float[Tensor, "batch in_caps out_caps dim"],
    Q: Float[Tensor, "dim dim"],
    K: Float[Tensor, "dim dim"],
) -> RoutingStep:
    """Couplings by the product of a parent's query with each vote's key, in one pass.

    The query derives from the votes' sum under uniform couplings, the key from the vote: ``b_ij =
    (Q sum_i' u_hat_{j|i'} / J) . (K u_hat_{j|i}) / sqrt(D)``, the attention of Vaswani and others
    (2017) with its softmax over the parents: ``c_ij = softmax_j(b_ij)``, ``v_j = squash(sum_i c_ij
    u_hat_{j|i})``.

    `Q` and `K` are learned matrices, shared by all capsules.
    """
    votes = u_hat.transpose(1, 2)
    query = votes.sum(2) / votes.shape[1] @ Q.T
    # (Q s) . (K u_hat) = (K^T Q s) . u_hat: keys are never computed.
    b = agreement(votes, query @ K) / math.sqrt(votes.shape[3])
    c = b.softmax(1)
    s = torch.matmul(c.unsqueeze(2), votes).squeeze(2)
    return RoutingStep(b.transpose(1, 2), c.transpose(1, 2), s, squash(s))


class QueryKey(Routing):
    """`query_key_routing` with its two matrices, initialised to the identity."""

    title = "Query–key attention"
    meaning = SQUASH_MEANING
    begins_uniform = False  # learned from the start

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.Q, self.K = (nn.Parameter(torch.eye(config.digit_dim)) for _ in range(2))

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """Yield its one step."""
        yield query_key_routing(u_hat, self.Q, self.K)
