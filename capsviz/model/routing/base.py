"""Interface of all routings."""

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

_LENGTH = "The length of a capsule's vector is the presence of its {thing}, from 0 to 1."
#: The `Routing.meaning` of routings that use `squash`.
SQUASH_MEANING = f"{_LENGTH} Squash shortens the vector to ‖s‖² / (1 + ‖s‖²), always below 1."


class Routing(nn.Module, ABC):
    """Routing from input capsules and their votes to output capsules.

    A routing owns its learned parameters, except the votes' W; they are part of the network's
    weights.

    Attributes
    ----------
    title : usual name.
    published : differences of the paper's network with this routing from the publication.
    sharing : end of "Every input capsule shares its vote among the ten digits, ..."; "{thing}"
        stands for a class.
    meaning : meaning of output lengths or activations, for a visitor; "{count}" is the number of
        classes.
    shrink : function from s to v, if lengths are presences.
    begins_uniform : whether the first couplings are all 1/J, so that the first step is the result
        without routing.
    floor : added to the variance of the Gaussian that the routing fits to an output capsule's
        votes, per dimension; None without a Gaussian.
    iterative : whether it refines its couplings; if not, it always takes one step.
    adds_agreement : whether each iteration adds ``u_hat . v`` to the logits.
    by_agreement : whether couplings are the softmax of these logits, as in Procedure 1 of Sabour
        and others (2017).
    activates : whether presences are activations separate from the vectors' lengths.
    shares : whether these activations sum to 1 over the outputs.
    leaks : whether couplings may sum to less than 1 over the outputs.
    couplings_over : the capsules over which they sum to 1: "outputs", "inputs" or "none".
    solves : whether its iterations are steps of a solver, whose number is a choice like the step
        size h.
    setting : its adjustable number, if it has one.
    level : value of that number.
    """

    title: str
    published: str = ""
    sharing: str = "by this network's own rule, which is defined in its code."
    meaning: str = f"{_LENGTH} This network's own squash determines the length."
    shrink: Callable[[Tensor], Tensor] = staticmethod(squash)
    begins_uniform: bool = True
    floor: float | None = None
    iterative: bool = False
    adds_agreement: bool = False
    by_agreement: bool = False
    activates: bool = False
    shares: bool = False
    leaks: bool = False
    couplings_over: str = "outputs"
    solves: bool = False
    setting: Setting | None = None

    def __init__(self, config: ModelConfig) -> None:
        """Create its parameters, ready to train, for the sizes of `config`."""
        super().__init__()
        self.level = read_setting(config.routing, self.setting)

    @abstractmethod
    def steps(
        self,
        u: Float[Tensor, "batch in_caps in_dim"],
        u_hat: Float[Tensor, "batch in_caps out_caps dim"],
        iterations: int,
    ) -> Iterator[RoutingStep]:
        """Route the votes; yields one step per iteration, and the last one is the result.

        Parameters
        ----------
        u : input capsules; a length in [0, 1) is the activation.
        u_hat : their votes for every output capsule.
        iterations : r >= 1; ignored by a routing that is not `iterative`.
        """

    def weigh(
        self,
        u: Float[Tensor, "#batch in_caps in_dim"],
        c: Float[Tensor, "batch in_caps out_caps"],
    ) -> Float[Tensor, "batch in_caps out_caps"]:
        """Weights of the votes in s, from couplings c: by default c itself.

        A bias that a routing adds to s is not included. Weights may be negative.
        """
        return c

    @property
    def weighs(self) -> bool:
        """Whether votes are weighted by anything other than their couplings."""
        return type(self).weigh is not Routing.weigh

    def uniform_presence(
        self,
        u: Float[Tensor, "batch in_caps in_dim"],
        u_hat: Float[Tensor, "batch in_caps out_caps dim"],
    ) -> Float[Tensor, "batch out_caps"]:
        """Presence of each output if all couplings were 1/J.

        It is called if a routing does not begin with uniform couplings.
        """
        c = u_hat.new_full(u_hat.shape[:3], 1 / u_hat.shape[2])
        s = torch.einsum("bij,bijd->bjd", self.weigh(u, c), u_hat)
        return torch.linalg.vector_norm(self.shrink(s), dim=-1)
