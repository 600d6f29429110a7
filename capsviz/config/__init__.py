"""Configuration of models, their inputs and their training, as plain frozen data."""

from capsviz.config.labels import DIGITS, NAME_LIMIT, OWN_SET, LabelSet
from capsviz.config.model import (
    CHANNELS,
    DIGIT_DIM,
    MAX_ITERATIONS,
    MAX_SHOWN_ITERATIONS,
    PARTS_LIMIT,
    PICTURE_SIDES,
    SIZE_LIMIT,
    ModelConfig,
    PartsConfig,
    PictureFormat,
    shown_channels,
)
from capsviz.config.train import (
    DECAYS,
    LIMITS,
    PARTS_LIMITS,
    PartsTrainConfig,
    TrainConfig,
)

__all__ = [
    "CHANNELS",
    "DECAYS",
    "DIGITS",
    "DIGIT_DIM",
    "LIMITS",
    "MAX_ITERATIONS",
    "MAX_SHOWN_ITERATIONS",
    "NAME_LIMIT",
    "OWN_SET",
    "PARTS_LIMIT",
    "PARTS_LIMITS",
    "PICTURE_SIDES",
    "SIZE_LIMIT",
    "LabelSet",
    "ModelConfig",
    "PartsConfig",
    "PartsTrainConfig",
    "PictureFormat",
    "TrainConfig",
    "shown_channels",
]
