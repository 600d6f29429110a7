"""Results that `capsviz evaluate` prints and stores: one plain object per checkpoint."""

from __future__ import annotations

import json
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Int
from torch import Tensor

from capsviz import markdown, untrusted
from capsviz.data.overlap import SIDE, pair_for_scoring, pictures
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.files import write_file
from capsviz.model.capsnet import CapsNet
from capsviz.model.precision import EXACT, FASTEST, name_of
from capsviz.training import checkpoint
from capsviz.training.evaluate import BATCH, agreement, answers, evaluate_pairs, interval

FORMAT = 1
_CHARACTERS = string.digits + string.ascii_letters


@dataclass(slots=True)
class Answers:
    """Predictions of networks for each test digit, for comparison.

    Attributes
    ----------
    labels : true classes, one character per image: a digit, or a letter from 10 on.
    predictions : predictions of each checkpoint, in the same form.
    unrouted : the same after one iteration, for routings with more.
    """

    labels: str
    predictions: dict[str, str] = field(default_factory=dict)
    unrouted: dict[str, str] = field(default_factory=dict)

    @classmethod
    def to(cls, digits: Pictures) -> Answers:
        """Return an empty set of predictions for these digits."""
        return cls(_text(digits.labels))


def result_of(
    loaded: checkpoint.Checkpoint, digits: Pictures, record: Answers | None = None
) -> dict[str, Any]:
    """Score one checkpoint on single digits.

    `record` receives the predictions, if given.

    The object to print holds accuracy and its 95 % interval as shares, mean summed squared pixel
    error, number of parameters.
    """
    require_readable(loaded, digits.images.shape[-1], "digits")
    predictions, error = answers(loaded.model, digits)
    accuracy = int((predictions == digits.labels).sum()) / len(digits)
    if record:
        record.predictions[loaded.name] = _text(predictions)
        if (unrouted := answers_without_routing(loaded, digits)) is not None:
            record.unrouted[loaded.name] = unrouted
    return {
        "checkpoint": loaded.name,
        "set": "digits" if loaded.subject.data_set == "mnist" else loaded.subject.data_set,
        "n": len(digits),
        "accuracy": accuracy,
        "interval": _bounds(accuracy, len(digits)),
        "reconstruction_sse": error,
        "classes": list(loaded.subject.classes),
        "confusion": confusion(digits.labels, predictions, len(loaded.subject.classes)),
        **_size(loaded),
    }


def describe(
    loaded: checkpoint.Checkpoint, name: str, right: Bool[np.ndarray, " n"], error: float | None
) -> dict[str, Any]:
    """Return the row of `table` for a network whose predictions are known.

    `right` holds whether each prediction is correct; `error` is the mean summed squared pixel
    error, None without a decoder.
    """
    accuracy = float(right.mean())
    return {
        "checkpoint": name,
        "set": loaded.subject.data_set,
        "accuracy": accuracy,
        "interval": _bounds(accuracy, len(right)),
        "reconstruction_sse": error,
        **_size(loaded),
    }


def confusion(
    true: Int[Tensor, " n"], predictions: Int[Tensor, " n"], classes: int
) -> list[list[int]]:
    """Count the pictures of each class (row) that were predicted as each class (column)."""
    counts = (true * classes + predictions).bincount(minlength=classes * classes)
    return counts.view(classes, classes).tolist()


def confusion_table(result: Mapping[str, Any]) -> str:
    """Return a table of correct predictions per class, and of the confusions.

    `result` is that of `result_of`.
    """
    names, counts = result["classes"], result["confusion"]
    rows = []
    for k, (name, row) in enumerate(zip(names, counts, strict=True)):
        errors = sorted((-n, other) for other, n in enumerate(row) if n and other != k)
        confusions = ", ".join(f"{names[other]} {-n}" for n, other in errors) or "none"
        rows.append([str(name), f"{row[k]} of {sum(row)}", confusions])
    return markdown.table(["class", "right", "read as another"], rows, text_columns=(0, 2))


def overlap_result_of(
    loaded: checkpoint.Checkpoint, digits: Pictures, record: Answers | None = None
) -> dict[str, Any]:
    """Score one checkpoint on two overlapping digits.

    Returns
    -------
    The object to print: as that of `result_of`, but with `both_right`, the share of pairs with both
    digits correct, and `iou`, `winners_sse` and `winners_iou` (see `evaluate.Scores`; the others
    use the true classes). There are no predictions for single digits, so `record` does not
    change.
    """
    require_readable(loaded, SIDE, "overlap")
    scores = evaluate_pairs(loaded.model, digits)
    return {
        "checkpoint": loaded.name,
        "set": "overlap",
        "n": scores.n,
        "both_right": scores.accuracy,
        "interval": _bounds(scores.accuracy, scores.n),
        "reconstruction_sse": scores.reconstruction_sse,
        "iou": scores.iou,
        "winners_sse": scores.winners_sse,
        "winners_iou": scores.winners_iou,
        **_size(loaded),
    }


def require_readable(loaded: checkpoint.Checkpoint, side: int, name: str) -> None:
    """Raise `CapsvizError` if a network cannot classify the set `name`, of this side."""
    expected = loaded.model.config.image_size
    if expected != side:
        raise CapsvizError(
            f"{loaded.name} reads {expected}x{expected} pixels, the set {name!r} has "
            f"{side}x{side}: choose another checkpoint or another --set"
        )


def _bounds(share: float, n: int) -> list[float]:
    return [round(bound, 6) for bound in interval(share, n)]


