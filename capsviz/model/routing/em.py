"""EM over one dense layer: outputs as Gaussian clusters of votes (Hinton, Sabour, Frosst 2018).

Their network of matrix capsules is `capsviz.model.matrix`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import ModelConfig
from capsviz.model.routing.activation import InputActivation
from capsviz.model.routing.base import Routing
from capsviz.model.routing.gradients import differentiates_all
from capsviz.model.routing.step import RoutingStep

#: Minimum variance of a cluster; without it a cluster of one vote has infinite likelihood.
VARIANCE_FLOOR = 1e-4
EPSILON = 1e-9
LN_2PI = math.log(2 * math.pi)
#: Inverse temperature of the first iteration, and the increment of each further one.
LAMBDA = 0.1
#: Initial value of beta_u: votes with a spread of about exp(-2.5) then cost nothing.
BETA_U = 2.5
#: Initial value of beta_a: an output without input has no cost, so beta_a alone must keep it
#: inactive: logistic(3 * LAMBDA * -8) = 0.08 in the third iteration. From 0, training takes
#: thousands of steps to get there, and until then every absent class has an activation of 0.5.
BETA_A = -8.0


def em_routing(
    a_in: Float[Tensor, "batch in_caps"],
    u_hat: Float[Tensor, "batch in_caps out_caps dim"],
    beta_u: Float[Tensor, " out_caps"],
    beta_a: Float[Tensor, " out_caps"],
    iterations: int,
) -> Iterator[RoutingStep]:
    """Fit one Gaussian per output capsule to the votes, one yielded step per iteration.

    M-step, with ``r_ij a_i`` in place of ``r_ij``: ``mu_j`` and ``sigma_j^2`` are the weighted mean
    and variance of the votes for j, one per dimension h; ``cost_j^h = (beta_u + ln sigma_j^h) sum_i
    r_ij``; ``a_j = logistic(lambda (beta_a - sum_h cost_j^h))``. E-step, in log space: ``r_ij ~ a_j
    N(u_hat_ij; mu_j, sigma_j^2)``, normalised over j.

    The cost's ``sum_i r_ij`` is replaced by the share of the input capsules' activation that j
    receives, times J: 1 if all outputs receive equally. The plain sum would grow with the number of
    input capsules and saturate the logistic.

    Gradients flow through the last M-step alone: responsibilities are constants, unless
    `capsviz.model.routing.gradients` requests all.

    Parameters
    ----------
    a_in : activations of the input capsules, in (0, 1).
    u_hat : votes.
    beta_u, beta_a : learned cost of describing a vote, and reward of being active.
    iterations : r >= 1; the inverse temperature lambda rises with each.

    Yields
    ------
    RoutingStep : b = ln a_j + ln N at the start of the iteration (zero in the first), c = the
        responsibilities, s = v = mu, and separate activations a.
    """
    batch, in_caps, out_caps, dim = u_hat.shape
    votes = u_hat.transpose(1, 2).flatten(0, 1)  # [batch * out_caps, in_caps, dim]
    weight_in = (a_in / (a_in.sum(1, keepdim=True) + EPSILON)).unsqueeze(1)

    by_parent = u_hat.new_zeros(()).expand(batch, out_caps, in_caps)
    r = u_hat.new_full((), 1 / out_caps).expand(batch, out_caps, in_caps)
    for t in range(iterations):
        last = t == iterations - 1
        grad = last or differentiates_all()
        current, share = (votes, weight_in) if grad else (votes.detach(), weight_in.detach())
        ra = r * share
        received = ra.sum(2)  # share of all activation that j receives
        w = (ra / (received.unsqueeze(2) + EPSILON)).reshape(-1, 1, in_caps)
        mu = torch.bmm(w, current)
        deviation = (current - mu).square()
        variance = torch.bmm(w, deviation) + VARIANCE_FLOOR
        ln_sigma = variance.log().view(batch, out_caps, dim) / 2
        cost = (beta_u * dim + ln_sigma.sum(2)) * received * out_caps
        a_logit = LAMBDA * (t + 1) * (beta_a - cost)
        pose = mu.view(batch, out_caps, dim)
        yield RoutingStep(
            by_parent.transpose(1, 2), r.transpose(1, 2), pose, pose, torch.sigmoid(a_logit)
        )
        if not last:
            distance = torch.bmm(0.5 / variance, deviation.transpose(1, 2)).view_as(r)
            # The last constant of ln N does not affect couplings, but b is displayed.
            ln_a = functional.logsigmoid(a_logit) - ln_sigma.sum(2) - dim / 2 * LN_2PI
            by_parent = ln_a.unsqueeze(2) - distance
            by_parent = by_parent if grad else by_parent.detach()
            r = by_parent.softmax(1)


#: The `Routing.sharing` of all forms of EM.
SHARING = (
    "evenly at first; a {thing} around which many votes lie close together, its own among them, "
    "gets a larger share in the next iteration."
)


def mean_weights(
    a_in: Float[Tensor, "#batch in_caps"], c: Float[Tensor, "batch in_caps out_caps"]
) -> Float[Tensor, "batch in_caps out_caps"]:
    """Weights of the votes in their cluster's mean: they sum to 1 over the inputs."""
    sent = c * (a_in / (a_in.sum(1, keepdim=True) + EPSILON)).unsqueeze(2)
    return sent / (sent.sum(1, keepdim=True) + EPSILON)


class EM(Routing):
    """`em_routing` with its learned betas and input activations."""

    title = "EM, one dense layer"
    published = (
        "EM over one dense layer, not the network of Hinton, Sabour and Frosst (2018), which is "
        "called matrix capsules here; as they published it: EM fits one Gaussian per output to the "
        "votes, and outputs have activations of their own. Not as published: one dense layer with "
        "poses of 16 numbers behind the convolutions of their paper of 2017 in place of four "
        "layers with 4 × 4 matrices and coordinate addition, input activations from the squashed "
        "pose, margin in place of spread loss, λ of 0.1 to 0.3, a cost by each output's share of "
        "the activation, a variance of at least 0.0001, and a decoder."
    )
    sharing = SHARING
    meaning = (
        "An activation from 0 to 1 is the presence of a {thing}: high if many votes cluster "
        "tightly. It is computed apart from the capsule's vector, whose length has no meaning "
        "here."
    )
    floor = VARIANCE_FLOOR
    iterative = True
    activates = True

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.activation = InputActivation(config)
        self.beta_u = nn.Parameter(torch.full((config.classes,), BETA_U))
        self.beta_a = nn.Parameter(torch.full((config.classes,), BETA_A))

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """One step per iteration."""
        return em_routing(self.activation(u), u_hat, self.beta_u, self.beta_a, iterations)

    def weigh(self, u: Tensor, c: Tensor) -> Tensor:
        """See `mean_weights`."""
        return mean_weights(self.activation(u), c)
