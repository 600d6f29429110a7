"""The matrix capsule network of Hinton, Sabour and Frosst (2018), figure 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import ModelConfig
from capsviz.model.capsnet import CapsNet, Capsules, final_step
from capsviz.model.decoder import Decoder
from capsviz.model.operator_precision import precision_context
from capsviz.model.planes import planes
from capsviz.model.routing import RoutingStep
from capsviz.model.routing.matrix_em import Costs, EMStep, H, MatrixEM, matrix_em
from capsviz.model.routing.vote_sums import FusedVotes, StoredVotes, Votes, votes_of
from capsviz.model.windows import Windows

#: Initial standard deviation of each matrix entry from the identity.
START_SPREAD = 0.05


@dataclass(frozen=True, slots=True)
class Level:
    """Capsules of one layer.

    Attributes
    ----------
    pose : 4 x 4 pose of each capsule; places row by row, the types of one place together.
    a : activations in (0, 1).
    """

    pose: Float[Tensor, "batch places types 4 4"]
    a: Float[Tensor, "batch places types"]


class ConvCaps(nn.Module):
    """A layer of matrix capsules with windows of 3 x 3 places.

    Parameters
    ----------
    side : places along one side of the layer below.
    stride : places from one window to the next.
    children, parents : number of types below and in this layer.
    iterations : EM iterations.
    """

    def __init__(
        self, side: int, stride: int, children: int, parents: int, iterations: int
    ) -> None:
        super().__init__()
        self.field = Windows(side, 3, stride)
        self.W = nn.Parameter(torch.empty(self.field.size * children, 4, 4, parents))
        self.costs = Costs(parents, iterations)
        self.fused = False

    def steps(self, below: Level, iterations: int) -> Iterator[EMStep]:
        """Run EM over every window at once: n counts images times places, place by place."""
        P = self.field.gather(below.pose).flatten(1, 2)
        a_in = self.field.gather(below.a).flatten(1, 2)
        types, parents = below.a.shape[2], self.W.shape[3]
        votes: Votes = (
            FusedVotes(P, self.W, self.field.places)
            if self.fused
            else StoredVotes(votes_of(P, self.W))
        )
        first = self.field.uniform(types, parents).repeat(below.a.shape[0], 1, 1)
        norms = list(self.costs.norms)
        return matrix_em(a_in, votes, self.costs.beta_u, norms, first, self.field.share, iterations)

    def forward(self, below: Level, iterations: int) -> Level:
        """Return the layer's capsules after the last iteration."""
        *_, step = self.steps(below, iterations)
        return self.level(step)

    def level(self, step: EMStep) -> Level:
        """Return the layer's capsules after one iteration."""
        places = self.field.places
        pose = step.mu.permute(0, 3, 1, 2)
        return Level(pose.unflatten(0, (-1, places)), step.a.unflatten(0, (-1, places)))


