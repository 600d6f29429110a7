"""Routing in every layer of a network with convolutional capsules, as a parse tree.

Most networks route once. Matrix capsules (Hinton, Sabour, Frosst 2018) and deep vector capsules
route between every two layers, within windows of places. The result is a tree: the class, the
capsules that it was fitted to, theirs, down to PrimaryCaps and pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from capsviz.model.adapter import AdaptedNetwork
from capsviz.model.adapter_checks import capsules_of, children_of, stages_of
from capsviz.model.deep import ConvVectorCaps, DeepCapsNet
from capsviz.model.matrix import MatrixCapsNet
from capsviz.model.routing import RoutingStep
from capsviz.model.routing.matrix_em import EMStep, store_votes
from capsviz.model.windows import Windows
from capsviz.tracing import as_images


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of capsules, and its routing in each iteration.

    P places of J types each, in r iterations; each place's window has K children. PrimaryCaps come
    from a convolution: they have no children (K = 0) and one iteration.

    Attributes
    ----------
    name : name of the layer.
    grid : places along one side; 1 for the classes, which see all places.
    reach, step : side and stride of the squares of pixels that places see (receptive fields).
    first : row and column where the first of these squares begins: 0, or negative with padding.
    children : index of each child in the layer below, place by place, the types of one place
        together.
    responsibilities : assignment of each child to each parent. A matrix capsule's sum to 1 over all
        parents whose windows contain it; a vector capsule's are its couplings and sum to 1 over the
        parents of one place.
    received : sum of the children's activations assigned to each parent.
    means : pose of each parent; for matrix capsules the 4 x 4 matrix row by row.
    activations : activations in [0, 1]; lengths of vector capsules.
    variances : variances of a matrix capsule's Gaussian over poses, whose mean is the pose; else
        None.
    costs : cost of describing the children's votes by that Gaussian; else None.
    """

    name: str
    grid: int
    reach: int
    step: int
    first: int
    children: Int64[np.ndarray, "P K"]
    responsibilities: Float32[np.ndarray, "r P K J"]
    received: Float32[np.ndarray, "r P J"]
    means: Float32[np.ndarray, "r P J D"]
    activations: Float32[np.ndarray, "r P J"]
    variances: Float32[np.ndarray, "r P J D"] | None = None
    costs: Float32[np.ndarray, "r P J"] | None = None


#: A layer's name, grid, reach, step and first; and the same with its children.
_Unrouted = tuple[str, int, int, int, int]
_Place = tuple[str, int, int, int, int, np.ndarray]


@torch.inference_mode()
def trace_layers(
    model: MatrixCapsNet | DeepCapsNet | AdaptedNetwork, image: Float32[np.ndarray, "*c side side"]
) -> tuple[Layer, ...]:
    """Trace PrimaryCaps, the convolutional layers and the classes for one picture.

    Raises `CapsvizError` if the image has another shape or type, or values that are out of range or
    not finite.

    The model uses the iterations that it was trained with; pixels are in 0..1.
    """
    x = as_images(image, model.config.format).to(model.W.device)
    if isinstance(model, AdaptedNetwork):
        return _trace_stages(model, x)
    return _trace_vectors(model, x) if isinstance(model, DeepCapsNet) else _trace_em(model, x)


