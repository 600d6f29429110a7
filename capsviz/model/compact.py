"""Sabour's capsules on small convolutions, for trainings on millions of images."""

from __future__ import annotations

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import ModelConfig
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.operator_precision import precision_context
from capsviz.model.planes import planes
from capsviz.model.routing.dynamic import NOT_THE_AUTHORS
from capsviz.model.squash import squash


class Block(nn.Module):
    """Residual block: two 3 x 3 convolutions with batch normalisation (He et al. 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1)
        self.norm2 = nn.BatchNorm2d(channels)

    def forward(
        self, x: Float[Tensor, "batch channels side side"]
    ) -> Float[Tensor, "batch channels side side"]:
        """Features of the same shape."""
        y = functional.relu(self.norm1(self.conv1(x)))
        return functional.relu(x + self.norm2(self.conv2(y)))


class CompactCapsNet(CapsNet):
    """Ten small convolutions with batch normalisation; votes, routing and decoder as usual.

    The paper's two 9 x 9 convolutions take 0.55 billion multiplications for an image of 36 x 36
    pixels, these ten 0.07 billion. Places are 4 pixels apart, the first in row and column 3.
    """

    @classmethod
    def describe_differences(cls, config: ModelConfig) -> str:
        """See `CapsNet`."""
        pairs, end = "", "its training, which its model card tells"
        if config.image_size > ModelConfig().image_size:
            pairs = " and, where it reads two digits, pairs on 36 × 36 pixels"
            end = "far fewer pairs in training"
        return (
            "As Sabour, Frosst and Hinton (2017) published it: primary capsules, votes, routing, "
            f"margin loss{pairs}. Not as published: ten small convolutions in place of two large "
            f"ones, a quarter of the primary capsule types, {NOT_THE_AUTHORS}, and {end}."
        )

    def _add_convolutions(self) -> None:
        _add_layers(self, self.config)

    def primary_capsules(
        self, images: Float[Tensor, "batch *c side side"]
    ) -> Float[Tensor, "batch in_caps in_dim"]:
        """Primary capsules u of images with pixels in 0..1; lengths in [0, 1)."""
        with precision_context(self.precision, images.device):
            x = _convolve(self, planes(images).contiguous(memory_format=torch.channels_last))
        by_place = x.permute(0, 2, 3, 1).float()
        return squash(by_place.reshape(by_place.shape[0], -1, self.config.primary_dim))


class CompactCNN(CNN):
    """The same ten convolutions without capsules, followed by one linear layer."""

    published = (
        "No published network: the convolutions of the compact capsule network, without "
        "capsules. It is not the paper's baseline."
    )

    def _add_layers(self, config: ModelConfig) -> None:
        _add_layers(self, config)
        features = config.primary_types * config.primary_dim * config.grid**2
        self.linear = nn.Linear(features, config.classes)
        self.dropout = nn.Dropout(0.3)

    def _convolve(self, x: Tensor) -> Tensor:
        return functional.relu(_convolve(self, x))


def _add_layers(network: nn.Module, config: ModelConfig) -> None:
    """Add the convolutions to `network` as submodules with their own names."""
    channels = config.primary_types * config.primary_dim
    network.conv1 = nn.Conv2d(config.channels, 32, 5)
    network.norm1 = nn.BatchNorm2d(32)
    network.conv2 = nn.Conv2d(32, 64, 3, stride=2)
    network.norm2 = nn.BatchNorm2d(64)
    network.conv3 = nn.Conv2d(64, 128, 3, stride=2, padding=1)
    network.norm3 = nn.BatchNorm2d(128)
    network.blocks = nn.Sequential(*(Block(128) for _ in range(3)))
    network.primary = nn.Conv2d(128, channels, 3, padding=1)
    network.norm4 = nn.BatchNorm2d(channels)


def _convolve(network: Any, x: Tensor) -> Tensor:
    x = functional.relu(network.norm1(network.conv1(x)))
    x = functional.relu(network.norm2(network.conv2(x)))
    x = functional.relu(network.norm3(network.conv3(x)))
    return network.norm4(network.primary(network.blocks(x)))