class MatrixCapsNet(CapsNet):
    """Conv1, PrimaryCaps, ConvCaps1, ConvCaps2, ClassCaps, and an additional decoder.

    The rest of this project treats ConvCaps2 as the input capsules and ClassCaps as the output
    capsules: u has the sixteen entries of a pose, row by row, and then the activation.

    "matrix" has A = 64, B = 8, C = D = 16: 68,698 parameters without the decoder. For that size the
    paper reports 2.2 % errors on smallNORB; its 0.44 % on MNIST are for A = B = C = D = 32, the
    sizes of "matrix_32".

    Differences from the paper: a normalisation between Conv1 and its ReLU; a normalisation of each
    activation's logit in place of lambda and beta_a; two iterations for "matrix" in place of
    typically three; a larger variance floor (for these see `capsviz.model.routing.matrix_em`);
    matrices initialised near the identity; and coordinates that are farther apart than the
    receptive fields (see `votes`). Without padding the fields miss the last three of 28 rows and
    columns of pixels; with one pixel of padding, as in "matrix_32", they cover every pixel.
    """

    @classmethod
    def describe_differences(cls, config: ModelConfig) -> str:
        """See `CapsNet`."""
        sizes, changes, distance, ending = (
            "of the smaller sizes that they give",
            "two iterations where they typically have three; ",
            "a third",
            " No capsule sees the last three rows and columns of pixels.",
        )
        if config.padding:
            sizes, changes, distance, ending = (
                "of the sizes of their best on MNIST",
                "a frame of one pixel around the picture, so that every pixel is seen; ",
                "a quarter",
                "",
            )
        return (
            "As Hinton, Sabour and Frosst (2018) published it: four layers of capsules with 4 × 4 "
            f"matrices, {sizes}, votes for the output capsules in whose fields an input capsule "
            "lies, EM in each layer, coordinate addition, spread loss. Not as published: each "
            "activation's logit is the cost after batch normalisation in place of λ (β_a − cost), "
            "which can saturate where all costs have one large part in common; "
            f"{changes}normalisation before the first ReLU; a variance of at "
            "least 0.1, where their code has 0.0005; matrices that begin "
            f"near the identity; coordinates {distance} apart, where neighbouring fields lie 0.14 "
            "of the picture apart; its training, which its model card tells; and a decoder of the "
            f"class's pose, from which poses learn too.{ending}"
        )

    def __init__(self, config: ModelConfig) -> None:
        nn.Module.__init__(self)
        self.config = config
        self.precision = torch.float32
        rounds, (B, C, D) = config.iterations, self.types
        self.conv1 = nn.Conv2d(
            config.channels, config.conv_channels, config.kernel, stride=2, padding=config.padding
        )
        self.norm1 = nn.BatchNorm2d(config.conv_channels)
        self.primary = nn.Conv2d(config.conv_channels, B * (H + 1), 1)
        side = config.first_grid
        self.caps1 = ConvCaps(side, 2, B, C, rounds)
        self.caps2 = ConvCaps(self.caps1.field.grid, 1, C, D, rounds)
        self.W = nn.Parameter(torch.empty(D, 4, 4, config.classes))
        self.routing = MatrixEM(config)
        self.decoder = Decoder(config)
        self.to(memory_format=torch.channels_last)  # pyright: ignore[reportCallIssue]
        self.reset_parameters()

    @property
    def types(self) -> tuple[int, int, int]:
        """Number of types in PrimaryCaps, ConvCaps1 and ConvCaps2: the paper's B, C and D."""
        return self.config.first_types, self.config.inner_types, self.config.primary_types

    def reset_parameters(self) -> None:
        """Initialise matrices near the identity; convolutions use torch's default."""
        for W in (self.caps1.W, self.caps2.W, self.W):
            nn.init.normal_(W, std=START_SPREAD)
            W.data.diagonal(dim1=1, dim2=2).add_(1)

    def fuse(self, on: bool) -> None:
        """Set whether the convolutional layers' votes are recomputed in each sum, not stored."""
        self.caps1.fused = self.caps2.fused = on

    def list_frozen_parameters(self, freeze: bool) -> list[nn.Parameter]:
        """Return all weights but the decoder's if it is trained alone, else none."""
        decoder = {id(p) for p in self.decoder.parameters()}
        return [p for p in self.parameters() if freeze and id(p) not in decoder]

    def first_level(self, images: Float[Tensor, "batch *c side side"]) -> Level:
        """PrimaryCaps of images with pixels in 0..1."""
        with precision_context(self.precision, images.device):
            x = planes(images).contiguous(memory_format=torch.channels_last)
            x = self.primary(functional.relu(self.norm1(self.conv1(x))))
        x = x.permute(0, 2, 3, 1).flatten(1, 2).float()
        B = self.types[0]
        pose, a = x.split([B * H, B], 2)
        return Level(pose.unflatten(2, (B, 4, 4)), torch.sigmoid(a))

    def primary_capsules(
        self, images: Float[Tensor, "batch *c side side"]
    ) -> Float[Tensor, "batch in_caps in_dim"]:
        """Return ConvCaps2 of images with pixels in 0..1: poses, then the activation."""
        rounds = self.config.iterations
        level = self.caps2(self.caps1(self.first_level(images), rounds), rounds)
        u = torch.cat([level.pose.flatten(3), level.a.unsqueeze(3)], 3)
        return u.flatten(1, 2)

    @property
    def pose_size(self) -> int:
        """Number of pose entries of an input capsule: all but the last, its activation."""
        return self.config.primary_dim - 1

    def presence(self, u: Float[Tensor, "batch in_caps in_dim"]) -> Float[Tensor, "batch in_caps"]:
        """Activations of ConvCaps2."""
        return self.routing.activation(u)

    def votes(
        self, u: Float[Tensor, "batch in_caps in_dim"]
    ) -> Float[Tensor, "batch in_caps out_caps dim"]:
        """Return votes for the classes: pose times matrix, with the place added to two entries.

        Matrices are shared over places, so a vote would not depend on its position. The place's row
        and column are added to the last entries of the first two rows (coordinate addition), each
        as a share of the grid's side: a third apart in a grid of 3 x 3, where the centres of the
        fields are 4 of 28 pixels apart, 0.14 of the picture's side.
        """
        P, W = self._class_inputs(u)
        return torch.einsum("nkac,kcbj->nkjab", P, W).flatten(3)

    def _class_inputs(self, u: Tensor) -> tuple[Tensor, Tensor]:
        """Return poses and matrices for the classes' votes.

        Coordinate addition is a fifth column in each pose, which holds the place, and a fifth row
        in each matrix, which carries it to the vote's last column.
        """
        grid, classes = self.config.grid, self.config.classes
        coordinates = (torch.arange(grid, device=u.device) + 0.5) / grid
        column = u.new_zeros(grid, grid, 4)
        column[..., 0], column[..., 1] = coordinates[:, None], coordinates[None, :]
        column = column.flatten(0, 1).repeat_interleave(len(self.W), 0)[..., None]
        P = torch.cat([u[..., :H].unflatten(2, (4, 4)), column.expand(u.shape[0], -1, -1, -1)], 3)
        row = u.new_zeros(len(self.W), 1, 4, classes)
        row[:, :, 3] = 1
        return P, torch.cat([self.W, row], 1).repeat(grid * grid, 1, 1, 1)

    def route_chunks(
        self, u: Float[Tensor, "batch in_caps in_dim"], iterations: int | None = None
    ) -> Iterator[tuple[Tensor, Iterator[RoutingStep]]]:
        """Route all images at once: in training the logits' statistics are those of a batch."""
        u_hat = self.votes(u)
        yield u_hat, self.routing.steps(u, u_hat, self.rounds(iterations))

    def route(
        self, u: Float[Tensor, "batch in_caps in_dim"], iterations: int | None = None
    ) -> Capsules:
        """Return the classes' capsules of ConvCaps2."""
        if not self.caps1.fused:
            return super().route(u, iterations)
        votes = FusedVotes(*self._class_inputs(u), 1)
        result = final_step(self.routing.over(votes, self.presence(u), self.rounds(iterations)))
        return Capsules(result.v, result.activations)
