"""Transformation matrices W with fewer parameters than entries.

A network's ``W`` keeps its shape [in_caps, in_dim, out_caps, out_dim]; the learned parameters are
smaller, and ``torch.nn.utils.parametrize`` computes W from them.
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
#: Initial standard deviation of W's entries.
START_SPREAD = 0.05


class Form(nn.Module):
    """Parametrisation of W; without gradients W is computed once and cached.

    Attributes
    ----------
    setting : its adjustable number, or None.
    title : usual name.
    """

    setting: Setting | None = None
    title = ""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.places, self.types = config.grid**2, config.primary_types
        self.number = int(read_setting(config.matrices, self.setting))

    def forward(self, *parameters: Tensor) -> Float[Tensor, "in_caps in_dim out_caps out_dim"]:
        """Return W."""
        if torch.is_grad_enabled() or parameters[0].is_meta:  # `meta` counts the operations
            return self.make(*parameters)
        return derive_once(self, FULL, parameters, self.make)

    def make(self, *parameters: Tensor) -> Tensor:
        """Compute W from its parameters."""
        raise NotImplementedError


class SharedOverPlaces(Form):
    """One matrix for each type and class, shared over places as in a convolution.

    A vote then does not depend on its position (Hinton, Sabour and Frosst 2018, section 4, add the
    coordinates for that reason).
    """

    title = "the same at every place"

    def make(self, *parameters: Float[Tensor, "types in_dim out_caps out_dim"]) -> Tensor:
        """Repeat each type's matrix at every place."""
        (by_type,) = parameters
        return by_type.repeat(self.places, 1, 1, 1)

    def right_inverse(self, W: Tensor) -> Tensor:
        """Return the matrices of the first place."""
        return W[: self.types].clone()


class SharedInGroups(Form):
    """Matrices shared by groups of types: each place has one per group."""

    title = "the same in each group of types"
    setting = Setting("g", "groups of types", 4.0, Number(int, 1, 256), 1.0)

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        if self.types % self.number:
            raise CapsvizError(
                f"{self.types} types of capsule cannot be {self.number} groups of one size: choose "
                "a number that divides them"
            )

    def make(self, *parameters: Float[Tensor, "places groups in_dim out_caps out_dim"]) -> Tensor:
        """Repeat each group's matrix for all of its types."""
        (by_group,) = parameters
        return by_group.repeat_interleave(self.types // self.number, 1).flatten(0, 1)

    def right_inverse(self, W: Tensor) -> Tensor:
        """Return the matrices of each group's first type."""
        by_place = W.unflatten(0, (self.places, self.types))
        return by_place[:, :: self.types // self.number].clone()


class LowRank(Form):
    """Matrices of rank r at most: ``W_ij = A_ij B_ij``."""

    title = "of low rank"
    setting = Setting("r", "rank of each matrix", 2.0, Number(int, 1, 64), 1.0)

    def make(self, *parameters: Float[Tensor, "in_caps out_caps _ _"]) -> Tensor:
        """Multiply A, [..., in_dim, rank], and B, [..., rank, out_dim]."""
        A, B = parameters
        return (A @ B).permute(0, 2, 1, 3).contiguous()

    def right_inverse(self, W: Tensor) -> tuple[Tensor, Tensor]:
        """Draw new factors, whose products have the spread of W's entries."""
        count, in_dim, classes, dim = W.shape
        std = (START_SPREAD / self.number**0.5) ** 0.5
        A = W.new_empty(count, classes, in_dim, self.number)
        B = W.new_empty(count, classes, self.number, dim)
        return nn.init.normal_(A, std=std), nn.init.normal_(B, std=std)


#: Parametrisations of W by name; "full" is W itself.
FORMS: dict[str, type[Form]] = {
    "shared": SharedOverPlaces,
    "groups": SharedInGroups,
    "low_rank": LowRank,
}


def form_name(config: ModelConfig) -> str:
    """Return the name of W's parametrisation, without its number."""
    return config.matrices.partition(MARK)[0]


def choose_form(network: nn.Module, config: ModelConfig) -> None:
    """Parametrise a network's W as configured; "full" changes nothing."""
    if config.matrices != FULL:
        form = FORMS[form_name(config)](config)
        parametrize.register_parametrization(network, "W", form)


def check_form(config: ModelConfig) -> None:
    """Raise `CapsvizError` for an unknown parametrisation or an invalid number."""
    name = form_name(config)
    if name not in FORMS:
        raise CapsvizError(
            f"there are no matrices {config.matrices!r}: choose one of {', '.join([FULL, *FORMS])}"
        )
    read_setting(config.matrices, FORMS[name].setting)