def _trace_stages(model: AdaptedNetwork, x: Tensor) -> tuple[Layer, ...]:
    """Trace the stages of a user's network, with its capsules in its own order."""
    network, u = model.network, model.levels(x)[0]
    places = max(1, u.shape[1] // getattr(network, "primary_types", network.types))
    poses = _array(u.reshape(1, places, -1, u.shape[-1]))
    layers = [_unrouted_layer(_stage(model, 0, places), poses, np.linalg.norm(poses, axis=-1))]
    for level, stage in enumerate(stages_of(network), 1):
        children = children_of(stage, u.shape[1]).cpu().numpy()
        _, _, steps, u = capsules_of(stage, u)
        # Further entries of a capsule, such as its activation, do not belong to its pose.
        routed = [RoutingStep(b, c, s, v[..., : s.shape[-1]], a) for b, c, s, v, a in steps]
        place = _stage(model, level, max(1, u.shape[1] // routed[-1].v.shape[1]))
        layers.append(_vector_layer((*place, children), layers[-1], routed))
    primary, order = model.primary_capsules(x), model.order.cpu().numpy()[None]
    steps = list(model.routing.steps(primary, model.votes(primary), model.config.iterations))
    return (*layers, _vector_layer((*_all(layers[-1])[:-1], order), layers[-1], steps))


def _stage(model: AdaptedNetwork, level: int, places: int) -> _Unrouted:
    """Return name, grid and measured receptive field of a layer of a user's network."""
    field = model.fields[level]
    name = f"Stage{level}" if level else "PrimaryCaps"
    return name, round(places**0.5), field.side, field.stride, field.first


def _trace_em(model: MatrixCapsNet, x: Tensor) -> tuple[Layer, ...]:
    rounds, below = model.config.iterations, model.first_level(x)
    poses = _array(below.pose.flatten(3))
    primary = _primary(model, poses, _array(below.a))
    none = np.zeros_like(primary.activations)
    layers = [replace(primary, variances=np.zeros_like(poses), costs=none)]
    for caps in (model.caps1, model.caps2):
        steps = list(caps.steps(below, rounds))
        layers.append(_em_layer(_squares(caps.field, layers), steps))
        below = caps.level(steps[-1])
    u = torch.cat([below.pose.flatten(3), below.a.unsqueeze(3)], 3).flatten(1, 2)
    classes = list(model.routing.fits(store_votes(model.votes(u)), model.presence(u), rounds))
    return (*layers, _em_layer(_all(layers[-1]), classes))


def _trace_vectors(model: DeepCapsNet, x: Tensor) -> tuple[Layer, ...]:
    u = model.first_level(x)
    layers = [_primary(model, _array(u), _array(torch.linalg.vector_norm(u, dim=-1)))]
    for caps in model.caps:
        assert isinstance(caps, ConvVectorCaps)
        steps = list(caps.steps(u, model.config.iterations))
        layers.append(_vector_layer(_squares(caps.field, layers), layers[-1], steps))
        u = steps[-1].v.unsqueeze(0)
    ((_, classes),) = model.route_chunks(u.flatten(1, 2))
    return (*layers, _vector_layer(_all(layers[-1]), layers[-1], list(classes)))


def _primary(model: MatrixCapsNet | DeepCapsNet, poses: np.ndarray, active: np.ndarray) -> Layer:
    grid, first = round(active.shape[1] ** 0.5), model.config.first_pixel
    place = "PrimaryCaps", grid, model.config.kernel, model.conv1.stride[0], first
    return _unrouted_layer(place, poses, active)


def _unrouted_layer(place: _Unrouted, poses: np.ndarray, active: np.ndarray) -> Layer:
    places, types = active.shape[1:]
    return Layer(
        *place,
        children=np.zeros((places, 0), np.int64),
        responsibilities=np.zeros((1, places, 0, types), np.float32),
        received=np.zeros_like(active),
        means=poses,
        activations=active,
    )


def _squares(field: Windows, lower: Sequence[Layer]) -> _Place:
    """Return name, grid, receptive field and children of a convolutional capsule layer."""
    below = lower[-1]
    types = below.activations.shape[2]
    taps = field.taps.cpu().view(field.places, field.size, 1)
    children = (taps * types + torch.arange(types)).flatten(1).numpy()
    side = round(field.size**0.5)
    reach, step = below.reach + (side - 1) * below.step, below.step * field.stride
    return f"ConvCaps{len(lower)}", field.grid, reach, step, below.first, children


def _all(below: Layer) -> _Place:
    """Return the same for the classes, which see the whole layer below."""
    size = below.reach + (below.grid - 1) * below.step
    return "ClassCaps", 1, size, 0, below.first, np.arange(below.activations[0].size)[None]


def _em_layer(place: _Place, steps: Sequence[EMStep]) -> Layer:
    return Layer(
        *place,
        responsibilities=_stack(step.r for step in steps),
        received=_stack(step.received for step in steps),
        means=_stack(step.mu.permute(0, 3, 1, 2).flatten(2) for step in steps),
        activations=_stack(step.a for step in steps),
        variances=_stack(step.variance.permute(0, 3, 1, 2).flatten(2) for step in steps),
        costs=_stack(step.cost for step in steps),
    )


def _vector_layer(place: _Place, below: Layer, steps: Sequence[RoutingStep]) -> Layer:
    couplings = _stack(step.c for step in steps)
    active = below.activations[-1].reshape(-1)[place[-1]]
    return Layer(
        *place,
        responsibilities=couplings,
        received=np.einsum("rpkj,pk->rpj", couplings, active),
        means=_stack(step.v for step in steps),
        activations=_stack(step.activations for step in steps),
    )


def _stack(tensors: Iterable[Tensor]) -> np.ndarray:
    return _array(torch.stack(list(tensors)))


def _array(tensor: Tensor) -> np.ndarray:
    return tensor.float().cpu().numpy()
