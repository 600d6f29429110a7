"""Mistakes that circulate, to be made on purpose: what looks on must notice them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import torch
from torch import Tensor

from capsviz.config import ModelConfig, TrainConfig
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.model.routing.base import Routing
from capsviz.model.routing.step import RoutingStep
from capsviz.model.squash import squash


class WrongAxis(Routing):
    """Dynamic routing whose softmax runs over the input capsules: as often written."""

    title = "Wrong axis"
    iterative = True

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """One step per iteration."""
        b = u_hat.new_zeros(u_hat.shape[:3])
        for _ in range(iterations):
            c = b.softmax(1)
            s = torch.einsum("nij,nijd->njd", c, u_hat)
            v = squash(s)
            yield RoutingStep(b, c, s, v)
            b = b + torch.einsum("nijd,njd->nij", u_hat.detach(), v.detach())


def apply_mistakes(
    config: TrainConfig, model: ModelConfig, mistakes: tuple[str, ...]
) -> TrainConfig:
    """The settings that these mistakes come to."""
    if "mean" in mistakes:
        pixels = model.image_size**2
        config = replace(config, reconstruction_weight=config.reconstruction_weight / pixels)
    if "rate" in mistakes:
        config = replace(config, peak_rate=min(1.0, 100 * config.peak_rate))
    return config


def mislead(model: Network, mistakes: tuple[str, ...]) -> None:
    """Build those into a network that cannot be told in settings."""
    if "axis" in mistakes and isinstance(model, CapsNet):
        model.routing = WrongAxis(model.config)
