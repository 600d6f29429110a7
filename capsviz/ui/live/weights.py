"""A model's decoder as one small file, for decoding in the visitor's browser.

Little endian, one block after another:

- a step for each layer's matrix, float32;
- for each hidden layer the number of its units in the file, then their indices, uint16: a fifth of
  the paper's 1,024 in the second layer never affects a picture and is left out; units with small
  weights are first, which compresses better;
- every layer's bias, half-precision;
- the weights, as integer multiples of their step, grouped by input, such as [classes * dim][first]
  and [first][second]: for each a byte, the integer divided by 16 and rounded down, from -127 to
  127; -128 marks
- larger ones, two bytes each, in order; between the two blocks the remainders, from 0 to 15, two
  per byte, the lower four bits first.

Steps are as coarse as pictures allow, since the file is half of a first visit's download. Weights
are rounded to minimise changes of a layer's outputs (`capsviz.model.gptq`): pictures of test digits
differ by at most three grey levels of 255. `browser/decoder.js` reads the file.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import ModelConfig, shown_channels
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.gptq import quantise
from capsviz.ui.live.disk_cache import keep_file

#: Minimum and maximum number of steps in the root mean square of a large matrix's weights; the
#: smallest sufficient one is used. Each doubling costs an eighth of the file.
STEPS = 32, 2048
#: Factor of this number for the first matrix, which is small: its errors affect every picture.
FIRST_LAYER_FACTOR = 6
#: Maximum error of 99 % of the pictures of the poses below, in grey levels of 255, before rounding
#: in the browser. Shorter capsules, such as those of digits, have half of it.
MAX_DIFFERENCE = 5.0
#: Number of poses to estimate the layers' inputs, and their maximum length: capsules stay below 1,
#: sliders and mixtures do not.
POSES, MAX_POSE_LENGTH = 6000, 2.5
#: A unit is left out if it is active for at most a share `RARE` of `ROUNDS` times these poses, of
#: one and of two capsules, and changes no pixel by more than `FAINT` grey levels.
ROUNDS, RARE, FAINT = 3, 1e-3, 0.5
#: Version of the file's format and encoder, part of the checksum in the address.
_FORM = b"3"
_ESCAPE = -128


class DecoderShape(TypedDict):
    """Sizes of a decoder, needed to read its file."""

    classes: int
    dim: int
    hidden: NotRequired[list[int]]
    side: int
    channels: int


class DecoderData(DecoderShape):
    """A decoder for pages, as ``DecoderData`` of ``remote_decoder.js``."""

    here: bool
    there: NotRequired[bool]
    sha: str


@dataclass(frozen=True)
class DecoderFile:
    """A decoder's weights in the browser's format.

    Attributes
    ----------
    layers : of the decoder, in order.
    sha : 16 hexadecimal digits that identify the weights and the file's format; part of the file's
        address, so that it can be cached forever.
    shape : sizes needed to read the file.
    """

    layers: Sequence[nn.Linear]
    sha: str
    shape: DecoderShape

    @property
    def describe(self) -> DecoderData:
        """Plain values for the browser to load and run the decoder."""
        return {"here": True, "sha": self.sha, **self.shape}

    @functools.cached_property
    def data(self) -> bytes:
        """The file, 1.1 MB for the bundled decoder; made in seconds, once per machine."""
        name = f"decoder-{self.sha}-{self.shape['classes']}.bin"
        return keep_file(name, lambda: _encode(self.layers, self.shape["classes"]))


def decoder_file(model: CapsNet) -> DecoderFile | None:
    """The file of a model's decoder; None if it is not a chain of layers.

    Raises `CapsvizError` if a weight is too large for half precision.
    """
    layers, config = model.decoder.layers, model.config
    if layers is None:
        return None
    layers = [*layers[:-1], _keep_channels(layers[-1], config.channels)]
    arrays = [_to_array(parameter) for layer in layers for parameter in layer.parameters()]
    if max(np.abs(values).max() for values in arrays) > np.finfo(np.float16).max:
        raise CapsvizError(
            "this model's decoder has weights above 65,504, which the browser's half-precision "
            "copy cannot hold: train it with a lower rate"
        )
    digest = hashlib.sha256(_FORM)
    for values in arrays:
        digest.update(values.tobytes())
    shape = _shape(config)
    shape["hidden"] = [layer.out_features for layer in layers[:-1]]
    return DecoderFile(layers, digest.hexdigest()[:16], shape)


def _shape(config: ModelConfig) -> DecoderShape:
    return {
        "classes": config.classes,
        "dim": config.digit_dim,
        "side": config.image_size,
        "channels": len(shown_channels(config.channels)),
    }


def describe_decoder(model: CapsNet, file: DecoderFile | None, sha: str) -> DecoderData:
    """A model's decoder for pages, as plain values.

    "here" is whether the browser can run it, "sha" its name, "classes" and "dim" the input's shape,
    "side" that of a picture, "hidden" the widths of hidden layers; "there" is False if the network
    has no decoder.

    Parameters
    ----------
    sha : name of a decoder that browsers cannot run.
    """
    if file:
        return file.describe
    return {"here": False, "there": model.decoder.exists, "sha": sha, **_shape(model.config)}


@torch.inference_mode()
def _encode(linear: Sequence[nn.Linear], classes: int) -> bytes:
    layers = [_Layer.of(each) for each in linear]
    poses, test_poses = (_poses(classes, linear[0].in_features, seed) for seed in (0, 1))
    exact = _pictures(layers, test_poses)
    layers, units = _order(layers, classes)
    count, maximum = STEPS
    while True:
        blocks = _quantise_layers(layers, poses, count)
        quantised = [
            replace(layer, weight=each.weight) for layer, each in zip(layers, blocks, strict=True)
        ]
        difference = float((_pictures(quantised, test_poses) - exact).abs().amax(1).quantile(0.99))
        if difference <= MAX_DIFFERENCE or count == maximum:
            break
        # Errors are proportional to the step, which gives a good estimate of the next count.
        count = min(maximum, math.ceil(1.02 * count * difference / MAX_DIFFERENCE))
    numbers = np.concatenate([each.numbers.T.ravel() for each in blocks])
    upper, lower = numbers >> 4, np.append(numbers & 15, 0).astype(np.uint8)
    is_large = np.abs(upper) >= -_ESCAPE
    pairs = len(numbers) + 1 >> 1
    parts = [
        np.array([each.step for each in blocks], "<f4"),
        *(np.array([len(each), *each], "<u2") for each in units),
        *(layer.bias.half().numpy().astype("<f2") for layer in layers),
        np.where(is_large, _ESCAPE, upper).astype(np.int8),
        lower[: 2 * pairs : 2] | lower[1 : 2 * pairs : 2] << 4,
        numbers[is_large].astype("<i2"),
    ]
    return b"".join(part.tobytes() for part in parts)


def _order(layers: Sequence[_Layer], classes: int) -> tuple[list[_Layer], list[np.ndarray]]:
    """The layers without units that do not affect pictures, and the remaining units in order."""
    layers = list(layers)
    poses = [_poses(classes, layers[0].weight.shape[1], 2 + seed) for seed in range(ROUNDS)]
    inputs = torch.cat([*poses, *(a + b.roll(1, 0) for a, b in itertools.pairwise(poses))])
    units = []
    for index, after in enumerate(layers[1:]):
        layer = layers[index]
        inputs = layer(inputs).relu()
        active = _is_felt(inputs, layers[index + 1 :])
        by_size = after.weight.square().sum(0).argsort(stable=True)
        selected = by_size[active[by_size]]
        layers[index] = _Layer(layer.weight[selected], layer.bias[selected])
        layers[index + 1] = replace(after, weight=after.weight[:, selected])
        inputs = inputs[:, selected]
        units.append(selected.numpy())
    return layers, units


def _is_felt(inputs: Tensor, layers: Sequence[_Layer]) -> Tensor:
    """Mask of the input units of `layers` whose removal would change the pictures."""
    share = (inputs > 0).float().mean(0)
    felt = share > 0
    for unit in (felt & (share < RARE)).nonzero()[:, 0]:
        active = inputs[inputs[:, unit] > 0]
        without = active.index_fill(1, unit, 0)
        felt[unit] = (_pictures(layers, active) - _pictures(layers, without)).abs().max() > FAINT
    return felt


@dataclass(frozen=True)
class _Layer:
    weight: Tensor
    bias: Tensor

    @classmethod
    def of(cls, layer: nn.Linear) -> _Layer:
        bias = layer.bias if layer.bias is not None else layer.weight.new_zeros(layer.out_features)
        return cls(layer.weight.cpu().float(), bias.cpu().float())

    def __call__(self, x: Tensor) -> Tensor:
        return functional.linear(x, self.weight, self.bias)


@dataclass(frozen=True)
class _InSteps:
    """A matrix as integer multiples of a step, in the file's precision."""

    numbers: np.ndarray
    step: float

    @property
    def weight(self) -> Tensor:
        return self.step * torch.tensor(self.numbers.astype(np.float32))