def _size(loaded: checkpoint.Checkpoint) -> dict[str, Any]:
    model = loaded.model
    layers = (model.decoder.layers or []) if isinstance(model, CapsNet) else []
    decoder = sum(p.numel() for layer in layers for p in layer.parameters())
    total = sum(p.numel() for p in model.parameters())
    return {
        "parameters": total,
        "parameters_without_decoder": total - decoder,
        "sha256": loaded.digest,
    }


def answers_without_routing(loaded: checkpoint.Checkpoint, digits: Pictures) -> str | None:
    """Return the predictions after one iteration only, if the routing has more."""
    model = loaded.model
    if not isinstance(model, CapsNet) or not model.routing.iterative:
        return None
    return _text(answers(model, digits, 1)[0])


def table(results: Sequence[dict[str, Any]]) -> str:
    """Return the results of one set as a Markdown table."""
    overlap = results[0]["set"] == "overlap"
    errors = ["error, true labels", "error, winners"] if overlap else ["reconstruction error"]
    heads = [
        "network",
        "both right" if overlap else "accuracy",
        "95 % interval",
        *errors,
        "parameters",
        "without decoder",
    ]
    rows = []
    for result in results:
        low, high = result["interval"]
        values = [result["reconstruction_sse"], *([result["winners_sse"]] if overlap else [])]
        cells = [
            result["checkpoint"],
            f"{result['both_right' if overlap else 'accuracy']:.2%}",
            f"{100 * low:.2f} - {100 * high:.2f}",
            *("none" if error is None else f"{error:.2f}" for error in values),
            f"{result['parameters']:,}",
            f"{result['parameters_without_decoder']:,}",
        ]
        rows.append(cells)
    return markdown.table(heads, rows)


def save(path: Path, results: Sequence[dict[str, Any]], record: Answers) -> None:
    """Save results and predictions for the pages atomically.

    Entries of other checkpoints on the same images are kept.
    """
    rows, previous = _read_results(path, record.labels)
    names = {result["checkpoint"] for result in results}
    content = {
        "format": FORMAT,
        "results": [*(row for row in rows if row["checkpoint"] not in names), *results],
        "answers": {**_leave_out(previous.predictions, names), **record.predictions},
        "unrouted": {**_leave_out(previous.unrouted, names), **record.unrouted},
        "labels": record.labels,
    }
    write_file(path, json.dumps(content, indent=1))


def _read_results(path: Path, labels: str) -> tuple[list[dict[str, Any]], Answers]:
    """Load a file's results and predictions for images with these labels; else empty ones."""
    try:
        content = untrusted.read_file(path)
        if (content["format"], content["labels"]) == (FORMAT, labels):
            results = Answers(labels, dict(content["answers"]), dict(content["unrouted"]))
            return list(content["results"]), results
    except untrusted.DAMAGED_FILE_ERRORS:
        pass
    return [], Answers(labels)


def _leave_out(answers: dict[str, str], names: set[str]) -> dict[str, str]:
    return {name: text for name, text in answers.items() if name not in names}


def check_replaceable(path: Path, name: str) -> None:
    """Raise `CapsvizError` if an existing file has no results of the set `name`."""
    if not path.exists():
        return
    try:
        rows = untrusted.read_file(path)["results"]
        same_set = all(row["set"] == name for row in rows)
    except untrusted.DAMAGED_FILE_ERRORS:
        same_set = False
    if not same_set:
        raise CapsvizError(
            f"{path} is there and holds no results of the set {name!r}: choose another name"
        )


@dataclass(frozen=True, slots=True)
class TestSet:
    """A set of `capsviz evaluate --set`.

    Attributes
    ----------
    side : height and width of its images, in pixels.
    default : default checkpoint.
    score : returns the object to print.
    batches : its images, pixels in 0..1, on a device.
    classes : number of classes per image.
    """

    side: int
    default: str
    score: Callable[[checkpoint.Checkpoint, Pictures, Answers | None], dict[str, Any]]
    batches: Callable[[Pictures, torch.device], Iterator[Tensor]]
    classes: int = 1

    def agreement(
        self, loaded: checkpoint.Checkpoint, precision: str, digits: Pictures
    ) -> dict[str, Any]:
        """Measure the agreement of `precision` with float32; returns the fields of `Agreement`.

        Raises `CapsvizError` as `Checkpoint.in_precision` does.

        "fastest" is the fastest possible precision, regardless of earlier records.
        """
        fast = loaded.in_precision(loaded.fastest() if precision == FASTEST else precision).model
        device = next(fast.parameters()).device
        counts = agreement(loaded.model, fast, self.batches(digits, device), self.classes)
        return {"precision": name_of(fast), **asdict(counts)}


def agreement_text(agreement: Mapping[str, Any]) -> str:
    """Describe the result of `TestSet.agreement` in one sentence."""
    return (
        f"in {agreement['precision']} {agreement['same']:,} of {agreement['n']:,} answers are "
        f"those in {EXACT}; lengths differ by {agreement['mean']:.5f} on average, "
        f"{agreement['largest']:.4f} at most"
    )


def _single(digits: Pictures, device: torch.device) -> Iterator[Tensor]:
    for images in digits.images.split(BATCH):
        yield images.to(device).float() / 255


def _pairs(digits: Pictures, device: torch.device) -> Iterator[Tensor]:
    pairs = pair_for_scoring(digits)
    for start in range(0, len(pairs), BATCH):
        yield pictures(digits, pairs[start : start + BATCH], device)[0]


SETS = {
    "digits": TestSet(28, "dynamic", result_of, _single),
    "overlap": TestSet(SIDE, "overlap", overlap_result_of, _pairs, classes=2),
}


def _text(value: Any) -> str:
    """Encode a class as one character: a digit, or from the eleventh class on a letter."""
    return "".join(_CHARACTERS[int(answer)] for answer in value)
