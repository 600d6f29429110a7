"""Activations of input capsules, for routings that do not use lengths."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn

from capsviz.config import ModelConfig

#: Factor of stored weights, since u is short: with a gain of 1 the softmax and logistic stay flat
#: for many epochs.
GAIN = 100.0


class InputActivation(nn.Module):
    """Logistic activation from each capsule's own pose, ``a_i = logistic(w_i . u_i + w0_i)``.

    It is learned separately from the votes, as in EM routing (Hinton, Sabour, Frosst 2018). The
    weights are stored divided by `GAIN`.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.w = nn.Parameter(torch.zeros(config.primary_capsules, config.primary_dim))
        self.w0 = nn.Parameter(torch.zeros(config.primary_capsules))

    def forward(self, u: Float[Tensor, "batch in_caps in_dim"]) -> Float[Tensor, "batch in_caps"]:
        """Return activations in (0, 1) of input capsules u."""
        return torch.sigmoid(GAIN * ((u * self.w).sum(-1) + self.w0))
