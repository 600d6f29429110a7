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

#: Images routed together on a CPU: four images' votes are 3 MB and stay near the cores.
ROUTED_TOGETHER = 4
#: With int8, which makes votes as fast as they are routed: two images' stay in a core's cache.
ROUTED_TOGETHER_FAST = 2
#: With gradients, where each piece adds to the whole of W's gradient.
TRAINED_TOGETHER = 16
#: On other devices: pieces of 16 took 5.7 ms for 128 images on an H100, where all at once take 1.3.
ELSEWHERE_TOGETHER = 512


class Capsules(NamedTuple):
    """Output of a network: how present each class is, and its pose.

    Attributes
    ----------
    v : output capsules.
    lengths : lengths of v in [0, 1); with a routing that keeps activations apart from the
        vectors, those activations.
    """

    v: Float[Tensor, "batch out_caps dim"]
    lengths: Float[Tensor, "batch out_caps"]


class CapsNet(nn.Module):
    """Conv1, PrimaryCaps, DigitCaps and decoder.

    Primary capsules are counted place by place, the types of one place together:
    ``i = (row * grid + column) * types + type``. A channels-last feature map, whose
    channels are types x dims, is then a row of capsules by a change of view.

    Parameters
    ----------
    config : dimensions and routing.

    Attributes
    ----------
    class_names : what its classes are called; empty where nobody said it.
    mistakes : what is wrong with it, in words each; none that is known of.
    """

    class_names: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()

    @classmethod
    def describe_differences(cls, config: ModelConfig) -> str:
        """Tell what of it is as published and what is not, in sentences; "" where unknown."""
        return ROUTINGS[config.routing_name].published

    def __init__(self, config: ModelConfig | None = None) -> None:
        super().__init__()
        self.config = config = config or ModelConfig()
        #: Of the convolutions; all that follows is float32, but for W with int8.
        self.precision = torch.float32
        #: With int8, what Conv1's ReLU lets through at most; set by `in_precision`.
        self.most = 0.0
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

    def convolutions(self) -> list[nn.Parameter]:
        """Weights before the votes: what networks that differ in routing can share."""
        after = {"W", "parametrizations", "routing", "decoder"}
        return [p for name, p in self.named_parameters() if name.split(".")[0] not in after]

    def list_frozen_parameters(self, freeze: bool) -> list[nn.Parameter]:
        """Weights that a training leaves as they are.

        Parameters
        ----------
        freeze : whether those of the convolutions shall stay.
        """
        return self.convolutions() if freeze else []

    def reset_parameters(self) -> None:
        """Draw initial weights: He for the ReLU layers, normal for W."""
        for parameter in (*self.conv1.parameters(), *self.primary.parameters()):
            if parameter.ndim > 1:
                nn.init.kaiming_normal_(parameter, nonlinearity="relu")
            else:
                nn.init.zeros_(parameter)
        nn.init.normal_(self.W, std=START_SPREAD)

    def primary_capsules(
        self, images: Float[Tensor, "batch *c side side"]
    ) -> Float[Tensor, "batch in_caps in_dim"]:
        """Primary capsules u of images with pixels in 0..1; lengths in [0, 1)."""
        x = features(self.conv1, self.primary, images, self.precision, self.most)
        return squash(x.reshape(len(images), -1, self.config.primary_dim).float())

    @property
    def pose_size(self) -> int:
        """Numbers of an input capsule that are its pose."""
        return self.config.primary_dim

    def presence(self, u: Float[Tensor, "batch in_caps in_dim"]) -> Float[Tensor, "batch in_caps"]:
        """How present each primary capsule is, in [0, 1): its length."""
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
        """Route u in pieces of a few images; for each piece, its votes and its steps.

        The forward pass keeps each piece's last step, a trace keeps them all: the loop
        itself exists once, in `capsviz.model.routing`.
        """
        rounds = self.rounds(iterations)
        learns = torch.is_grad_enabled() and (u.requires_grad or self.W.requires_grad)
        for piece in u.split(self._together(u.device, learns)):
            u_hat = self.votes(piece)
            yield u_hat, self.routing.steps(piece, u_hat, rounds)

    def _together(self, device: torch.device, learns: bool) -> int:
        if device.type != "cpu":
            return ELSEWHERE_TOGETHER
        if learns:
            return TRAINED_TOGETHER
        return ROUTED_TOGETHER_FAST if self.precision is torch.int8 else ROUTED_TOGETHER

    def rounds(self, iterations: int | None = None) -> int:
        """Iterations that a call will take: those asked for, if the routing has any."""
        if not self.routing.iterative:
            return 1
        return self.config.iterations if iterations is None else iterations

    def route(
        self, u: Float[Tensor, "batch in_caps in_dim"], iterations: int | None = None
    ) -> Capsules:
        """Output capsules of primary capsules u."""
        results = [last(steps) for _, steps in self.route_chunks(u, iterations)]
        v = torch.cat([result.v for result in results])
        if results[0].a is None:
            return Capsules(v, torch.linalg.vector_norm(v, dim=-1))
        return Capsules(v, torch.cat([result.activations for result in results]))

    def forward(
        self, images: Float[Tensor, "batch *c side side"], iterations: int | None = None
    ) -> Capsules:
        """Output capsules of images with pixels in 0..1.

        Parameters
        ----------
        images : float images, pixels in 0..1: [n, side, side] or [n, 1, side, side], in colour
            [n, 3, side, side].
        iterations : routing iterations, by default the configured ones; ignored by a routing
            that has none.

        Raises
        ------
        CapsvizError : images of another shape.
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


def make_votes(
    W: Float[Tensor, "in_caps in_dim out_caps dim"], u: Float[Tensor, "batch in_caps in_dim"]
) -> Float[Tensor, "batch in_caps out_caps dim"]:
    """Votes ``u_hat_{j|i} = W_ij u_i`` (Sabour and others 2017, equation 2)."""
    u_hat = torch.bmm(u.transpose(0, 1), W.flatten(2))
    return u_hat.unflatten(2, W.shape[2:]).transpose(0, 1)


def last(steps: Iterator[RoutingStep]) -> RoutingStep:
    """The final step of a routing; the earlier ones are dropped as they come."""
    return deque(steps, maxlen=1).pop()
