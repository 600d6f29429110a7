"""How active an input capsule is, for routings that do not take its length for that."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn

from capsviz.config import ModelConfig

#: What stored weights are multiplied with where they meet u, which is short: with a gain of
#: 1 the softmax and logistic behind them stay flat for many epochs.
GAIN = 100.0


class InputActivation(nn.Module):
    """A logistic of each capsule's own pose, ``a_i = logistic(w_i . u_i + w0_i)``.

    Learned apart from the votes, as the primary capsules of EM routing have it (Hinton,
    Sabour, Frosst 2018); stored divided by `GAIN`.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.w = nn.Parameter(torch.zeros(config.primary_capsules, config.primary_dim))
        self.w0 = nn.Parameter(torch.zeros(config.primary_capsules))

    def forward(self, u: Float[Tensor, "batch in_caps in_dim"]) -> Float[Tensor, "batch in_caps"]:
        """Activations in (0, 1) of input capsules u."""
        return torch.sigmoid(GAIN * ((u * self.w).sum(-1) + self.w0))
