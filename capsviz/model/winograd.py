"""The primary capsules' float32 convolution with a quarter of the multiplications.

A stride of 2 splits the convolution into four, over every second row and column. A tile of 3 x 3
outputs of each is a product of polynomials (Lavin and Gray 2016, "Fast Algorithms for Convolutional
Neural Networks", after Toom and Cook): inputs and weights are evaluated at a few points, multiplied
there, channels by channels, and the outputs interpolated. The paper's 9 x 9 kernel takes 51 million
multiplications an image instead of 191, and its sums are shorter, so rounding errors do not exceed
those of torch's own convolution.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import Tensor, nn

from capsviz.model.weight_cache import derive_once, weight_and_bias

#: Outputs of a tile along each axis.
TILE = 3
#: Points of evaluation, in addition to infinity; they had the smallest errors of a few candidates.
POINTS = (0.0, 1.0, -1.0, 0.5, -0.5, -2.0)
#: Number of images at a time: their evaluation takes 13 MB.
CHUNK = 16


def applies(layer: nn.Conv2d) -> bool:
    """Return whether there are enough points for this kernel; more would be too inaccurate."""
    return _taps(layer.kernel_size[0], layer.stride[0]) + TILE - 2 <= len(POINTS)


@dataclass(frozen=True, slots=True)
class WinogradConv:
    """A convolution's weights, evaluated: [points * points, out, phases * phases * channels]."""

    weight: Tensor
    bias: Tensor
    kernel: int
    stride: int
    chunk_size: ClassVar = CHUNK

    @classmethod
    def of(cls, layer: nn.Conv2d) -> WinogradConv:
        """Return the layer's evaluated weights, computed on first use."""
        kernel, stride = layer.kernel_size[0], layer.stride[0]

        def make(weight: Tensor, bias: Tensor) -> WinogradConv:
            return cls(_evaluate(weight, stride), bias.clone(), kernel, stride)

        return derive_once(layer, "winograd", weight_and_bias(layer), make)

    def convolve(self, x: Tensor, buffer: Tensor) -> Tensor:
        """Convolve x [batch, height, width, channels]."""
        (batch, height, width, _), out = x.shape, self.weight.shape[1]
        rows, columns = self._places(height), self._places(width)
        products = torch.bmm(self._inputs(x), self.weight.transpose(1, 2)).flatten(1)
        tiles = torch.mm(self._interpolation(), products)
        tiles = tiles.view(TILE, TILE, batch, -(-rows // TILE), -(-columns // TILE), out)
        outputs = tiles.permute(2, 3, 0, 4, 1, 5).flatten(3, 4).flatten(1, 2)
        return outputs[:, :rows, :columns] + self.bias

    def weight_gradient(self, grad: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
        """Gradients of weight and bias; ``grad`` and ``x`` are channels last."""
        total = grad.new_empty(self.weight.shape)
        for i, (chunk, inputs) in enumerate(zip(grad.split(CHUNK), x.split(CHUNK), strict=True)):
            outputs = self._outputs(chunk).transpose(1, 2)
            total.baddbmm_(outputs, self._inputs(inputs), beta=min(i, 1))
        shape = (grad.shape[3], x.shape[3], self.kernel)
        return _evaluate_back(total, self.stride, *shape), grad.sum((0, 1, 2))

    def input_gradient(self, grad: Tensor, x: Tensor) -> Tensor:
        """Gradient of x, channels last."""
        height, width, channels = x.shape[1:]
        vertical, horizontal = self._evaluation(height), self._evaluation(width)
        points, parts = self._points, []
        for chunk in grad.split(CHUNK):
            by_point = torch.bmm(self._outputs(chunk), self.weight)
            tiles = (len(chunk), len(vertical) // (self.stride * points), -1)
            by_point = by_point.view(
                points, points, *tiles, self.stride, self.stride, channels
            ).permute(2, 3, 5, 0, 4, 6, 1, 7)
            rows = torch.matmul(horizontal.t(), by_point.reshape(-1, len(horizontal), channels))
            rows = rows.view(len(chunk), len(vertical), width * channels)
            parts.append(torch.matmul(vertical.t(), rows).view(len(chunk), height, width, channels))
        return torch.cat(parts)

    @property
    def _points(self) -> int:
        return _taps(self.kernel, self.stride) + TILE - 1

    def _places(self, side: int) -> int:
        return (side - self.kernel) // self.stride + 1

    def _inputs(self, x: Tensor) -> Tensor:
        """Evaluate x: [points * points, batch * tiles, phases * phases * channels]."""
        batch, height, width, channels = x.shape
        vertical, horizontal = self._evaluation(height), self._evaluation(width)
        rows = torch.matmul(vertical, x.reshape(batch, height, -1)).view(-1, width, channels)
        axis = (-1, self.stride, self._points)
        by_tile = torch.matmul(horizontal, rows).view(
            batch, len(vertical) // (self.stride * self._points), *axis[1:], *axis, channels
        )
        by_point = by_tile.permute(3, 6, 0, 1, 4, 2, 5, 7)
        return by_point.reshape(self._points**2, -1, self.stride**2 * channels)

    def _outputs(self, grad: Tensor) -> Tensor:
        """Gradient of the products, from the gradient of the outputs."""
        _, rows, columns, out = grad.shape
        padded = nn.functional.pad(grad, (0, 0, 0, -columns % TILE, 0, -rows % TILE))
        tiles = padded.unflatten(2, (-1, TILE)).unflatten(1, (-1, TILE))
        flat = tiles.permute(2, 4, 0, 1, 3, 5).reshape(TILE**2, -1)
        return torch.mm(self._interpolation().t(), flat).view(self._points**2, -1, out)

    def _evaluation(self, side: int) -> Tensor:
        return _evaluation(side, self.kernel, self.stride)

    def _interpolation(self) -> Tensor:
        return _matrices(_taps(self.kernel, self.stride))[3]


def _evaluate(weight: Tensor, stride: int) -> Tensor:
    """Evaluate weights [out, channels, kernel, kernel]."""
    out, channels, kernel, _ = weight.shape
    channels_last = weight.permute(0, 2, 3, 1)
    matrices = _phases(kernel, stride)
    evaluated = weight.new_empty(len(matrices[0, 0]), out, stride, stride, channels)
    for (row, column), matrix in matrices.items():
        taps = channels_last[:, row::stride, column::stride].reshape(out, -1, channels)
        evaluated[:, :, row, column] = torch.bmm(matrix.expand(out, -1, -1), taps).transpose(0, 1)
    return evaluated.flatten(2)


def _evaluate_back(by_point: Tensor, stride: int, out: int, channels: int, kernel: int) -> Tensor:
    """Gradient of the weights, from the gradient of their evaluation."""
    by_phase = by_point.view(-1, out, stride, stride, channels).transpose(0, 1)
    gradient = by_point.new_empty(out, kernel, kernel, channels)
    for (row, column), matrix in _phases(kernel, stride).items():
        taps = gradient[:, row::stride, column::stride]
        phase = torch.bmm(matrix.t().expand(out, -1, -1), by_phase[:, :, row, column])
        taps.copy_(phase.view(taps.shape))
    return gradient.permute(0, 3, 1, 2)


def _taps(kernel: int, stride: int) -> int:
    """Number of weights of the longest phase along an axis."""
    return -(-kernel // stride)


@functools.cache
def _evaluation(side: int, kernel: int, stride: int) -> Tensor:
    """Matrix [tiles * phases * points, side] from rows or columns to points of tiles."""
    inputs = _matrices(_taps(kernel, stride))[1]
    tiles = -(-((side - kernel) // stride + 1) // TILE)
    matrix = torch.zeros(tiles, stride, len(inputs), side)
    for tile in range(tiles):
        for phase in range(stride):
            places = range(stride * TILE * tile + phase, side, stride)
            for i, position in enumerate(places[: len(inputs)]):
                matrix[tile, phase, :, position] = inputs[:, i]
    return matrix.flatten(0, 2)


@functools.cache
def _phases(kernel: int, stride: int) -> dict[tuple[int, int], Tensor]:
    """Matrices [points * points, taps * taps] from a kernel to points, for each phase."""
    weights = _matrices(_taps(kernel, stride))[2]
    axis = [weights[:, : _taps(kernel - phase, stride)] for phase in range(stride)]
    return {
        (row, column): torch.kron(axis[row], axis[column])
        for row in range(stride)
        for column in range(stride)
    }


@functools.cache
def _matrices(taps: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Matrices for inputs, weights and outputs, and for both axes' outputs at once."""
    size = TILE + taps - 1
    points = torch.tensor(POINTS[: size - 1], dtype=torch.float64)

    def evaluation(length: int) -> Tensor:
        infinity = torch.eye(length, dtype=torch.float64)[-1:]
        return torch.cat([torch.vander(points, length, increasing=True), infinity])

    inputs = torch.linalg.inv(evaluation(size)).t()
    # Powers of two scale inputs and weights to similar size without rounding.
    scale = inputs.abs().amax(1, keepdim=True).log2().round().exp2()
    outputs = evaluation(TILE).t()
    return (
        outputs.float(),
        (inputs / scale).float(),
        (evaluation(taps) * scale).float(),
        torch.kron(outputs, outputs).float(),
    )
