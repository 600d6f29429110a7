"""Sabour's capsules behind small convolutions: for what must be learnt from millions of images."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.model.capsnet import CapsNet
from capsviz.model.squash import squash


class CompactCapsNet(CapsNet):
    """Six small convolutions with batch normalisation; votes, routing and decoder as ever.

    The paper's two 9 x 9 convolutions cost 0.6 billion multiplications for an image of
    36 x 36 pixels, these one tenth of it. A primary capsule sees a square of 23 pixels;
    places are 4 pixels apart.
    """

    def _add_convolutions(self) -> None:
        config = self.config
        channels = config.primary_types * config.primary_dim
        self.conv1 = nn.Conv2d(1, 32, 5)
        self.norm1 = nn.BatchNorm2d(32)
        self.conv2 = nn.Conv2d(32, 64, 3, stride=2)
        self.norm2 = nn.BatchNorm2d(64)
        self.conv3 = nn.Conv2d(64, 128, 3, padding=1)
        self.norm3 = nn.BatchNorm2d(128)
        self.conv4 = nn.Conv2d(128, 128, 3, padding=1)
        self.norm4 = nn.BatchNorm2d(128)
        self.conv5 = nn.Conv2d(128, 128, 3, padding=1)
        self.norm5 = nn.BatchNorm2d(128)
        self.primary = nn.Conv2d(128, channels, 3, stride=2)
        self.norm6 = nn.BatchNorm2d(channels)

    def _layers(self) -> tuple[tuple[nn.Conv2d, nn.BatchNorm2d], ...]:
        return (
            (self.conv1, self.norm1),
            (self.conv2, self.norm2),
            (self.conv3, self.norm3),
            (self.conv4, self.norm4),
            (self.conv5, self.norm5),
        )

    def reset_parameters(self) -> None:
        """Draw initial weights: He for the convolutions, normal for W."""
        for layer in (*(layer for layer, _ in self._layers()), self.primary):
            for parameter in layer.parameters():
                if parameter.ndim > 1:
                    nn.init.kaiming_normal_(parameter, nonlinearity="relu")
                else:
                    nn.init.zeros_(parameter)
        nn.init.normal_(self.W, std=0.05)

    def primary_capsules(
        self, images: Float[Tensor, "batch side side"]
    ) -> Float[Tensor, "batch in_caps in_dim"]:
        """Primary capsules u of images with pixels in 0..1; lengths in [0, 1)."""
        half = self.precision is not torch.float32
        with torch.autocast(images.device.type, dtype=self.precision, enabled=half):
            x = images.unsqueeze(1).contiguous(memory_format=torch.channels_last)
            for layer, norm in self._layers():
                x = functional.relu(norm(layer(x)))
            x = self.norm6(self.primary(x))
        by_place = x.permute(0, 2, 3, 1).float()
        return squash(by_place.reshape(len(images), -1, self.config.primary_dim))
