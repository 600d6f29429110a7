"""All routings of a matrix capsule network for one picture: whom each capsule was fitted to.

The app's other networks route once. Matrix capsules (Hinton, Sabour, Frosst 2018) route between
every two layers, in squares of places, so what a class was made of is a tree: the class, the
ConvCaps2 that it was fitted to, their ConvCaps1, the PrimaryCaps of these, and pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from capsviz.model.matrix import ConvCaps, Level, MatrixCapsNet
from capsviz.model.routing.matrix_em import EMStep, store_votes
from capsviz.tracing import as_images


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of capsules, and what each iteration of EM found for them.

    P places of J types each, in r iterations; K children lie in each place's square. PrimaryCaps
    come from a convolution: they have no children (K = 0) and one iteration.

    Attributes
    ----------
    grid : places along one side; 1 for the classes, which see all places.
    reach, step : side of the square of pixels that a place sees, and from one to the next.
    children : number of each child in the layer below, place by place, the types of one place
        together.
    responsibilities : of each child for each parent; a child's sum to 1 over all parents in
        whose squares it lies.
    received : the children's activation that each parent gets.
    means, variances : of each parent's Gaussian over poses, the 4 x 4 row by row; the means
        are its pose.
    costs : of describing what it gets by that Gaussian.
    activations : in (0, 1).
    """

    grid: int
    reach: int
    step: int
    children: Int64[np.ndarray, "P K"]
    responsibilities: Float32[np.ndarray, "r P K J"]
    received: Float32[np.ndarray, "r P J"]
    means: Float32[np.ndarray, "r P J 16"]
    variances: Float32[np.ndarray, "r P J 16"]
    costs: Float32[np.ndarray, "r P J"]
    activations: Float32[np.ndarray, "r P J"]


@torch.inference_mode()
def trace_layers(
    model: MatrixCapsNet, image: Float32[np.ndarray, "*c side side"]
) -> tuple[Layer, Layer, Layer, Layer]:
    """PrimaryCaps, ConvCaps1, ConvCaps2 and the classes of one picture.

    Parameters
    ----------
    model : takes as many iterations in each layer as it was trained with.
    image : pixels in 0..1.

    Raises
    ------
    CapsvizError : an image of another shape or type, out of range or not finite.
    """
    x = as_images(image, model.config.format).to(model.W.device)
    rounds = model.config.iterations
    first = model.first_level(x)
    layers, below = [_primary(model, first)], first
    for caps in (model.caps1, model.caps2):
        steps = list(caps.steps(below, rounds))
        layers.append(_conv_layer(caps, layers[-1], steps))
        below = caps.level(steps[-1])
    u = torch.cat([below.pose.flatten(3), below.a.unsqueeze(3)], 3).flatten(1, 2)
    classes = list(model.routing.fits(store_votes(model.votes(u)), model.presence(u), rounds))
    last = layers[-1]
    count = last.activations[0].size
    whole = last.reach + (last.grid - 1) * last.step
    layers.append(_layer(1, whole, 0, np.arange(count)[None], classes))
    primary, caps1, caps2, last = layers
    return primary, caps1, caps2, last


def _primary(model: MatrixCapsNet, level: Level) -> Layer:
    places, types = level.a.shape[1:]
    none = np.zeros((1, places, types), np.float32)
    poses = _array(level.pose.flatten(3))
    return Layer(
        grid=round(places**0.5),
        reach=model.config.kernel,
        step=model.conv1.stride[0],
        children=np.zeros((places, 0), np.int64),
        responsibilities=np.zeros((1, places, 0, types), np.float32),
        received=none,
        means=poses,
        variances=np.zeros_like(poses),
        costs=none,
        activations=_array(level.a),
    )


def _conv_layer(caps: ConvCaps, below: Layer, steps: Sequence[EMStep]) -> Layer:
    field, types = caps.field, below.activations.shape[2]
    taps = field.taps.cpu().view(field.places, field.size, 1)
    children = (taps * types + torch.arange(types)).flatten(1).numpy()
    side = round(field.size**0.5)
    reach, step = below.reach + (side - 1) * below.step, below.step * field.stride
    return _layer(field.grid, reach, step, children, steps)


def _layer(
    grid: int, reach: int, step: int, children: np.ndarray, steps: Iterable[EMStep]
) -> Layer:
    iterations = list(steps)
    return Layer(
        grid=grid,
        reach=reach,
        step=step,
        children=children,
        responsibilities=_stack(each.r for each in iterations),
        received=_stack(each.received for each in iterations),
        means=_stack(each.mu.permute(0, 3, 1, 2).flatten(2) for each in iterations),
        variances=_stack(each.variance.permute(0, 3, 1, 2).flatten(2) for each in iterations),
        costs=_stack(each.cost for each in iterations),
        activations=_stack(each.a for each in iterations),
    )


def _stack(tensors: Iterable[Tensor]) -> np.ndarray:
    return _array(torch.stack(list(tensors)))


def _array(tensor: Tensor) -> np.ndarray:
    return tensor.float().cpu().numpy()
