"""Named arrays of a network's blocks for one image.

The functions are in torch, so that a graph for browsers gives the very arrays that the app does.
"""

from __future__ import annotations

import torch
from torch import Tensor

from capsviz.analysis.activations import Pass, flow
from capsviz.analysis.weight_patterns import feeds
from capsviz.model.capsnet import CapsNet


def capsule_arrays(network: CapsNet, routed: Pass, axes: Tensor) -> dict[str, Tensor]:
    """Values of all capsules over r iterations.

    `axes`, [2, pose], span the plane in which poses are shown.

    Returns
    -------
    presence : of each input capsule, [I].
    directions : of each input capsule's pose in the plane, in -1..1 [I, 2].
    flow : see `capsviz.analysis.activations.flow`, [r, types, J].
    couplings : square root of each input capsule's coupling with that iteration's winner, [r, I].
    s : length of each s, [r, J].
    capsules, lengths : v [r, J, D], and the presence of each class [r, J].
    """
    u, lengths, couplings = routed.u[0], routed.lengths, routed.stack("c")
    poses = _replace_nan(u[:, : axes.shape[1]])
    sizes = torch.linalg.vector_norm(poses, dim=1, keepdim=True).clamp_min(1e-9)
    winners = _replace_nan(lengths).argmax(1)[:, None, None].expand(-1, couplings.shape[1], 1)
    return {
        "presence": network.presence(routed.u)[0],
        "directions": poses @ axes.T / sizes,
        "flow": flow(couplings, routed.vote_lengths, network.config.primary_types),
        "couplings": _roots(couplings.gather(2, winners)[..., 0]),
        "s": torch.linalg.vector_norm(routed.stack("s"), dim=-1),
        "capsules": routed.stack("v"),
        "lengths": lengths,
    }


def unit_arrays(network: CapsNet, routed: Pass, unit: Tensor, below: str) -> dict[str, Tensor]:
    """Values of one input capsule.

    `unit` is its index, int64 [1]; `below` the block that feeds the input capsules, or "".

    Returns
    -------
    u, before : the capsule, and the capsule before its squash if it has one, [primary_dim].
    W : its weights for all classes, [primary_dim, J, D], if capsules do not share theirs.
    logits, couplings : b and c of each iteration, [r, J].
    vote_lengths : ‖û‖ of each vote, [J].
    cosines : of the angle between each vote and v of each iteration, [r, J]; 0 if either is zero.
    feeds : see `capsviz.analysis.weight_patterns.feeds`, [C].
    """
    u_hat, v = routed.u_hat[0].index_select(0, unit), routed.stack("v")
    arrays = {
        "u": routed.u[0].index_select(0, unit)[0],
        "logits": routed.stack("b").index_select(1, unit)[:, 0],
        "couplings": routed.stack("c").index_select(1, unit)[:, 0],
        "vote_lengths": routed.vote_lengths.index_select(0, unit)[0],
        "cosines": (_unit_vectors(u_hat) * _unit_vectors(v)).sum(-1),
    }
    if routed.before is not None:
        arrays["before"] = routed.before[0].index_select(0, unit)[0]
    if network.W.ndim == 4 and len(network.W) == routed.u.shape[1]:
        arrays["W"] = network.W.index_select(0, unit)[0]
    contributions = feeds(network, routed.maps.get(below), unit)
    return arrays if contributions is None else {**arrays, "feeds": contributions}


def vote_arrays(routed: Pass) -> dict[str, Tensor]:
    """All votes of the input capsules.

    Returns
    -------
    couplings : square root of each coupling of r iterations, [r, I, J].
    vote_lengths : ‖û‖ of each vote, [I, J].
    """
    return {"couplings": _roots(routed.stack("c")), "vote_lengths": routed.vote_lengths}


def _roots(couplings: Tensor) -> Tensor:
    return couplings.clamp_min(0).sqrt()  # with a prior they may be negative


def _unit_vectors(vectors: Tensor) -> Tensor:
    return vectors / torch.linalg.vector_norm(vectors, dim=-1, keepdim=True).clamp_min(1e-9)


def _replace_nan(values: Tensor) -> Tensor:
    return torch.where(values.isnan(), 0.0, values)
