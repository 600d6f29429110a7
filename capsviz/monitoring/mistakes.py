"""Common mistakes, made on purpose to demonstrate the checks.

One of them belongs to the network itself: `capsviz.model.mistakes`.
"""

from __future__ import annotations

from dataclasses import replace

from capsviz.config import ModelConfig, TrainConfig


def apply_mistakes(
    config: TrainConfig, model: ModelConfig, mistakes: tuple[str, ...]
) -> TrainConfig:
    """Return the settings with these mistakes."""
    if "mean" in mistakes:
        values = model.format.values
        config = replace(config, reconstruction_weight=config.reconstruction_weight / values)
    if "rate" in mistakes:
        config = replace(config, peak_rate=min(1.0, 100 * config.peak_rate))
    return config
