"""Routing as clustering: k-means and soft k-means, whose energy falls in each iteration."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor

from capsviz.bounds import Number
from capsviz.model.routing.rounds import Rounds
from capsviz.model.routing.setting import Setting

#: Keeps the mean of an empty cluster finite; it is zero.
EPSILON = 1e-9


def distances(
    c: Float[Tensor, "batch out_caps in_caps"],
    s: Float[Tensor, "batch out_caps dim"],
    votes: Float[Tensor, "batch out_caps in_caps dim"],
) -> Float[Tensor, "batch out_caps in_caps"]:
    """Return ``|u_hat_{j|i} - mu_j|^2`` with the cluster mean ``mu_j = s_j / sum_i c_ij``."""
    mu = s / c.sum(2, keepdim=True).clamp_min(EPSILON)
    return (votes - mu.unsqueeze(2)).square().sum(3)


class SoftKMeans(Rounds):
    """Soft k-means: couplings by the distance of a vote from the mean of a cluster.

    ``b_ij = -beta |u_hat_{j|i} - mu_j|^2`` with ``mu_j = sum_i c_ij u_hat_{j|i} / sum_i c_ij``,
    ``c_ij = softmax_j(b_ij)``. The free energy ``sum_ij c_ij (|u_hat_{j|i} - mu_j|^2 + ln c_ij /
    beta)`` never rises: the means minimise it for given couplings, the softmax for given means.
    Unlike in plain k-means, an input has a separate vote for each cluster. Outputs are
    ``squash(sum_i c_ij u_hat_{j|i})``, so that presence depends on the number of votes in a cluster
    and their agreement.
    """

    title = "Soft k-means"
    setting = Setting(
        "β", "stiffness: how sharply the nearest wins", 1.0, Number(float, 0.1, 20), 0.1
    )

    def revise(self, b: Tensor, c: Tensor, s: Tensor, v: Tensor, votes: Tensor) -> Tensor:
        """Return logits from the distances of votes to means."""
        return -self.level * distances(c, s, votes)


class KMeans(Rounds):
    """`SoftKMeans` with hard assignment to the nearest mean (Lloyd).

    The energy ``sum_ij c_ij |u_hat_{j|i} - mu_j|^2`` never rises. Ties are shared equally, as
    between all outputs in the first iteration. Couplings are discrete, so no gradient flows through
    them.
    """

    title = "k-means"

    def couple(self, b: Tensor) -> Tensor:
        """Assign all of an input to the nearest mean."""
        nearest = (b == b.amax(1, keepdim=True)).to(b.dtype)
        return nearest / nearest.sum(1, keepdim=True)

    def revise(self, b: Tensor, c: Tensor, s: Tensor, v: Tensor, votes: Tensor) -> Tensor:
        """Return logits from the distances of votes to means."""
        return -distances(c, s, votes)
