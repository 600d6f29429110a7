"""Two overlapping digits: segmentation by two capsules, and its quality.

Letters in the shapes: R traced iterations, J digit capsules, P places of primary capsules. "First"
and "second" are the two digits in the visitor's order, or the longest capsule and the next if one
picture holds both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float32, Int64

from capsviz.analysis.store import RowFile
from capsviz.data.drawing import RASTER_SIDE
from capsviz.data.overlap import split_iou
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.trace_arrays import Trace
from capsviz.tracing import as_images, reconstructions, trace

#: Maximum shift of a digit in pixels each way: its ink, 20 pixels high, stays inside.
MAX_SHIFT = 8
#: Number of iterations that are always traced, for comparison.
COMPARED_ITERATIONS = 5
#: Number of pictures between two calls of `pause`, which lets other requests run.
BATCH_SIZE = 4

#: Share of pairs with both digits right that Sabour, Frosst and Hinton (2017) report.
PAPER = {"capsules": 0.948, "cnn": 0.919}

Two = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Split:
    """Segmentation of one picture by two capsules.

    Attributes
    ----------
    image : input image, 0..1.
    parts : the two digits alone, as positioned in the image; None if unknown.
    labels : their classes; None if unknown.
    iterations : number of routing iterations of the answer, 1..R.
    lengths : lengths of the digit capsules after each iteration, in [0, 1).
    winners : the two longest capsules, the longest first.
    shown : the capsule assigned to the first digit, and to the second.
    decoded : reconstruction from each capsule alone, 0..1.
    shares : share of each pixel that each of the two claims; they sum to 1, or are both 0 if
        neither claims more than a trace.
    ink : share of the image's ink that each of the two reconstructs, and the rest; sums to 1, or to
        0 without ink.
    couplings : mean coupling of each place's primary capsules to each of the two.
    feeds : contribution of each place to the length of s of each of the two: sum over its capsules
        of c û · s / |s|.
    errors : summed squared pixel error of each of the two against its digit alone.
    ious : intersection over union of the ink that each claims and its digit's ink.
    probabilities : a plain CNN's probabilities for the same picture.
    """

    image: Float32[np.ndarray, "side side"]
    parts: Float32[np.ndarray, "2 side side"] | None
    labels: tuple[int | None, int | None]
    iterations: int
    lengths: Float32[np.ndarray, "R J"]
    winners: Two
    shown: Two
    decoded: Float32[np.ndarray, "J side side"]
    shares: Float32[np.ndarray, "2 side side"]
    ink: tuple[float, float, float]
    couplings: Float32[np.ndarray, "R 2 P"]
    feeds: Float32[np.ndarray, "R 2 P"]
    errors: tuple[float, float] | None
    ious: tuple[float, float] | None
    probabilities: Float32[np.ndarray, " J"] | None


# --- the picture -------------------------------------------------------------------------


def place(
    digit: Float32[np.ndarray, "small small"], move: Two, side: int
) -> Float32[np.ndarray, "side side"]:
    """Place a digit on a larger canvas; parts beyond its edge are lost.

    Parameters
    ----------
    digit : pixels in 0..1.
    move : shift from the middle, rows down and columns right.
    side : side of the canvas in pixels; at least the digit's.
    """
    small = len(digit)
    margin = (side - small) // 2
    reach = max(abs(step) for step in move)
    canvas = np.zeros((side + 2 * reach,) * 2, np.float32)
    top, left = (margin + reach + step for step in move)
    canvas[top : top + small, left : left + small] = digit
    return np.ascontiguousarray(canvas[reach : reach + side, reach : reach + side])


def overlay(parts: Float32[np.ndarray, "k side side"]) -> Float32[np.ndarray, "side side"]:
    """Overlay pictures: their sum, clipped to 1."""
    return np.minimum(parts.sum(0), np.float32(1))


def shrink(raster: np.ndarray, side: int) -> Float32[np.ndarray, "side side"]:
    """Downsample a drawing of both digits to the network's canvas by averaging pixels.

    The raster has bytes [`RASTER_SIDE`, `RASTER_SIDE`], 0 for paper and 255 for ink; the canvas
    `side` pixels.
    """
    edges = np.arange(side + 1) * RASTER_SIDE / side
    pixels = np.arange(RASTER_SIDE)[None]
    cover = np.minimum(edges[1:, None], pixels + 1) - np.maximum(edges[:-1, None], pixels)
    weights = np.maximum(cover, 0) * side / RASTER_SIDE
    return np.clip(weights @ (raster / 255) @ weights.T, 0, 1).astype(np.float32)


# --- segmentation by the capsules ---------------------------------------------------------


def split_picture(
    network: CapsNet,
    image: Float32[np.ndarray, "side side"],
    parts: Float32[np.ndarray, "2 side side"] | None = None,
    labels: tuple[int | None, int | None] = (None, None),
    *,
    forced: Two | None = None,
    iterations: int | None = None,
    cnn: Network | None = None,
) -> Split:
    """Classify one picture and segment it by two capsules.

    Raises `CapsvizError` if the picture has another size, or a capsule does not exist.

    Parameters
    ----------
    network : network for pictures of this size.
    image : pixels in 0..1.
    parts : the two digits alone, if known.
    labels : their classes, if known.
    forced : two different capsules to use in place of the two longest, that of the first digit
        first.
    iterations : routing iterations, by default the network's own.
    cnn : a CNN that classifies the picture too.
    """
    rounds = network.rounds(iterations)
    traced = trace(network, image, max(rounds, COMPARED_ITERATIONS))
    rounds = min(rounds, traced.lengths.shape[1])  # one if the routing has no iterations
    lengths = traced.lengths[0]
    network.decoder.require()
    decoded = reconstructions(network, traced.capsules[:, rounds - 1])[0]
    winners = longest_two(lengths[rounds - 1])
    shown = forced or assign(winners, labels, decoded, parts)
    if len({*shown}) < 2 or not all(0 <= j < len(decoded) for j in shown):
        raise CapsvizError("choose two different capsules")
    two = decoded[list(shown)]
    shares = claims(two)
    return Split(
        image=traced.images[0],
        parts=parts,
        labels=labels,
        iterations=rounds,
        lengths=lengths,
        winners=winners,
        shown=shown,
        decoded=decoded,
        shares=shares,
        ink=ink_shares(traced.images[0], two),
        couplings=mean_couplings(traced, shown, network.config.primary_types),
        feeds=feeds(traced, shown, network.config.primary_types),
        errors=None if parts is None else _pair(np.square(two - parts).sum((1, 2))),
        ious=None if parts is None else _pair(iou(two, parts)),
        probabilities=None if cnn is None else probabilities(cnn, image),
    )


def longest_two(lengths: Float32[np.ndarray, " J"]) -> Two:
    """Return the two longest capsules, the longest first; of equal ones the earlier."""
    first, second = np.argsort(-lengths, kind="stable")[:2]
    return int(first), int(second)


def mean_couplings(trace: Trace, two: Two, types: int) -> Float32[np.ndarray, "R 2 P"]:
    """Mean coupling of each place's primary capsules to each of two capsules, in one picture."""
    return _by_place(trace.couplings[0], two, types).mean(2)


