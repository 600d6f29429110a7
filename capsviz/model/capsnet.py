"""The capsule network of Sabour, Frosst and Hinton (2017), figure 1."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn

from capsviz.config import ModelConfig
from capsviz.errors import CapsvizError
from capsviz.model import int8
from capsviz.model.decoder import Decoder
from capsviz.model.primary import features
from capsviz.model.routing import ROUTINGS, RoutingStep
from capsviz.model.squash import squash
from capsviz.model.vote_matrices import START_SPREAD, choose_form
from capsviz.trace_picture import draw

#: Images routed together on a CPU: four images' votes take 3 MB and fit near the cores.
ROUTING_CHUNK = 4
#: The same with int8, whose votes are faster than the routing: two images' votes fit in a core's
#: cache.
INT8_ROUTING_CHUNK = 2
#: The same with gradients: each chunk adds to the gradient of the whole W.
TRAINING_CHUNK = 16
#: The same on other devices: chunks of 16 took 5.7 ms for 128 images on an H100, one chunk 1.3 ms.
DEVICE_CHUNK = 512


class Capsules(NamedTuple):
    """Output of a network: the presence and the pose of each class.

    Attributes
    ----------
    v : output capsules.
    lengths : lengths of v in [0, 1), or the routing's separate activations.
    """

    v: Float[Tensor, "batch out_caps dim"]
    lengths: Float[Tensor, "batch out_caps"]

    def _repr_html_(self) -> str:
        """Return a notebook's picture of the lengths."""
        return draw(self.lengths.detach().float().cpu().numpy(), ())


