"""Adapter for a user's own capsule network, described by four short functions.

`adapt` accepts any network that implements `CapsuleNetwork`:

>>> class Mine(nn.Module):
...     types, side, iterations = 32, 28, 3
...     def primary(self, images): ...            # [n, 28, 28] -> u [n, I, d]
...     def votes(self, u): ...                   # -> u_hat [n, I, J, D]
...     def steps(self, u_hat, iterations): ...   # yields (b, c, s, v), one an iteration
...     def decode(self, poses): ...              # [n, J, D], all but one zero -> [n, 28, 28]
>>> model = capsviz.adapt(Mine(), "mine.safetensors")
>>> trace = capsviz.trace(model, images)

`adapt` checks for common mistakes, which do not lower the accuracy but make every picture of the
couplings misleading.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from capsviz.config import DIGITS, MAX_ITERATIONS, LabelSet, ModelConfig
from capsviz.errors import CapsvizError
from capsviz.model import receptive_field
from capsviz.model.adapter_checks import (
    Step,
    Weighing,
    capsules_of,
    check,
    couplings_over,
    first_capsules,
    grid_of,
    input_capsules,
    is_dynamic,
    picture_format,
    presence,
    route,
    stages_of,
    weigh,
)
from capsviz.model.capsnet import CapsNet
from capsviz.model.mlp_decoder import layers_of
from capsviz.model.own_weights import Weights, load_weights
from capsviz.model.routing import Routing, RoutingStep
from capsviz.model.routing.dynamic import Dynamic
from capsviz.wording import amount_of


@runtime_checkable
class CapsuleNetwork(Protocol):
    """Interface of a user's network, which is also an `nn.Module`.

    `decode` is optional; without it there are no reconstructions. ``classes`` may name the J output
    classes; by default they are digits, or numbers.

    Input capsules are ordered place by place, row by row, with the types of one place together. A
    network that orders them by type sets ``types_first = True``.

    Attributes
    ----------
    types : number of types of input capsule at each place, T.
    side : height and width of its pictures, in pixels.
    channels : optional; 3 for red, green and blue, 2 or 4 for others: [n, channels, side, side] in
        place of [n, side, side], for input and output.
    grid : optional; rows and columns of places, if they differ.
    iterations : routing iterations, 1 to 50.
    background : optional; whether couplings of an input capsule may sum to less than 1, with the
        rest assigned to no class.
    couplings_over : optional; the capsules over which couplings sum to 1: "outputs" by default,
        "inputs" for attention over the input capsules, "none" for weights that need not sum to 1.
    normalize : optional; mean and standard deviation of the training pixels, each a number or one
        per channel: `primary` gets (images - mean) / deviation.
    weigh : optional; function from u and the couplings c to the weights of the votes in s,
        [n, I, J], if these are not c: with a learned prior B, ``c + B``.
    capsule_stages : optional; routed layers between primary and output capsules, from the lowest,
        each a `CapsuleStage`. `primary` then gives the capsules below the first of them, and
        ``types`` and ``grid`` are those of the last one. ``primary_types`` are types of primary
        capsule at each place, if they differ from ``types``.
    presence : optional; function from u to the presences of input capsules, [n, I], if votes are
        also weighted by a presence other than their length.
    """

    types: int
    side: int
    iterations: int

    def primary(self, images: Tensor, /) -> Tensor:
        """Input capsules u [n, I, d] of pictures [n, side, side] with pixels in 0..1."""
        ...

    def votes(self, u: Tensor, /) -> Tensor:
        """Votes û [n, I, J, D] of input capsules."""
        ...

    def steps(self, u_hat: Tensor, iterations: int, /) -> Iterator[Any]:
        """Route the votes and yield (b, c, s, v) for each iteration.

        b and c are [n, I, J], the logits at the start of the iteration and the couplings; s and v
        are [n, J, D], the coupled sum, or mean, of the votes and the output capsules. If the length
        of v is not the presence of a class, yield a fifth tensor: activations [n, J] in 0..1. A
        parameter named ``u`` receives the input capsules.
        """
        ...

    def decode(self, poses: Tensor, /) -> Tensor:
        """Decode output capsules [n, J, D], all but one zero, to pictures [n, side, side]."""
        ...


class CapsuleStage(Protocol):
    """A routed layer of capsules below the classes; also an `nn.Module` if it has weights.

    Attributes
    ----------
    iterations : its routing iterations.
    windows : optional; indices [P, K] of the capsules below that vote at each of its P places, a
        square grid row by row; without it there is one place, which sees all. If votes sum over a
        window, name the capsule in its middle.
    """

    iterations: int

    def votes(self, u: Tensor, /) -> Tensor:
        """Votes [n, P, K, J, D] of capsules u [n, I, d]; or [n, I, J, D] for one place."""
        ...

    def steps(self, u_hat: Tensor, iterations: int, /) -> Iterator[Any]:
        """Route votes [n P, K, J, D], as in `CapsuleNetwork`; the capsules above are [n, P J, D].

        v may hold more numbers than s, such as an activation behind the pose for the next layer. A
        parameter named ``u`` receives the children, [n P, K, d].
        """
        ...


@dataclass(frozen=True, slots=True)
class OwnConfig(ModelConfig):
    """Sizes of an adapted network, with measured receptive fields.

    Attributes
    ----------
    places : rows and columns of the capsules that vote for the classes.
    sees : their receptive field.
    stages : number of routed layers below the classes.
    """

    stages: int = 0
    places: tuple[int, int] = (1, 1)
    sees: receptive_field.ReceptiveField = receptive_field.NO_FIELD

    def __post_init__(self) -> None:
        if not 1 <= self.iterations <= MAX_ITERATIONS:
            raise CapsvizError(
                f"routing runs 1 to {MAX_ITERATIONS} iterations, not {self.iterations}"
            )

    @property
    def conv_capsule_layers(self) -> int:
        """Routed layers below the classes."""
        return self.stages

    @property
    def input_capsules(self) -> str:
        """Adjective for the capsules that vote for the classes, as in the tree."""
        return f"Stage{self.stages}" if self.stages else "primary"

    @property
    def grid(self) -> int:
        """Places per row."""
        return self.places[1]

    @property
    def rows(self) -> int:
        """Places per column."""
        return self.places[0]

    @property
    def receptive_field(self) -> int:
        """Side of the square of pixels one capsule sees, or else of the whole picture."""
        return self.sees.side

    @property
    def stride(self) -> int:
        """Pixels from one place's square to the next."""
        return self.sees.stride

    @property
    def first_pixel(self) -> int:
        """Row where the first place's square begins."""
        return self.sees.first


