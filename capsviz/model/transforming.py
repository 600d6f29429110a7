"""Transforming auto-encoder (Hinton, Krizhevsky and Wang 2011): capsules whose pose is forced.

Each capsule reads the probability p that its part is in a picture, and a place (x, y). It adds the
picture's known shift to this place and paints its part there. Only this addition gives x and y
their meaning.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn


@dataclass(frozen=True, slots=True)
class TransformingConfig:
    """Sizes of a transforming auto-encoder.

    Attributes
    ----------
    capsules : number of capsules K.
    recognition, generation : units of each capsule that read, and that paint.
    side : height and width of the pictures, in pixels.
    unit : pixels that correspond to 1 of x and y, so that they are about as large as other values.
    """

    capsules: int = 12
    recognition: int = 10
    generation: int = 16
    side: int = 28
    unit: float = 4.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)


class Recognition(NamedTuple):
    """Output of the recognition: p, in 0..1, and the places (x, y), in pixels."""

    p: Float[Tensor, "n K"]
    place: Float[Tensor, "n K 2"]


class TransformingAutoencoder(nn.Module):
    """K capsules with separate weights (section 2 of the paper)."""

    def __init__(self, config: TransformingConfig) -> None:
        super().__init__()
        self.config = config
        k, pixels = config.capsules, config.side**2
        self.read = nn.Parameter(torch.randn(k, config.recognition, pixels) * pixels**-0.5)
        self.read_bias = nn.Parameter(torch.zeros(k, config.recognition))
        self.say = nn.Parameter(torch.randn(k, 3, config.recognition) * config.recognition**-0.5)
        self.say_bias = nn.Parameter(torch.zeros(k, 3))
        self.place = nn.Parameter(torch.randn(k, config.generation, 2))
        self.place_bias = nn.Parameter(torch.randn(k, config.generation))
        self.paint = nn.Parameter(torch.randn(k, config.generation, pixels) * 0.05)
        self.paint_bias = nn.Parameter(torch.zeros(k, pixels))

    def recognise(self, images: Float[Tensor, "n side side"]) -> Recognition:
        """Read each capsule's probability and place from pictures, pixels in 0..1."""
        hidden = torch.einsum("krp,np->nkr", self.read, images.flatten(1)) + self.read_bias
        outputs = torch.einsum("kvr,nkr->nkv", self.say, hidden.sigmoid()) + self.say_bias
        return Recognition(outputs[..., 0].sigmoid(), outputs[..., 1:] * self.config.unit)

    def generate(self, recognition: Recognition) -> Float[Tensor, "n side side"]:
        """Paint the sum of all capsules' parts, weighted by their probabilities."""
        position = recognition.place / self.config.unit
        hidden = torch.einsum("kgv,nkv->nkg", self.place, position) + self.place_bias
        weighted = recognition.p[..., None] * hidden.sigmoid()
        pixels = torch.einsum("kgp,nkg->np", self.paint, weighted) + recognition.p @ self.paint_bias
        return pixels.unflatten(1, (self.config.side, self.config.side))

    def forward(
        self, images: Float[Tensor, "n side side"], shift: Float[Tensor, "n 2"]
    ) -> Float[Tensor, "n side side"]:
        """Predict pictures after a shift to the right and down, in pixels."""
        recognition = self.recognise(images)
        return self.generate(Recognition(recognition.p, recognition.place + shift[:, None]))
