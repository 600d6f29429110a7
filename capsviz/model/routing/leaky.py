"""Leaky routing by agreement (the authors' code of Sabour, Frosst and Hinton 2017)."""

from __future__ import annotations

from torch import Tensor

from capsviz.bounds import Number
from capsviz.model.routing.rounds import Rounds
from capsviz.model.routing.setting import Setting


class Leaky(Rounds):
    """Dynamic routing with an additional "leak" in the softmax, which takes unclaimed votes.

    ``c_ij = exp b_ij / (exp l + sum_k exp b_ik)``: couplings sum to less than 1 over the outputs.
    The leak's logit l is constant; in the authors' code (Sarasra/models, ``layers.py``,
    ``_leaky_routing``) it is 0.
    """

    title = "Leaky softmax"
    published = (
        "Dynamic routing with the leaky softmax of Sabour, Frosst and Hinton's (2017) code. Not as "
        "published: no bias for each output capsule, and its training."
    )
    begins_uniform = False  # uniform, but reduced by the leak
    adds_agreement = True
    leaks = True
    setting = Setting("l", "logit of the leak", 0.0, Number(float, -5, 5), 0.25)

    def couple(self, b: Tensor) -> Tensor:
        """Return the softmax over the outputs and the leak, without the leak's share."""
        leak = b.new_full((b.shape[0], 1, b.shape[2]), self.level)
        return _softmax_with(b, leak)


def _softmax_with(b: Tensor, leak: Tensor) -> Tensor:
    maximum = b.amax(1, keepdim=True).maximum(leak).detach()
    powers = (b - maximum).exp()
    return powers / (powers.sum(1, keepdim=True) + (leak - maximum).exp())
