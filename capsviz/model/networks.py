"""Every network that can be trained, by name."""

from __future__ import annotations

from dataclasses import replace

from capsviz.config import ModelConfig
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.compact import CompactCapsNet, CompactCNN
from capsviz.model.efficient import EfficientCapsNet
from capsviz.model.routing import ROUTINGS

Network = CapsNet | CNN

ARCHITECTURES: dict[str, type[CapsNet] | type[CNN]] = {
    "capsnet": CapsNet,
    "efficient": EfficientCapsNet,
    "compact": CompactCapsNet,
    "compact_cnn": CompactCNN,
    "cnn": CNN,
}

#: The same backbone under every routing, two networks of another build, and two that read
#: two digits over each other.
MODELS: dict[str, ModelConfig] = {
    **{name: replace(ModelConfig(), routing=name) for name in ROUTINGS},
    "efficient": ModelConfig(architecture="efficient", routing="attention", primary_types=16),
    "cnn": ModelConfig(architecture="cnn"),
    "overlap": ModelConfig(architecture="compact", image_size=36, primary_types=8),
    "overlap_cnn": ModelConfig(architecture="compact_cnn", image_size=36, primary_types=8),
}

_TITLES = {
    "efficient": "Efficient-CapsNet",
    "compact": "Compact CapsNet",
    "compact_cnn": "Plain CNN",
    "cnn": "Plain CNN",
}


def title(config: ModelConfig) -> str:
    """What people call a network: its build, or the routing of the paper's build."""
    return _TITLES.get(config.architecture) or ROUTINGS[config.routing].title


def build(config: ModelConfig) -> Network:
    """A network with fresh weights; raises as `check` does."""
    check(config)
    return ARCHITECTURES[config.architecture](config)


def check(config: ModelConfig) -> None:
    """Raise `CapsvizError` where there is no such architecture or routing."""
    if config.architecture not in ARCHITECTURES:
        raise CapsvizError(
            f"there is no architecture {config.architecture!r}: choose one of {list(ARCHITECTURES)}"
        )
    if config.routing not in ROUTINGS:
        raise CapsvizError(
            f"there is no routing {config.routing!r}: choose one of {list(ROUTINGS)}"
        )