def _quantise_layers(layers: Sequence[_Layer], inputs: Tensor, count: int) -> list[_InSteps]:
    """Quantise the layers' matrices; each compensates for the remaining errors of earlier ones.

    Parameters
    ----------
    inputs : of the first layer.
    count : number of steps in the root mean square of a matrix.
    """
    blocks = []
    for index, layer in enumerate(layers):
        finer = 1 if index else FIRST_LAYER_FACTOR
        target = float(layer.weight.square().mean().sqrt()) / count / finer
        smallest = float(layer.weight.abs().max()) / np.iinfo(np.int16).max
        step = float(np.float32(max(target, smallest, np.finfo(np.float32).tiny)))
        blocks.append(_InSteps(quantise(layer.weight, step, inputs), step))
        inputs = replace(layer, weight=blocks[-1].weight)(inputs).relu()
    return blocks


def _pictures(layers: Sequence[_Layer], inputs: Tensor) -> Tensor:
    """Grey levels, 0 to 255, from inputs of the first layer."""
    for layer in layers[:-1]:
        inputs = layer(inputs).relu()
    return 255 * layers[-1](inputs).sigmoid() if layers else inputs


def _poses(classes: int, inputs: int, seed: int) -> Tensor:
    """Poses of every capsule in random directions, with the others masked; deterministic."""
    random = torch.Generator().manual_seed(seed)
    poses = torch.randn(POSES, inputs // classes, generator=random)
    lengths = MAX_POSE_LENGTH * torch.rand(POSES, 1, generator=random)
    poses *= lengths / poses.norm(dim=1, keepdim=True)
    masked = torch.zeros(POSES, classes, inputs // classes)
    rows = torch.arange(POSES)
    masked[rows, rows % classes] = poses
    return masked.flatten(1)


def _keep_channels(last: nn.Linear, channels: int) -> nn.Linear:
    """The last layer with only the channels that pages show."""
    if channels in (1, 3):
        return last
    rows = torch.arange(last.out_features).view(channels, -1)[list(shown_channels(channels))]
    reduced = nn.Linear(last.in_features, rows.numel(), last.bias is not None)
    with torch.no_grad():
        for target, source in zip(reduced.parameters(), last.parameters(), strict=True):
            target.copy_(source[rows.flatten()])
    return reduced.requires_grad_(False)


def _to_array(parameter: Tensor | nn.Parameter) -> np.ndarray:
    return parameter.detach().cpu().float().numpy()
