"""Part capsules: templates with a presence and a pose in a picture (PCAE)."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import PartsConfig

#: Scale of a template relative to the picture: from `SCALE[0]` to their sum.
SCALE = (0.3, 0.5)
#: Maximum rotation in radians, shear, and shift in half-widths of the picture.
TURN, SHEAR, SHIFT = math.pi / 2, 0.5, 0.8
#: Numbers of a pose: two scales, rotation, shear, two shifts.
POSE = 6
#: Distance from 0 and 1, whose logarithms are not finite.
_EPSILON = 1e-4


class Parts(NamedTuple):
    """Outputs of the part capsules for n pictures.

    Attributes
    ----------
    g : poses as scale x, scale y, rotation, shear, shift x, shift y.
    z : presence logits.
    """

    g: Float[Tensor, "n M 6"]
    z: Float[Tensor, "n M"]

    @property
    def d(self) -> Float[Tensor, "n M"]:
        """Presences, 0..1."""
        return torch.sigmoid(self.z)

    @property
    def x(self) -> Float[Tensor, "n M 2 3"]:
        """Poses as affine maps from a template's frame to the picture's, both -1..1."""
        return affine(self.g)


def affine(g: Float[Tensor, "*n 6"]) -> Float[Tensor, "*n 2 3"]:
    """Return the map ``R(rotation) · [[1, shear], [0, 1]] · diag(scales)``, then the shift."""
    sx, sy, turn, shear, tx, ty = g.unbind(-1)
    c, s = turn.cos(), turn.sin()
    rows = [c * sx, (c * shear - s) * sy, tx, s * sx, (s * shear + c) * sy, ty]
    return torch.stack(rows, -1).unflatten(-1, (2, 3))


def inverse(x: Float[Tensor, "*n 2 3"]) -> Float[Tensor, "*n 2 3"]:
    """Inverse of the affine map; its determinant is the product of the scales, never 0."""
    (a, b, tx), (c, d, ty) = (row.unbind(-1) for row in x.unbind(-2))
    det = a * d - b * c
    rows = [d / det, -b / det, (b * ty - d * tx) / det, -c / det, a / det, (c * tx - a * ty) / det]
    return torch.stack(rows, -1).unflatten(-1, (2, 3))


class PartCapsules(nn.Module):
    """Encoder that detects parts, and the templates that paint them.

    As in Kosiorek, Sabour, Teh and Hinton (2019), section 2.2, attention pools each part's pose
    ``x_m`` and presence ``d_m`` from a small convolutional network, and learned templates, affinely
    transformed, explain the picture. `capsviz.model.parts.PartsNetwork.published` lists the
    differences.
    """

    def __init__(self, config: PartsConfig) -> None:
        super().__init__()
        self.config = config
        self.conv1 = nn.Conv2d(1, 16, 5, 2, 2)
        self.conv2 = nn.Conv2d(16, 32, 3, 2, 1)
        self.conv3 = nn.Conv2d(32, 64, 3, 1, 1)
        #: A pose, a presence logit and an attention logit for each place and part.
        self.head = nn.Conv2d(64, config.parts * (POSE + 2), 1)
        side = -(-config.image_size // 4)
        #: Position embedding: attention pooling alone ignores positions.
        self.place = nn.Parameter(0.1 * torch.randn(64, side, side))
        self.template = nn.Parameter(
            0.1 * torch.randn(config.parts, config.template, config.template) - 1
        )
        self.bias = nn.Parameter(torch.zeros(config.parts, POSE))
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)  # pyright: ignore[reportArgumentType]

    def forward(self, images: Float[Tensor, "n side side"], noise: float = 0.0) -> Parts:
        """Return poses and presences of the parts in pictures with pixels in 0..1.

        `noise` is the half-width of uniform noise on the presence logits, for training; it pushes
        presences towards 0 and 1.
        """
        h = functional.relu(self.conv1(images[:, None]))
        h = functional.relu(self.conv2(h))
        h = functional.relu(self.conv3(h))
        h = self.head(h + self.place).flatten(2).unflatten(1, (self.config.parts, POSE + 2))
        attention = h[:, :, -1].softmax(-1)
        pooled = (h[:, :, :-1] * attention[:, :, None]).sum(-1)
        z = pooled[..., POSE] + 1
        if noise:
            z = z + noise * (2 * torch.rand_like(z) - 1)
        return Parts(bound_pose(pooled[..., :POSE] + self.bias), z)

    def paint(
        self, g: Float[Tensor, "n M 6"], points: Float[Tensor, "n points 2"] | None = None
    ) -> Float[Tensor, "n M points"]:
        """Paint every template at its pose, 0..1: bilinear between its pixels, 0 beyond them.

        `points` are points of each picture, x and y, -1..1; by default all pixels' centres, row by
        row.
        """
        return self.paint_at(affine(g), points)

    def paint_at(
        self, x: Float[Tensor, "n M 2 3"], points: Float[Tensor, "n points 2"] | None = None
    ) -> Float[Tensor, "n M points"]:
        """Paint templates at poses given as affine maps; see `paint`."""
        if points is None:
            points = pixels(self.config.image_size).to(x).expand(x.shape[0], -1, -1)
        inverse_map = inverse(x)
        grid = torch.einsum("nmij,npj->mnpi", inverse_map[..., :2], points)
        grid = grid + inverse_map[..., 2].transpose(0, 1)[:, :, None]
        sampled = functional.grid_sample(self.ink()[:, None], grid, align_corners=False)
        return sampled.squeeze(1).transpose(0, 1)

    def ink(self) -> Float[Tensor, "M T T"]:
        """The templates as pictures, 0..1."""
        return torch.sigmoid(self.template)


def bound_pose(raw: Float[Tensor, "*n 6"]) -> Float[Tensor, "*n 6"]:
    """Map any numbers to poses within their bounds."""
    sx, sy, turn, shear, tx, ty = raw.unbind(-1)
    low, extent = SCALE
    return torch.stack(
        [
            low + extent * torch.sigmoid(sx),
            low + extent * torch.sigmoid(sy),
            TURN * torch.tanh(turn),
            SHEAR * torch.tanh(shear),
            SHIFT * torch.tanh(tx),
            SHIFT * torch.tanh(ty),
        ],
        -1,
    )


def pixels(side: int) -> Float[Tensor, "points 2"]:
    """Centres of a picture's pixels, x and y, row by row: -1..1 from edge to edge."""
    centres = (torch.arange(side) * 2 + 1) / side - 1
    return torch.stack([centres.repeat(side), centres.repeat_interleave(side)], -1)


def compose(
    d: Float[Tensor, "n M"], painted: Float[Tensor, "n M points"]
) -> Float[Tensor, "n points"]:
    """Compose the picture of all parts: ``1 - Π (1 - d·T)``, dark where no part has ink."""
    ink = (d[..., None] * painted).clamp(max=0.999)
    return 1 - torch.exp(torch.log1p(-ink).sum(1))


def part_losses(
    truth: Float[Tensor, "n points"], picture: Float[Tensor, "n points"], d: Float[Tensor, "n M"]
) -> tuple[Float[Tensor, ""], Float[Tensor, ""], Float[Tensor, ""]]:
    """Cross-entropy per pixel, parts per picture, and a penalty for uneven use of parts.

    The last is 0 while each part is present in 15 to 30 % of the pictures: a part in all pictures
    is not informative, and one in none is not trained.
    """
    error = functional.binary_cross_entropy(picture.clamp(_EPSILON, 1 - _EPSILON), truth)
    usage = d.mean(0)
    often, rarely = (usage - 0.3).clamp(min=0), (0.15 - usage).clamp(min=0)
    return error, d.sum(1).mean(), often.square().sum() + 20 * rarely.square().sum()
