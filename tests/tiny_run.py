"""Settings of a run small enough for a test."""

from capsviz.config import ModelConfig, TrainConfig
from capsviz.monitoring.settings import RunSettings

#: Pixels along a side: four capsules of each type.
SIDE = 20
TINY = ModelConfig(
    image_size=SIDE, conv_channels=8, primary_types=4, decoder_hidden=(16, 32), classes=3
)
SETTINGS = RunSettings(
    TINY,
    TrainConfig(epochs=2, batch=16, peak_rate=2e-3, warmup=0.02, augment="none"),
    every=8,
)
