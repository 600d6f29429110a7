"""No routing, as a control: every input capsule has equal couplings to all outputs."""

from __future__ import annotations

from collections.abc import Iterator

from torch import Tensor

from capsviz.model.routing.base import SQUASH_MEANING, Routing
from capsviz.model.routing.dynamic import dynamic_routing
from capsviz.model.routing.step import RoutingStep


class Uniform(Routing):
    """Uniform couplings ``c_ij = 1/J``: the first iteration of dynamic routing alone."""

    title = "Uniform (no routing)"
    published = (
        "No published network: that of Sabour, Frosst and Hinton (2017) with the routing left out. "
        "Every coupling is one tenth, in training and after, as a control."
    )
    sharing = "evenly, regardless of its votes: there is no routing, as a control."
    meaning = SQUASH_MEANING

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """One step with uniform couplings."""
        return dynamic_routing(u_hat, 1)
