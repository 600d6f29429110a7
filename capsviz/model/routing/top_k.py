"""Sparse routing by agreement: each part keeps its few strongest parents."""

from __future__ import annotations

from torch import Tensor

from capsviz.bounds import Number
from capsviz.model.routing.rounds import Rounds
from capsviz.model.routing.setting import Setting


class TopK(Rounds):
    """Dynamic routing whose couplings are kept for the k largest logits of an input capsule.

    ``c_ij = exp b_ij / sum over kept k of exp b_ik`` where ``b_ij`` is among the k largest, else
    0. Logits that equal the k-th largest are kept too: in the first round all are, so that the
    couplings begin uniform and no output is preferred for its number.
    """

    title = "Top-k"
    adds_agreement = True
    setting = Setting("k", "parents that each part keeps", 3.0, Number(int, 1, 10), 1.0)

    def couple(self, b: Tensor) -> Tensor:
        """Softmax over the kept logits."""
        k = min(int(self.level), b.shape[1])
        least = b.topk(k, dim=1).values[:, -1:]
        return b.masked_fill(b < least, -float("inf")).softmax(1)