def feeds(trace: Trace, two: Two, types: int) -> Float32[np.ndarray, "R 2 P"]:
    """Contribution of each place to the length of s of each of two capsules, in one picture.

    It is the sum over the place's primary capsules; v has the same direction as s.
    """
    lengths = np.linalg.norm(trace.capsules[0], axis=-1)[:, None]
    parts = trace.couplings[0] * trace.agreement[0]
    tiny = np.finfo(np.float32).tiny
    return _by_place(parts / np.maximum(lengths, tiny), two, types).sum(2)


@torch.inference_mode()
def probabilities(
    network: Network, image: Float32[np.ndarray, "side side"]
) -> Float32[np.ndarray, " J"]:
    """Return the probabilities that a network without capsules gives to one picture."""
    x = as_images(image, network.config.format).to(next(network.parameters()).device)
    return network(x).lengths[0].cpu().numpy()


def assign(
    pair: Two,
    labels: tuple[int | None, int | None],
    decoded: Float32[np.ndarray, "J side side"],
    parts: Float32[np.ndarray, "2 side side"] | None,
) -> Two:
    """Assign two capsules to the first and the second digit.

    The digits' classes decide; if they do not, the smaller error of the two reconstructions; if the
    digits are unknown, the given order.
    """
    first, second = pair
    straight = (first == labels[0]) + (second == labels[1])
    crossed = (first == labels[1]) + (second == labels[0])
    if straight == crossed and parts is not None:
        two = decoded[list(pair)]
        straight, crossed = (-float(np.square(two - p).sum()) for p in (parts, parts[::-1]))
    return (second, first) if crossed > straight else (first, second)


