"""How each routing weights the votes that it adds up.

Couplings c are a trace's own; what multiplies a vote in s also holds input activations (EM,
self-routing) or a learned prior (attention). `LAWS` has one line for each routing whose
total is not plainly ``s_j = sum_i c_ij u_hat_{j|i}``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32

from capsviz.model.capsnet import CapsNet
from capsviz.model.routing import em, matrix_em
from capsviz.traces import Trace

#: As in the routings: keeps quotients finite where no input capsule is active.
EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Mixing:
    """The weights of the votes in one image's routing.

    Attributes
    ----------
    weights : w, with ``s_j = sum_i w_ij u_hat_{j|i}``; attention's may be negative. As in the
        authors' code a bias is added to that.
    activations : of the input capsules, 0..1, where the routing has them apart from their
        lengths.
    unrouted : lengths (or activations) of the output capsules if all couplings were 1/J.
    floor : added to the variance of the Gaussian that the routing fits to an output capsule's
        votes, dimension by dimension; None where it fits none.
    """

    weights: Float32[np.ndarray, "r I J"]
    activations: Float32[np.ndarray, " I"] | None
    unrouted: Float32[np.ndarray, " J"]
    floor: float | None


@dataclass(frozen=True, slots=True)
class _Law:
    """What a routing does with its couplings.

    Attributes
    ----------
    weights : from the routing, couplings and input activations to w.
    lengths : from s to the output capsules' lengths; None where the first step's couplings
        are uniform, so that its own lengths are the answer.
    activated : whether the input capsules have activations of their own.
    floor : as `Mixing` has it.
    """

    weights: Callable[[Any, np.ndarray, np.ndarray | None], np.ndarray]
    lengths: Callable[[np.ndarray], np.ndarray] | None = None
    activated: bool = False
    floor: float | None = None


def mixing(model: CapsNet, seen: Trace, votes: Float32[np.ndarray, "1 I J D"]) -> Mixing:
    """How the votes of one traced image were weighted.

    Parameters
    ----------
    seen : trace of one image by `model`.
    votes : from `capsviz.tracing.votes`.
    """
    law = LAWS.get(model.config.routing_name, _PLAIN)
    couplings = seen.couplings[0]
    activations = _activations(model, seen) if law.activated else None
    unrouted = seen.lengths[0, 0]
    if law.lengths:
        uniform = np.full_like(couplings[:1], 1 / couplings.shape[-1])
        weights = law.weights(model.routing, uniform, activations)[0]
        unrouted = law.lengths(np.einsum("ij,ijd->jd", weights, votes[0]))
    weights = law.weights(model.routing, couplings, activations)
    return Mixing(weights, activations, unrouted, law.floor)


@torch.inference_mode()
def _activations(model: CapsNet, seen: Trace) -> Float32[np.ndarray, " I"]:
    u = torch.tensor(seen.primary, device=model.W.device)
    return model.routing.activation(u)[0].cpu().numpy()  # pyright: ignore[reportCallIssue]


def _with_prior(routing: Any, couplings: np.ndarray, _: Any) -> np.ndarray:
    return couplings + routing.B.detach().cpu().numpy()


def _active(_: Any, couplings: np.ndarray, activations: Any) -> np.ndarray:
    return couplings * activations[:, None]


def _mean_weights(_: Any, couplings: np.ndarray, activations: Any) -> np.ndarray:
    sent = couplings * (activations / (activations.sum() + EPSILON))[:, None]
    return sent / (sent.sum(1, keepdims=True) + EPSILON)


def _squash_lengths(s: np.ndarray) -> np.ndarray:
    squares = np.square(s).sum(-1)
    return squares / (1 + squares)


_PLAIN = _Law(lambda _routing, couplings, _activations: couplings)
LAWS = {
    "em": _Law(_mean_weights, activated=True, floor=em.VARIANCE_FLOOR),
    "matrix": _Law(_mean_weights, activated=True, floor=matrix_em.VARIANCE_FLOOR),
    # Activations are shares of what is sent: with equal couplings all are equal.
    "self_routing": _Law(
        _active, lambda s: np.full(len(s), 1 / len(s), np.float32), activated=True
    ),
    # The first couplings are smaller by the leak, and chosen by what was learned.
    "leaky": _Law(_PLAIN.weights, _squash_lengths),
    "query_key": _Law(_PLAIN.weights, _squash_lengths),
    "attention": _Law(_with_prior, lambda s: 1 - np.exp(-np.linalg.norm(s, axis=-1))),
}
