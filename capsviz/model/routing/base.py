"""The one interface of all routings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

import torch
from jaxtyping import Float
from torch import Tensor, nn

from capsviz.config import ModelConfig
from capsviz.model.routing.setting import Setting, read_setting
from capsviz.model.routing.step import RoutingStep
from capsviz.model.squash import squash

_LENGTH = "The length of a capsule's vector says how surely its {thing} is there."
#: The `Routing.meaning` of those that shrink by `squash`.
SQUASHED = f"{_LENGTH} Squash shortens the vector to ‖s‖² / (1 + ‖s‖²), always below 1."


class Routing(nn.Module, ABC):
    """Turns input capsules and their votes into output capsules.

    A routing owns whatever it learns besides the votes' W: its parameters are part of the
    network's weights.

    Attributes
    ----------
    title : what people call it.
    published : what of the paper's network with this routing is as published, and what is not.
    sharing : ends "Every input capsule shares its vote among the ten digits, ..."; a class is a
        "{thing}".
    meaning : what lengths or activations of outputs say, for a visitor; "{count}" is of classes.
    shrink : from s to v, where a length says how present an output is.
    begins_uniform : whether the first couplings are all 1/J, so that the first step tells what the
        answer would be without routing.
    floor : added to the variance of the Gaussian that the routing fits to an output capsule's
        votes, dimension by dimension; None where it fits none.
    iterative : whether it refines its couplings; if not, it always takes one step.
    adds_agreement : whether each iteration's logits are those before plus ``u_hat . v``.
    by_agreement : whether couplings are the softmax of these logits, as in Procedure 1 of Sabour
        and others (2017).
    activates : whether it says how present an output is apart from its vector, in place of
        the vector's length.
    shares : whether these activations sum to 1 over the outputs.
    leaks : whether couplings may sum to less than 1 over the outputs.
    solves : whether its iterations are steps along an equation, whose number is a choice like h's.
    setting : the number that may be chosen, if there is one.
    level : that number of this routing.
    """

    title: str
    published: str = ""
    sharing: str = "by this network's own rule, which its code tells and this page does not know."
    meaning: str = f"{_LENGTH} How long it gets is for this network's own squash to say."
    shrink: Callable[[Tensor], Tensor] = staticmethod(squash)
    begins_uniform: bool = True
    floor: float | None = None
    iterative: bool = False
    adds_agreement: bool = False
    by_agreement: bool = False
    activates: bool = False
    shares: bool = False
    leaks: bool = False
    solves: bool = False
    setting: Setting | None = None

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

    def weigh(
        self,
        u: Float[Tensor, "#batch in_caps in_dim"],
        c: Float[Tensor, "batch in_caps out_caps"],
    ) -> Float[Tensor, "batch in_caps out_caps"]:
        """Weights of the votes in s, from couplings c: by default c itself.

        A bias that a routing adds to s is not in it. Weights may be negative.
        """
        return c

    @property
    def weighs(self) -> bool:
        """Whether votes are multiplied by something else than their couplings."""
        return type(self).weigh is not Routing.weigh

    def uniform_presence(
        self,
        u: Float[Tensor, "batch in_caps in_dim"],
        u_hat: Float[Tensor, "batch in_caps out_caps dim"],
    ) -> Float[Tensor, "batch out_caps"]:
        """How present each output would be if all couplings were 1/J.

        It is asked where a routing does not begin so.
        """
        c = u_hat.new_full(u_hat.shape[:3], 1 / u_hat.shape[2])
        s = torch.einsum("bij,bijd->bjd", self.weigh(u, c), u_hat)
        return torch.linalg.vector_norm(self.shrink(s), dim=-1)
