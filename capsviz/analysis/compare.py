"""One image classified by every network, and the networks' results on the whole test set."""

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

#: Number of timed forward passes for one image; their median counts.
TIMED_PASSES = 5


@dataclass(frozen=True, slots=True)
class TimedReading:
    """Output of one network for one image.

    Attributes
    ----------
    name : name of the checkpoint.
    lengths : lengths of the capsules; a CNN's probabilities.
    winner : index of the longest capsule.
    types, grid, rows : the voting capsules: `types` capsules at each of rows x grid places, ordered
        place by place; 0 without capsules.
    couplings : coupling coefficients of every input capsule with the winner, after the last
        iteration.
    reconstruction : reconstruction from the winner, 0..1; None without a decoder.
    settled : first iteration whose winner stays the same up to the tenth; None without
    iterations.
    milliseconds : median time of one forward pass on this machine.
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
    """Classify one image and time the forward pass.

    The checkpoint is for images of this size, with pixels in 0..1.
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
    traced = trace(model, image)
    winner = int(traced.winners[0])
    settled = None
    if model.routing.iterative:
        settled = settles(trace(model, image, MAX_SHOWN_ITERATIONS).lengths[0])
    return TimedReading(
        loaded.name,
        traced.lengths[0, -1],
        winner,
        model.config.primary_types,
        model.config.grid,
        model.config.rows,
        traced.couplings[0, -1, :, winner],
        reconstructions(model, traced.poses)[0, winner] if model.decoder.exists else None,
        settled,
        milliseconds,
    )


def settles(lengths: Float32[np.ndarray, "r J"]) -> int:
    """Return the first iteration, counted from 1, from which the longest capsule stays the same."""
    winners = lengths.argmax(1)
    others = np.flatnonzero(winners != winners[-1])
    return int(others[-1]) + 2 if len(others) else 1


def _time(model: Any, x: torch.Tensor) -> float:
    model(x)  # the first pass may still prepare weights
    times = []
    for _ in range(TIMED_PASSES):
        start = time.perf_counter()
        model(x)
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


@dataclass(frozen=True, slots=True)
class Results:
    """Results of `capsviz evaluate --all --save` on n test images.

    Attributes
    ----------
    rows : the object that `capsviz evaluate` prints, for each checkpoint.
    answers : predicted class of each image, for each checkpoint.
    unrouted : the same after one iteration only, for routings with more.
    labels : true classes.
    """

    rows: list[dict[str, Any]]
    answers: dict[str, Int8[np.ndarray, " n"]]
    unrouted: dict[str, Int8[np.ndarray, " n"]]
    labels: Int8[np.ndarray, " n"]

    def row(self, name: str, digest: str) -> dict[str, Any] | None:
        """Return a checkpoint's results if they were measured with these exact weights."""
        return next(
            (r for r in self.rows if r["checkpoint"] == name and r["sha256"] == digest), None
        )


@dataclass(frozen=True, slots=True)
class Flips:
    """Difference between two predictions for the same images.

    Attributes
    ----------
    changed : number of images with different predictions.
    gained, lost : number of changes from wrong to right, and from right to wrong.
    """

    changed: int
    gained: int
    lost: int


def read_results(path: Path) -> Results:
    """Load a results file; raises `CapsvizError` if the file is missing or damaged."""
    short_path = Path(path.parent.name, path.name).as_posix()
    hint = f"run `capsviz evaluate --all --save {short_path}`"
    if not path.is_file():
        raise CapsvizError(f"the networks' results on the test set are missing: {hint}")
    try:
        plain = untrusted.read_file(path)
        if plain["format"] != results.FORMAT:
            raise ValueError("another format")
        parsed = Results(
            [dict(row) for row in plain["results"]],
            {str(name): _digits(text) for name, text in plain["answers"].items()},
            {str(name): _digits(text) for name, text in plain["unrouted"].items()},
            _digits(plain["labels"]),
        )
        n = len(parsed.labels)
        if any(len(a) != n for a in (*parsed.answers.values(), *parsed.unrouted.values())):
            raise ValueError("answers are missing")
        if [row["checkpoint"] for row in parsed.rows] != list(parsed.answers):
            raise ValueError("results and answers are of different checkpoints")
    except untrusted.DAMAGED_FILE_ERRORS as error:
        raise CapsvizError(f"{path.name} is damaged: {hint}") from error
    return parsed


def disagreement(results: Results) -> Float[np.ndarray, "k k"]:
    """Count the images on which each pair of checkpoints disagrees."""
    answers = np.stack([results.answers[row["checkpoint"]] for row in results.rows])
    return (answers[:, None] != answers[None]).sum(2).astype(float)


def rank_disputes(results: Results, names: list[str]) -> list[int]:
    """Return the images on which these checkpoints disagree, the most disputed first."""
    answers = np.stack([results.answers[name] for name in names])
    kinds = 1 + (np.diff(np.sort(answers, 0), axis=0) != 0).sum(0)
    like_first = (answers == answers[0]).sum(0)
    split = np.minimum(like_first, len(answers) - like_first)
    order = np.lexsort((np.arange(answers.shape[1]), -split, -kinds))
    return [int(i) for i in order if kinds[i] > 1]


def flips(
    before: Int8[np.ndarray, " n"], after: Int8[np.ndarray, " n"], labels: Int8[np.ndarray, " n"]
) -> Flips:
    """Count the changes from one set of predictions to another."""
    changed: Bool[np.ndarray, " n"] = before != after
    gained = changed & (after == labels)
    lost = changed & (before == labels)
    return Flips(int(changed.sum()), int(gained.sum()), int(lost.sum()))


def _digits(text: str) -> Int8[np.ndarray, " n"]:
    digits = np.frombuffer(text.encode("ascii"), np.uint8).astype(np.int8) - ord("0")
    if not len(digits) or digits.min() < 0 or digits.max() > 9:
        raise ValueError("answers must be digits")
    return digits.astype(np.int8)
