"""Dynamic routing as in the authors' own code (Sarasra/models, ``layers.py``)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from capsviz.config import ModelConfig
from capsviz.model.routing.rounds import Rounds

#: Initial value of the bias, as in that code.
BIAS = 0.1


class Authors(Rounds):
    """Dynamic routing with a learned bias in each sum, differentiated through all iterations.

    ``s_j = sum_i c_ij u_hat_{j|i} + bias_j``, in every iteration; no vote is detached.
    `capsviz.model.routing.dynamic` differs from that code in both.
    """

    title = "Dynamic, as in the authors' code"
    published = (
        "As Sabour, Frosst and Hinton (2017) published it and as their code has it: layers, "
        "squash, routing with a bias for each output capsule, gradients through all iterations, "
        "margin loss, decoder. Not as published: its training, which its model card tells."
    )
    adds_agreement = True
    by_agreement = True

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.bias = nn.Parameter(torch.full((config.classes, config.digit_dim), BIAS))

    def complete(self, s: Tensor) -> Tensor:
        """Add the bias to the sum."""
        return s + self.bias
