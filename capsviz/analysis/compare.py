"""One image read by every network, and what the networks make of the whole test set."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float, Float32, Int8

from capsviz import untrusted
from capsviz.config import MAX_SHOWN_ITERATIONS
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.tracing import as_images, reconstructions, trace
from capsviz.training import results
from capsviz.training.checkpoint import Checkpoint

#: Forward passes timed for one image; the median counts.
TIMED = 5


@dataclass(frozen=True, slots=True)
class TimedReading:
    """What one network makes of one image.

    Attributes
    ----------
    name : of the checkpoint.
    lengths : of the ten capsules; a CNN's probabilities.
    winner : the longest one.
    types, grid, rows : the couplings come from `types` kinds of capsule at rows x grid places,
        place by place; 0 where there are no capsules.
    couplings : of every input capsule with the winner, after the last iteration.
    reconstruction : the winner decoded, 0..1; None without a decoder.
    settled : iteration from which the winner stays the same up to the tenth; None without
        iterations.
    milliseconds : median time of one forward pass, here and now.
    """

    name: str
    lengths: Float32[np.ndarray, " J"]
    winner: int
    types: int
    grid: int
    rows: int
    couplings: Float32[np.ndarray, " I"] | None
    reconstruction: Float32[np.ndarray, "*c side side"] | None
    settled: int | None
    milliseconds: float


@torch.inference_mode()
def read_image(loaded: Checkpoint, image: Float32[np.ndarray, "*c side side"]) -> TimedReading:
    """Read one image, and time it.

    Parameters
    ----------
    loaded : any checkpoint that reads images of this size.
    image : pixels in 0..1.
    """
    model = loaded.model
    x = as_images(image, model.config.format).to(next(model.parameters()).device)
    milliseconds = _time(model, x)
    if not isinstance(model, CapsNet):
        probabilities = model(x).lengths[0].cpu().numpy()
        winner = int(probabilities.argmax())
        return TimedReading(
            loaded.name, probabilities, winner, 0, 0, 0, None, None, None, milliseconds
        )
    own = trace(model, image)
    winner = int(own.winners[0])
    settled = None
    if model.routing.iterative:
        settled = settles(trace(model, image, MAX_SHOWN_ITERATIONS).lengths[0])
    return TimedReading(
        loaded.name,
        own.lengths[0, -1],
        winner,
        model.config.primary_types,
        model.config.grid,
        model.config.rows,
        own.couplings[0, -1, :, winner],
        reconstructions(model, own.poses)[0, winner] if model.decoder.there else None,
        settled,
        milliseconds,
    )


def settles(lengths: Float32[np.ndarray, "r J"]) -> int:
    """Iteration, counted from 1, from which on the longest capsule stays the same."""
    winners = lengths.argmax(1)
    others = np.flatnonzero(winners != winners[-1])
    return int(others[-1]) + 2 if len(others) else 1


def _time(model: Any, x: torch.Tensor) -> float:
    model(x)  # the first pass may still lay out weights
    times = []
    for _ in range(TIMED):
        began = time.perf_counter()
        model(x)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


@dataclass(frozen=True, slots=True)
class Results:
    """What `capsviz evaluate --all --save` measured on n test images.

    Attributes
    ----------
    rows : the object that `capsviz evaluate` prints, for each checkpoint.
    answers : each checkpoint's answer to each image.
    unrouted : the same after one iteration only, for routings that have more.
    labels : the right answers.
    """

    rows: list[dict[str, Any]]
    answers: dict[str, Int8[np.ndarray, " n"]]
    unrouted: dict[str, Int8[np.ndarray, " n"]]
    labels: Int8[np.ndarray, " n"]

    def row(self, name: str, digest: str) -> dict[str, Any] | None:
        """The results of a checkpoint, if they were measured with these very weights."""
        return next(
            (r for r in self.rows if r["checkpoint"] == name and r["sha256"] == digest), None
        )


@dataclass(frozen=True, slots=True)
class Flips:
    """How often two readings of the same images differ: and who was right.

    Attributes
    ----------
    changed : images answered differently.
    gained, lost : of these, wrong before and right after, and the other way round.
    """

    changed: int
    gained: int
    lost: int


def read_results(path: Path) -> Results:
    """Read a results file.

    Raises
    ------
    CapsvizError : there is none, or it is damaged.
    """
    how = f"run `capsviz evaluate --all --save {path.parent.name}/{path.name}`"
    if not path.is_file():
        raise CapsvizError(f"the networks' results on the test set are not there: {how}")
    try:
        plain = untrusted.read_file(path)
        if plain["format"] != results.FORMAT:
            raise ValueError("another format")
        whole = Results(
            [dict(row) for row in plain["results"]],
            {str(name): _digits(text) for name, text in plain["answers"].items()},
            {str(name): _digits(text) for name, text in plain["unrouted"].items()},
            _digits(plain["labels"]),
        )
        n = len(whole.labels)
        if any(len(a) != n for a in (*whole.answers.values(), *whole.unrouted.values())):
            raise ValueError("answers are missing")
        if [row["checkpoint"] for row in whole.rows] != list(whole.answers):
            raise ValueError("results and answers are of different checkpoints")
    except untrusted.DAMAGED as error:
        raise CapsvizError(f"{path.name} is damaged: {how}") from error
    return whole


def disagreement(results: Results) -> Float[np.ndarray, "k k"]:
    """For each pair of checkpoints, the number of images that they answer differently."""
    every = np.stack([results.answers[row["checkpoint"]] for row in results.rows])
    return (every[:, None] != every[None]).sum(2).astype(float)


def rank_disputes(results: Results, names: list[str]) -> list[int]:
    """Images on which these checkpoints do not all agree, the most disputed first."""
    every = np.stack([results.answers[name] for name in names])
    kinds = 1 + (np.diff(np.sort(every, 0), axis=0) != 0).sum(0)
    like_first = (every == every[0]).sum(0)
    split = np.minimum(like_first, len(every) - like_first)
    order = np.lexsort((np.arange(every.shape[1]), -split, -kinds))
    return [int(i) for i in order if kinds[i] > 1]


def flips(
    before: Int8[np.ndarray, " n"], after: Int8[np.ndarray, " n"], labels: Int8[np.ndarray, " n"]
) -> Flips:
    """What changes from one reading of the same images to another."""
    changed: Bool[np.ndarray, " n"] = before != after
    gained = changed & (after == labels)
    lost = changed & (before == labels)
    return Flips(int(changed.sum()), int(gained.sum()), int(lost.sum()))


def _digits(text: str) -> Int8[np.ndarray, " n"]:
    digits = np.frombuffer(text.encode("ascii"), np.uint8).astype(np.int8) - ord("0")
    if not len(digits) or digits.min() < 0 or digits.max() > 9:
        raise ValueError("answers must be digits")
    return digits.astype(np.int8)
