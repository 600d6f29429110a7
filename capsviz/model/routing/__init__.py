"""Every way to route votes, by name. A new one is a file here and a line in `ROUTINGS`."""

from __future__ import annotations

from capsviz.model.routing.attention import Attention
from capsviz.model.routing.base import Routing
from capsviz.model.routing.dynamic import Dynamic
from capsviz.model.routing.em import EM
from capsviz.model.routing.matrix_em import MatrixEM
from capsviz.model.routing.self_routing import SelfRouting
from capsviz.model.routing.step import RoutingStep
from capsviz.model.routing.uniform import Uniform

ROUTINGS: dict[str, type[Routing]] = {
    "dynamic": Dynamic,
    "em": EM,
    "self_routing": SelfRouting,
    "attention": Attention,
    "uniform": Uniform,
}

#: Routings of networks of another build, which no other can take.
BUILT_IN: dict[str, type[Routing]] = {"matrix": MatrixEM}

__all__ = ["BUILT_IN", "ROUTINGS", "Routing", "RoutingStep"]
