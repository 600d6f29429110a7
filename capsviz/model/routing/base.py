"""The one interface of all routings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from jaxtyping import Float
from torch import Tensor, nn

from capsviz.config import ModelConfig
from capsviz.model.routing.setting import Setting, read_setting
from capsviz.model.routing.step import RoutingStep


class Routing(nn.Module, ABC):
    """Turns input capsules and their votes into output capsules.

    A routing owns whatever it learns besides the votes' W: its parameters are part of the
    network's weights.

    Attributes
    ----------
    title : what people call it.
    iterative : whether it refines its couplings; if not, it always takes one step.
    adds_agreement : whether each iteration's logits are those before plus ``u_hat . v``.
    activates : whether it says how present an output is apart from its vector, in place of
        the vector's length.
    shares : whether these activations sum to 1 over the outputs.
    leaks : whether couplings may sum to less than 1 over the outputs.
    solves : whether its iterations are steps along an equation, whose number is a choice like h's.
    setting : the number that may be chosen, if there is one.
    level : that number of this routing.
    """

    title: ClassVar[str]
    iterative: ClassVar[bool] = False
    adds_agreement: ClassVar[bool] = False
    activates: ClassVar[bool] = False
    shares: ClassVar[bool] = False
    leaks: ClassVar[bool] = False
    solves: ClassVar[bool] = False
    setting: ClassVar[Setting | None] = None

    def __init__(self, config: ModelConfig) -> None:
        """Make its parameters, ready to train, for the dimensions of `config`."""
        super().__init__()
        self.level = read_setting(config.routing, self.setting)

    @abstractmethod
    def steps(
        self,
        u: Float[Tensor, "batch in_caps in_dim"],
        u_hat: Float[Tensor, "batch in_caps out_caps dim"],
        iterations: int,
    ) -> Iterator[RoutingStep]:
        """Route, one yielded step per iteration; the last one is the result.

        Parameters
        ----------
        u : input capsules; a length in [0, 1) says how active one is.
        u_hat : their votes for every output capsule.
        iterations : r >= 1; ignored by a routing that is not `iterative`.
        """
