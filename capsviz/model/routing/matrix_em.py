"""EM routing of matrix capsules (Hinton, Sabour, Frosst 2018), each layer of them."""

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

#: Added to a cluster's variance: without it a cluster of few votes is infinitely likely. The
#: authors' code has 0.0005.
VARIANCE_FLOOR = 0.1
EPSILON = 1e-9
LN_2PI = math.log(2 * math.pi)
#: Numbers in a pose.
H = 16


@dataclass(frozen=True, slots=True)
class EMStep:
    """One iteration in n fields of K children and J parents, in the paper's symbols.

    Attributes
    ----------
    b : ``ln a_j + ln N(V_ij; mu_j, sigma_j²)`` as it enters the iteration; zero in the first.
    r : responsibilities; a child's sum to 1 over all parents in whose fields it lies.
    received : the children's activation that each parent gets.
    mu, variance : of each parent's Gaussian, element by element of the pose.
    cost : of describing what it gets by that Gaussian.
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
    """Fit one Gaussian per parent to its field's votes, one yielded step per iteration.

    M-step, with ``r_ij a_i`` in place of ``r_ij``: ``mu`` and ``sigma²`` are the weighted mean
    and variance of the votes; ``cost_j = sum_h (beta_u + ln sigma_j^h) R_j J / K`` with
    ``R_j = sum_i r_ij``, so that it does not grow with the number of children. E-step:
    ``r_ij ~ a_j N(V_ij; mu_j, sigma_j²)``.

    Not as published: the paper's logit is ``lambda (beta_a - cost)``. Spreads shrink from layer
    to layer, ln sigma is negative, and all costs have one large part in common, which can drive
    the logistic to where it has no gradient. Here ``z = activate(-cost)``, batch normalisation.
    Gradients flow through all iterations.

    Parameters
    ----------
    a_in : the children's activations.
    votes : their votes.
    beta_u : price of describing a vote, one for each type of parent.
    activate : from -cost to the logit of the activation, one for each iteration; the last of
        them for any further ones.
    first : responsibilities of each child in the first iteration, the same for all its parents.
    share : from b to responsibilities, over all parents of a child.
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
            # (V - mu)² / 2 sigma², multiplied out: two sums over the votes as they are.
            alpha = -0.5 / variance
            beta = mu / variance
            rest = functional.logsigmoid(z) - ln_sigma - H / 2 * LN_2PI
            rest = rest + (alpha * mu.square()).sum((1, 2))
            b = votes.score(beta, alpha) + rest.unsqueeze(1)
            r = share(b)


class Costs(nn.Module):
    """What a layer of parents learns besides the matrices: the price of a vote.

    Parameters
    ----------
    types : of parents.
    iterations : that are trained, each with statistics of its own.
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
        "An activation from 0 to 1 says how surely a {thing} is there: high where many votes "
        "cluster tightly, held against the mean of all images in training. It is computed apart "
        "from the capsule's 4 × 4 matrix, whose size says nothing here."
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
        """Activations of input capsules u, which end with them."""
        return u[..., H]

    def weigh(self, u: Tensor, c: Tensor) -> Tensor:
        """As `mean_weights`."""
        return mean_weights(self.activation(u), c)

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """One step per iteration; u holds sixteen numbers of a pose and the activation."""
        return self.over(store_votes(u_hat), self.activation(u), iterations)

    def over(
        self, votes: Votes, a_in: Float[Tensor, "batch in_caps"], iterations: int
    ) -> Iterator[RoutingStep]:
        """`steps` over votes of any kind."""
        for step in self.fits(votes, a_in, iterations):
            mu = step.mu.flatten(1, 2).transpose(1, 2)
            yield RoutingStep(step.b, step.r, mu, mu, step.a)

    def fits(
        self, votes: Votes, a_in: Float[Tensor, "batch in_caps"], iterations: int
    ) -> Iterator[EMStep]:
        """As `over`, with all that EM finds."""
        beta_u, norms = self.costs.beta_u, list(self.costs.norms)
        first = a_in.new_full((1, 1, 1), 1 / len(beta_u))
        return matrix_em(a_in, votes, beta_u, norms, first, lambda b: b.softmax(2), iterations)


def store_votes(u_hat: Float[Tensor, "batch in_caps out_caps 16"]) -> StoredVotes:
    """Votes as the classes' EM takes them."""
    return StoredVotes(u_hat.unflatten(3, (4, 4)).permute(0, 1, 3, 4, 2))
