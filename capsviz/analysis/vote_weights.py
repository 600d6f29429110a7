"""Weights of the votes in each routing's sum.

A trace holds the couplings c. The weight of a vote in s may also include input activations (EM,
self-routing) or a learned prior (attention); see `capsviz.model.routing.Routing.weigh`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32

from capsviz.model.capsnet import CapsNet
from capsviz.trace_arrays import Trace


@dataclass(frozen=True, slots=True)
class Mixing:
    """Weights of the votes in one image's routing.

    Attributes
    ----------
    weights : w, with ``s_j = sum_i w_ij u_hat_{j|i}``; attention's may be negative. A bias that the
        routing adds to s is not included.
    own : whether they differ from the couplings.
    activations : activations of the input capsules, 0..1, if the routing has them separate from
        lengths.
    unrouted : lengths (or activations) of the output capsules if all couplings were 1/J.
    floor : added to the variance of the Gaussian that the routing fits to an output capsule's
        votes, dimension by dimension; None without a Gaussian.
    """

    weights: Float32[np.ndarray, "r I J"]
    own: bool
    activations: Float32[np.ndarray, " I"] | None
    unrouted: Float32[np.ndarray, " J"]
    floor: float | None


@torch.inference_mode()
def mixing(model: CapsNet, trace: Trace, votes: Float32[np.ndarray, "1 I J D"]) -> Mixing:
    """Compute the weights of the votes of one traced image.

    `trace` is by `model`, `votes` are from `capsviz.tracing.votes`.
    """
    routing, device = model.routing, model.W.device
    u, c = (torch.tensor(array, device=device) for array in (trace.primary, trace.couplings[0]))
    activation = getattr(routing, "activation", None)
    unrouted = trace.lengths[0, 0]
    if not routing.begins_uniform:
        unrouted = routing.uniform_presence(u, torch.tensor(votes, device=device))[0].cpu().numpy()
    return Mixing(
        routing.weigh(u, c).cpu().numpy(),
        routing.weighs,
        None if activation is None else activation(u)[0].cpu().numpy(),
        unrouted,
        routing.floor,
    )
