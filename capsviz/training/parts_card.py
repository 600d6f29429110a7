"""Results and model card of a network of parts and objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from capsviz.data.pictures import Pictures
from capsviz.model.parts import PartsNetwork
from capsviz.training.card import origin_rows, section
from capsviz.training.checkpoint import PartsCheckpoint
from capsviz.training.evaluate import interval
from capsviz.training.matching import match
from capsviz.training.parts_scores import score


def parts_result(loaded: PartsCheckpoint, pictures: Pictures) -> dict[str, Any]:
    """Measure a network of parts on pictures whose labels only score it; returns plain values."""
    scores, classes = score(loaded.model, pictures.images), len(loaded.subject.classes)
    matching = match(scores.guesses, pictures.labels, loaded.model.config.objects, classes)
    naming = loaded.training["naming"][-1]
    return {
        "checkpoint": loaded.name,
        "sha256": loaded.digest,
        "set": loaded.subject.data_set,
        "n": len(pictures),
        "objects": loaded.model.config.objects,
        "accuracy": matching.accuracy,
        "interval": list(interval(matching.accuracy, len(pictures))),
        "named_by": naming["labels"],
        "named_accuracy": sum(int(matching.counts[k, j]) for k, j in enumerate(naming["classes"]))
        / len(pictures),
        "classes": list(matching.classes),
        "counts": matching.counts.tolist(),
        "reconstruction_sse": scores.sse,
        "parts": scores.parts,
        "used": [round(float(share), 4) for share in scores.used],
        "parameters": sum(weights.numel() for weights in loaded.model.parameters()),
    }


def parts_table(result: Mapping[str, Any]) -> str:
    """Return the results as a Markdown table."""
    low, high = (100 * bound for bound in result["interval"])
    k_means = [
        f"  k-means with {result['objects']} means on {features}: {accuracy:.2%}"
        for features, accuracy in result.get("references", {}).items()
    ]
    if "belief" in result:
        k_means.append(f"  {_belief(result)}")
    if "factors" in result:
        k_means.append(f"  objects' poses tell {_factors(result)}")
    return "\n".join(
        [
            f"{result['checkpoint']}, learnt without labels, {result['n']:,} pictures of "
            f"{result['set']}:",
            f"  its {result['objects']} objects are the classes for {result['accuracy']:.2%} "
            f"(95 % interval {low:.2f} to {high:.2f} %), by best matching",
            f"  named by {result['named_by']} labelled training pictures each: "
            f"{result['named_accuracy']:.2%}",
            f"  error of what its parts paint: {result['reconstruction_sse']:.2f} a picture; "
            f"{result['parts']:.1f} parts in each",
            *k_means,
        ]
    )


def _belief(result: Mapping[str, Any]) -> str:
    intact, swapped = result["belief"]["whole"], result["belief"]["swapped"]
    return f"posterior of any object: {intact:.3f}, and {swapped:.3f} with two parts swapped"


def _factors(result: Mapping[str, Any]) -> str:
    texts = [f"{name} {by:.2f} ({law:.2f})" for name, (by, law) in result["factors"].items()]
    return f"{', '.join(texts)}: R² by straight lines (by any law)"


def parts_card(loaded: PartsCheckpoint, result: Mapping[str, Any]) -> str:
    """Write a Markdown section about one checkpoint, from a result of `parts_result`."""
    record, config = loaded.training, loaded.training["config"]
    low, high = (100 * bound for bound in result["interval"])
    validation = record["validation"]
    ends = [row for row in record["history"] if "likelihood" in row][
        config["object_epochs"] - 1 :: config["object_epochs"]
    ]
    rows = {
        "command": f"`{record['command']}`",
        "data set": f"{loaded.subject.data_set}, its labels unused",
        "epochs": (
            f"{_parts_origin(record)}, {config['object_epochs']} of the objects, {len(ends)} "
            f"times, over {record['training_images']:,} training images"
        ),
        "validation images": f"{validation['n']:,}, {validation['how']}" if validation else "none",
        "each beginning of the objects: log likelihood of the training pictures' parts, and "
        "accuracy by matching on the validation images": "; ".join(map(_end, ends)),
        "of these kept, as the likeliest": _end(max(ends, key=lambda row: row["likelihood"])),
        **origin_rows(loaded, f"{result['parameters']:,}"),
        f"accuracy of {result['objects']} objects by best matching, {result['n']:,} test images": (
            f"**{result['accuracy']:.2%}** (95 % interval {low:.2f} to {high:.2f} %)"
        ),
        f"accuracy with names by {result['named_by']} labels an object": (
            f"{result['named_accuracy']:.2%}"
        ),
        "reconstruction error (summed squares per image)": (
            f"**{result['reconstruction_sse']:.2f}** by {result['parts']:.1f} parts in each"
        ),
        **{
            f"k-means with {result['objects']} means on {features}": f"{accuracy:.2%}"
            for features, accuracy in result.get("references", {}).items()
        },
        **({"agreement": _belief(result)} if "belief" in result else {}),
        **({"objects' poses tell": _factors(result)} if "factors" in result else {}),
    }
    return section(loaded, PartsNetwork.published, rows)


def _parts_origin(record: Mapping[str, Any]) -> str:
    """Describe the origin of its parts."""
    if source := record.get("parts_of"):
        return (
            f"none of the parts, which are those of `{source['name']}` (`{source['sha256'][:12]}`)"
        )
    return f"{record['config']['epochs']} of the parts"


def _end(row: Mapping[str, Any]) -> str:
    """Describe the end of one restart of the objects."""
    accuracy = row["accuracy"]
    return f"{row['likelihood']:.3f}" + ("" if accuracy is None else f", {100 * accuracy:.2f} %")
