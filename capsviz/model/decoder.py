"""Decoder from one masked output capsule to an image."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import ModelConfig
from capsviz.model import im2col


class Decoder(nn.Module):
    """Three fully connected layers, ReLU, ReLU, sigmoid (Sabour et al. 2017, figure 2).

    The paper masks all capsules but one with zeros and flattens the rest to 160 numbers. Zeros
    contribute nothing, so only the 16 columns of the unmasked capsule are multiplied: the result is
    the same, at a tenth of the first layer's cost.
    """

    #: Whether there is a decoder; an adapted network may have none.
    exists = True

    def require(self) -> None:
        """Raise `CapsvizError` if there is no decoder."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.classes, self.dim, self.format = config.classes, config.digit_dim, config.format
        #: Precision of the products: float32 or, without gradients, bfloat16; pixels are float32.
        self.precision = torch.float32
        #: Share of the hidden values that training drops.
        self.dropout = 0.0
        first, second = config.decoder_hidden
        self.fc1 = nn.Linear(self.classes * self.dim, first)
        self.fc2 = nn.Linear(first, second)
        self.fc3 = nn.Linear(second, self.format.values)

    @property
    def layers(self) -> list[nn.Linear]:
        """The linear layers, with ReLU between them and a sigmoid at the end."""
        return [self.fc1, self.fc2, self.fc3]

    def forward(
        self, pose: Float[Tensor, "batch dim"], capsule: Int[Tensor, " batch"]
    ) -> Float[Tensor, "batch *c side side"]:
        """Decode one capsule's pose for each image, to pixels in 0..1.

        Parameters
        ----------
        pose : pose of the unmasked capsule, 16 numbers.
        capsule : index of that capsule, 0 to classes - 1.
        """
        unmasked = functional.one_hot(capsule, self.classes).to(pose.dtype).unsqueeze(-1)
        return self.decode_all(unmasked * pose.unsqueeze(1))

    def decode_all(
        self, poses: Float[Tensor, "batch classes dim"]
    ) -> Float[Tensor, "batch *c side side"]:
        """Decode all capsules at once, to pixels in 0..1; zero the capsules to leave out."""
        x = poses.flatten(1)
        if self.precision is not torch.float32:
            return torch.sigmoid(self._half(x).float()).view(-1, *self.format.shape)
        hidden = functional.relu(self.fc1(x))
        hidden = functional.dropout(hidden, self.dropout, self.training)
        hidden = functional.relu(self.fc2(hidden))
        hidden = functional.dropout(hidden, self.dropout, self.training)
        return torch.sigmoid(self.fc3(hidden)).view(-1, *self.format.shape)

    def _half(self, x: Tensor) -> Tensor:
        """Compute the three products in half precision."""
        if x.device.type == "cpu" and im2col.available():
            x = im2col.linear(self.fc1, x.to(self.precision), self.precision, "relu")
            x = im2col.linear(self.fc2, x, self.precision, "relu")
            return im2col.linear(self.fc3, x, self.precision, "none")
        with torch.autocast(x.device.type, dtype=self.precision):
            return self.fc3(functional.relu(self.fc2(functional.relu(self.fc1(x)))))
