"""Efficient-CapsNet (Mazzia, Salvetti, Chiaberge 2021): few capsules, no iterations."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import ModelConfig
from capsviz.model.capsnet import CapsNet, reset_convolutions
from capsviz.model.operator_precision import precision_context
from capsviz.model.planes import planes
from capsviz.model.squash import exponential_squash


class EfficientCapsNet(CapsNet):
    """Four small convolutions and 16 primary capsules that each see the whole image.

    A depthwise convolution as large as the feature map turns its 128 channels into 16 capsules of 8
    dimensions; self-attention routes them. 161,824 parameters without the decoder, against the
    paper's 6.8 million of `CapsNet`.
    """

    @classmethod
    def describe_differences(cls, config: ModelConfig) -> str:
        """See `CapsNet`."""
        attention = config.routing == "attention"
        routed = "self-attention routing, squash" if attention else "squash"
        other = "" if attention else f"{config.routing_name} routing in place of self-attention, "
        size = ", 161,824 parameters without the decoder" * (attention and config.classes == 10)
        return (
            "As Mazzia, Salvetti and Chiaberge (2021) published it: four convolutions, 16 primary "
            f"capsules, {routed}{size}. "
            f"Not as published: {other}normalisation comes before the ReLU in place of after it, "
            "and the training, which its model card tells."
        )

    def _add_convolutions(self) -> None:
        config = self.config
        channels = config.primary_types * config.primary_dim
        self.conv1 = nn.Conv2d(config.channels, 32, 5)
        self.norm1 = nn.BatchNorm2d(32)
        self.conv2 = nn.Conv2d(32, 64, 3)
        self.norm2 = nn.BatchNorm2d(64)
        self.conv3 = nn.Conv2d(64, 64, 3)
        self.norm3 = nn.BatchNorm2d(64)
        self.conv4 = nn.Conv2d(64, channels, 3, stride=2)
        self.norm4 = nn.BatchNorm2d(channels)
        side = (config.image_size - 8 - 3) // 2 + 1
        self.primary = nn.Conv2d(channels, channels, side, groups=channels)

    def reset_parameters(self) -> None:
        """Draw initial weights by He's rule; no ReLU follows the depthwise layer and W."""
        reset_convolutions(self, linear=self.primary)
        nn.init.normal_(self.W, std=(2 / self.config.primary_dim) ** 0.5)

    def primary_capsules(
        self, images: Float[Tensor, "batch *c side side"]
    ) -> Float[Tensor, "batch in_caps in_dim"]:
        """Primary capsules u of images with pixels in 0..1; lengths in [0, 1]."""
        with precision_context(self.precision, images.device):
            x = planes(images).contiguous(memory_format=torch.channels_last)
            x = functional.relu(self.norm1(self.conv1(x)))
            x = functional.relu(self.norm2(self.conv2(x)))
            x = functional.relu(self.norm3(self.conv3(x)))
            x = functional.relu(self.norm4(self.conv4(x)))
        # The kernel covers the whole map, so the convolution is a weighted sum of each channel.
        weight, bias = self.primary.parameters()
        x = (x.float() * weight.squeeze(1)).sum((2, 3)) + bias
        return exponential_squash(x.unflatten(1, (-1, self.config.primary_dim)))
