"""Routing as clustering: k-means and its soft form, whose energy falls round by round."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor

from capsviz.bounds import Number
from capsviz.model.routing.rounds import Rounds
from capsviz.model.routing.setting import Setting

#: Keeps a cluster's mean finite where nothing belongs to it: it is zero then.
EPSILON = 1e-9


def distances(
    c: Float[Tensor, "batch out_caps in_caps"],
    s: Float[Tensor, "batch out_caps dim"],
    votes: Float[Tensor, "batch out_caps in_caps dim"],
) -> Float[Tensor, "batch out_caps in_caps"]:
    """``|u_hat_{j|i} - mu_j|^2`` with ``mu_j = s_j / sum_i c_ij``, the mean of j's cluster."""
    mu = s / c.sum(2, keepdim=True).clamp_min(EPSILON)
    return (votes - mu.unsqueeze(2)).square().sum(3)


class SoftKMeans(Rounds):
    """Each input belongs to each output by how near its vote lies to the mean of that cluster.

    ``b_ij = -beta |u_hat_{j|i} - mu_j|^2`` with ``mu_j = sum_i c_ij u_hat_{j|i} / sum_i c_ij``,
    ``c_ij = softmax_j(b_ij)``. The free energy
    ``sum_ij c_ij (|u_hat_{j|i} - mu_j|^2 + ln c_ij / beta)`` never rises from one round to the
    next: the means are its minimum for given couplings, the softmax for given means. Unlike in
    plain k-means an input has another vote for each cluster. Outputs are ``squash(sum_i c_ij
    u_hat_{j|i})``, so that a cluster is present by how many belong to it and how alike they are.
    """

    title = "Soft k-means"
    setting = Setting(
        "β", "stiffness: how sharply the nearest wins", 1.0, Number(float, 0.1, 20), 0.1
    )

    def revise(self, b: Tensor, c: Tensor, s: Tensor, v: Tensor, votes: Tensor) -> Tensor:
        """How far each vote lies from each mean."""
        return -self.level * distances(c, s, votes)


class KMeans(Rounds):
    """`SoftKMeans` where each input belongs to the one output whose mean is nearest (Lloyd).

    The energy ``sum_ij c_ij |u_hat_{j|i} - mu_j|^2`` never rises. Inputs as near to several
    belong to these alike, as all do to all in the first round. Couplings are choices: no gradient
    flows through them.
    """

    title = "k-means"

    def couple(self, b: Tensor) -> Tensor:
        """All for the nearest."""
        nearest = (b == b.amax(1, keepdim=True)).to(b.dtype)
        return nearest / nearest.sum(1, keepdim=True)

    def revise(self, b: Tensor, c: Tensor, s: Tensor, v: Tensor, votes: Tensor) -> Tensor:
        """How far each vote lies from each mean."""
        return -distances(c, s, votes)