class CapsNet(nn.Module):
    """Conv1, PrimaryCaps, DigitCaps and decoder.

    Primary capsules are ordered place by place, the types of one place together: ``i = (row * grid
    + column) * types + type``. A channels-last feature map, whose channels are types x dims,
    becomes a list of capsules by a view.

    Parameters
    ----------
    config : dimensions and routing.

    Attributes
    ----------
    class_names : names of its classes; empty if unknown.
    mistakes : descriptions of known mistakes; normally empty.

    Examples
    --------
    >>> import torch
    >>> output = model(torch.tensor(images))
    >>> output.v.shape, output.lengths.shape
    (torch.Size([2, 10, 16]), torch.Size([2, 10]))
    """

    class_names: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()

    #: Differences from the published network, in sentences; by default the routing's.
    published = ""

    @classmethod
    def describe_differences(cls, config: ModelConfig) -> str:
        """Describe the differences from the published network in sentences; "" if unknown."""
        return cls.published or ROUTINGS[config.routing_name].published

    def __init__(self, config: ModelConfig | None = None) -> None:
        super().__init__()
        self.config = config = config or ModelConfig()
        #: Precision of the convolutions; the rest is float32, except for W with int8.
        self.precision = torch.float32
        #: With int8, maximum output of Conv1's ReLU; set by `in_precision`.
        self.max_activation = 0.0
        self._add_convolutions()
        self.W = nn.Parameter(
            torch.empty(
                config.primary_capsules, config.primary_dim, config.classes, config.digit_dim
            )
        )
        self.routing = ROUTINGS[config.routing_name](config)
        self.decoder = Decoder(config)
        self.to(memory_format=torch.channels_last)  # pyright: ignore[reportCallIssue]
        self.reset_parameters()
        choose_form(self, config)

    def _add_convolutions(self) -> None:
        config = self.config
        self.conv1 = nn.Conv2d(config.channels, config.conv_channels, config.kernel)
        self.primary = nn.Conv2d(
            config.conv_channels,
            config.primary_types * config.primary_dim,
            config.kernel,
            stride=2,
        )
        if config.primary_norm:
            self.norm = nn.BatchNorm2d(self.primary.out_channels)

    def convolutions(self) -> list[nn.Parameter]:
        """Weights before the votes, which networks with different routings can share."""
        later = {"W", "parametrizations", "routing", "decoder"}
        return [p for name, p in self.named_parameters() if name.split(".")[0] not in later]

    def list_frozen_parameters(self, freeze: bool) -> list[nn.Parameter]:
        """Return the weights that a training does not change: with `freeze` the convolutions."""
        return self.convolutions() if freeze else []

    def reset_parameters(self) -> None:
        """Draw initial weights: He for the convolutions, normal for W."""
        reset_convolutions(self)
        nn.init.normal_(self.W, std=START_SPREAD)

    def primary_capsules(
        self, images: Float[Tensor, "batch *c side side"]
    ) -> Float[Tensor, "batch in_caps in_dim"]:
        """Primary capsules u of images with pixels in 0..1; lengths in [0, 1)."""
        x = features(self.conv1, self.primary, images, self.precision, self.max_activation)
        if self.config.primary_norm:
            x = self.norm(x.permute(0, 3, 1, 2).float()).permute(0, 2, 3, 1)
        return squash(x.reshape(x.shape[0], -1, self.config.primary_dim).float())

    @property
    def pose_size(self) -> int:
        """Number of pose entries of an input capsule."""
        return self.config.primary_dim

    def presence(self, u: Float[Tensor, "batch in_caps in_dim"]) -> Float[Tensor, "batch in_caps"]:
        """Presence of each primary capsule, in [0, 1): its length."""
        return torch.linalg.vector_norm(u, dim=-1)

    def votes(
        self, u: Float[Tensor, "batch in_caps in_dim"]
    ) -> Float[Tensor, "batch in_caps out_caps dim"]:
        """Votes ``u_hat_{j|i} = W_ij u_i``: one small matrix product per input capsule."""
        if self.precision is torch.int8:
            return int8.votes(self, self.W, u)
        return make_votes(self.W, u)

    def route_chunks(
        self, u: Float[Tensor, "batch in_caps in_dim"], iterations: int | None = None
    ) -> Iterator[tuple[Tensor, Iterator[RoutingStep]]]:
        """Route u in chunks of a few images; yields each chunk's votes and steps.

        The forward pass keeps each chunk's last step, a trace keeps all: the loop itself exists
        once, in `capsviz.model.routing`.
        """
        rounds = self.rounds(iterations)
        trains = torch.is_grad_enabled() and (u.requires_grad or self.W.requires_grad)
        # An exported graph takes any number of images, so it routes them in one piece.
        exporting = torch.compiler.is_exporting()
        for chunk in (u,) if exporting else u.split(self._chunk_size(u.device, trains)):
            u_hat = self.votes(chunk)
            yield u_hat, self.routing.steps(chunk, u_hat, rounds)

    def _chunk_size(self, device: torch.device, trains: bool) -> int:
        if device.type != "cpu":
            return DEVICE_CHUNK
        if trains:
            return TRAINING_CHUNK
        return INT8_ROUTING_CHUNK if self.precision is torch.int8 else ROUTING_CHUNK

    def rounds(self, iterations: int | None = None) -> int:
        """Return the number of iterations of a call: the given one, or 1 without iterations."""
        if not self.routing.iterative:
            return 1
        return self.config.iterations if iterations is None else iterations

    def route(
        self, u: Float[Tensor, "batch in_caps in_dim"], iterations: int | None = None
    ) -> Capsules:
        """Output capsules of primary capsules u."""
        results = [final_step(steps) for _, steps in self.route_chunks(u, iterations)]
        v = torch.cat([result.v for result in results])
        if results[0].a is None:
            return Capsules(v, torch.linalg.vector_norm(v, dim=-1))
        return Capsules(v, torch.cat([result.activations for result in results]))

    def forward(
        self, images: Float[Tensor, "batch *c side side"], iterations: int | None = None
    ) -> Capsules:
        """Output capsules of images with pixels in 0..1.

        Raises `CapsvizError` if the images have another shape.

        Parameters
        ----------
        images : float images, pixels in 0..1: [n, side, side] or [n, 1, side, side], in colour [n,
            3, side, side].
        iterations : routing iterations, by default the configured ones; ignored by a routing
            without iterations.
        """
        if images.ndim > 3:
            images = images.squeeze(1)
        shape = self.config.format.shape
        if tuple(images.shape[1:]) != shape:
            raise CapsvizError(
                f"images must have the shape [n, {', '.join(map(str, shape))}], not "
                f"{list(images.shape)}"
            )
        return self.route(self.primary_capsules(images), iterations)


def reset_convolutions(network: nn.Module, linear: nn.Module | None = None) -> None:
    """Draw a network's initial convolutions by He's rule; a ReLU follows all but `linear`."""
    for layer in network.modules():
        if isinstance(layer, nn.Conv2d):
            gain = "linear" if layer is linear else "relu"
            for parameter in layer.parameters():
                if parameter.ndim > 1:
                    nn.init.kaiming_normal_(parameter, nonlinearity=gain)
                else:
                    nn.init.zeros_(parameter)


def make_votes(
    W: Float[Tensor, "in_caps in_dim out_caps dim"], u: Float[Tensor, "batch in_caps in_dim"]
) -> Float[Tensor, "batch in_caps out_caps dim"]:
    """Votes ``u_hat_{j|i} = W_ij u_i`` (Sabour and others 2017, equation 2)."""
    u_hat = torch.bmm(u.transpose(0, 1), W.flatten(2))
    return u_hat.unflatten(2, W.shape[2:]).transpose(0, 1)


def final_step(steps: Iterator[RoutingStep]) -> RoutingStep:
    """Return the final step of a routing without storing the earlier ones."""
    return deque(steps, maxlen=1).pop()
