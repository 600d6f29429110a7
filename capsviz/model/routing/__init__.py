"""All routings by name. A new one is a file here and a line in `ROUTINGS`."""

from __future__ import annotations

from capsviz.model.routing.attention import Attention
from capsviz.model.routing.authors import Authors
from capsviz.model.routing.base import Routing
from capsviz.model.routing.damped import Damping
from capsviz.model.routing.dynamic import Dynamic
from capsviz.model.routing.em import EM
from capsviz.model.routing.inverted_attention import InvertedAttention
from capsviz.model.routing.k_means import KMeans, SoftKMeans
from capsviz.model.routing.leaky import Leaky
from capsviz.model.routing.matrix_em import MatrixEM
from capsviz.model.routing.query_key import QueryKey
from capsviz.model.routing.self_routing import SelfRouting
from capsviz.model.routing.step import RoutingStep
from capsviz.model.routing.top_k import TopK
from capsviz.model.routing.uniform import Uniform

ROUTINGS: dict[str, type[Routing]] = {
    "dynamic": Dynamic,
    "em": EM,
    "self_routing": SelfRouting,
    "attention": Attention,
    "uniform": Uniform,
    "top_k": TopK,
    "leaky": Leaky,
    "inverted_attention": InvertedAttention,
    "k_means": KMeans,
    "soft_k_means": SoftKMeans,
    "query_key": QueryKey,
    "damped": Damping,
    "authors": Authors,
}

#: Routings without learned parameters: they can be applied to the votes of a network trained with
#: `DYNAMIC`.
WHAT_IFS = (
    "uniform",
    "top_k",
    "leaky",
    "damped",
    "inverted_attention",
    "query_key",
    "soft_k_means",
    "k_means",
)
DYNAMIC = "dynamic"
#: Variants of `DYNAMIC` that no network is named after.
VARIANTS = frozenset({*WHAT_IFS, "authors"}) - {"uniform"}

#: Routings that belong to a particular architecture.
BUILT_IN: dict[str, type[Routing]] = {"matrix": MatrixEM}

__all__ = ["BUILT_IN", "DYNAMIC", "ROUTINGS", "VARIANTS", "WHAT_IFS", "Routing", "RoutingStep"]
