"""EM routing of matrix capsules (Hinton, Sabour, Frosst 2018), for every layer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import ModelConfig
from capsviz.model.routing.base import Routing
from capsviz.model.routing.em import SHARING, mean_weights
from capsviz.model.routing.step import RoutingStep
from capsviz.model.routing.vote_sums import StoredVotes, Votes

#: Added to a cluster's variance: without it a cluster of few votes has infinite likelihood. The
#: authors' code has 0.0005.
VARIANCE_FLOOR = 0.1
EPSILON = 1e-9
LN_2PI = math.log(2 * math.pi)
#: Numbers in a pose.
H = 16


@dataclass(frozen=True, slots=True)
class EMStep:
    """One iteration in n windows of K children and J parents, in the paper's symbols.

    Attributes
    ----------
    b : ``ln a_j + ln N(V_ij; mu_j, sigma_j²)`` at the start of the iteration; zero in the first.
    r : responsibilities; a child's sum to 1 over all parents whose windows contain it.
    received : sum of the children's activations assigned to each parent.
    mu, variance : mean and variance of each parent's Gaussian, per pose entry.
    cost : cost of describing its votes by that Gaussian.
    z : logit of the activation.
    """

    b: Float[Tensor, "n K J"]
    r: Float[Tensor, "n K J"]
    received: Float[Tensor, "n J"]
    mu: Float[Tensor, "n 4 4 J"]
    variance: Float[Tensor, "n 4 4 J"]
    cost: Float[Tensor, "n J"]
    z: Float[Tensor, "n J"]

    @property
    def a(self) -> Float[Tensor, "n J"]:
        """Activations of the parents, in (0, 1)."""
        return torch.sigmoid(self.z)


def matrix_em(
    a_in: Float[Tensor, "n K"],
    votes: Votes,
    beta_u: Float[Tensor, " J"],
    activate: Sequence[Callable[[Tensor], Tensor]],
    first: Float[Tensor, "#n #K 1"],
    share: Callable[[Tensor], Tensor],
    iterations: int,
) -> Iterator[EMStep]:
    """Fit one Gaussian per parent to its window's votes, one yielded step per iteration.

    M-step, with ``r_ij a_i`` in place of ``r_ij``: ``mu`` and ``sigma²`` are the weighted mean and
    variance of the votes; ``cost_j = sum_h (beta_u + ln sigma_j^h) R_j J / K`` with ``R_j = sum_i
    r_ij``, so that it does not grow with the number of children. E-step: ``r_ij ~ a_j N(V_ij; mu_j,
    sigma_j²)``.

    The paper's logit is ``lambda (beta_a - cost)``. Spreads shrink from layer to layer, ln sigma is
    negative, and all costs have a large common part, which can saturate the logistic. Here ``z =
    activate(-cost)``, a batch normalisation. Gradients flow through all iterations.

    Parameters
    ----------
    a_in : the children's activations.
    votes : their votes.
    beta_u : cost of describing a vote, one for each type of parent.
    activate : functions from -cost to the logit of the activation, one per iteration; the last one
        is reused for further iterations.
    first : responsibilities of each child in the first iteration, equal for all its parents.
    share : function from b to responsibilities, over all parents of a child.
    iterations : 1 or more.
    """
    (n, K), J = a_in.shape, len(beta_u)
    b, r = a_in.new_zeros(()).expand(n, K, J), first.expand(n, K, J)
    for t in range(iterations):
        ra = r * a_in.unsqueeze(2)
        received = ra.sum(1)
        total, squares = votes.gather(ra)
        divisor = (received + EPSILON)[:, None, None]
        mu = total / divisor
        variance = (squares / divisor - mu.square()).clamp_min(0) + VARIANCE_FLOOR
        ln_sigma = variance.log().sum((1, 2)) / 2
        cost = (H * beta_u + ln_sigma) * received * (J / K)
        z = activate[min(t, len(activate) - 1)](-cost)
        yield EMStep(b, r, received, mu, variance, cost, z)
        if t < iterations - 1:
            # (V - mu)² / 2 sigma² expands to two sums over the unchanged votes.
            alpha = -0.5 / variance
            beta = mu / variance
            constant = functional.logsigmoid(z) - ln_sigma - H / 2 * LN_2PI
            constant = constant + (alpha * mu.square()).sum((1, 2))
            b = votes.score(beta, alpha) + constant.unsqueeze(1)
            r = share(b)


class Costs(nn.Module):
    """Learned parameters of a layer of parents, except the matrices: the cost of a vote.

    Parameters
    ----------
    types : number of types of parents.
    iterations : number of trained iterations, each with its own statistics.
    """

    def __init__(self, types: int, iterations: int) -> None:
        super().__init__()
        self.beta_u = nn.Parameter(torch.zeros(types))
        self.norms = nn.ModuleList(nn.BatchNorm1d(types) for _ in range(iterations))


class MatrixEM(Routing):
    """EM over the votes of all capsules of all places for the classes."""

    title = "EM over matrix capsules"
    sharing = SHARING
    meaning = (
        "An activation from 0 to 1 is the presence of a {thing}: high if many votes cluster "
        "tightly, compared with the mean of all images in training. It is computed apart from "
        "the capsule's 4 × 4 matrix, whose size has no meaning here."
    )
    floor = VARIANCE_FLOOR
    iterative = True
    activates = True

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.costs = Costs(config.classes, config.iterations)

    def activation(
        self, u: Float[Tensor, "batch in_caps in_dim"]
    ) -> Float[Tensor, "batch in_caps"]:
        """Activations of input capsules u, the last entry of each."""
        return u[..., H]

    def weigh(self, u: Tensor, c: Tensor) -> Tensor:
        """See `mean_weights`."""
        return mean_weights(self.activation(u), c)

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """Yield one step per iteration; u has sixteen pose entries and the activation."""
        return self.over(store_votes(u_hat), self.activation(u), iterations)

    def over(
        self, votes: Votes, a_in: Float[Tensor, "batch in_caps"], iterations: int
    ) -> Iterator[RoutingStep]:
        """Run `steps` over votes of any kind."""
        for step in self.fits(votes, a_in, iterations):
            mu = step.mu.flatten(1, 2).transpose(1, 2)
            yield RoutingStep(step.b, step.r, mu, mu, step.a)

    def fits(
        self, votes: Votes, a_in: Float[Tensor, "batch in_caps"], iterations: int
    ) -> Iterator[EMStep]:
        """Run EM as `over` does, but yield everything that it computes."""
        beta_u, norms = self.costs.beta_u, list(self.costs.norms)
        first = a_in.new_full((1, 1, 1), 1 / len(beta_u))
        return matrix_em(a_in, votes, beta_u, norms, first, lambda b: b.softmax(2), iterations)


def store_votes(u_hat: Float[Tensor, "batch in_caps out_caps 16"]) -> StoredVotes:
    """Convert votes to the form of the classes' EM."""
    return StoredVotes(u_hat.unflatten(3, (4, 4)).permute(0, 1, 3, 4, 2))
