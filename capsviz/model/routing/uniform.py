"""No routing: every input capsule sends the same share to every output. The control."""

from __future__ import annotations

from collections.abc import Iterator

from torch import Tensor

from capsviz.model.routing.base import Routing
from capsviz.model.routing.dynamic import dynamic_routing
from capsviz.model.routing.step import RoutingStep


class Uniform(Routing):
    """``c_ij = 1/J``: the first iteration of dynamic routing, and no other."""

    title = "Uniform (no routing)"

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """One step with uniform couplings."""
        return dynamic_routing(u_hat, 1)
