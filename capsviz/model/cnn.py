"""Plain convolutional networks, as baselines for the capsules."""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import ModelConfig
from capsviz.model.capsnet import Capsules, reset_convolutions
from capsviz.model.operator_precision import precision_context
from capsviz.model.planes import planes


class CNN(nn.Module):
    """Four convolutions with batch normalisation, two poolings, one linear layer.

    It has about the size of Efficient-CapsNet, and no capsules, routing or decoder. Class
    probabilities take the place of lengths.

    Attributes
    ----------
    class_names : names of its classes; empty if unknown.
    mistakes : descriptions of known mistakes; normally empty.
    """

    class_names: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()

    #: Differences from the published network, in sentences.
    published = (
        "No published network: small convolutions without capsules and about as many "
        "parameters as Efficient-CapsNet without its decoder. It is not the paper's baseline, "
        "which has 35.4 million."
    )

    @classmethod
    def describe_differences(cls, config: ModelConfig) -> str:
        """Describe the differences from the published network in sentences."""
        return cls.published

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        #: Precision of the convolutions; the other layers are float32.
        self.precision = torch.float32
        self._add_layers(config)
        reset_convolutions(self)
        self.to(memory_format=torch.channels_last)  # pyright: ignore[reportCallIssue]

    def _add_layers(self, config: ModelConfig) -> None:
        self.conv1 = nn.Conv2d(config.channels, 32, 5, padding=2)
        self.norm1 = nn.BatchNorm2d(32)
        self.conv2 = nn.Conv2d(32, 64, 3, padding=1)
        self.norm2 = nn.BatchNorm2d(64)
        self.conv3 = nn.Conv2d(64, 64, 3, padding=1)
        self.norm3 = nn.BatchNorm2d(64)
        self.conv4 = nn.Conv2d(64, 128, 3)
        self.norm4 = nn.BatchNorm2d(128)
        side = config.image_size // 2 // 2 - 2
        self.linear = nn.Linear(128 * side * side, config.classes)
        self.dropout = nn.Dropout(0.3)

    def features(
        self, images: Float[Tensor, "batch *c side side"]
    ) -> Float[Tensor, "batch features"]:
        """The last hidden layer for images with pixels in 0..1."""
        with precision_context(self.precision, images.device):
            x = self._convolve(planes(images).contiguous(memory_format=torch.channels_last))
        return x.float().flatten(1)

    def _convolve(self, x: Tensor) -> Tensor:
        x = self._pool(functional.relu(self.norm1(self.conv1(x))))
        x = functional.relu(self.norm2(self.conv2(x)))
        x = self._pool(functional.relu(self.norm3(self.conv3(x))))
        return functional.relu(self.norm4(self.conv4(x)))

    def _pool(self, x: Tensor) -> Tensor:
        return functional.max_pool2d(x, 2)

    def logits(self, images: Float[Tensor, "batch *c side side"]) -> Float[Tensor, "batch classes"]:
        """Unnormalised log probabilities of images with pixels in 0..1."""
        return self.linear(self.dropout(self.features(images)))

    def forward(self, images: Float[Tensor, "batch *c side side"]) -> Capsules:
        """Return probabilities as lengths; v has 0 dimensions, since there are no poses."""
        probabilities = self.logits(images).softmax(1)
        return Capsules(probabilities.new_empty(*probabilities.shape, 0), probabilities)


class StridedCNN(CNN):
    """The same convolutions with strides in place of the poolings."""

    published = (
        "No published network: the convolutions of the plain CNN, two of which take steps of "
        "two pixels where that one takes the largest of four values. It has as many parameters."
    )

    def _add_layers(self, config: ModelConfig) -> None:
        super()._add_layers(config)
        self.conv1.stride = self.conv3.stride = (2, 2)
        side = math.ceil(config.image_size / 4) - 2
        self.linear = nn.Linear(128 * side * side, config.classes)

    def _pool(self, x: Tensor) -> Tensor:
        return x


class PooledCNN(CNN):
    """Three large convolutions, two poolings, two full layers, one linear layer.

    The baseline of Sabour et al. (2017): a convolutional network with pooling and dropout, here
    with as many parameters as `CapsNet` without its decoder. ``decoder_hidden`` holds the widths of
    the two full layers.
    """

    published = (
        "As Sabour, Frosst and Hinton (2017) describe what they hold capsules against: three "
        "convolutions of 256, 256 and 128 channels, max pooling, two full layers, dropout, "
        "and as many parameters as the capsule network has without its decoder. Not as "
        "published: how the layers share these, which the paper does not say."
    )

    def _add_layers(self, config: ModelConfig) -> None:
        channels, kernel = config.conv_channels, config.kernel
        self.conv1 = nn.Conv2d(config.channels, channels, kernel, padding=kernel // 2)
        self.conv2 = nn.Conv2d(channels, channels, kernel, padding=kernel // 2)
        self.conv3 = nn.Conv2d(channels, channels // 2, kernel, padding=kernel // 2)
        side = config.image_size // 2 // 2
        first, second = config.decoder_hidden
        self.full1 = nn.Linear(channels // 2 * side * side, first)
        self.full2 = nn.Linear(first, second)
        self.linear = nn.Linear(second, config.classes)
        self.dropout = nn.Dropout(0.5)

    def features(
        self, images: Float[Tensor, "batch *c side side"]
    ) -> Float[Tensor, "batch features"]:
        """The last hidden layer for images with pixels in 0..1."""
        x = functional.relu(self.full1(super().features(images)))
        return functional.relu(self.full2(x))

    def _convolve(self, x: Tensor) -> Tensor:
        x = functional.max_pool2d(functional.relu(self.conv1(x)), 2)
        x = functional.max_pool2d(functional.relu(self.conv2(x)), 2)
        return functional.relu(self.conv3(x))
