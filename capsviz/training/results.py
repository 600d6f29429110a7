"""What `capsviz evaluate` prints and stores: one plain object per checkpoint."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from capsviz.data.mnist import Digits
from capsviz.model.capsnet import CapsNet
from capsviz.training import checkpoint
from capsviz.training.evaluate import answers, interval

FORMAT = 1


def result_of(loaded: checkpoint.Checkpoint, digits: Digits) -> tuple[dict[str, Any], str]:
    """Score one checkpoint.

    Returns
    -------
    The object to print (accuracy and its 95 % interval as shares, mean summed squared pixel
    error, numbers of parameters) and the answers, one digit per image.
    """
    found, error = answers(loaded.model, digits)
    right = int((found == digits.labels).sum())
    parameters = {name: p.numel() for name, p in loaded.model.named_parameters()}
    decoder = sum(n for name, n in parameters.items() if name.startswith("decoder."))
    total = sum(parameters.values())
    accuracy = right / len(digits)
    result = {
        "checkpoint": loaded.name,
        "n": len(digits),
        "accuracy": accuracy,
        "interval": [round(bound, 6) for bound in interval(accuracy, len(digits))],
        "reconstruction_sse": error,
        "parameters": total,
        "parameters_without_decoder": total - decoder,
        "sha256": loaded.digest,
    }
    return result, _text(found)


def unrouted(loaded: checkpoint.Checkpoint, digits: Digits) -> str | None:
    """The answers after one iteration only: routing switched off where it iterates."""
    model = loaded.model
    if not isinstance(model, CapsNet) or not model.routing.iterative:
        return None
    return _text(answers(model, digits, 1)[0])


def table(results: Sequence[dict[str, Any]]) -> str:
    """The results as a Markdown table."""
    rows = [
        "| network | accuracy | 95 % interval | reconstruction error | parameters | "
        "without decoder |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for result in results:
        low, high = result["interval"]
        error = result["reconstruction_sse"]
        rows.append(
            f"| {result['checkpoint']} | {result['accuracy']:.2%} | "
            f"{100 * low:.2f} - {100 * high:.2f} | "
            f"{'none' if error is None else format(error, '.2f')} | "
            f"{result['parameters']:,} | {result['parameters_without_decoder']:,} |"
        )
    return "\n".join(rows)


def save(
    path: Path,
    results: Sequence[dict[str, Any]],
    found: dict[str, str],
    without: dict[str, str],
    labels: str,
) -> None:
    """Write results and answers for the Compare page; the file appears whole or not at all.

    Parameters
    ----------
    found : each checkpoint's answers, one digit per test image.
    without : the same after one iteration, of the routings that have more.
    labels : the right answers.
    """
    plain = {
        "format": FORMAT,
        "results": list(results),
        "answers": found,
        "unrouted": without,
        "labels": labels,
    }
    partial = path.with_name(path.name + ".partial")
    partial.write_text(json.dumps(plain, indent=1), "utf-8")
    os.replace(partial, path)


def _text(found: Any) -> str:
    return "".join(str(int(answer)) for answer in found)
