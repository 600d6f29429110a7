"""Digits whose prediction changes between one and three iterations.

Run it by ``python -m capsviz.development.lesson_records.changed_predictions``. It reads the
predictions of the test digits that ``capsviz evaluate --all --save`` has stored, and classifies the
sample drawings, upright and rotated, with the shipped network. ``decided.json`` holds the indices
and predictions of the digits that change, and the drawings that change most. No picture of MNIST is
written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from jaxtyping import Float32

import capsviz
from capsviz.analysis.compare import read_results
from capsviz.data.affine import Transform, transform_image
from capsviz.data.drawing import render
from capsviz.data.normalisation import normalise
from capsviz.data.samples import samples
from capsviz.errors import CapsvizError
from capsviz.trace_arrays import Trace
from capsviz.training import checkpoint
from capsviz.ui.lessons.figure_data import encode, path_of, write_record

FILE = path_of("decided")
NETWORK = "dynamic"
#: Indices of the compared iterations: the first and the paper's last.
FIRST_ITERATION, LAST_ITERATION = 0, 2
#: Rotations of the samples in degrees.
TURNS = range(-45, 46, 3)
#: Possible changes of a prediction.
KINDS = ("mended", "spoilt", "other")
#: Drawings kept for each change, each from another sample.
MAX_DRAWINGS = 3


def main() -> None:
    """Measure, and write the file."""
    record = {
        "network": NETWORK,
        "sha256": checkpoint.digest(NETWORK),
        **measure_test_digits(),
        **own(),
    }
    write_record(FILE, record)
    counts = {kind: len(record["digits"][kind]) for kind in KINDS}
    print({"n": record["n"], **counts, "tried": record["tried"]})


def outcome(first: int, last: int, label: int) -> str:
    """Classify the change of a prediction after the first iteration.

    It is "same", "mended" (wrong after one, right after three), "spoilt" (right after one, wrong
    after three), or "other" (wrong both times, but different).
    """
    if first == last:
        return "same"
    if last == label:
        return "mended"
    return "spoilt" if first == label else "other"


def measure_test_digits() -> dict[str, Any]:
    """Return the indices and predictions of the test digits that change.

    Raises `CapsvizError` if the stored predictions are missing, or of other weights.
    """
    results = read_results(checkpoint.sidecar("results.json"))
    row = results.row(NETWORK, checkpoint.digest(NETWORK))
    if row is None or NETWORK not in results.unrouted:
        raise CapsvizError(
            f"the stored answers are not those of {NETWORK}'s weights: run `capsviz evaluate "
            "--all --save checkpoints/results.json`"
        )
    after_one, after_three = results.unrouted[NETWORK], results.answers[NETWORK]
    digits: dict[str, list[dict[str, int]]] = {kind: [] for kind in KINDS}
    for index in np.flatnonzero(after_one != after_three).tolist():
        digit, first, last = (
            int(answers[index]) for answers in (results.labels, after_one, after_three)
        )
        sample = {"index": index, "digit": digit, "first": first, "last": last}
        digits[outcome(first, last, digit)].append(sample)
    return {"n": row["n"], "digits": digits}


def own() -> dict[str, Any]:
    """Return the rotated samples whose prediction changes most."""
    network = capsviz.load()
    samples: dict[str, dict[str, dict[str, Any]]] = {"mended": {}, "spoilt": {}}
    count = 0
    for name, digit, angles, images in _turn_samples():
        trace = capsviz.trace(network, images, LAST_ITERATION + 1)
        count += len(images)
        for i, (first, last) in enumerate(_answers(trace)):
            kind = outcome(first, last, digit)
            if kind not in samples:
                continue
            lengths = trace.lengths[i]
            margin = float(abs(lengths[LAST_ITERATION, first] - lengths[LAST_ITERATION, last]))
            sample = samples[kind].get(name)
            if sample is None or sample["margin"] < margin:
                samples[kind][name] = {
                    "name": name,
                    "digit": digit,
                    "turn": angles[i],
                    "margin": round(margin, 4),
                    "image": encode(images[i]),
                    "lengths": np.round(lengths.astype(float), 4).tolist(),
                }
    ranked = {
        kind: sorted(by_name.values(), key=lambda drawing: -drawing["margin"])[:MAX_DRAWINGS]
        for kind, by_name in samples.items()
    }
    return {"tried": count, "drawings": ranked}


def _answers(trace: Trace) -> Iterator[tuple[int, int]]:
    answers = trace.lengths.argmax(2)
    return zip(
        answers[:, FIRST_ITERATION].tolist(), answers[:, LAST_ITERATION].tolist(), strict=True
    )


def _turn_samples() -> Iterator[tuple[str, int, list[int], Float32[np.ndarray, "n side side"]]]:
    """Yield each unambiguous sample in all rotations."""
    for sample in samples():
        if sample.rival is not None:
            continue
        image = normalise(render(sample.drawing))
        angles = list(TURNS)
        images = [transform_image(image, Transform(rotation=angle)) for angle in angles]
        yield sample.name, sample.digit, angles, np.clip(np.stack(images), 0, 1).astype(np.float32)


if __name__ == "__main__":
    main()
