"""Every way to route votes, by name. A new one is a file here and a line in `ROUTINGS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from torch import Tensor

from capsviz.model.routing.dynamic import dynamic_routing
from capsviz.model.routing.step import RoutingStep

#: Takes votes [batch, in_caps, out_caps, dim] and a number of iterations.
Routing = Callable[[Tensor, int], Iterator[RoutingStep]]

ROUTINGS: dict[str, Routing] = {"dynamic": dynamic_routing}

__all__ = ["ROUTINGS", "Routing", "RoutingStep"]
