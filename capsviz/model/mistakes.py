"""Common mistakes that are built into a network on purpose, to study their effect."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import torch
from torch import Tensor

from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.model.routing.base import Routing
from capsviz.model.routing.step import RoutingStep
from capsviz.model.squash import squash


class WrongAxis(Routing):
    """Dynamic routing with the softmax over the input capsules, a common mistake."""

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


def mislead(model: Network, mistakes: Collection[str]) -> None:
    """Build mistakes into a network that its settings cannot express."""
    if "axis" in mistakes and isinstance(model, CapsNet):
        model.routing = WrongAxis(model.config)
