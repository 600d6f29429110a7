"""Result of one routing iteration."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor


@dataclass(frozen=True, slots=True)
class RoutingStep:
    """One iteration of routing, in the papers' symbols.

    Attributes
    ----------
    b : logits entering the iteration; zero for uniform couplings.
    c : couplings ``softmax_j(b)``: for every input capsule they sum to 1 over the outputs.
    s : coupled sum, or mean, of the votes.
    v : output capsules.
    a : their activations in [0, 1]; None if the activation is the length of v.
    """

    b: Float[Tensor, "batch in_caps out_caps"]
    c: Float[Tensor, "batch in_caps out_caps"]
    s: Float[Tensor, "batch out_caps dim"]
    v: Float[Tensor, "batch out_caps dim"]
    a: Float[Tensor, "batch out_caps"] | None = None

    @property
    def activations(self) -> Float[Tensor, "batch out_caps"]:
        """Presence of each output capsule, in [0, 1]."""
        return torch.linalg.vector_norm(self.v, dim=-1) if self.a is None else self.a
