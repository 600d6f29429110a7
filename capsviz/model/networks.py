"""Every network that can be trained, by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from capsviz.config import ModelConfig
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN, PooledCNN, StridedCNN
from capsviz.model.compact import CompactCapsNet, CompactCNN
from capsviz.model.deep import DeepCapsNet
from capsviz.model.efficient import EfficientCapsNet
from capsviz.model.matrix import MatrixCapsNet
from capsviz.model.routing import BUILT_IN, DYNAMIC, ROUTINGS, VARIANTS, WHAT_IFS
from capsviz.model.routing.setting import read_setting
from capsviz.model.routing.vote_sums import can_fuse
from capsviz.model.vote_matrices import FORMS, FULL, check_form, form_name

Network = CapsNet | CNN

ARCHITECTURES: dict[str, type[CapsNet] | type[CNN]] = {
    "capsnet": CapsNet,
    "efficient": EfficientCapsNet,
    "matrix": MatrixCapsNet,
    "deep_2": DeepCapsNet,
    "deep_3": DeepCapsNet,
    "deep_4": DeepCapsNet,
    "compact": CompactCapsNet,
    "compact_cnn": CompactCNN,
    "cnn": CNN,
    "strided_cnn": StridedCNN,
    "pooled_cnn": PooledCNN,
}

#: Common settings of networks with two to four layers of routed vector capsules.
_DEEP_CONFIG = ModelConfig(conv_channels=64, kernel=5, primary_types=16, inner_types=8)

_MATRIX = ModelConfig(
    architecture="matrix",
    routing="matrix",
    iterations=2,
    conv_channels=64,
    kernel=5,
    primary_types=16,
    primary_dim=17,
)

#: The same backbone under every routing, ten networks of other builds, two for a digit anywhere
#: on a larger canvas, and two for two overlapping digits.
MODELS: dict[str, ModelConfig] = {
    **{name: replace(ModelConfig(), routing=name) for name in ROUTINGS if name not in VARIANTS},
    "efficient": ModelConfig(architecture="efficient", routing="attention", primary_types=16),
    "matrix": _MATRIX,
    "matrix_32": replace(
        _MATRIX,
        iterations=3,
        conv_channels=32,
        first_types=32,
        inner_types=32,
        primary_types=32,
        padding=1,
    ),
    "deep_2": replace(_DEEP_CONFIG, architecture="deep_2"),
    "deep_3": replace(_DEEP_CONFIG, architecture="deep_3"),
    "deep_4": replace(_DEEP_CONFIG, architecture="deep_4"),
    "compact": ModelConfig(architecture="compact", primary_types=8),
    "cnn": ModelConfig(architecture="cnn"),
    "strided_cnn": ModelConfig(architecture="strided_cnn"),
    "compact_cnn": ModelConfig(architecture="compact_cnn", primary_types=8),
    "expanded": ModelConfig(image_size=40),
    "expanded_cnn": ModelConfig(
        architecture="pooled_cnn", image_size=40, kernel=5, decoder_hidden=(674, 192)
    ),
    "overlap": ModelConfig(architecture="compact", image_size=36, primary_types=8),
    "overlap_cnn": ModelConfig(architecture="compact_cnn", image_size=36, primary_types=8),
}

_TITLES = {
    "efficient": "Efficient-CapsNet",
    "matrix": "Matrix capsules",
    "deep_2": "Deep capsules, two layers",
    "deep_3": "Deep capsules, three layers",
    "deep_4": "Deep capsules, four layers",
    "compact": "Compact CapsNet",
    "compact_cnn": "Plain CNN",
    "cnn": "Plain CNN",
    "strided_cnn": "Plain CNN",
    "pooled_cnn": "Large plain CNN",
}


def title(config: ModelConfig) -> str:
    """Return a network's usual name: its build, or the routing of the paper's build."""
    name = _TITLES.get(config.architecture) or ROUTINGS[config.routing_name].title
    return name if config.matrices == FULL else f"{name}, W {FORMS[form_name(config)].title}"


def describe_differences(config: ModelConfig) -> str:
    """Describe the differences from the published network in sentences; "" if unknown."""
    return ARCHITECTURES[config.architecture].describe_differences(config)


def build(config: ModelConfig) -> Network:
    """Build a network with initial weights; raises as `check` does."""
    check(config)
    return ARCHITECTURES[config.architecture](config)


def takes_what_ifs(config: ModelConfig) -> bool:
    """Return whether the what-if routings `WHAT_IFS` apply to a network."""
    cls = ARCHITECTURES.get(config.architecture)
    return cls is not None and issubclass(cls, CapsNet) and config.routing == DYNAMIC


def route_instead(network: Network, routing: str) -> Network:
    """Return a network with the same weights under another, what-if routing.

    Raises `CapsvizError` if the routing is unknown, or its setting is invalid.

    Parameters
    ----------
    network : the network; it does not change.
    routing : one of `WHAT_IFS`, optionally with its setting; "" for the network's own. A network
        that was not trained with `DYNAMIC` keeps its own.

    Returns
    -------
    A network that shares all weights with this one, or this one itself.
    """
    if not routing:
        return network
    name = check_what_if(routing)
    if not isinstance(network, CapsNet) or not takes_what_ifs(network.config):
        return network
    # `copy` rejects networks with a parametrised W.
    other = object.__new__(type(network))
    other.__dict__ = dict(vars(network))
    other.config = replace(network.config, routing=routing)
    device, module = network.W.device, ROUTINGS[name](other.config).eval()
    other._modules = {**network._modules, "routing": module.to(device).requires_grad_(False)}
    return other


def check_what_if(routing: str) -> str:
    """Parse a what-if and return its name; raises `CapsvizError`."""
    name = routing.partition(":")[0]
    if name not in WHAT_IFS:
        raise CapsvizError(
            f"no network can route by {name!r} instead: choose one of {', '.join(WHAT_IFS)}"
        )
    read_setting(routing, ROUTINGS[name].setting)
    return name


class _Undrawn(TorchFunctionMode):
    """Skip random initialisation of weights.

    On the meta device it would import torch's compiler, which takes as long as torch itself.
    """

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        if func in _RANDOM_FILLS:  # these return the tensor they fill, by position or by name
            return args[0] if args else kwargs["tensor"]
        return func(*args, **kwargs)


_RANDOM_FILLS = {
    Tensor.normal_,
    Tensor.uniform_,
    nn.init.normal_,
    nn.init.uniform_,
    nn.init.kaiming_uniform_,
}


def frame(config: ModelConfig) -> Network:
    """Build a network with uninitialised weights, for loading; raises as `check` does."""
    with _Undrawn():
        return build(config)


def read_many(network: Network, device: torch.device) -> None:
    """Prepare a network for thousands of pictures.

    Matrix capsules then recompute their votes in each sum, if code can be compiled: this takes half
    a minute once and is five times as fast.
    """
    if isinstance(network, MatrixCapsNet):
        network.fuse(can_fuse(device))


def check(config: ModelConfig) -> None:
    """Raise `CapsvizError` for an unknown architecture or routing."""
    if config.architecture not in ARCHITECTURES:
        raise CapsvizError(
            f"there is no architecture {config.architecture!r}: choose one of "
            f"{', '.join(ARCHITECTURES)}"
        )
    if config.matrices != FULL:
        if ARCHITECTURES[config.architecture] not in (CapsNet, CompactCapsNet, DeepCapsNet):
            raise CapsvizError(
                f"a network built as {config.architecture!r} has no matrices to choose: leave out "
                f"{config.matrices!r}"
            )
        check_form(config)
    built_in = config.routing in BUILT_IN and config.routing == config.architecture
    if built_in:
        return
    if config.routing_name not in ROUTINGS or config.architecture in BUILT_IN:
        raise CapsvizError(
            f"there is no routing {config.routing!r}: choose one of {', '.join(ROUTINGS)}"
        )
    read_setting(config.routing, ROUTINGS[config.routing_name].setting)