def adapt(
    network: nn.Module,
    weights: Weights | None = None,
    *,
    stages: Sequence[Any] | None = None,
    strict: bool = True,
) -> CapsNet:
    """Wrap a user's network for `capsviz.trace` and `capsviz.figures`.

    Parameters
    ----------
    network : a `CapsuleNetwork`; it is set to evaluation mode and its weights are frozen.
    weights : its state, or a file of it, as `capsviz.model.own_weights.load_weights` takes: a
        safetensors file, or what ``torch.save(network.state_dict(), FILE)`` wrote; by default its
        weights do not change.
    stages : routed layers between its primary and output capsules, each a `CapsuleStage`; by
        default its ``capsule_stages``, or none.
    strict : reject a network with a mistake; otherwise each mistake is a warning and an entry of
        the result's ``mistakes``.

    Returns
    -------
    A network like those of `capsviz.load`: ``model(images)`` takes floats in 0..1, [n, side, side],
    and returns ``v`` [n, J, D] and ``lengths`` [n, J].

    Raises
    ------
    CapsvizError : the network lacks a part of the interface, the weights do not match, or it has
        one of the mistakes of `capsviz.model.adapter_checks.check`.

    Examples
    --------
    ``Net`` is the class of the example ``own_network.py``.

    >>> adapted = capsviz.adapt(Net())
    >>> capsviz.trace(adapted, images).lengths.shape
    (2, 3, 10)
    """
    if not isinstance(network, nn.Module):
        raise CapsvizError(
            f"adapt takes a network, a torch.nn.Module, not {network!r}: build it first, as in "
            "adapt(Net())"
        )
    class_name = type(network).__name__
    missing = [name for name in _REQUIRED_ATTRIBUTES if not hasattr(network, name)]
    if missing:
        raise CapsvizError(
            f"{class_name} lacks {', '.join(missing)}: help(capsviz.adapt) and "
            "help(capsviz.model.adapter.CapsuleNetwork) describe them"
        )
    if stages is not None:
        modules = nn.ModuleList(stages) if _are_modules(stages) else tuple(stages)
        setattr(network, "capsule_stages", modules)  # noqa: B010, since modules take modules alone
    for number, stage in enumerate(stages_of(network), 1):
        if lacking := [n for n in ("votes", "steps", "iterations") if not hasattr(stage, n)]:
            raise CapsvizError(
                f"stage {number} of {class_name} lacks {', '.join(lacking)}: "
                "help(capsviz.model.adapter.CapsuleStage) describes them"
            )
    if weights is not None:
        load_weights(network, weights)
    network = network.eval().requires_grad_(False)
    try:
        mistakes, weighing = check(network, strict)
        adapted = AdaptedNetwork(network, weighing, mistakes).eval().requires_grad_(False)
    except CapsvizError:
        raise
    except Exception as error:  # user code may raise anything
        reason = str(error).strip().splitlines()[0] if str(error) else ""
        shape = picture_format(network).shape
        hint = ""
        if "channels" in reason:  # a convolution without a channel axis
            hint = "; pictures come without a channel, images.unsqueeze(1) adds it"
        elif "CUDA" in reason:
            hint = "; in place of .cuda(), take the device of what is given, .to(images.device)"
        raise CapsvizError(
            f"{class_name} cannot read pictures [n, {', '.join(map(str, shape))}]: "
            f"{type(error).__name__}, {reason}{hint}"
        ) from error
    for mistake in mistakes:
        warnings.warn(f"{class_name}: {mistake}", stacklevel=2)
    return adapted


