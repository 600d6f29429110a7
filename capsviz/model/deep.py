"""Vector capsules in several layers, with convolutional ones below the classes."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.model.capsnet import CapsNet, final_step, make_votes, reset_convolutions
from capsviz.model.operator_precision import precision_context
from capsviz.model.planes import planes
from capsviz.model.routing import RoutingStep
from capsviz.model.routing.dynamic import dynamic_routing
from capsviz.model.squash import squash
from capsviz.model.windows import Windows

#: Strides of the convolutional layers, in places.
STRIDES = (2, 1, 1)


class ConvVectorCaps(nn.Module):
    """A convolutional layer of vector capsules with windows of 3 x 3 places.

    Matrices are shared over places: there is one for each position in the window, child's type and
    parent's type. Each window is routed by `dynamic_routing`. A child's couplings sum to 1 over the
    parents' types of one window, as in LaLonde and Bagci (2018), whose code takes the softmax over
    the output capsules of a place, and not over all windows that contain it, as in Hinton, Sabour
    and Frosst (2018). Two things differ from the former: each position in a window votes
    separately, as in the latter, while theirs sums a type's votes over the window before routing;
    and there is no bias.

    Parameters
    ----------
    side : places along one side of the layer below.
    stride : places from one window to the next.
    children, parents : number of types below and in this layer.
    dim : dimensions of a capsule, below and in this layer.
    """

    def __init__(self, side: int, stride: int, children: int, parents: int, dim: int) -> None:
        super().__init__()
        self.field = Windows(side, 3, stride)
        self.W = nn.Parameter(torch.empty(self.field.size * children, dim, parents, dim))

    def steps(
        self, u: Float[Tensor, "batch places types dim"], iterations: int
    ) -> Iterator[RoutingStep]:
        """Route every window at once: "batch" counts images times places, place by place."""
        children = self.field.gather(u).flatten(1, 2)
        return dynamic_routing(make_votes(self.W, children), iterations)

    def forward(
        self, u: Float[Tensor, "batch places types dim"], iterations: int
    ) -> Float[Tensor, "batch above parents dim"]:
        """Return the layer's capsules after the last iteration."""
        return final_step(self.steps(u, iterations)).v.unflatten(0, (-1, self.field.places))


class DeepCapsNet(CapsNet):
    """Conv1, PrimaryCaps, one to three layers of convolutional capsules, the classes, decoder.

    The rest of this project treats the last convolutional layer as the input capsules, routed to
    the classes with matrices for each place. Lower layers use the iterations of the training. The
    convolutions are those of the matrix network.
    """

    caps: nn.ModuleList

    published = (
        "No published network: below the classes of Sabour, Frosst and Hinton (2017) stand "
        "layers of convolutional vector capsules with fields of 3 × 3 places. As LaLonde and "
        "Bagci (2018) published it: dynamic routing in each field, matrices the same at every "
        "place, an input capsule's couplings shared by the types of one field. As Hinton, "
        "Sabour and Frosst (2018) have it: each place of a field votes apart. Not as "
        "published: no bias for each output capsule, gradients through the last iteration "
        "alone in every layer, one convolution with normalisation below PrimaryCaps, matrices "
        "that begin so large that totals are as long as the capsules below, and its training."
    )

    def _add_convolutions(self) -> None:
        config = self.config
        B, C, D = config.first_types, config.inner_types, config.primary_types
        self.conv1 = nn.Conv2d(
            config.channels, config.conv_channels, config.kernel, stride=2, padding=config.padding
        )
        self.norm1 = nn.BatchNorm2d(config.conv_channels)
        self.primary = nn.Conv2d(config.conv_channels, B * config.primary_dim, 1)
        self.caps = nn.ModuleList()
        types = (B, *[C] * (config.conv_capsule_layers - 1), D)
        side = config.first_grid
        for stride, children, parents in zip(STRIDES, types, types[1:], strict=False):
            layer = ConvVectorCaps(side, stride, children, parents, config.primary_dim)
            self.caps.append(layer)
            side = layer.field.grid

    def reset_parameters(self) -> None:
        """Initialise: He for the convolutions, matrices that preserve the capsules' lengths.

        With K children and couplings 1/J, entries with a standard deviation of J / sqrt(K D) give
        totals about as long as the children; routing lengthens and squash shortens them. With the
        smaller entries of a single routed layer, each layer's lengths would be below the squares of
        the lower layer's.
        """
        reset_convolutions(self)
        for W in (*self.caps.parameters(), self.W):
            K, _, J, D = W.shape
            nn.init.normal_(W, std=J / (K * D) ** 0.5)

    def first_level(
        self, images: Float[Tensor, "batch *c side side"]
    ) -> Float[Tensor, "batch places types dim"]:
        """PrimaryCaps of images with pixels in 0..1; lengths in [0, 1)."""
        with precision_context(self.precision, images.device):
            x = planes(images).contiguous(memory_format=torch.channels_last)
            x = self.primary(functional.relu(self.norm1(self.conv1(x))))
        x = x.permute(0, 2, 3, 1).float()
        return squash(x.reshape(x.shape[0], -1, self.config.first_types, self.config.primary_dim))

    def primary_capsules(
        self, images: Float[Tensor, "batch *c side side"]
    ) -> Float[Tensor, "batch in_caps in_dim"]:
        """Return the last convolutional layer's capsules of images with pixels in 0..1."""
        u = self.first_level(images)
        for layer in self.caps:
            u = layer(u, self.config.iterations)
        return u.flatten(1, 2)
