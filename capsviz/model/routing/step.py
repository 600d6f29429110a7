"""What one iteration of any routing leaves behind."""

from __future__ import annotations

from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor


@dataclass(frozen=True, slots=True)
class RoutingStep:
    """One iteration of routing, in the paper's symbols.

    Attributes
    ----------
    b : logits entering the iteration; zero in the first.
    c : couplings ``softmax_j(b)``: for every input capsule they sum to 1 over the outputs.
    s : coupled sum of the votes.
    v : output capsules ``squash(s)``, lengths in [0, 1).
    """

    b: Float[Tensor, "batch in_caps out_caps"]
    c: Float[Tensor, "batch in_caps out_caps"]
    s: Float[Tensor, "batch out_caps dim"]
    v: Float[Tensor, "batch out_caps dim"]