def claims(two: Float32[np.ndarray, "2 height width"]) -> Float32[np.ndarray, "2 height width"]:
    """Share of each pixel that each of two reconstructions claims."""
    total = two.sum(0)
    return np.where(total > 0.05, two / np.maximum(total, 0.05), 0).astype(np.float32)


def ink_shares(
    image: Float32[np.ndarray, "height width"], two: Float32[np.ndarray, "2 height width"]
) -> tuple[float, float, float]:
    """Shares of a picture's ink that two reconstructions paint, and the rest.

    If the two paint more than the pixel's ink, they share it in proportion.
    """
    ink = float(image.sum())
    if ink == 0:
        return (0.0, 0.0, 0.0)
    claimed = np.minimum(image, two.sum(0)) * claims(two)
    first, second = (float(part.sum()) / ink for part in claimed)
    return (first, second, max(0.0, 1 - first - second))


def iou(
    masks: Float32[np.ndarray, "k height width"], true: Float32[np.ndarray, "k height width"]
) -> Float32[np.ndarray, " k"]:
    """Intersection over union of two pictures' ink; 1 if both are empty."""
    return split_iou(torch.tensor(masks), torch.tensor(true)).numpy()


# --- many pairs --------------------------------------------------------------------------


@torch.inference_mode()
def two_longest(
    network: Network,
    images: Float32[np.ndarray, "n side side"],
    pause: Callable[[], object] = lambda: None,
) -> Int64[np.ndarray, "n 2"]:
    """Return the two longest capsules of each picture, the longest first.

    `pause` is called after every few pictures.
    """
    x = as_images(images, network.config.format).to(next(network.parameters()).device)
    pairs = []
    for batch in x.split(BATCH_SIZE):
        pause()
        pairs.append(network(batch).lengths.topk(2).indices)
    return torch.cat(pairs).cpu().numpy()


def right_by_iterations(
    network: CapsNet,
    images: Float32[np.ndarray, "n side side"],
    labels: Int64[np.ndarray, "n 2"],
    pause: Callable[[], object] = lambda: None,
) -> list[int]:
    """Count pictures with both digits right after 1, 2, ... `COMPARED_ITERATIONS` iterations.

    `pause` is called after every few pictures.
    """
    batches = []
    for i in range(0, len(images), BATCH_SIZE):
        pause()
        batches.append(trace(network, images[i : i + BATCH_SIZE], COMPARED_ITERATIONS).lengths)
    lengths = np.concatenate(batches)
    two = np.sort(np.argsort(-lengths, axis=2)[:, :, :2], axis=2)
    right: Bool[np.ndarray, "n R"] = (two == np.sort(labels, axis=1)[:, None]).all(2)
    return [int(count) for count in right.sum(0)]


def _check(row: dict[str, Any]) -> None:
    low, high = row["interval"]
    if not 0 <= low <= row["both_right"] <= high <= 1 or row["n"] <= 0:
        raise ValueError("no results")


#: The file `overlap.json`, of the results on the test pairs.
ROWS = RowFile(
    "the results on the test pairs are missing",
    "capsviz evaluate --set overlap --all --save checkpoints/overlap.json",
    ("interval",),
    _check,
)


def _by_place(
    values: Float32[np.ndarray, "R I J"], two: Two, types: int
) -> Float32[np.ndarray, "R 2 T P"]:
    """Return the two capsules' columns, by type and place (types vary fastest)."""
    by_place = values[..., list(two)].reshape(len(values), -1, types, 2)
    return by_place.transpose(0, 3, 2, 1)


def _pair(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    first, second = (float(value) for value in values)
    return first, second
