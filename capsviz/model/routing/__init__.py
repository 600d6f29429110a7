"""Every way to route votes, by name. A new one is a file here and a line in `ROUTINGS`."""

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

#: Those that need nothing learnt besides the votes: what they make of a network's that was taught
#: with `TAUGHT` can be looked at, though it was not trained so.
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
TAUGHT = "dynamic"
#: What only changes `TAUGHT`, and has no network of its own name.
VARIANTS = frozenset({*WHAT_IFS, "authors"}) - {"uniform"}

#: Routings of networks of another build, which no other can take.
BUILT_IN: dict[str, type[Routing]] = {"matrix": MatrixEM}

__all__ = ["BUILT_IN", "ROUTINGS", "TAUGHT", "VARIANTS", "WHAT_IFS", "Routing", "RoutingStep"]
