"""What one iteration of any routing leaves behind."""

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
    b : logits entering the iteration; zero where the couplings are uniform.
    c : couplings ``softmax_j(b)``: for every input capsule they sum to 1 over the outputs.
    s : coupled sum of the votes; where votes are averaged instead, that mean.
    v : output capsules.
    a : their activations in [0, 1]; None where an activation is the length of its v.
    """

    b: Float[Tensor, "batch in_caps out_caps"]
    c: Float[Tensor, "batch in_caps out_caps"]
    s: Float[Tensor, "batch out_caps dim"]
    v: Float[Tensor, "batch out_caps dim"]
    a: Float[Tensor, "batch out_caps"] | None = None

    @property
    def activations(self) -> Float[Tensor, "batch out_caps"]:
        """How present each output capsule is, in [0, 1]."""
        return torch.linalg.vector_norm(self.v, dim=-1) if self.a is None else self.a
