"""Sparse routing by agreement: each part keeps its few strongest parents."""

from __future__ import annotations

from torch import Tensor

from capsviz.bounds import Number
from capsviz.model.routing.rounds import Rounds
from capsviz.model.routing.setting import Setting


class TopK(Rounds):
    """Dynamic routing with couplings for an input capsule's k largest logits only.

    The coupling is ``c_ij = exp b_ij / sum over kept k of exp b_ik`` if ``b_ij`` is among the k
    largest, else zero. Ties with the k-th largest are kept too: in the first iteration these are
    all logits, so that the couplings start uniform and no output is preferred by its index.
    """

    title = "Top-k"
    adds_agreement = True
    setting = Setting("k", "wholes that each part keeps", 3.0, Number(int, 1, 10), 1.0)

    def couple(self, b: Tensor) -> Tensor:
        """Return the softmax over the kept logits."""
        k = min(int(self.level), b.shape[1])
        threshold = b.topk(k, dim=1).values[:, -1:]
        return b.masked_fill(b < threshold, -float("inf")).softmax(1)
