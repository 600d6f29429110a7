"""How the votes' matrices W are made of fewer numbers than they hold.

A network's ``W`` stays what every reader of it expects, [in_caps, in_dim, out_caps, out_dim]; what
is learnt is smaller, and ``torch.nn.utils.parametrize`` makes one of the other.
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.utils import parametrize

from capsviz.bounds import Number
from capsviz.config import ModelConfig
from capsviz.errors import CapsvizError
from capsviz.model.routing.setting import MARK, Setting, read_setting
from capsviz.model.weight_cache import derive_once

FULL = "full"
#: Of W's numbers before a training, as a standard deviation.
START_SPREAD = 0.05


class Form(nn.Module):
    """What W is made of; without gradients W is made once and kept while these last.

    Attributes
    ----------
    setting : the one number that may be chosen, None where there is none.
    title : what people call it.
    """

    setting: Setting | None = None
    title = ""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.places, self.types = config.grid**2, config.primary_types
        self.number = int(read_setting(config.matrices, self.setting))

    def forward(self, *learnt: Tensor) -> Float[Tensor, "in_caps in_dim out_caps out_dim"]:
        """W of what is learnt."""
        if torch.is_grad_enabled() or learnt[0].is_meta:  # where it is counted what is made of what
            return self.make(*learnt)
        return derive_once(self, FULL, learnt, self.make)

    def make(self, *learnt: Tensor) -> Tensor:
        """The same, anew each time."""
        raise NotImplementedError


class SharedOverPlaces(Form):
    """One matrix for each type and class, wherever the capsule lies, as a convolution has it.

    A vote then no longer knows where it came from (Hinton, Sabour and Frosst 2018, section 4, which
    adds the coordinates for that reason).
    """

    title = "the same at every place"

    def make(self, *learnt: Float[Tensor, "types in_dim out_caps out_dim"]) -> Tensor:
        """Each type's matrix, at every place."""
        (by_type,) = learnt
        return by_type.repeat(self.places, 1, 1, 1)

    def right_inverse(self, W: Tensor) -> Tensor:
        """The matrices of the first place."""
        return W[: self.types].clone()


class SharedInGroups(Form):
    """Neighbouring types share their matrices: at each place one for every group of types."""

    title = "the same in each group of types"
    setting = Setting("g", "groups of types", 4.0, Number(int, 1, 256), 1.0)

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        if self.types % self.number:
            raise CapsvizError(
                f"{self.types} types of capsule cannot be {self.number} groups of one size: choose "
                "a number that divides them"
            )

    def make(self, *learnt: Float[Tensor, "places groups in_dim out_caps out_dim"]) -> Tensor:
        """Each group's matrix, for all of its types."""
        (by_group,) = learnt
        return by_group.repeat_interleave(self.types // self.number, 1).flatten(0, 1)

    def right_inverse(self, W: Tensor) -> Tensor:
        """The matrices of each group's first type."""
        by_place = W.unflatten(0, (self.places, self.types))
        return by_place[:, :: self.types // self.number].clone()


class LowRank(Form):
    """Each matrix a product of two: ``W_ij = A_ij B_ij``, of rank r at most."""

    title = "of low rank"
    setting = Setting("r", "rank of each matrix", 2.0, Number(int, 1, 64), 1.0)

    def make(self, *learnt: Float[Tensor, "in_caps out_caps _ _"]) -> Tensor:
        """The products of A, [..., in_dim, rank], and B, [..., rank, out_dim]."""
        A, B = learnt
        return (A @ B).permute(0, 2, 1, 3).contiguous()

    def right_inverse(self, W: Tensor) -> tuple[Tensor, Tensor]:
        """Factors drawn anew, whose products spread as the numbers of W do."""
        count, into, classes, dim = W.shape
        each = (START_SPREAD / self.number**0.5) ** 0.5
        A = W.new_empty(count, classes, into, self.number)
        B = W.new_empty(count, classes, self.number, dim)
        return nn.init.normal_(A, std=each), nn.init.normal_(B, std=each)


#: What W may be made of, by name; "full" is all of its own numbers.
FORMS: dict[str, type[Form]] = {
    "shared": SharedOverPlaces,
    "groups": SharedInGroups,
    "low_rank": LowRank,
}


def form_name(config: ModelConfig) -> str:
    """What W is made of, without its number."""
    return config.matrices.partition(MARK)[0]


def choose_form(network: nn.Module, config: ModelConfig) -> None:
    """Have a network's W made as its configuration says; "full" changes nothing."""
    if config.matrices != FULL:
        form = FORMS[form_name(config)](config)
        parametrize.register_parametrization(network, "W", form)


def check_form(config: ModelConfig) -> None:
    """Raise `CapsvizError` where there is no such form, or its number cannot be."""
    name = form_name(config)
    if name not in FORMS:
        raise CapsvizError(
            f"there are no matrices {config.matrices!r}: choose one of {[FULL, *FORMS]}"
        )
    read_setting(config.matrices, FORMS[name].setting)
