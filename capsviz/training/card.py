"""Model cards, generated from measurements and the checkpoint's own record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from capsviz.model.networks import describe_differences
from capsviz.training import test_set_log
from capsviz.training.checkpoint import Checkpoint, PartsCheckpoint, precision_agreement
from capsviz.training.results import agreement_text
from capsviz.wording import amount_of


def model_card(loaded: Checkpoint, result: dict[str, Any]) -> str:
    """Write a Markdown section about one checkpoint.

    `result` is that of `capsviz.training.results.result_of` for this file.
    """
    record = loaded.training
    low, high = (100 * bound for bound in result["interval"])
    error, winners = result["reconstruction_sse"], result.get("winners_sse")
    overlap = result["set"] == "overlap"
    share = result["both_right" if overlap else "accuracy"]
    iou = result.get("iou")
    rows = {
        "command": f"`{record['command']}`",
        **({"began with": record["start"]} if "start" in record else {}),
        **({"taught by": "; ".join(record["teachers"])} if "teachers" in record else {}),
        "data set": f"{loaded.subject.data_set}: {len(loaded.subject.classes)} classes",
        "epochs": (
            f"{record['epochs']} over "
            + amount_of(
                record.get("training_images", 60_000), f"training {'pair' if overlap else 'image'}"
            )
        ),
        **_selection_rows(record),
        **origin_rows(
            loaded,
            f"{result['parameters']:,}; without the decoder "
            f"{result['parameters_without_decoder']:,}",
        ),
        f"{'both right' if overlap else 'accuracy'} on {amount_of(result['n'], 'test image')}": (
            f"**{share:.2%}** (95 % interval {low:.2f} to {high:.2f} %)"
        ),
        f"reconstruction error (summed squares per {'digit' if overlap else 'image'})": (
            "no decoder"
            if error is None
            else f"**{error:.2f}**"
            if winners is None
            else f"**{error:.2f}** of the true classes' capsules, {winners:.2f} of the winners'"
        ),
        **(
            {
                "overlap of each digit with its reconstruction": (
                    f"{iou:.3f} by the true classes' capsules, {result['winners_iou']:.3f} by the "
                    "winners'"
                )
            }
            if iou
            else {}
        ),
        **_agreement(result.get("agreement")),
    }
    return section(loaded, describe_differences(loaded.model.config), rows)


def origin_rows(loaded: Checkpoint | PartsCheckpoint, parameters: str) -> dict[str, Any]:
    """Return the rows on the origin and size of a checkpoint."""
    record = loaded.training
    return {
        "seed": record["config"]["seed"],
        "commit": f"`{record['commit']}`",
        "hardware": f"{record['hardware']}, torch {record['torch']}",
        "training time": amount_of(round(record["seconds"] / 60), "minute"),
        "parameters": parameters,
        "file": (
            f"{loaded.path.stat().st_size / 1e6:.1f} MB, sha256 of the weights `{loaded.digest}`"
        ),
    }


def section(loaded: Checkpoint | PartsCheckpoint, text: str, rows: Mapping[str, object]) -> str:
    """Write a card's section: these rows, the uses of the test set, and manual notes.

    The notes are Markdown beside the checkpoint, as in ``matrix.notes.md``, so that regenerating
    the cards keeps them.
    """
    readings = readings_row(test_set_log.read(loaded.path), loaded.digest)
    rows = {**rows, "test images read": readings}
    table = "\n".join(f"| {name} | {value} |" for name, value in rows.items())
    path = loaded.path.with_name(loaded.path.name.removesuffix(".safetensors") + ".notes.md")
    notes = f"\n{path.read_text('utf-8')}" if path.is_file() else ""
    return f"## {loaded.name}\n\n{text}\n\n| | |\n| --- | --- |\n{table}\n{notes}"


def _agreement(agreement: Mapping[str, Any] | None) -> dict[str, str]:
    if agreement is None:
        return {}
    sentence = agreement_text(agreement) + "; so the app reads in float32" * (
        not precision_agreement.is_good(agreement)
    )
    return {"agreement of precisions": sentence}


def _selection_rows(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the rows on model selection, by which readers judge how reliable the result is."""
    accuracies = [epoch["accuracy"] for epoch in record["history"]]
    after_each = ", ".join(f"{100 * x:.2f}" for x in accuracies if x is not None)
    if "validation" not in record:
        return {
            "validation images": "none: the test images were scored after every epoch, and the "
            "run was chosen by looking at them",
            "accuracy on the test images after each epoch": after_each,
        }
    validation = record["validation"]
    if validation is None:
        return {"validation images": "none: learnt from all, for a number of epochs fixed before"}
    note = f"; {validation['seen']}" if "seen" in validation else ""
    patience = record["config"].get("patience")
    stopped = f"; the best epoch's weights, after {patience} without a better one" * bool(patience)
    return {
        "validation images": f"{validation['n']:,}, {validation['how']}{note}{stopped}",
        "accuracy on the validation images after each epoch": after_each,
    }


def readings_row(readings: Sequence[Mapping[str, Any]], digest: str) -> str:
    """Describe how often weights with this checksum, and others, were run on test pictures."""
    sentences = [f"{row['set']} {_times(row)}" for row in readings if row["sha256"] == digest]
    others: Counter[str] = Counter()
    for row in readings:
        if row["sha256"] != digest:
            others[row["set"]] += row["times"] or 1
    if others:
        counts = ", ".join(f"{name} {times}" for name, times in others.items())
        sentences.append(f"of other weights under this name {others.total()}: {counts}")
    return "; ".join(sentences) or "not on record"


def _times(reading: Mapping[str, Any]) -> str:
    times = reading["times"]
    if times is None:
        return "at least once, how often is not on record"
    return f"{amount_of(times, 'time')}, first {reading['first']}"