def _are_modules(stages: Sequence[object]) -> bool:
    return all(isinstance(stage, nn.Module) for stage in stages)


#: Required attributes of a `CapsuleNetwork`.
_REQUIRED_ATTRIBUTES = ("types", "side", "iterations", "primary", "votes", "steps")


class AdaptedNetwork(CapsNet):
    """A `CapsuleNetwork` with our interface; made by `adapt`.

    Attributes
    ----------
    subject : its data set and classes, as declared, or MNIST's digits.
    mistakes : mistakes found when `adapt` was not strict, a sentence each.
    """

    network: Any
    order: Tensor
    back: Tensor

    published = (
        "A user's own network, named on the command line. Only its owner knows how it "
        "differs from a publication."
    )

    def __init__(self, network: Any, weighing: Weighing, mistakes: tuple[str, ...]) -> None:
        nn.Module.__init__(self)
        self.mistakes = mistakes
        device = next((p.device for p in network.parameters()), torch.device("cpu"))
        format = picture_format(network)
        random = torch.Generator().manual_seed(0)
        picture = torch.rand(1, *format.shape, generator=random).to(device)
        with torch.no_grad():
            u = input_capsules(network, picture.clone())
            u_hat = network.votes(u)
            steps = route(network, u, u_hat, 2)
        dynamic = is_dynamic(network, u, u_hat)
        _, in_caps, classes, dim = u_hat.shape
        order = torch.arange(in_caps, device=device)
        if getattr(network, "types_first", False):
            order = order.view(network.types, -1).T.flatten()
        self.network = network
        self.register_buffer("order", order, persistent=False)
        self.register_buffer("back", order.argsort(), persistent=False)
        places = grid_of(network, in_caps)
        self.config = OwnConfig(
            architecture="own",
            routing="dynamic" if dynamic else "own",
            iterations=network.iterations,
            image_size=format.side,
            channels=format.channels,
            classes=classes,
            primary_types=network.types,
            primary_dim=u.shape[2],
            digit_dim=dim,
            stages=len(stages_of(network)),
            places=places,
            sees=self._field(picture, places, self.primary_capsules, network.types),
        )
        #: Receptive fields of the layers below the classes, from the primary capsules, with stages.
        self.fields = self._fields(picture) if stages_of(network) else (self.config.sees,)
        self.subject = _subject(network, classes)
        self.class_names = self.subject.classes
        self.precision = torch.float32
        #: Empty, since only its device and the number of outputs are used.
        self.W = nn.Parameter(u.new_empty(0, 0, classes, dim), requires_grad=False)
        self.routing = _Routing(self, dynamic, steps, weighing)
        self.decoder = _Decoder(self)

    def _field(
        self,
        picture: Tensor,
        places: tuple[int, int],
        capsules: Callable[[Tensor], Tensor],
        types: int,
    ) -> receptive_field.ReceptiveField:
        """Measure the receptive field of places; the whole picture on a non-square grid."""
        rows, columns = places
        if rows != columns:
            return receptive_field.ReceptiveField(picture.shape[-1], 0, 0)
        return receptive_field.field(capsules, picture, columns, types)

    def _fields(self, picture: Tensor) -> tuple[receptive_field.ReceptiveField, ...]:
        """Measure the receptive fields of all layers below the classes."""
        types = [getattr(self.network, "primary_types", self.network.types)]
        u = first_capsules(self.network, picture.clone())
        for stage in stages_of(self.network):
            _, votes, _, u = capsules_of(stage, u)
            types.append(votes.shape[2])
        fields = []
        for level, capsules in enumerate(self.levels(picture)):
            places = max(1, capsules.shape[1] // types[level])
            grid = math.isqrt(places)
            fields.append(
                self._field(
                    picture,
                    (places // grid, grid),
                    lambda images, level=level: self.levels(images)[level],
                    types[level],
                )
            )
        return tuple(fields)

    def levels(self, images: Float[Tensor, "batch *c side side"]) -> list[Tensor]:
        """Capsules of each layer below the classes, in the network's order, from the primary."""
        u = [first_capsules(self.network, images.clone() if self.mistakes else images)]
        for stage in stages_of(self.network):
            u.append(capsules_of(stage, u[-1])[-1])
        return u

    def primary_capsules(self, images: Float[Tensor, "batch *c side side"]) -> Tensor:
        """Input capsules, in our order."""
        pictures = images.clone() if self.mistakes else images  # a network may change them in place
        return input_capsules(self.network, pictures)[:, self.order]

    def presence(self, u: Float[Tensor, "batch in_caps in_dim"]) -> Tensor:
        """Presences of the input capsules, in our order."""
        return presence(self.network, u[:, self.back])[:, self.order]

    def votes(self, u: Float[Tensor, "batch in_caps in_dim"]) -> Tensor:
        """Votes, in our order."""
        return self.network.votes(u[:, self.back])[:, self.order]


def _subject(network: Any, classes: int) -> LabelSet:
    """Return its classes: as declared, else digits if there are ten, else numbers."""
    declared = getattr(network, "classes", None)
    # Many networks have a number or a tensor of that name.
    declared = list(declared.values()) if isinstance(declared, dict) else declared
    declared = declared if isinstance(declared, list | tuple | range) else range(classes)
    names = tuple(map(str, declared))
    if len(names) != classes:
        raise CapsvizError(
            f"it names {amount_of(len(names), 'class', 'classes')} and has {classes}: name each "
            "once"
        )
    digits = names == DIGITS.classes and picture_format(network) == ModelConfig().format
    return DIGITS if digits else LabelSet("own", names)


class _Routing(Routing):
    """Adapter of its routing to our interface."""

    def __init__(
        self, owner: AdaptedNetwork, dynamic: bool, steps: list[Step], weighing: Weighing
    ) -> None:
        """Describe its routing, given two of its `steps`, or the single one."""
        nn.Module.__init__(self)
        self.iterative, self.activates = len(steps) > 1, steps[-1][-1] is not None
        self.level = 0.0
        self.title = "Dynamic" if dynamic else "Own"
        if dynamic:
            self.sharing, self.meaning = Dynamic.sharing, Dynamic.meaning
        elif self.activates:
            self.meaning = (
                "An activation from 0 to 1 is the presence of a {thing}. It is computed apart "
                "from the capsule's vector, by this network's own rule."
            )
        self.adds_agreement = self.by_agreement = dynamic
        self.couplings_over = couplings_over(owner.network, steps[-1][1])
        self._weighing = weighing
        self._owner = (owner,)  # a tuple keeps it from being registered as a submodule

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        (owner,) = self._owner
        steps = route(owner.network, u[:, owner.back], u_hat[:, owner.back], iterations)
        if owner.mistakes:
            # Limit the number of steps and replace non-finite values, so that pages can show a
            # faulty network.
            steps = [tuple(map(_replace_nan, step)) for step in steps[:iterations]]
            steps += steps[-1:] * (iterations - len(steps))
        for b, c, s, v, a in steps:
            yield RoutingStep(b[:, owner.order], c[:, owner.order], s, v, a)

    def weigh(self, u: Tensor, c: Tensor) -> Tensor:
        """Return the weights of the votes, in our order."""
        (owner,) = self._owner
        weights = weigh(owner.network, self._weighing, u[:, owner.back], c[:, owner.back])
        return weights[:, owner.order]

    @property
    def weighs(self) -> bool:
        """Whether votes are weighed by more than their couplings."""
        return any(self._weighing) or hasattr(self._owner[0].network, "weigh")


def _replace_nan(tensor: Tensor | None) -> Any:
    return None if tensor is None else tensor.nan_to_num()


class _Decoder(nn.Module):
    """Adapter of its decoder; without one, any use raises an error."""

    def __init__(self, owner: AdaptedNetwork) -> None:
        super().__init__()
        self._owner = (owner,)
        self.precision = torch.float32
        decode, config = getattr(owner.network, "decode", None), owner.config
        self.exists = decode is not None
        layers = decode and layers_of(
            owner.network, decode, config.classes, config.digit_dim, config.format.values
        )
        self._layers = (layers or None,)

    def require(self) -> None:
        """Raise `CapsvizError` if there is no decoder."""
        if not self.exists:
            raise CapsvizError(
                f"{type(self._owner[0].network).__name__} has no decode: everything but "
                "reconstructions is available"
            )

    @property
    def layers(self) -> list[nn.Linear] | None:
        """Return the linear layers if they are the whole decoder, else None."""
        return self._layers[0]

    def forward(self, pose: Float[Tensor, "batch dim"], capsule: Int[Tensor, " batch"]) -> Tensor:
        (owner,) = self._owner
        unmasked = nn.functional.one_hot(capsule, owner.config.classes).to(pose.dtype)
        return self.decode_all(unmasked.unsqueeze(-1) * pose.unsqueeze(1))

    def decode_all(self, poses: Float[Tensor, "batch classes dim"]) -> Tensor:
        (owner,) = self._owner
        self.require()
        pictures = owner.network.decode(poses).view(-1, *owner.config.format.shape)
        return pictures.nan_to_num().clamp(0, 1) if owner.mistakes else pictures
